/// A hash function that takes a message in pieces of any size.
///
/// A value of a conforming type is the state between two pieces. Copies go their own ways, which is
/// what makes a prepared ``HMACKey`` possible.
public protocol HashFunction: Sendable {
  /// The fixed-size result of the function.
  associatedtype Digest: HashDigest

  /// How many bytes the function takes in at once, the block size of RFC 2104.
  static var blockByteCount: Int { get }

  /// Makes the state before the first byte.
  init()

  /// Takes in the next piece of the message.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func update(_ bytes: Span<UInt8>)

  /// Takes in the bytes of a digest as the next piece of the message.
  ///
  /// - Parameter digest: The digest.
  mutating func update(_ digest: Digest)

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  func finalize() -> Digest
}

extension HashFunction {
  /// The digest of a whole message.
  ///
  /// - Parameter bytes: The message.
  /// - Returns: The digest.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: Span<UInt8>) -> Digest {
    var state = Self()
    state.update(bytes)
    return state.finalize()
  }
}

/// The result of a hash function: a fixed number of bytes, kept without storage on the heap.
///
/// Two digests are compared in the same time wherever they differ, so that the time of a comparison
/// shows nothing about a secret value.
public protocol HashDigest: Hashable, Sendable, CustomStringConvertible {
  /// How many bytes a digest has.
  static var byteCount: Int { get }

  /// Appends the bytes of the digest.
  ///
  /// - Parameter buffer: Where the bytes are added.
  func append(to buffer: inout Bytes)

  /// Appends the digest in hexadecimal digits of lower case.
  ///
  /// - Parameter buffer: Where the digits are added.
  func append(hexadecimalTo buffer: inout Bytes)
}

extension HashDigest {
  /// The bytes of the digest.
  public var bytes: Bytes {
    var buffer = Bytes()
    buffer.reserveCapacity(Self.byteCount)
    append(to: &buffer)
    return buffer
  }

  /// The digest in hexadecimal digits of lower case.
  public var hexadecimal: String {
    String(byteCount: 2 * Self.byteCount) { append(hexadecimalTo: &$0) }
  }

  /// The digest in hexadecimal digits of lower case.
  public var description: String { hexadecimal }
}

/// The words that a hash function carries from block to block, and the step from one to the next.
protocol CompressionFunction: Sendable {
  /// Makes the initial hash value.
  init()

  /// Mixes the words of one block in.
  mutating func compress(_ block: MessageBlock)

  /// Whether the length that ends the padding has its lowest byte first.
  static var isLittleEndian: Bool { get }
}

extension CompressionFunction {
  /// The functions of FIPS 180-4 have the highest byte first.
  @inline(__always)
  static var isLittleEndian: Bool { false }
}

/// What SHA-1, SHA-256 and MD5 have in common: cutting a message into blocks of 64 bytes, and
/// padding.
///
/// Nothing here is stored on the heap, whatever the sizes of the pieces.
struct BlockHash<Compression: CompressionFunction>: Sendable {
  /// The hash value after the last whole block.
  private var compression = Compression()
  /// The bytes of the block that is not whole yet, and zeros after them.
  private var block = MessageBlock.zero
  /// How many bytes were taken in.
  private var byteCount: UInt64 = 0

  init() {}

  /// Makes the state after a first block that is whole.
  init(after block: MessageBlock) {
    compression.compress(block)
    byteCount = UInt64(MessageBlock.byteCount)
  }

  /// How many bytes wait in the block.
  @inline(__always)
  private var waiting: Int { Int(truncatingIfNeeded: byteCount & 63) }

  /// Takes in the next piece of the message.
  mutating func update(_ bytes: Span<UInt8>) {
    let start = waiting == 0 ? 0 : fillBlock(from: bytes)
    var offset = start
    while bytes.count &- offset >= MessageBlock.byteCount {
      let end = offset &+ MessageBlock.byteCount
      compression.compress(MessageBlock(bytes.extracting(offset..<end)))
      offset = end
    }
    if offset < bytes.count {
      block = MessageBlock(remainder: bytes.extracting(offset..<bytes.count))
    }
    byteCount &+= UInt64(truncatingIfNeeded: bytes.count &- start)
  }

  /// Takes in the four bytes of a word, the most significant first.
  mutating func update(_ word: UInt32) {
    guard waiting & 3 == 0 else {
      update(UInt8(truncatingIfNeeded: word &>> 24))
      update(UInt8(truncatingIfNeeded: word &>> 16))
      update(UInt8(truncatingIfNeeded: word &>> 8))
      update(UInt8(truncatingIfNeeded: word))
      return
    }
    block.set(word, inWord: waiting &>> 2)
    advance(4)
  }

  /// The hash value with the padding of FIPS 180-4 section 5.1.1 taken in.
  func finalize() -> Compression {
    var compression = compression
    Self.finish(&compression, block, holding: waiting, after: byteCount)
    return compression
  }

  /// The hash value with a last piece and the padding taken in.
  ///
  /// The same as ``update(_:)`` and ``finalize()`` on a copy, but where no bytes wait only the hash
  /// value is copied. A processor waits for memory that was just written in other portions, so
  /// each copy of a state counts: it is a fifth of the time of HMAC over a short message.
  func finalize(appending bytes: Span<UInt8>) -> Compression {
    guard waiting == 0 else {
      var copy = self
      copy.update(bytes)
      return copy.finalize()
    }
    var compression = compression
    var offset = 0
    while bytes.count &- offset >= MessageBlock.byteCount {
      let end = offset &+ MessageBlock.byteCount
      compression.compress(MessageBlock(bytes.extracting(offset..<end)))
      offset = end
    }
    let block = MessageBlock(remainder: bytes.extracting(offset..<bytes.count))
    let total = byteCount &+ UInt64(truncatingIfNeeded: bytes.count)
    Self.finish(&compression, block, holding: bytes.count &- offset, after: total)
    return compression
  }

  /// The hash value with a last block that holds its padding but the length.
  ///
  /// What the outer half of HMAC comes to; no bytes may wait.
  @inline(__always)
  func finalize(appending last: MessageBlock, holding count: UInt64) -> Compression {
    precondition(waiting == 0)
    var compression = compression
    var block = last
    block.setLength(bits: (byteCount &+ count) &<< 3)
    compression.compress(block)
    return compression
  }

  /// Takes the last bytes and the padding in.
  @inline(__always)
  private static func finish(
    _ compression: inout Compression, _ block: MessageBlock, holding count: Int,
    after byteCount: UInt64
  ) {
    var block = block
    block.set(0x80, at: count)
    // The length needs the last eight bytes; where they are taken, one block more is due.
    if count >= MessageBlock.byteCount - 8 {
      compression.compress(block)
      block = .zero
    }
    let bitCount = byteCount &<< 3
    block.setLength(bits: Compression.isLittleEndian ? bitCount.byteSwapped : bitCount)
    compression.compress(block)
  }

  /// Takes bytes in until the block is whole, and gives the number taken.
  private mutating func fillBlock(from bytes: Span<UInt8>) -> Int {
    let count = min(MessageBlock.byteCount &- waiting, bytes.count)
    for offset in 0..<count { update(bytes[offset]) }
    return count
  }

  private mutating func update(_ byte: UInt8) {
    block.set(byte, at: waiting)
    advance(1)
  }

  /// Counts bytes that were put into the block, and compresses the block when it is whole.
  private mutating func advance(_ count: UInt64) {
    byteCount &+= count
    if waiting == 0 {
      compression.compress(block)
      block = .zero
    }
  }
}

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
