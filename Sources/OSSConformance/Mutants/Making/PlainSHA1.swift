internal import OSSPrimitives

/// SHA-1 as FIPS 180-4 writes it down, slow and rule by rule, so that a mutant breaks one.
struct PlainSHA1: Sendable {
  var padding = BlockPadding()
  /// Whether bytes from 0x80 count as negative.
  var bytesAreSigned = false
  /// By how many bits a new word of the schedule is turned.
  var turn: UInt32 = 1
  /// Whether the state before a block is added to the one after it.
  var addsState = true
  /// The constant of the rounds 40 to 59.
  var thirdConstant: UInt32 = 0x8f1b_bcdc

  /// The digest of a message.
  func hash(_ message: Bytes) -> Bytes {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    let blocks = padding.padded(message)
    for start in stride(from: 0, to: blocks.count, by: 64) {
      let words = schedule(blocks.words(at: start, areSigned: bytesAreSigned))
      let after = rounds(state, words)
      state = addsState ? zip(state, after).map { $0 &+ $1 } : after
    }
    return .bigEndian(state)
  }

  private func schedule(_ words: [UInt32]) -> [UInt32] {
    var words = words
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words.append(word << turn | word >> (32 - turn))
    }
    return words
  }

  private func rounds(_ state: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant) = logical(index, b, c, d)
      let next = (a << 5 | a >> 27) &+ mixed &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
    return [a, b, c, d, e]
  }

  private func logical(
    _ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (UInt32, UInt32) {
    switch index {
    case 0..<20: (b & c | ~b & d, 0x5a82_7999)
    case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
    case 40..<60: (b & c | b & d | c & d, thirdConstant)
    default: (b ^ c ^ d, 0xca62_c1d6)
    }
  }
}
