extension JSONError: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .empty:
      "The text is empty."
    case .tooLarge(let byteCount, let limit):
      "The text has \(byteCount) bytes, more than the limit of \(limit)."
    case .byteOrderMark:
      "The text begins with a byte order mark, at byte 0."
    case .unexpectedEnd(let offset):
      "The text ends at byte \(offset), inside a value."
    case .unexpectedByte(let byte, let offset):
      "The byte \(hexadecimal(byte)) is out of place at byte \(offset)."
    case .trailingByte(let byte, let offset):
      "The byte \(hexadecimal(byte)) follows the value, at byte \(offset)."
    case .invalidLiteral(let offset):
      "The word at byte \(offset) is not true, false or null."
    case .leadingZero(let offset):
      "The number has a leading zero at byte \(offset)."
    case .missingDigit(let offset):
      "The number lacks a digit at byte \(offset)."
    case .controlCharacter(let byte, let offset):
      "The control character \(hexadecimal(byte)) is not escaped, at byte \(offset)."
    case .invalidEscape(let offset):
      "The escape is not one of JSON's, at byte \(offset)."
    case .loneSurrogate(let offset):
      "The escape names half of a surrogate pair, at byte \(offset)."
    case .invalidUTF8(let byte, let offset):
      "The byte \(hexadecimal(byte)) is not part of UTF-8 text, at byte \(offset)."
    case .duplicateName(let name, let offset):
      "The object has the name \(JSONValue.string(name).compact()) twice, again at byte \(offset)."
    case .tooDeep(let limit, let offset):
      "The value at byte \(offset) is nested deeper than \(limit) levels."
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    "0x" + Hexadecimal.encode(byte)
  }
}
