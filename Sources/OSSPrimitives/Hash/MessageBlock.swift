/// The sixteen words of a block, or the sixteen latest words of a message schedule.
///
/// They are stored properties since an array would live on the heap, and an inline array needs a
/// newer system than this package asks for.
struct MessageBlock: Sendable {
  /// How many bytes a block has.
  static let byteCount = 64

  var first: WordQuartet
  var second: WordQuartet
  var third: WordQuartet
  var fourth: WordQuartet

  static var zero: MessageBlock {
    MessageBlock(first: .zero, second: .zero, third: .zero, fourth: .zero)
  }

  /// Replaces the bits of the last two words by a length, FIPS 180-4 section 5.1.1.
  @inline(__always)
  mutating func setLength(bits: UInt64) {
    fourth.third = UInt32(truncatingIfNeeded: bits &>> 32)
    fourth.fourth = UInt32(truncatingIfNeeded: bits)
  }

  /// Sets bits of the word at an index of `0..<16`.
  mutating func set(_ bits: UInt32, inWord index: Int) {
    switch index {
    case 0: first.first |= bits
    case 1: first.second |= bits
    case 2: first.third |= bits
    case 3: first.fourth |= bits
    case 4: second.first |= bits
    case 5: second.second |= bits
    case 6: second.third |= bits
    case 7: second.fourth |= bits
    case 8: third.first |= bits
    case 9: third.second |= bits
    case 10: third.third |= bits
    case 11: third.fourth |= bits
    case 12: fourth.first |= bits
    case 13: fourth.second |= bits
    case 14: fourth.third |= bits
    default: fourth.fourth |= bits
    }
  }

  /// Sets the byte at an offset of `0..<64`, which must be zero before.
  @inline(__always)
  mutating func set(_ byte: UInt8, at offset: Int) {
    set(UInt32(byte) &<< UInt32(truncatingIfNeeded: 24 &- 8 &* (offset & 3)), inWord: offset &>> 2)
  }
}
