public import OSSPrimitives

/// Reads JSON strictly: one text has one reading, and everything else is refused.
///
/// Beyond the grammar of RFC 8259 the reader refuses what the document leaves to each reader and
/// what therefore two programs may understand in two ways: a name given twice, half of a surrogate
/// pair, text that is not UTF-8, a byte order mark.
public enum JSONReader: Sendable {
  /// Reads the one value of a text.
  ///
  /// - Parameters:
  ///   - bytes: The whole text in UTF-8, with or without white space around the value.
  ///   - limits: How deep and how long the text may be.
  /// - Returns: The value.
  /// - Throws: A ``JSONError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the length of the text.
  public static func read(
    _ bytes: Span<UInt8>, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONValue {
    // Checked before the copy, so that a text over the limit costs nothing.
    try check(byteCount: bytes.count, limits)
    return try JSONParser.document(Bytes(copying: bytes), limits: limits).value
  }

  /// Reads the one value of a text.
  ///
  /// - Parameters:
  ///   - bytes: The whole text in UTF-8, with or without white space around the value.
  ///   - limits: How deep and how long the text may be.
  /// - Returns: The value.
  /// - Throws: A ``JSONError`` with the place of the first fault.
  /// - Complexity: O(*n*) in the length of the text.
  public static func read(
    _ bytes: Bytes, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONValue {
    try check(byteCount: bytes.count, limits)
    return try JSONParser.document(bytes, limits: limits).value
  }

  /// Reads the one value of a text within the standard limits, and notes whether all of it is ASCII.
  ///
  /// - Parameter bytes: The whole text in UTF-8, with or without white space around the value.
  /// - Throws: A ``JSONError`` with the place of the first fault.
  package static func readNotingASCII(
    _ bytes: Bytes
  ) throws(JSONError) -> (value: JSONValue, isASCII: Bool) {
    try check(byteCount: bytes.count, .standard)
    return try JSONParser.document(bytes, limits: .standard)
  }

  /// Reads the one value of a text.
  ///
  /// - Parameters:
  ///   - text: The whole text, with or without white space around the value.
  ///   - limits: How deep and how long the text may be.
  /// - Returns: The value.
  /// - Throws: A ``JSONError`` with the place of the first fault, in bytes of UTF-8.
  /// - Complexity: O(*n*) in the length of the text.
  public static func read(
    _ text: String, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONValue {
    try read(text.bytes, limits: limits)
  }

  private static func check(byteCount: Int, _ limits: JSONLimits) throws(JSONError) {
    if byteCount > limits.byteCount {
      throw .tooLarge(byteCount: byteCount, limit: limits.byteCount)
    }
  }
}

/// What the JSON reader is willing to read.
public struct JSONLimits: Hashable, Sendable {
  /// The greatest depth that can be asked for.
  ///
  /// The reader, the writers and the release of a value call themselves once for each level. This
  /// many levels fit on the 512 KiB stack of a secondary thread, in a debug build too.
  public static let greatestDepth = 128

  /// What is read if nothing else is said: 64 levels and 16 MiB.
  public static let standard = JSONLimits(depth: 64, byteCount: 16 << 20)

  /// How many arrays and objects may be open at the same time.
  public let depth: Int
  /// How many bytes the text may have.
  public let byteCount: Int

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - depth: The number of arrays and objects open at once, taken into `0...greatestDepth`.
  ///   - byteCount: The number of bytes of text; a negative number counts as 0.
  public init(depth: Int = 64, byteCount: Int = 16 << 20) {
    self.depth = min(max(depth, 0), Self.greatestDepth)
    self.byteCount = max(byteCount, 0)
  }
}

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
