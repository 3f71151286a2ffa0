/// Why bytes or a text are not an RSA public key that can be used.
///
/// Offsets count bytes, of the text for PEM and of the decoded bytes for DER.
public enum RSAKeyError: Error, Hashable, Sendable {
  /// The text or the bytes are longer than any key that is read.
  case tooLong(byteCount: Int, limit: Int)
  /// The text does not begin with `-----BEGIN PUBLIC KEY-----` on a line of its own.
  case missingPEMBegin
  /// The text does not end with `-----END PUBLIC KEY-----` on a line of its own.
  case missingPEMEnd
  /// What stands between the two lines of PEM is not base64, from this byte on.
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
