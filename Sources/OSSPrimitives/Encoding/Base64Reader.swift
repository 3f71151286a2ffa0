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
