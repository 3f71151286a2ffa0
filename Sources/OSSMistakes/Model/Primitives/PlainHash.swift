internal import OSSPrimitives

/// MD5, SHA-1 or SHA-256 as its document has it: padded blocks, each mixed into a state of words.
package struct PlainHash: Sendable {
  /// The message that is hashed.
  var message: @Sendable (Bytes) -> Bytes = { $0 }
  /// What a byte of the message counts in the length.
  var unit: UInt64 = 8
  /// The bits of the length that are kept.
  var mask: UInt64 = .max
  /// Whether the least significant byte of the length comes first.
  var endsWithLowestFirst = false
  /// Whether a message that fills its last block gets a block of padding.
  var padsWholeBlocks = true
  /// Whether the length takes the place of the byte 80 in a block without room for both.
  var overwritesMarker = false
  /// Whether bytes from 0x80 on count as negative.
  var bytesAreSigned = false
  /// Whether words are read and written with their least significant byte first.
  var readsLowestFirst = false
  /// The state before the first block.
  var initial: [UInt32]
  /// The state after a block, from the state before it and the block's 16 words.
  var rounds: @Sendable ([UInt32], [UInt32]) -> [UInt32]

  func hash(_ given: Bytes) -> Bytes {
    var state = initial
    let blocks = padded(message(given))
    for start in stride(from: 0, to: blocks.count, by: 64) {
      let words = stride(from: start, to: start + 64, by: 4).map { word(blocks[$0..<($0 + 4)]) }
      state = zip(state, rounds(state, words)).map { $0 &+ $1 }
    }
    return Bytes(
      state.map(ordered).flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
      })
  }

  /// The message, a byte 80, zeros, and the length in bits, to whole blocks of 64 bytes.
  private func padded(_ message: Bytes) -> Bytes {
    var padded = message
    if !padsWholeBlocks, !message.isEmpty, message.count % 64 == 0 { return padded }
    if !overwritesMarker || message.count % 64 != 56 { padded.append(0x80) }
    while padded.count % 64 != 56 { padded.append(0) }
    let length = UInt64(message.count) &* unit & mask
    let places = endsWithLowestFirst ? Array(0..<8) : (0..<8).reversed()
    for place in places { padded.append(UInt8(truncatingIfNeeded: length >> (8 * UInt64(place)))) }
    return padded
  }

  private func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ordered(
      bytes.reduce(0) { word, byte in
        let signed = UInt32(bitPattern: Int32(Int8(bitPattern: byte)))
        return word << 8 | (bytesAreSigned ? signed : UInt32(byte))
      })
  }

  private func ordered(_ word: UInt32) -> UInt32 { readsLowestFirst ? word.byteSwapped : word }
}

extension PlainHash {
  /// RFC 1321 (PRIM-MD5-1).
  static let md5 = PlainHash(
    endsWithLowestFirst: true, readsLowestFirst: true,
    initial: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476], rounds: roundsOfMD5(22))
  /// FIPS 180-4 section 6.1 (PRIM-SHA1-1).
  static let sha1 = PlainHash(
    initial: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0],
    rounds: roundsOfSHA1(1))
  /// FIPS 180-4 section 6.2 (PRIM-SHA256-1).
  static let sha256 = PlainHash(
    initial: [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ], rounds: roundsOfSHA256)

  /// The rounds of MD5; the last step of the first round's four turns by 22 bits.
  static func roundsOfMD5(_ fourth: UInt32) -> @Sendable ([UInt32], [UInt32]) -> [UInt32] {
    let turns = [[7, 12, 17, fourth], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    return { state, words in
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for i in 0..<64 {
        let (mixed, place): (UInt32, Int) =
          switch i {
          case 0..<16: (b & c | ~b & d, i)
          case 16..<32: (b & d | c & ~d, (5 * i + 1) % 16)
          case 32..<48: (b ^ c ^ d, (3 * i + 5) % 16)
          default: (c ^ (b | ~d), 7 * i % 16)
          }
        let sum = a &+ mixed &+ constantsOfMD5[i] &+ words[place]
        (a, d, c, b) = (d, c, b, b &+ sum.turned(32 - turns[i / 16][i % 4]))
      }
      return [a, b, c, d]
    }
  }

  /// The rounds of SHA-1; a new word of the schedule turns left by one bit.
  static func roundsOfSHA1(_ turn: UInt32) -> @Sendable ([UInt32], [UInt32]) -> [UInt32] {
    { state, block in
      var (a, b, c, d, e, words) = (state[0], state[1], state[2], state[3], state[4], block)
      for i in 16..<80 {
        words.append(
          (words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]).turned(32 - turn))
      }
      for (i, word) in words.enumerated() {
        let (mixed, constant): (UInt32, UInt32) =
          switch i {
          case 0..<20: (b & c | ~b & d, 0x5a82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case 40..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        (e, d, c, b, a) = (d, c, b.turned(2), a, a.turned(27) &+ mixed &+ e &+ constant &+ word)
      }
      return [a, b, c, d, e]
    }
  }

  private static func roundsOfSHA256(_ state: [UInt32], _ block: [UInt32]) -> [UInt32] {
    var (s, words) = (state, block)
    for i in 16..<64 {
      let (early, late) = (words[i - 15], words[i - 2])
      let first = early.turned(7) ^ early.turned(18) ^ early >> 3
      let second = late.turned(17) ^ late.turned(19) ^ late >> 10
      words.append(words[i - 16] &+ first &+ words[i - 7] &+ second)
    }
    for (i, word) in words.enumerated() {
      let (a, e) = (s[0], s[4])
      let mixed = e.turned(6) ^ e.turned(11) ^ e.turned(25)
      let first = s[7] &+ mixed &+ (e & s[5] ^ ~e & s[6]) &+ constantsOfSHA256[i] &+ word
      let sum = a.turned(2) ^ a.turned(13) ^ a.turned(22)
      let second = sum &+ (a & s[1] ^ a & s[2] ^ s[1] & s[2])
      s = [first &+ second, a, s[1], s[2], s[3] &+ first, e, s[5], s[6]]
    }
    return s
  }

  private static let constantsOfMD5: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]

  private static let constantsOfSHA256: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  /// The word turned right.
  fileprivate func turned(_ bits: UInt32) -> UInt32 {
    self >> (bits % 32) | self << ((32 - bits) % 32)
  }
}
