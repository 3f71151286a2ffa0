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
