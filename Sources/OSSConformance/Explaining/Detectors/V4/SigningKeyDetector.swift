internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What a secret shows of V4: over which canonical request the signature was made.
enum SigningKeyDetector {
  /// The secret over the string of a canonical request with one mistake; nil where none fits.
  static func request(
    _ clues: Clues, _ trial: SignatureTrial, _ secret: Bytes
  ) -> [Explanation]? {
    for (base, string) in zip(trial.requests, trial.strings) {
      guard let scope = StringTextV4(string)?.scope, scope.parts.count == 4 else { continue }
      let key = SigningKeyText.key(Bytes("aliyun_v4") + secret, scope.parts)
      let lines = string.stripped.parts(at: 0x0a).prefix(3)
      let head = Bytes(lines.joined(separator: Bytes([0x0a])))
      for (mistake, bytes) in RequestVariants.all(base)
      where trial.isMade(byKey: key, over: head + [0x0a] + CanonicalText.hash(of: bytes)) {
        return [
          Explanation(
            mistake, trial.isOfOSS ? .certain : .likely,
            "The signature is that of a canonical request with this mistake.",
            difference: RequestVariants.difference(base, bytes, clues.v4))
        ]
      }
    }
    return nil
  }
}

/// Signing keys of V4, right ones and those of known mistakes.
enum SigningKeyText {
  /// The chain of V4-KEY-1 from a first key on.
  static func key(_ first: Bytes, _ parts: [Bytes]) -> Bytes {
    parts.reduce(first) { code($0, $1) }
  }

  /// Keys that are made of the right secret otherwise.
  static func variants(_ secret: Bytes, _ scope: ScopeText) -> [(RefusalCause, Bytes)] {
    let prefixed = Bytes("aliyun_v4") + secret
    let parts = scope.parts
    let found: [(RefusalCause, Bytes)] = [
      (.keyWithoutPrefix, key(secret, parts)), (.keyNotDerived, secret),
      (.keyNotDerived, prefixed),
      (.keyHexadecimal, parts.reduce(prefixed) { hexadecimal(code($0, $1)) }),
      (.awsNames, key(Bytes("AWS4") + secret, parts)),
      (.awsNames, key(prefixed, parts.dropLast() + [Bytes("aws4_request")])),
      (.awsNames, key(Bytes("AWS4") + secret, parts.dropLast() + [Bytes("aws4_request")])),
    ]
    guard parts.count == 4 else { return found }
    let others = [
      [parts[0], Bytes("oss-") + parts[1], parts[2], parts[3]],
      [parts[0], parts[1], Bytes("s3"), parts[3]],
      [parts[0], parts[2], parts[1], parts[3]],
    ]
    return found + others.map { (.keyOtherScope, key(prefixed, $0)) }
      + [key(prefixed, Array(parts.prefix(3)))].map { (.keyOtherScope, $0) }
  }

  static func code(_ key: Bytes, _ message: Bytes) -> Bytes {
    HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
  }

  static func hexadecimal(_ bytes: Bytes) -> Bytes { Bytes(Hexadecimal.encode(bytes.span)) }
}
