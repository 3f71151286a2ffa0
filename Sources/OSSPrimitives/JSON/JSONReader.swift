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
  /// - Complexity: O(*n*) in the length of the text.
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
    try read(Bytes(text.utf8), limits: limits)
  }

  private static func check(byteCount: Int, _ limits: JSONLimits) throws(JSONError) {
    if byteCount > limits.byteCount {
      throw .tooLarge(byteCount: byteCount, limit: limits.byteCount)
    }
  }
}
