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
