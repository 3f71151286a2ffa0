/// Base64 with the standard alphabet and padding, RFC 4648 section 4.
public enum Base64: Sendable {
  /// Writes bytes in base64.
  ///
  /// The clause is PRIM-B64-1.
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
  /// The clause is PRIM-B64-2.
  ///
  /// Every text that is accepted is the one that ``encode(_:)`` writes for the bytes: padding is
  /// there, the bits that it covers are zero, and nothing is between the characters.
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

/// Why a text is not base64.
public enum Base64Error: Error, Equatable, Sendable {
  /// A byte of the text is neither a character of the alphabet nor padding.
  case invalidCharacter(UInt8, offset: Int)
  /// Padding is where a character of the alphabet is due.
  case unexpectedPadding(offset: Int)
  /// A character of the alphabet follows padding.
  case characterAfterPadding(offset: Int)
  /// The text ends, at the offset, before its last group of four is complete.
  case missingPadding(offset: Int)
  /// The bits of the last character, at the offset, that padding covers are not zero.
  case nonzeroTrailingBits(offset: Int)
}

extension Base64Error: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .invalidCharacter(let byte, let offset):
      "The byte 0x\(Hexadecimal.encode(byte)) at byte \(offset) is not a base64 character."
    case .unexpectedPadding(let offset):
      "The padding at byte \(offset) is out of place."
    case .characterAfterPadding(let offset):
      "The character at byte \(offset) follows padding."
    case .missingPadding(let offset):
      "The text ends at byte \(offset), before its last four characters are complete."
    case .nonzeroTrailingBits(let offset):
      "The character at byte \(offset) has bits that padding discards and that are not zero."
    }
  }
}
