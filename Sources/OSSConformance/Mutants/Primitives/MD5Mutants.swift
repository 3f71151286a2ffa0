internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in MD5.
enum MD5Mutants {
  static let all: [Mutant] = [
    md5(
      "md5-length-in-bytes", "The length at the end of MD5's padding counts bytes.",
      mend: "Write the length of the message in bits."
    ) { $0.padding.unit = 1 },
    md5(
      "md5-length-big-endian",
      "The length at the end of MD5's padding has its most significant byte first, as with SHA-1.",
      mend: "Write the length with its least significant byte first."
    ) { $0.padding.isLittleEndian = false },
    md5(
      "md5-length-of-16-bits", "The length at the end of MD5's padding overflows at 8 KiB.",
      mend: "Keep the length in 64 bits."
    ) { $0.padding.mask = 0xFFFF },
    md5(
      "md5-marker-overwritten",
      "Where 56 bytes wait in MD5's last block, the length overwrites the byte 0x80.",
      mend: "Begin one block more when 56 or more bytes wait."
    ) { $0.padding.overwritesMarker = true },
    md5(
      "md5-whole-block-not-padded", "MD5 does not pad a message that fills its last block.",
      mend: "Pad every message, a multiple of 64 bytes with a block of its own."
    ) { $0.padding.padsWholeBlocks = false },
    md5(
      "md5-words-big-endian", "MD5 reads its words with their most significant byte first.",
      mend: "Read and write words with their least significant byte first."
    ) { $0.isBigEndian = true },
    md5(
      "md5-bytes-signed", "MD5 reads bytes from 0x80 on as negative numbers.",
      mend: "Read the bytes of the message as numbers from 0 to 255."
    ) { $0.bytesAreSigned = true },
    md5(
      "md5-state-not-added", "MD5's state before a block is not added to the one after it.",
      mend: "Add the four words of the state after each block."
    ) { $0.addsState = false },
    md5(
      "md5-turn-off-by-one", "A step of MD5's first round turns by 21 bits, not by 22.",
      mend: "Turn by 7, 12, 17 and 22 bits in the first round."
    ) { $0.fourthTurn = 21 },
    md5(
      "md5-third-round-twice", "MD5's fourth round mixes as the third does.",
      mend: "Mix the second word with the first or the inverted third in the fourth round."
    ) { $0.repeatsThirdRound = true },
    Mutant(
      "md5-ends-at-nul", "PRIM-MD5-1", "MD5 takes a message for a C string that NUL ends.",
      mend: "Pass the length of the message along with it.", on: [.md5]
    ) { $0.md5 = { MD5.hash(Bytes($0.prefix { $0 != 0 }).span).bytes } },
    callback(
      "callback-md5-marker-overwritten",
      "Where 56 bytes wait in the last block of a callback, MD5's length overwrites the byte 0x80.",
      mend: "Begin one block more when 56 or more bytes wait."
    ) { $0.padding.overwritesMarker = true },
    callback(
      "callback-md5-whole-block-not-padded",
      "MD5 does not pad the string of a callback that fills its last block.",
      mend: "Pad every message, a multiple of 64 bytes with a block of its own."
    ) { $0.padding.padsWholeBlocks = false },
    callback(
      "callback-md5-turn-off-by-one", "A step of MD5 turns by 21 bits, so no callback is believed.",
      mend: "Hold MD5 to the vectors of RFC 1321 before it is used."
    ) { $0.fourthTurn = 21 },
  ]

  private static func md5(
    _ id: String, _ mistake: String, mend: String, _ change: (inout PlainMD5) -> Void
  ) -> Mutant {
    var hash = PlainMD5()
    change(&hash)
    let broken = hash
    return Mutant(id, "PRIM-MD5-1", mistake, mend: mend, on: [.md5]) { $0.md5 = broken.hash }
  }

  /// A mutant whose MD5 is broken where callbacks are verified.
  private static func callback(
    _ id: String, _ mistake: String, mend: String, _ change: (inout PlainMD5) -> Void
  ) -> Mutant {
    var hash = PlainMD5()
    change(&hash)
    let broken = hash
    return Mutant(id, "CALL-SIG-4", mistake, mend: mend, on: [.callbackVerify]) { steps in
      steps.checkSignatures { $0.digest = broken.hash }
    }
  }
}
