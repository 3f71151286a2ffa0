/// The hash function SHA-256 of FIPS 180-4.
///
/// The clause is PRIM-SHA256-1.
///
/// The signatures of version 4 rest on it, alone and within HMAC.
public struct SHA256: HashFunction {
  /// The number of bytes that the function takes in at once.
  public static let blockByteCount = MessageBlock.byteCount

  private var blocks = BlockHash<SHA256Compression>()

  /// Makes the state before the first byte.
  public init() {}

  /// Makes the state after a first block that is whole.
  init(after block: MessageBlock) { blocks = BlockHash(after: block) }

  /// Takes in the next piece of the message.
  ///
  /// - Parameter bytes: The piece, which may be empty.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: Span<UInt8>) { blocks.update(bytes) }

  /// Takes in the bytes of a digest as the next piece of the message.
  ///
  /// - Parameter digest: The digest.
  public mutating func update(_ digest: SHA256Digest) {
    blocks.update(digest.first)
    blocks.update(digest.second)
    blocks.update(digest.third)
    blocks.update(digest.fourth)
    blocks.update(digest.fifth)
    blocks.update(digest.sixth)
    blocks.update(digest.seventh)
    blocks.update(digest.eighth)
  }

  /// The digest of the message so far; the state is left as it is and may go on.
  ///
  /// - Returns: The digest.
  public func finalize() -> SHA256Digest { blocks.finalize().digest }

  /// The digest of a whole message.
  ///
  /// - Parameter bytes: The message.
  /// - Returns: The digest.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: Span<UInt8>) -> SHA256Digest {
    SHA256().finalize(appending: bytes)
  }

  /// The digest of the message so far and a last piece.
  @inline(__always)
  func finalize(appending bytes: Span<UInt8>) -> SHA256Digest {
    blocks.finalize(appending: bytes).digest
  }

  /// The digest of the message so far, whole blocks, and a digest.
  @inline(__always)
  func finalize(appending digest: SHA256Digest) -> SHA256Digest {
    let last = MessageBlock(
      first: WordQuartet(
        first: digest.first, second: digest.second, third: digest.third, fourth: digest.fourth),
      second: WordQuartet(
        first: digest.fifth, second: digest.sixth, third: digest.seventh, fourth: digest.eighth),
      third: WordQuartet(first: 0x8000_0000, second: 0, third: 0, fourth: 0), fourth: .zero)
    return blocks.finalize(appending: last, holding: 32).digest
  }
}

/// A digest of SHA-256: 32 bytes.
public struct SHA256Digest: HashDigest {
  /// How many bytes a digest has.
  public static let byteCount = 32

  // The words of the final state; the first byte of the digest is the highest of the first word.
  let first: UInt32
  let second: UInt32
  let third: UInt32
  let fourth: UInt32
  let fifth: UInt32
  let sixth: UInt32
  let seventh: UInt32
  let eighth: UInt32

  /// Appends the bytes of the digest.
  ///
  /// - Parameter buffer: Where the bytes are added.
  public func append(to buffer: inout Bytes) {
    buffer.append(bigEndian: first)
    buffer.append(bigEndian: second)
    buffer.append(bigEndian: third)
    buffer.append(bigEndian: fourth)
    buffer.append(bigEndian: fifth)
    buffer.append(bigEndian: sixth)
    buffer.append(bigEndian: seventh)
    buffer.append(bigEndian: eighth)
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
    buffer.append(hexadecimal: sixth)
    buffer.append(hexadecimal: seventh)
    buffer.append(hexadecimal: eighth)
  }
}

extension SHA256Digest {
  /// Compares two digests in the same time wherever they differ.
  public static func == (left: SHA256Digest, right: SHA256Digest) -> Bool {
    var difference: UInt32 = 0
    difference |= left.first ^ right.first
    difference |= left.second ^ right.second
    difference |= left.third ^ right.third
    difference |= left.fourth ^ right.fourth
    difference |= left.fifth ^ right.fifth
    difference |= left.sixth ^ right.sixth
    difference |= left.seventh ^ right.seventh
    difference |= left.eighth ^ right.eighth
    return difference == 0
  }

  /// Feeds the digest to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
    hasher.combine(fifth)
    hasher.combine(sixth)
    hasher.combine(seventh)
    hasher.combine(eighth)
  }
}

/// The hash value of SHA-256 and its step from block to block, FIPS 180-4 section 6.2.2.
struct SHA256Compression: CompressionFunction {
  private var a: UInt32 = 0x6a09_e667
  private var b: UInt32 = 0xbb67_ae85
  private var c: UInt32 = 0x3c6e_f372
  private var d: UInt32 = 0xa54f_f53a
  private var e: UInt32 = 0x510e_527f
  private var f: UInt32 = 0x9b05_688c
  private var g: UInt32 = 0x1f83_d9ab
  private var h: UInt32 = 0x5be0_cd19

  init() {}

  /// The hash value as a digest.
  var digest: SHA256Digest {
    SHA256Digest(
      first: a, second: b, third: c, fourth: d, fifth: e, sixth: f, seventh: g, eighth: h)
  }

  /// Mixes the words of one block in; the constants are those of FIPS 180-4 section 4.2.2.
  ///
  /// A call of its own for each block: inlined into the loop over blocks, the rounds get slower.
  @inline(never)
  mutating func compress(_ block: MessageBlock) {
    var rounds = self
    var schedule = block
    rounds.four(schedule.nextSHA256(), 0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5)
    rounds.four(schedule.nextSHA256(), 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5)
    rounds.four(schedule.nextSHA256(), 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3)
    rounds.four(schedule.nextSHA256(), 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174)
    rounds.four(schedule.nextSHA256(), 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc)
    rounds.four(schedule.nextSHA256(), 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da)
    rounds.four(schedule.nextSHA256(), 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7)
    rounds.four(schedule.nextSHA256(), 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967)
    rounds.four(schedule.nextSHA256(), 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13)
    rounds.four(schedule.nextSHA256(), 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85)
    rounds.four(schedule.nextSHA256(), 0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3)
    rounds.four(schedule.nextSHA256(), 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070)
    rounds.four(schedule.first, 0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5)
    rounds.four(schedule.second, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3)
    rounds.four(schedule.third, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208)
    rounds.four(schedule.fourth, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2)
    a &+= rounds.a
    b &+= rounds.b
    c &+= rounds.c
    d &+= rounds.d
    e &+= rounds.e
    f &+= rounds.f
    g &+= rounds.g
    h &+= rounds.h
  }

  /// Four rounds with their words and constants.
  @inline(__always)
  private mutating func four(
    _ words: WordQuartet, _ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32
  ) {
    round(words.first &+ first)
    round(words.second &+ second)
    round(words.third &+ third)
    round(words.fourth &+ fourth)
  }

  /// One round, given the sum of its word and constant.
  @inline(__always)
  private mutating func round(_ term: UInt32) {
    let sum1 = e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
    let choice = g ^ (e & (f ^ g))
    let sum0 = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
    let majority = b ^ ((a ^ b) & (b ^ c))
    let mixed = h &+ term &+ choice &+ sum1
    h = g
    g = f
    f = e
    e = d &+ mixed
    d = c
    c = b
    b = a
    a = mixed &+ sum0 &+ majority
  }
}

extension MessageBlock {
  /// Takes four words from the front of the schedule and puts the four that follow its end there.
  @inline(__always)
  fileprivate mutating func nextSHA256() -> WordQuartet {
    let taken = first
    var new = WordQuartet.zero
    new.first = fourth.third.sigma1 &+ third.second &+ first.second.sigma0 &+ first.first
    new.second = fourth.fourth.sigma1 &+ third.third &+ first.third.sigma0 &+ first.second
    new.third = new.first.sigma1 &+ third.fourth &+ first.fourth.sigma0 &+ first.third
    new.fourth = new.second.sigma1 &+ fourth.first &+ second.first.sigma0 &+ first.fourth
    first = second
    second = third
    third = fourth
    fourth = new
    return taken
  }
}

extension UInt32 {
  /// The function σ₀ of FIPS 180-4 section 4.1.2.
  @inline(__always)
  fileprivate var sigma0: UInt32 { rotatedRight(7) ^ rotatedRight(18) ^ self &>> 3 }

  /// The function σ₁ of FIPS 180-4 section 4.1.2.
  @inline(__always)
  fileprivate var sigma1: UInt32 { rotatedRight(17) ^ rotatedRight(19) ^ self &>> 10 }
}
