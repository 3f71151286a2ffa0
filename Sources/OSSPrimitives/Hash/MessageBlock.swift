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

extension MessageBlock {
  /// Reads a whole block.
  ///
  /// - Parameter bytes: Exactly 64 bytes: a fixed count lets the compiler check bounds only once.
  @inline(__always)
  init(_ bytes: Span<UInt8>) {
    precondition(bytes.count == Self.byteCount)
    self.init(
      first: WordQuartet(bytes, at: 0), second: WordQuartet(bytes, at: 16),
      third: WordQuartet(bytes, at: 32), fourth: WordQuartet(bytes, at: 48))
  }

  /// Reads the rest of a message, fewer than 64 bytes, and zeros after it.
  init(remainder bytes: Span<UInt8>) {
    self = .zero
    let wholeWords = bytes.count &>> 2
    for index in 0..<wholeWords { set(UInt32(bigEndian: bytes, at: 4 &* index), inWord: index) }
    for offset in (4 &* wholeWords)..<bytes.count { set(bytes[offset], at: offset) }
  }
}

/// Four consecutive words of a message block or of a message schedule.
///
/// Schedules are computed four words at a time: few enough to stay in registers, and enough to keep
/// the processor busy while the rounds wait for each other.
struct WordQuartet: Sendable {
  var first: UInt32
  var second: UInt32
  var third: UInt32
  var fourth: UInt32

  static var zero: WordQuartet { WordQuartet(first: 0, second: 0, third: 0, fourth: 0) }
}

extension WordQuartet {
  /// Reads four words, the most significant byte of each first.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at offset: Int) {
    self.init(
      first: UInt32(bigEndian: bytes, at: offset),
      second: UInt32(bigEndian: bytes, at: offset &+ 4),
      third: UInt32(bigEndian: bytes, at: offset &+ 8),
      fourth: UInt32(bigEndian: bytes, at: offset &+ 12))
  }
}

extension UInt32 {
  /// Reads a word, its most significant byte first.
  @inline(__always)
  init(bigEndian bytes: Span<UInt8>, at offset: Int) {
    self =
      UInt32(bytes[offset]) &<< 24 | UInt32(bytes[offset &+ 1]) &<< 16
      | UInt32(bytes[offset &+ 2]) &<< 8 | UInt32(bytes[offset &+ 3])
  }
}

extension UInt32 {
  /// The word with its bits moved to the left, those that leave coming back on the right.
  @inline(__always)
  func rotatedLeft(_ count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }

  /// The word with its bits moved to the right, those that leave coming back on the left.
  @inline(__always)
  func rotatedRight(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}

extension ContiguousArray<UInt8> {
  /// Appends the four bytes of a word, the most significant first.
  @inline(never)
  mutating func append(bigEndian word: UInt32) {
    append(UInt8(truncatingIfNeeded: word &>> 24))
    append(UInt8(truncatingIfNeeded: word &>> 16))
    append(UInt8(truncatingIfNeeded: word &>> 8))
    append(UInt8(truncatingIfNeeded: word))
  }

  /// Appends the eight hexadecimal digits of a word, the most significant first.
  @inline(never)
  mutating func append(hexadecimal word: UInt32) {
    // Each of the eight digits gets a byte of its own, and all are computed at once.
    var values = UInt64(word)
    values = (values &<< 16 | values) & 0x0000_FFFF_0000_FFFF
    values = (values &<< 8 | values) & 0x00FF_00FF_00FF_00FF
    values = (values &<< 4 | values) & 0x0F0F_0F0F_0F0F_0F0F
    // Six more than a digit from ten on reach sixteen; letters are 39 behind `:`.
    let areLetters = (values &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
    let digits = values &+ 0x3030_3030_3030_3030 &+ areLetters &* 39
    var shift: UInt64 = 64
    while shift > 0 {
      shift &-= 8
      append(UInt8(truncatingIfNeeded: digits &>> shift))
    }
  }
}
