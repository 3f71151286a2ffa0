internal import OSSPrimitives
internal import OSSSigning

/// What a secret shows of V4: by which key, and over which string, the signature was made.
enum SigningKeyDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.isV4, let secrets = clues.evidence.secrets,
      let wanted = SignatureV4Detector.signature(clues)?.lowercased,
      wanted.count == 64,
      let string = clues.error?.stringToSign ?? clues.evidence.string,
      let scope = StringTextV4(string)?.scope, scope.parts.count == 4
    else { return [] }
    let secret = secrets.accessKeySecret
    if let id = clues.accessKeyID, !id.contains("*"), !id.isText(secrets.accessKeyID) { return [] }
    let right = SigningKeyText.key(Bytes("aliyun_v4") + secret, scope.parts)
    if code(right, string) == wanted { return [] }
    for (mistake, key) in SigningKeyText.variants(secret, scope) where code(key, string) == wanted {
      return [Explanation(mistake, .certain, "The secret given makes this signature so.")]
    }
    return request(clues, right, string, wanted)
  }

  /// The signature over the string of a canonical request with one mistake.
  private static func request(
    _ clues: Clues, _ key: Bytes, _ string: Bytes, _ wanted: Bytes
  ) -> [Explanation] {
    guard let base = clues.v4.server, clues.v4.isServerShown else { return [] }
    let head = Bytes(
      string.stripped.parts(at: 0x0a).prefix(3).joined(separator: Bytes([0x0a])))
    for (mistake, bytes) in RequestVariants.all(base) {
      let other = head + [0x0a] + CanonicalText.hash(of: bytes)
      if code(key, other) == wanted {
        return [
          Explanation(
            mistake, .certain, "The signature is that of a canonical request with this mistake.",
            difference: RequestVariants.difference(base, bytes, clues.v4))
        ]
      }
    }
    return []
  }

  private static func code(_ key: Bytes, _ string: Bytes) -> Bytes {
    SigningKeyText.hexadecimal(SigningKeyText.code(key, string))
  }
}

/// Signing keys of V4, right ones and those of known mistakes.
enum SigningKeyText {
  /// The chain of V4-KEY-1 from a first key on.
  static func key(_ first: Bytes, _ parts: [Bytes]) -> Bytes {
    parts.reduce(first) { code($0, $1) }
  }

  static func variants(_ secret: Bytes, _ scope: ScopeText) -> [(Mistake, Bytes)] {
    let prefixed = Bytes("aliyun_v4") + secret
    let parts = scope.parts
    var found: [(Mistake, Bytes)] = [
      (.keyWithoutPrefix, key(secret, parts)), (.keyNotDerived, secret),
      (.keyNotDerived, prefixed),
      (.keyHexadecimal, parts.reduce(prefixed) { hexadecimal(code($0, $1)) }),
      (.awsNames, key(Bytes("AWS4") + secret, parts)),
      (.awsNames, key(prefixed, parts.dropLast() + [Bytes("aws4_request")])),
      (.awsNames, key(Bytes("AWS4") + secret, parts.dropLast() + [Bytes("aws4_request")])),
    ]
    for tail in ["\n", "\r\n", " ", "\t"] {
      found.append((.secretBlank, key(prefixed + Bytes(tail), parts)))
    }
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
