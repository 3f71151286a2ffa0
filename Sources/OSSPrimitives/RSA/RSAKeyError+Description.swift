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
