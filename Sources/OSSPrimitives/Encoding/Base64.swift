/// Base64 with the standard alphabet and padding, RFC 4648 section 4.
public enum Base64: Sendable {
  /// Writes bytes in base64.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: Four characters for each three bytes begun.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func encode(_ bytes: Span<UInt8>) -> String {
    var text = Bytes()
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends bytes written in base64.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - buffer: Where the characters are added.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func append(_ bytes: Span<UInt8>, to buffer: inout Bytes) {
    var writer = Base64Writer()
    for index in bytes.indices { writer.append(bytes[index], to: &buffer) }
    writer.finish(to: &buffer)
  }

  /// Appends a digest written in base64, with no storage in between.
  ///
  /// - Parameters:
  ///   - digest: The digest.
  ///   - buffer: Where the characters are added.
  public static func append(_ digest: SHA1Digest, to buffer: inout Bytes) {
    var writer = Base64Writer()
    writer.append(digest.first, to: &buffer)
    writer.append(digest.second, to: &buffer)
    writer.append(digest.third, to: &buffer)
    writer.append(digest.fourth, to: &buffer)
    writer.append(digest.fifth, to: &buffer)
    writer.finish(to: &buffer)
  }

  /// Appends a digest written in base64, with no storage in between.
  ///
  /// - Parameters:
  ///   - digest: The digest.
  ///   - buffer: Where the characters are added.
  public static func append(_ digest: SHA256Digest, to buffer: inout Bytes) {
    var writer = Base64Writer()
    writer.append(digest.first, to: &buffer)
    writer.append(digest.second, to: &buffer)
    writer.append(digest.third, to: &buffer)
    writer.append(digest.fourth, to: &buffer)
    writer.append(digest.fifth, to: &buffer)
    writer.append(digest.sixth, to: &buffer)
    writer.append(digest.seventh, to: &buffer)
    writer.append(digest.eighth, to: &buffer)
    writer.finish(to: &buffer)
  }

  /// Reads base64 strictly: RFC 4648 sections 3.3 to 3.5.
  ///
  /// Every text that is accepted is the one that ``encode(_:)`` writes for the bytes: padding is
  /// there, the bits that it covers are zero, and nothing stands between the characters.
  ///
  /// - Parameter text: The base64 text and nothing else.
  /// - Returns: The bytes.
  /// - Throws: A ``Base64Error`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public static func decode(_ text: String) throws(Base64Error) -> Bytes {
    var bytes = Bytes()
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var reader = Base64Reader()
    for character in text.utf8 { try reader.read(character, to: &bytes) }
    try reader.finish()
    return bytes
  }
}
