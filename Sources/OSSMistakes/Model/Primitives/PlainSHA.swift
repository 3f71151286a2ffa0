internal import OSSPrimitives

/// SHA-1 as FIPS 180-4 section 6.1 writes it down (PRIM-SHA1-1).
package struct PlainSHA1: Sendable {
  var padding = BlockPadding()
  /// What is taken of the message.
  var message: @Sendable (Bytes) -> Bytes = { $0 }
  /// Whether bytes from 0x80 on count as negative.
  var bytesAreSigned = false
  /// By how many bits a new word of the schedule is turned.
  var turn: UInt32 = 1
  /// Whether the state before a block is added to the state after it.
  var addsState = true
  /// The constant of the rounds 40 to 59.
  var thirdConstant: UInt32 = 0x8f1b_bcdc

  func hash(_ given: Bytes) -> Bytes {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    let blocks = padding.padded(message(given))
    for start in stride(from: 0, to: blocks.count, by: 64) {
      let after = rounds(state, schedule(blocks.words(at: start, areSigned: bytesAreSigned)))
      state = addsState ? zip(state, after).map { $0 &+ $1 } : after
    }
    return .bigEndian(state)
  }

  private func schedule(_ words: [UInt32]) -> [UInt32] {
    var words = words
    for i in 16..<80 {
      words.append((words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]).rotatedLeft(turn))
    }
    return words
  }

  private func rounds(_ state: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5a82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case 40..<60: (b & c | b & d | c & d, thirdConstant)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = a.rotatedLeft(5) &+ mixed &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b.rotatedLeft(30), a, next)
    }
    return [a, b, c, d, e]
  }
}

/// SHA-256 as FIPS 180-4 section 6.2 writes it down (PRIM-SHA256-1).
package struct PlainSHA256: Sendable {
  var padding = BlockPadding()
  /// Whether bytes from 0x80 on count as negative.
  var bytesAreSigned = false
  /// The state before the first block.
  var initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// By how many bits the first term of a round is turned.
  var firstTurn: UInt32 = 6

  func hash(_ message: Bytes) -> Bytes {
    var state = initial
    let blocks = padding.padded(message)
    for start in stride(from: 0, to: blocks.count, by: 64) {
      let words = schedule(blocks.words(at: start, areSigned: bytesAreSigned))
      state = zip(state, rounds(state, words)).map { $0 &+ $1 }
    }
    return .bigEndian(state)
  }

  private func schedule(_ words: [UInt32]) -> [UInt32] {
    var words = words
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = early.rotatedRight(7) ^ early.rotatedRight(18) ^ early >> 3
      let second = late.rotatedRight(17) ^ late.rotatedRight(19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    return words
  }

  private func rounds(_ state: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var s = state
    for (index, word) in words.enumerated() {
      let (a, e) = (s[0], s[4])
      let mixed = e.rotatedRight(firstTurn) ^ e.rotatedRight(11) ^ e.rotatedRight(25)
      let first = s[7] &+ mixed &+ (e & s[5] ^ ~e & s[6]) &+ Self.constants[index] &+ word
      let turned = a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)
      let second = turned &+ (a & s[1] ^ a & s[2] ^ s[1] & s[2])
      s = [first &+ second, a, s[1], s[2], s[3] &+ first, e, s[5], s[6]]
    }
    return s
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
    0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786,
    0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
    0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
    0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
