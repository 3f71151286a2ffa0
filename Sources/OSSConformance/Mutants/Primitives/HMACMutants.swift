internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in HMAC.
enum HMACMutants {
  static let all: [Mutant] = [
    hmac(
      "hmac-key-cut", "PRIM-HMAC-2", "A key of more than 64 bytes is cut at the block.",
      mend: "Hash a key that is longer than the block, and use the digest as the key.",
      sightings: [.c("The HMAC copies at most a block of the key, whatever its length.")]
    ) { $0.key = { key, _ in Bytes(key.prefix(64)) } },
    hmac(
      "hmac-key-of-a-block-hashed", "PRIM-HMAC-1", "A key of exactly 64 bytes is hashed first.",
      mend: "Hash only a key that is longer than the block."
    ) { $0.key = { key, hash in key.count >= 64 ? hash(key) : key } },
    hmac(
      "hmac-key-always-hashed", "PRIM-HMAC-1", "Every key is hashed first.",
      mend: "Hash only a key that is longer than the block."
    ) { $0.key = { key, hash in hash(key) } },
    hmac(
      "hmac-long-key-hashed-to-text", "PRIM-HMAC-2",
      "A key of more than 64 bytes becomes the hexadecimal text of its digest.",
      mend: "Use the bytes of the digest as the key."
    ) {
      $0.key = { key, hash in
        key.count > 64 ? Bytes(Hexadecimal.encode(hash(key).span).utf8) : key
      }
    },
    hmac(
      "hmac-key-not-padded", "PRIM-HMAC-1", "A short key is not padded to the block.",
      mend: "Fill the key up to 64 bytes with zeros."
    ) { $0.blockByteCount = 0 },
    hmac(
      "hmac-block-of-128-bytes", "PRIM-HMAC-1", "Keys are padded to the block of SHA-512.",
      mend: "Use the block of 64 bytes that SHA-1 and SHA-256 have."
    ) { $0.blockByteCount = 128 },
    hmac(
      "hmac-pads-swapped", "PRIM-HMAC-1", "The bytes of the inner and the outer key are swapped.",
      mend: "Mix the inner key with 0x36 and the outer one with 0x5c."
    ) { ($0.inner, $0.outer) = ($0.outer, $0.inner) },
    hmac(
      "hmac-inner-digest-as-text", "PRIM-HMAC-1",
      "The outer hash takes the inner digest as hexadecimal text.",
      mend: "Pass the bytes of the inner digest to the outer hash."
    ) { $0.between = { Bytes(Hexadecimal.encode($0.span).utf8) } },
    hmac(
      "hmac-key-ends-at-nul", "PRIM-HMAC-1", "The key is taken for a C string that NUL ends.",
      mend: "Pass the length of the key along with it."
    ) {
      let key = $0.key
      $0.key = { given, hash in key(Bytes(given.prefix { $0 != 0 }), hash) }
    },
    arguments(
      "hmac-key-and-message-swapped", "The key and the message stand in each other's place.",
      mend: "Pass the secret as the key and the string to sign as the message."
    ) { code in { key, message in code(message, key) } },
    arguments(
      "hmac-message-ends-at-nul", "The message is taken for a C string that NUL ends.",
      mend: "Pass the length of the message along with it."
    ) { code in { key, message in code(key, Bytes(message.prefix { $0 != 0 })) } },
    arguments(
      "hmac-message-is-ascii", "Bytes of the message from 0x80 on become question marks.",
      mend: "Take the message as bytes, or encode its text as UTF-8."
    ) { code in { key, message in code(key, Bytes(message.map { $0 < 0x80 ? $0 : 0x3F })) } },
  ]

  private typealias Code = @Sendable (Bytes, Bytes) -> Bytes

  /// A mutant of HMAC with either hash.
  private static func hmac(
    _ id: String, _ clause: String, _ mistake: String, mend: String,
    sightings: [Sighting] = [], _ change: (inout PlainHMAC) -> Void
  ) -> Mutant {
    var (short, long) = (PlainHMAC.sha1, PlainHMAC.sha256)
    change(&short)
    change(&long)
    let (sha1, sha256) = (short, long)
    return Mutant(
      id, clause, mistake, mend: mend, on: Set.hmacSHA1.union([.hmacSHA256]), sightings: sightings
    ) { steps in
      steps.hmacSHA1 = sha1.code
      steps.hmacSHA256 = sha256.code
    }
  }

  /// A mutant that mistakes what HMAC is given.
  private static func arguments(
    _ id: String, _ mistake: String, mend: String, _ change: (@escaping Code) -> Code
  ) -> Mutant {
    let sha1 = change(PlainHMAC.sha1.code)
    let sha256 = change(PlainHMAC.sha256.code)
    return Mutant(
      id, "PRIM-HMAC-1", mistake, mend: mend, on: Set.hmacSHA1.union([.hmacSHA256])
    ) { steps in
      steps.hmacSHA1 = sha1
      steps.hmacSHA256 = sha256
    }
  }
}
