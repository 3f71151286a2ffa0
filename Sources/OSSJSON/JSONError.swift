public import OSSPrimitives

/// Why a text is not the JSON that the reader accepts.
///
/// Every case but ``empty`` says where, counted in bytes from the start of the text.
public enum JSONError: Error, Equatable, Sendable {
  /// The text has no bytes.
  case empty
  /// The text has more bytes than the limit.
  case tooLarge(byteCount: Int, limit: Int)
  /// The text begins with a byte order mark, which RFC 8259 section 8.1 lets a reader refuse.
  case byteOrderMark
  /// The text ends where more of a value is due.
  case unexpectedEnd(offset: Int)
  /// A byte is where the grammar has no place for it.
  case unexpectedByte(UInt8, offset: Int)
  /// A byte other than white space follows the value.
  case trailingByte(UInt8, offset: Int)
  /// A word begins like `true`, `false` or `null` and is not one of them.
  case invalidLiteral(offset: Int)
  /// A number has a zero before other digits.
  case leadingZero(offset: Int)
  /// A number lacks a digit where one is due.
  case missingDigit(offset: Int)
  /// A string holds a control character that is not escaped.
  case controlCharacter(UInt8, offset: Int)
  /// A backslash in a string begins no escape of RFC 8259 section 7.
  case invalidEscape(offset: Int)
  /// An escape names half of a surrogate pair and the other half is not there.
  case loneSurrogate(offset: Int)
  /// A byte in a string is not part of well-formed UTF-8.
  case invalidUTF8(UInt8, offset: Int)
  /// An object has a second member of the same name, which begins at the offset.
  case duplicateName(String, offset: Int)
  /// An array or object opens deeper than the limit.
  case tooDeep(limit: Int, offset: Int)
}

extension JSONError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .empty:
      "The text is empty."
    case .tooLarge(let byteCount, let limit):
      "The text has % bytes, more than the limit of %.".filled(byteCount, limit)
    case .byteOrderMark:
      "The text begins with a byte order mark, at byte 0."
    case .unexpectedEnd(let offset):
      "The text ends at byte %, inside a value.".filled(offset)
    case .unexpectedByte(let byte, let offset):
      "The byte 0x% is out of place at byte %.".filled(byte: byte, offset)
    case .trailingByte(let byte, let offset):
      "The byte 0x% follows the value, at byte %.".filled(byte: byte, offset)
    case .invalidLiteral(let offset):
      "The word at byte % is not true, false or null.".filled(offset)
    case .leadingZero(let offset):
      "The number has a leading zero at byte %.".filled(offset)
    case .missingDigit(let offset):
      "The number lacks a digit at byte %.".filled(offset)
    case .controlCharacter(let byte, let offset):
      "The control character 0x% is not escaped, at byte %.".filled(byte: byte, offset)
    case .invalidEscape(let offset):
      "The escape is not one of JSON's, at byte %.".filled(offset)
    case .loneSurrogate(let offset):
      "The escape names half of a surrogate pair, at byte %.".filled(offset)
    case .invalidUTF8(let byte, let offset):
      "The byte 0x% is not part of UTF-8 text, at byte %.".filled(byte: byte, offset)
    case .duplicateName(let name, let offset):
      "The object has the name % twice, again at byte %.".filled(
        JSONValue.string(name.shortened).compact(), offset)
    case .tooDeep(let limit, let offset):
      "The value at byte % is nested deeper than % levels.".filled(offset, limit)
    }
  }
}
