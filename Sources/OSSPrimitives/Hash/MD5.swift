/// The hash function MD5 of RFC 1321.
///
/// The clause is PRIM-MD5-1.
///
/// Not for security: two messages with one digest are made in seconds. It is here for the two places
/// where the service asks for it, the `Content-MD5` header, which finds errors of transport, and the
/// signature of an upload callback, which OSS makes so. Nothing else in this package uses it, and
/// nothing new should.
public struct MD5: HashFunction {
  /// The number of bytes that the function takes in at once.
  public static let blockByteCount = MessageBlock.byteCount

  private var blocks = BlockHash<MD5Compression>()

  /// Makes the state before the first byte.
  public init() {}

  /// Takes in the next piece of the message.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) { blocks.update(bytes) }

  /// Takes in the bytes of a digest as the next piece of the message.
  ///
  /// - Parameter digest: The digest.
  public mutating func update(_ digest: MD5Digest) {
    blocks.update(digest.first)
    blocks.update(digest.second)
    blocks.update(digest.third)
    blocks.update(digest.fourth)
  }

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  public func finalize() -> MD5Digest { blocks.finalize().digest }
}

/// A digest of MD5: 16 bytes.
public struct MD5Digest: HashDigest {
  /// How many bytes a digest has.
  public static let byteCount = 16

  // The bytes in four words; the first byte of the digest is the highest of the first word.
  let first: UInt32
  let second: UInt32
  let third: UInt32
  let fourth: UInt32

  /// Appends the bytes of the digest.
  ///
  /// - Parameter buffer: Where the bytes are added.
  public func append(to buffer: inout Bytes) {
    buffer.append(bigEndian: first)
    buffer.append(bigEndian: second)
    buffer.append(bigEndian: third)
    buffer.append(bigEndian: fourth)
  }

  /// Appends the digest in hexadecimal digits of lower case.
  ///
  /// - Parameter buffer: Where the digits are added.
  public func append(hexadecimalTo buffer: inout Bytes) {
    buffer.append(hexadecimal: first)
    buffer.append(hexadecimal: second)
    buffer.append(hexadecimal: third)
    buffer.append(hexadecimal: fourth)
  }
}

extension MD5Digest {
  /// Compares two digests in the same time wherever they differ.
  public static func == (left: MD5Digest, right: MD5Digest) -> Bool {
    var difference: UInt32 = 0
    difference |= left.first ^ right.first
    difference |= left.second ^ right.second
    difference |= left.third ^ right.third
    difference |= left.fourth ^ right.fourth
    return difference == 0
  }

  /// Feeds the digest to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
  }
}

/// The hash value of MD5 and its step from block to block, RFC 1321 section 3.4.
struct MD5Compression: CompressionFunction {
  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xefcd_ab89
  private var c: UInt32 = 0x98ba_dcfe
  private var d: UInt32 = 0x1032_5476

  init() {}

  /// MD5 takes its words, and the length of the message, with the lowest byte first.
  static var isLittleEndian: Bool { true }

  /// The hash value as a digest.
  var digest: MD5Digest {
    MD5Digest(
      first: a.byteSwapped, second: b.byteSwapped, third: c.byteSwapped, fourth: d.byteSwapped)
  }

  /// Mixes the words of one block in.
  ///
  /// A call of its own for each block, as with SHA-1.
  @inline(never)
  mutating func compress(_ block: MessageBlock) {
    var rounds = self
    let words = block.byteSwapped
    rounds.firstRound(words)
    rounds.secondRound(words)
    rounds.thirdRound(words)
    rounds.fourthRound(words)
    a &+= rounds.a
    b &+= rounds.b
    c &+= rounds.c
    d &+= rounds.d
  }

  /// One operation, given the value of its logical function, the sum of its word and constant, and
  /// the distance of its rotation.
  @inline(__always)
  private mutating func step(_ logical: UInt32, _ term: UInt32, _ shift: UInt32) {
    let next = b &+ (a &+ logical &+ term).rotatedLeft(shift)
    a = d
    d = c
    c = b
    b = next
  }

  /// The operations 0 to 15.
  @inline(__always)
  private mutating func firstRound(_ words: MessageBlock) {
    step(d ^ (b & (c ^ d)), words.first.first &+ 0xd76a_a478, 7)
    step(d ^ (b & (c ^ d)), words.first.second &+ 0xe8c7_b756, 12)
    step(d ^ (b & (c ^ d)), words.first.third &+ 0x2420_70db, 17)
    step(d ^ (b & (c ^ d)), words.first.fourth &+ 0xc1bd_ceee, 22)
    step(d ^ (b & (c ^ d)), words.second.first &+ 0xf57c_0faf, 7)
    step(d ^ (b & (c ^ d)), words.second.second &+ 0x4787_c62a, 12)
    step(d ^ (b & (c ^ d)), words.second.third &+ 0xa830_4613, 17)
    step(d ^ (b & (c ^ d)), words.second.fourth &+ 0xfd46_9501, 22)
    step(d ^ (b & (c ^ d)), words.third.first &+ 0x6980_98d8, 7)
    step(d ^ (b & (c ^ d)), words.third.second &+ 0x8b44_f7af, 12)
    step(d ^ (b & (c ^ d)), words.third.third &+ 0xffff_5bb1, 17)
    step(d ^ (b & (c ^ d)), words.third.fourth &+ 0x895c_d7be, 22)
    step(d ^ (b & (c ^ d)), words.fourth.first &+ 0x6b90_1122, 7)
    step(d ^ (b & (c ^ d)), words.fourth.second &+ 0xfd98_7193, 12)
    step(d ^ (b & (c ^ d)), words.fourth.third &+ 0xa679_438e, 17)
    step(d ^ (b & (c ^ d)), words.fourth.fourth &+ 0x49b4_0821, 22)
  }

  /// The operations 16 to 31.
  @inline(__always)
  private mutating func secondRound(_ words: MessageBlock) {
    step(c ^ (d & (b ^ c)), words.first.second &+ 0xf61e_2562, 5)
    step(c ^ (d & (b ^ c)), words.second.third &+ 0xc040_b340, 9)
    step(c ^ (d & (b ^ c)), words.third.fourth &+ 0x265e_5a51, 14)
    step(c ^ (d & (b ^ c)), words.first.first &+ 0xe9b6_c7aa, 20)
    step(c ^ (d & (b ^ c)), words.second.second &+ 0xd62f_105d, 5)
    step(c ^ (d & (b ^ c)), words.third.third &+ 0x0244_1453, 9)
    step(c ^ (d & (b ^ c)), words.fourth.fourth &+ 0xd8a1_e681, 14)
    step(c ^ (d & (b ^ c)), words.second.first &+ 0xe7d3_fbc8, 20)
    step(c ^ (d & (b ^ c)), words.third.second &+ 0x21e1_cde6, 5)
    step(c ^ (d & (b ^ c)), words.fourth.third &+ 0xc337_07d6, 9)
    step(c ^ (d & (b ^ c)), words.first.fourth &+ 0xf4d5_0d87, 14)
    step(c ^ (d & (b ^ c)), words.third.first &+ 0x455a_14ed, 20)
    step(c ^ (d & (b ^ c)), words.fourth.second &+ 0xa9e3_e905, 5)
    step(c ^ (d & (b ^ c)), words.first.third &+ 0xfcef_a3f8, 9)
    step(c ^ (d & (b ^ c)), words.second.fourth &+ 0x676f_02d9, 14)
    step(c ^ (d & (b ^ c)), words.fourth.first &+ 0x8d2a_4c8a, 20)
  }

  /// The operations 32 to 47.
  @inline(__always)
  private mutating func thirdRound(_ words: MessageBlock) {
    step(b ^ c ^ d, words.second.second &+ 0xfffa_3942, 4)
    step(b ^ c ^ d, words.third.first &+ 0x8771_f681, 11)
    step(b ^ c ^ d, words.third.fourth &+ 0x6d9d_6122, 16)
    step(b ^ c ^ d, words.fourth.third &+ 0xfde5_380c, 23)
    step(b ^ c ^ d, words.first.second &+ 0xa4be_ea44, 4)
    step(b ^ c ^ d, words.second.first &+ 0x4bde_cfa9, 11)
    step(b ^ c ^ d, words.second.fourth &+ 0xf6bb_4b60, 16)
    step(b ^ c ^ d, words.third.third &+ 0xbebf_bc70, 23)
    step(b ^ c ^ d, words.fourth.second &+ 0x289b_7ec6, 4)
    step(b ^ c ^ d, words.first.first &+ 0xeaa1_27fa, 11)
    step(b ^ c ^ d, words.first.fourth &+ 0xd4ef_3085, 16)
    step(b ^ c ^ d, words.second.third &+ 0x0488_1d05, 23)
    step(b ^ c ^ d, words.third.second &+ 0xd9d4_d039, 4)
    step(b ^ c ^ d, words.fourth.first &+ 0xe6db_99e5, 11)
    step(b ^ c ^ d, words.fourth.fourth &+ 0x1fa2_7cf8, 16)
    step(b ^ c ^ d, words.first.third &+ 0xc4ac_5665, 23)
  }

  /// The operations 48 to 63.
  @inline(__always)
  private mutating func fourthRound(_ words: MessageBlock) {
    step(c ^ (b | ~d), words.first.first &+ 0xf429_2244, 6)
    step(c ^ (b | ~d), words.second.fourth &+ 0x432a_ff97, 10)
    step(c ^ (b | ~d), words.fourth.third &+ 0xab94_23a7, 15)
    step(c ^ (b | ~d), words.second.second &+ 0xfc93_a039, 21)
    step(c ^ (b | ~d), words.fourth.first &+ 0x655b_59c3, 6)
    step(c ^ (b | ~d), words.first.fourth &+ 0x8f0c_cc92, 10)
    step(c ^ (b | ~d), words.third.third &+ 0xffef_f47d, 15)
    step(c ^ (b | ~d), words.first.second &+ 0x8584_5dd1, 21)
    step(c ^ (b | ~d), words.third.first &+ 0x6fa8_7e4f, 6)
    step(c ^ (b | ~d), words.fourth.fourth &+ 0xfe2c_e6e0, 10)
    step(c ^ (b | ~d), words.second.third &+ 0xa301_4314, 15)
    step(c ^ (b | ~d), words.fourth.second &+ 0x4e08_11a1, 21)
    step(c ^ (b | ~d), words.second.first &+ 0xf753_7e82, 6)
    step(c ^ (b | ~d), words.third.fourth &+ 0xbd3a_f235, 10)
    step(c ^ (b | ~d), words.first.third &+ 0x2ad7_d2bb, 15)
    step(c ^ (b | ~d), words.third.second &+ 0xeb86_d391, 21)
  }
}

extension MessageBlock {
  /// The block with the bytes of each word in the other order.
  @inline(__always)
  fileprivate var byteSwapped: MessageBlock {
    MessageBlock(
      first: first.byteSwapped, second: second.byteSwapped, third: third.byteSwapped,
      fourth: fourth.byteSwapped)
  }
}

extension WordQuartet {
  @inline(__always)
  fileprivate var byteSwapped: WordQuartet {
    WordQuartet(
      first: first.byteSwapped, second: second.byteSwapped, third: third.byteSwapped,
      fourth: fourth.byteSwapped)
  }
}
