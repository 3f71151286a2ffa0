internal import OSSPrimitives
internal import OSSVectors

/// Secrets that somebody may have signed with who has the right one.
enum SecretVariants {
  /// One of them.
  struct Variant: Sendable {
    let mistake: RefusalCause
    let secret: Bytes
    /// How it differs, as one sentence.
    let detail: String
  }

  /// Every variation of a secret. None ends in NUL: HMAC fills a short key with such bytes, and the
  /// codes would be equal.
  static func all(_ secret: Bytes) -> [Variant] {
    let blanks = [" ", "\n", "\r\n", "\t"].map { secret + Bytes($0) }
    let marked = [Bytes([0xef, 0xbb, 0xbf]) + secret, Bytes(" ") + secret, trimmed(secret)]
    let quoted = ["\"", "'"].map { Bytes($0) + secret + Bytes($0) }
    var found = (blanks + marked).map {
      Variant(
        mistake: .secretBlank, secret: $0,
        detail: "The signature was made with a blank, a line break or a mark at the secret's ends.")
    }
    found += quoted.map {
      Variant(
        mistake: .secretWrong, secret: $0,
        detail: "The signature was made with quotes around the secret.")
    }
    let upper = Bytes(secret.map { (0x61...0x7a).contains($0) ? $0 & 0xdf : $0 })
    found += [secret.lowercased, upper].map {
      Variant(
        mistake: .secretWrong, secret: $0,
        detail: "The signature was made with the secret in one case of letters.")
    }
    found += [Bytes(secret.dropLast()), Bytes(secret.dropFirst())].map {
      Variant(
        mistake: .secretWrong, secret: $0,
        detail: "The signature was made with a secret that lacks a character at its end.")
    }
    return found.filter { $0.secret != secret }
  }

  /// A secret without the blanks and the mark at its ends.
  static func trimmed(_ secret: Bytes) -> Bytes {
    let hasMark = secret.starts(with: [0xef, 0xbb, 0xbf])
    return (hasMark ? Bytes(secret.dropFirst(3)) : secret).stripped
  }
}
