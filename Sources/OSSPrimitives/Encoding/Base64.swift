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
    String(byteCount: (bytes.count + 2) / 3 * 4) { append(bytes, to: &$0) }
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
    for character in text.bytes { try reader.read(character, to: &bytes) }
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

extension Base64Error: PlainError, CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .invalidCharacter(let byte, let offset):
      "The byte 0x% at byte % is not a base64 character.".filled(byte: byte, offset)
    case .unexpectedPadding(let offset):
      "The padding at byte % is out of place.".filled(offset)
    case .characterAfterPadding(let offset):
      "The character at byte % follows padding.".filled(offset)
    case .missingPadding(let offset):
      "The text ends at byte %, before its last four characters are complete.".filled(offset)
    case .nonzeroTrailingBits(let offset):
      "The character at byte % has bits that padding discards and that are not zero.".filled(offset)
    }
  }
}

/// Bits that wait until there are six for a character of base64.
struct Base64Writer {
  /// The waiting bits, at the low end.
  private var bits: UInt64 = 0
  /// How many bits wait, always fewer than six between two calls.
  private var waiting = 0

  init() {}

  /// Appends the characters that one more byte completes.
  @inline(__always)
  mutating func append(_ byte: UInt8, to buffer: inout Bytes) {
    bits = bits &<< 8 | UInt64(byte)
    waiting &+= 8
    drain(to: &buffer)
  }

  /// Appends the characters that four more bytes, the first at the high end, complete.
  @inline(__always)
  mutating func append(_ word: UInt32, to buffer: inout Bytes) {
    bits = bits &<< 32 | UInt64(word)
    waiting &+= 32
    drain(to: &buffer)
  }

  /// Appends the last character, its missing bits zero, and the padding.
  mutating func finish(to buffer: inout Bytes) {
    guard waiting > 0 else { return }
    // Two bits wait after a lone byte, which needs two marks; four bits after a pair, which needs
    // one. Padding says how many bytes of the last three there are.
    buffer.append(Self.character(bits &<< UInt64(truncatingIfNeeded: 6 &- waiting)))
    buffer.append(UInt8(ascii: "="))
    if waiting == 2 { buffer.append(UInt8(ascii: "=")) }
    waiting = 0
  }

  @inline(__always)
  private mutating func drain(to buffer: inout Bytes) {
    while waiting >= 6 {
      waiting &-= 6
      buffer.append(Self.character(bits &>> UInt64(truncatingIfNeeded: waiting)))
    }
  }

  /// The character for the low six bits.
  @inline(__always)
  private static func character(_ bits: UInt64) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 63)
    return switch value {
    case 0..<26: value &+ UInt8(ascii: "A")
    case 26..<52: value &- 26 &+ UInt8(ascii: "a")
    case 52..<62: value &- 52 &+ UInt8(ascii: "0")
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}

/// The state between two characters of a base64 text.
struct Base64Reader {
  /// The bits of the group so far, at the low end.
  private var bits: UInt32 = 0
  /// How many padding characters there were.
  private var padding = 0
  /// The offset of the next character.
  private var offset = 0

  init() {}

  /// Takes in the next character.
  mutating func read(_ character: UInt8, to bytes: inout Bytes) throws(Base64Error) {
    if character == UInt8(ascii: "=") {
      try readPadding(to: &bytes)
    } else {
      guard let value = Self.value(of: character) else {
        throw .invalidCharacter(character, offset: offset)
      }
      guard padding == 0 else { throw .characterAfterPadding(offset: offset) }
      bits = bits << 6 | UInt32(value)
      if offset & 3 == 3 {
        append(3, to: &bytes)
      }
    }
    offset += 1
  }

  /// Checks that the text may end here.
  func finish() throws(Base64Error) {
    if offset & 3 != 0 { throw .missingPadding(offset: offset) }
  }

  /// Takes in one padding character: the last or the last two of a group of four.
  private mutating func readPadding(to bytes: inout Bytes) throws(Base64Error) {
    let place = offset & 3
    guard place == 3 || (place == 2 && padding == 0) else {
      throw .unexpectedPadding(offset: offset)
    }
    padding += 1
    bits <<= 6
    guard place == 3 else { return }
    let count = 3 - padding
    guard bits & (padding == 1 ? 0xff : 0xffff) == 0 else {
      throw .nonzeroTrailingBits(offset: offset - padding)
    }
    append(count, to: &bytes)
  }

  /// Appends the first bytes of a complete group.
  private mutating func append(_ count: Int, to bytes: inout Bytes) {
    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
    if count > 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
    if count > 2 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    bits = 0
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
