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
