internal import OSSPrimitives

/// Why bytes or a text are not an RSA public key that can be used.
///
/// Offsets count bytes, of the text for PEM and of the decoded bytes for DER.
public enum RSAKeyError: Error, Equatable, Sendable {
  /// The text or the bytes are longer than any key that is read.
  case tooLong(byteCount: Int, limit: Int)
  /// The text does not begin with `-----BEGIN PUBLIC KEY-----` on a line of its own.
  case missingPEMBegin
  /// The text does not end with `-----END PUBLIC KEY-----` on a line of its own.
  case missingPEMEnd
  /// What is between the two lines of PEM is not base64, from this byte on.
  case invalidPEMText(offset: Int)
  /// The bytes end inside a value of DER.
  case unexpectedEnd(offset: Int)
  /// A value has another tag than the one that is due.
  case unexpectedTag(UInt8, offset: Int)
  /// A length is not written in the one way that DER has for it.
  case invalidLength(offset: Int)
  /// Bytes stand where a value has ended.
  case trailingBytes(offset: Int)
  /// The key is of another algorithm than RSA, or RSA with parameters.
  case notRSA(offset: Int)
  /// The bit string of the key does not consist of whole bytes.
  case unusedBits(offset: Int)
  /// An integer is negative or has a zero byte too many.
  case invalidInteger(offset: Int)
  /// The modulus has too few or too many bits.
  case modulusSize(bitCount: Int)
  /// The modulus is even, so that it is no product of two large primes.
  case evenModulus
  /// The exponent is even, less than 3 or has more than 64 bits.
  case invalidExponent
}

extension RSAKeyError {
  /// The error class of the adapter protocol for this fault.
  public var code: String { "invalid-public-key" }
}

extension RSAKeyError: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .tooLong(let byteCount, let limit):
      "The key has \(byteCount) bytes, more than the limit of \(limit)."
    case .missingPEMBegin:
      "The key does not begin with a line -----BEGIN PUBLIC KEY-----."
    case .missingPEMEnd:
      "The key does not end with a line -----END PUBLIC KEY-----."
    case .invalidPEMText(let offset):
      "The key is not base64 from byte \(offset) on."
    case .unexpectedEnd(let offset):
      "The key ends at byte \(offset), inside a value."
    case .unexpectedTag(let tag, let offset):
      "The key has the tag 0x\(Hexadecimal.encode(tag)) at byte \(offset), where another is due."
    case .invalidLength(let offset):
      "The key has a length at byte \(offset) that DER does not write so."
    case .trailingBytes(let offset):
      "The key goes on at byte \(offset), where a value has ended."
    case .notRSA(let offset):
      "The key is not one of plain RSA, from byte \(offset) on."
    case .unusedBits(let offset):
      "The key has a bit string of broken bytes at byte \(offset)."
    case .invalidInteger(let offset):
      "The key has an integer at byte \(offset) that is negative or has a zero too many."
    case .modulusSize(let bitCount):
      "The modulus has \(bitCount) bits, where 512 to 8192 can be used."
    case .evenModulus:
      "The modulus is even."
    case .invalidExponent:
      "The exponent is not an odd number from 3 to 2 to the 64."
    }
  }
}
