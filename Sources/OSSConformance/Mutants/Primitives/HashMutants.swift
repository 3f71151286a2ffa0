internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in SHA-1 and SHA-256.
enum HashMutants {
  static let all: [Mutant] = padding + rounds + sha256

  private static let padding: [Mutant] = [
    sha1(
      "sha1-length-in-bytes", "The length at the end of SHA-1's padding counts bytes.",
      mend: "Write the length of the message in bits."
    ) { $0.padding.unit = 1 },
    sha1(
      "sha1-length-little-endian",
      "The length at the end of SHA-1's padding has its least significant byte first.",
      mend: "Write the length with its most significant byte first."
    ) { $0.padding.isLittleEndian = true },
    sha1(
      "sha1-length-of-16-bits", "The length at the end of SHA-1's padding overflows at 8 KiB.",
      mend: "Keep the length in 64 bits."
    ) { $0.padding.mask = 0xFFFF },
    sha1(
      "sha1-length-of-32-bits",
      "The length at the end of SHA-1's padding overflows at half a gibibyte.",
      mend: "Keep the length in 64 bits.",
      equivalent:
        "A message of half a gibibyte fits into no request line and no string to sign comes near it."
    ) { $0.padding.mask = 0xFFFF_FFFF },
    sha1(
      "sha1-marker-overwritten",
      "Where 56 bytes wait in SHA-1's last block, the length overwrites the byte 0x80.",
      mend: "Begin one block more when 56 or more bytes wait."
    ) { $0.padding.overwritesMarker = true },
    sha1(
      "sha1-whole-block-not-padded", "SHA-1 does not pad a message that fills its last block.",
      mend: "Pad every message, a multiple of 64 bytes with a block of its own."
    ) { $0.padding.padsWholeBlocks = false },
    sha1(
      "sha1-marker-at-wrong-end", "SHA-1's padding begins with 0x01.",
      mend: "Begin the padding with the byte 0x80."
    ) { $0.padding.marker = 0x01 },
  ]

  private static let rounds: [Mutant] = [
    sha1(
      "sha1-schedule-not-turned", "The schedule's words are not turned: this is SHA-0.",
      mend: "Turn each new word of the schedule left by one bit."
    ) { $0.turn = 0 },
    sha1(
      "sha1-bytes-signed", "SHA-1 reads bytes from 0x80 on as negative numbers.",
      mend: "Read the bytes of the message as numbers from 0 to 255."
    ) { $0.bytesAreSigned = true },
    sha1(
      "sha1-state-not-added", "SHA-1's state before a block is not added to the one after it.",
      mend: "Add the five words of the state after each block."
    ) { $0.addsState = false },
    sha1(
      "sha1-constant-twice", "SHA-1's rounds 40 to 59 use the constant of the rounds before.",
      mend: "Use 0x8f1bbcdc in the rounds 40 to 59."
    ) { $0.thirdConstant = 0x6ed9_eba1 },
    Mutant(
      "sha1-ends-at-nul", "PRIM-SHA1-1", "SHA-1 takes a message for a C string that NUL ends.",
      mend: "Pass the length of the message along with it.", on: [.sha1]
    ) { $0.sha1 = { SHA1.hash(Bytes($0.prefix { $0 != 0 }).span).bytes } },
  ]

  private static let sha256: [Mutant] = [
    sha256(
      "sha256-length-in-bytes", "The length at the end of SHA-256's padding counts bytes.",
      mend: "Write the length of the message in bits."
    ) { $0.padding.unit = 1 },
    sha256(
      "sha256-marker-overwritten",
      "Where 56 bytes wait in SHA-256's last block, the length overwrites the byte 0x80.",
      mend: "Begin one block more when 56 or more bytes wait."
    ) { $0.padding.overwritesMarker = true },
    sha256(
      "sha256-state-of-sha224", "SHA-256 begins with the state of SHA-224.",
      mend: "Begin with the eight words of FIPS 180-4 section 5.3.3."
    ) {
      $0.initial = [
        0xc105_9ed8, 0x367c_d507, 0x3070_dd17, 0xf70e_5939,
        0xffc0_0b31, 0x6858_1511, 0x64f9_8fa7, 0xbefa_4fa4,
      ]
    },
    sha256(
      "sha256-turn-off-by-one", "A round of SHA-256 turns its first term by 7 bits, not by 6.",
      mend: "Turn by 6, 11 and 25 bits in the upper sum of a round."
    ) { $0.firstTurn = 7 },
    sha256(
      "sha256-bytes-signed", "SHA-256 reads bytes from 0x80 on as negative numbers.",
      mend: "Read the bytes of the message as numbers from 0 to 255."
    ) { $0.bytesAreSigned = true },
  ]

  /// A mutant of SHA-1, and so of all that is made with it.
  private static func sha1(
    _ id: String, _ mistake: String, mend: String, equivalent: String? = nil,
    _ change: (inout PlainSHA1) -> Void
  ) -> Mutant {
    var hash = PlainSHA1()
    change(&hash)
    let broken = hash
    return Mutant(
      id, "PRIM-SHA1-1", mistake, mend: mend,
      on: Set.hmacSHA1.union([.sha1]), equivalent: equivalent
    ) { steps in
      let code = PlainHMAC { broken.hash($0) }
      steps.sha1 = broken.hash
      steps.hmacSHA1 = code.code
    }
  }

  /// A mutant of SHA-256, and so of HMAC-SHA256.
  private static func sha256(
    _ id: String, _ mistake: String, mend: String, _ change: (inout PlainSHA256) -> Void
  ) -> Mutant {
    var hash = PlainSHA256()
    change(&hash)
    let broken = hash
    return Mutant(id, "PRIM-SHA256-1", mistake, mend: mend, on: [.sha256, .hmacSHA256]) { steps in
      let code = PlainHMAC { broken.hash($0) }
      steps.sha256 = broken.hash
      steps.hmacSHA256 = code.code
    }
  }
}
