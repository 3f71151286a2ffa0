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
