/// The hash function SHA-1 of FIPS 180-4.
///
/// The clause is PRIM-SHA1-1.
///
/// The signatures of version 1 rest on it, within HMAC. It no longer resists made-up
/// collisions; do not choose it for anything new.
public struct SHA1: HashFunction {
  /// The number of bytes that the function takes in at once.
  public static let blockByteCount = MessageBlock.byteCount

  private var blocks = BlockHash<SHA1Compression>()

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
  public mutating func update(_ digest: SHA1Digest) {
    blocks.update(digest.first)
    blocks.update(digest.second)
    blocks.update(digest.third)
    blocks.update(digest.fourth)
    blocks.update(digest.fifth)
  }

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  public func finalize() -> SHA1Digest { blocks.finalize().digest }

  /// The digest of a whole message.
  ///
  /// - Parameter bytes: The message.
  /// - Returns: The digest.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: Span<UInt8>) -> SHA1Digest {
    SHA1().finalize(appending: bytes)
  }

  /// The digest of the message so far and a last piece.
  @inline(__always)
  func finalize(appending bytes: Span<UInt8>) -> SHA1Digest {
    blocks.finalize(appending: bytes).digest
  }

  /// The digest of the message so far, whole blocks, and a digest.
  @inline(__always)
  func finalize(appending digest: SHA1Digest) -> SHA1Digest {
    let last = MessageBlock(
      first: WordQuartet(
        first: digest.first, second: digest.second, third: digest.third, fourth: digest.fourth),
      second: WordQuartet(first: digest.fifth, second: 0x8000_0000, third: 0, fourth: 0),
      third: .zero, fourth: .zero)
    return blocks.finalize(appending: last, holding: 20).digest
  }
}

/// A digest of SHA-1: 20 bytes.
public struct SHA1Digest: HashDigest {
  /// How many bytes a digest has.
  public static let byteCount = 20

  // The words of the final state; the first byte of the digest is the highest of the first word.
  let first: UInt32
  let second: UInt32
  let third: UInt32
  let fourth: UInt32
  let fifth: UInt32

  /// Appends the bytes of the digest.
  ///
  /// - Parameter buffer: Where the bytes are added.
  public func append(to buffer: inout Bytes) {
    buffer.append(bigEndian: first)
    buffer.append(bigEndian: second)
    buffer.append(bigEndian: third)
    buffer.append(bigEndian: fourth)
    buffer.append(bigEndian: fifth)
  }

  /// Appends the digest in hexadecimal digits of lower case.
  ///
  /// - Parameter buffer: Where the digits are added.
  public func append(hexadecimalTo buffer: inout Bytes) {
    buffer.append(hexadecimal: first)
    buffer.append(hexadecimal: second)
    buffer.append(hexadecimal: third)
    buffer.append(hexadecimal: fourth)
    buffer.append(hexadecimal: fifth)
  }
}

extension SHA1Digest {
  /// Compares two digests in the same time wherever they differ.
  public static func == (left: SHA1Digest, right: SHA1Digest) -> Bool {
    var difference: UInt32 = 0
    difference |= left.first ^ right.first
    difference |= left.second ^ right.second
    difference |= left.third ^ right.third
    difference |= left.fourth ^ right.fourth
    difference |= left.fifth ^ right.fifth
    return difference == 0
  }

  /// Feeds the digest to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
    hasher.combine(fifth)
  }
}

/// The hash value of SHA-1 and its step from block to block, FIPS 180-4 section 6.1.2.
struct SHA1Compression: CompressionFunction {
  private var a: UInt32 = 0x6745_2301
  private var b: UInt32 = 0xefcd_ab89
  private var c: UInt32 = 0x98ba_dcfe
  private var d: UInt32 = 0x1032_5476
  private var e: UInt32 = 0xc3d2_e1f0

  init() {}

  /// The hash value as a digest.
  var digest: SHA1Digest { SHA1Digest(first: a, second: b, third: c, fourth: d, fifth: e) }

  /// Mixes the words of one block in.
  ///
  /// A call of its own for each block: inlined into the loop over blocks, the rounds get slower.
  @inline(never)
  mutating func compress(_ block: MessageBlock) {
    var rounds = self
    var schedule = block
    rounds.choose(schedule.nextSHA1())
    rounds.choose(schedule.nextSHA1())
    rounds.choose(schedule.nextSHA1())
    rounds.choose(schedule.nextSHA1())
    rounds.choose(schedule.nextSHA1())
    rounds.parity(schedule.nextSHA1(), 0x6ed9_eba1)
    rounds.parity(schedule.nextSHA1(), 0x6ed9_eba1)
    rounds.parity(schedule.nextSHA1(), 0x6ed9_eba1)
    rounds.parity(schedule.nextSHA1(), 0x6ed9_eba1)
    rounds.parity(schedule.nextSHA1(), 0x6ed9_eba1)
    rounds.majority(schedule.nextSHA1())
    rounds.majority(schedule.nextSHA1())
    rounds.majority(schedule.nextSHA1())
    rounds.majority(schedule.nextSHA1())
    rounds.majority(schedule.nextSHA1())
    rounds.parity(schedule.nextSHA1(), 0xca62_c1d6)
    rounds.parity(schedule.first, 0xca62_c1d6)
    rounds.parity(schedule.second, 0xca62_c1d6)
    rounds.parity(schedule.third, 0xca62_c1d6)
    rounds.parity(schedule.fourth, 0xca62_c1d6)
    a &+= rounds.a
    b &+= rounds.b
    c &+= rounds.c
    d &+= rounds.d
    e &+= rounds.e
  }

  /// One round, given the value of its logical function and the sum of its word and constant.
  @inline(__always)
  private mutating func round(_ logical: UInt32, _ term: UInt32) {
    let next = a.rotatedLeft(5) &+ logical &+ (e &+ term)
    e = d
    d = c
    c = b.rotatedLeft(30)
    b = a
    a = next
  }

  /// Four of the rounds 0 to 19.
  @inline(__always)
  private mutating func choose(_ words: WordQuartet) {
    round(d ^ (b & (c ^ d)), words.first &+ 0x5a82_7999)
    round(d ^ (b & (c ^ d)), words.second &+ 0x5a82_7999)
    round(d ^ (b & (c ^ d)), words.third &+ 0x5a82_7999)
    round(d ^ (b & (c ^ d)), words.fourth &+ 0x5a82_7999)
  }

  /// Four of the rounds 20 to 39, or of the rounds 60 to 79.
  @inline(__always)
  private mutating func parity(_ words: WordQuartet, _ constant: UInt32) {
    round(b ^ c ^ d, words.first &+ constant)
    round(b ^ c ^ d, words.second &+ constant)
    round(b ^ c ^ d, words.third &+ constant)
    round(b ^ c ^ d, words.fourth &+ constant)
  }

  /// Four of the rounds 40 to 59.
  @inline(__always)
  private mutating func majority(_ words: WordQuartet) {
    round((b & c) | (d & (b | c)), words.first &+ 0x8f1b_bcdc)
    round((b & c) | (d & (b | c)), words.second &+ 0x8f1b_bcdc)
    round((b & c) | (d & (b | c)), words.third &+ 0x8f1b_bcdc)
    round((b & c) | (d & (b | c)), words.fourth &+ 0x8f1b_bcdc)
  }
}

extension MessageBlock {
  /// Takes four words from the front of the schedule and puts the four that follow its end there.
  @inline(__always)
  fileprivate mutating func nextSHA1() -> WordQuartet {
    let taken = first
    var new = WordQuartet.zero
    new.first = (fourth.second ^ third.first ^ first.third ^ first.first).rotatedLeft(1)
    new.second = (fourth.third ^ third.second ^ first.fourth ^ first.second).rotatedLeft(1)
    new.third = (fourth.fourth ^ third.third ^ second.first ^ first.third).rotatedLeft(1)
    new.fourth = (new.first ^ third.fourth ^ second.second ^ first.fourth).rotatedLeft(1)
    first = second
    second = third
    third = fourth
    fourth = new
    return taken
  }
}
