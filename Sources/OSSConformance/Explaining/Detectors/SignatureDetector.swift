internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What a secret shows: the signature is computed again, by which secret and over which string it was
/// made.
enum SecretDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let secrets = clues.evidence.secrets else { return [] }
    if let id = clues.accessKeyID, !id.contains("*"), !id.isText(secrets.accessKeyID) {
      return [Explanation(.secretOfOther, .certain)]
    }
    let secret = Bytes(secrets.accessKeySecret.utf8)
    let trimmed = SecretVariants.trimmed(secret)
    let trial = SignatureTrial(clues)
    if trimmed != secret {
      // What others sign with is the secret without its blanks; only if that is no use are they blamed.
      let isRight = trial.map { made($0, by: trimmed) != nil } ?? false
      if !isRight {
        // A blank may also stand in the place of a character.
        let detail = "The secret without it does not make the signature."
        return [Explanation(.secretBlank, .likely), Explanation(.secretWrong, .likely, detail)]
      }
    }
    guard let trial else { return [] }
    if let index = made(trial, by: trimmed) { return right(clues, trial, index) }
    return varied(trial, secret) ?? strings(clues, trial, secret) ?? unknown(trial, secret)
  }

  /// The first string over which a secret makes the signature.
  private static func made(_ trial: SignatureTrial, by secret: Bytes) -> Int? {
    trial.strings.firstIndex { trial.isMade(by: secret, over: $0) }
  }

  /// The secret given makes the signature over the very string.
  private static func right(
    _ clues: Clues, _ trial: SignatureTrial, _ index: Int
  ) -> [Explanation] {
    if trial.isOfOSS { return [Explanation(.secretNotOfOSS, .certain)] }
    let string = trial.isV4 ? trial.requests[index].method : trial.strings[index]
    let method = string.halves(at: 0x0a).before
    let detail = clues.request?.method == nil ? "It is one for the method \(method.text)." : nil
    return [Explanation(.signatureOfSecret, .certain, detail)]
  }

  /// A variation of the secret, or a key that is made of it otherwise.
  private static func varied(_ trial: SignatureTrial, _ secret: Bytes) -> [Explanation]? {
    for string in trial.strings + [trial.own].compactMap({ $0 }) {
      let variants = SecretVariants.all(secret)
      if let variant = variants.first(where: { trial.isMade(by: $0.secret, over: string) }) {
        return [Explanation(variant.mistake, .certain, variant.detail)]
      }
      guard trial.isV4, let scope = StringTextV4(string)?.scope, scope.parts.count == 4 else {
        continue
      }
      for (mistake, key) in SigningKeyText.variants(secret, scope)
      where trial.isMade(byKey: key, over: string) {
        return [Explanation(mistake, .certain, "The secret given makes this signature so.")]
      }
    }
    return nil
  }

  /// The secret given, over a string with one mistake.
  private static func strings(
    _ clues: Clues, _ trial: SignatureTrial, _ secret: Bytes
  ) -> [Explanation]? {
    if trial.isV4 { return SigningKeyDetector.request(clues, trial, secret) }
    for string in trial.strings {
      for (mistake, other) in StringVariants.all(string)
      where trial.isMade(by: secret, over: other) {
        let detail = "The signature is that of a string with this mistake."
        return [Explanation(mistake, trial.isOfOSS ? .certain : .likely, detail)]
      }
    }
    return nil
  }

  /// Nothing makes the signature: the secret is to blame where the string is known to be right.
  private static func unknown(_ trial: SignatureTrial, _ secret: Bytes) -> [Explanation] {
    if let own = trial.own, trial.isMade(by: secret, over: own) { return [] }
    guard trial.isOfOSS else { return [Explanation(.signatureNotOfSecret, .likely)] }
    guard trial.own == trial.strings.first else { return [] }
    return [
      Explanation(.secretWrong, .likely, "The secret given does not make this signature either.")
    ]
  }
}

/// The signature as it arrived, and what equal strings say of the secret.
enum SignatureDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    if clues.isV4 { return [] }
    if let shape = provided(clues).flatMap({ shape($0, clues) }) { return [shape] }
    if let raw = unencoded(clues) { return [raw] }
    guard !clues.isClientDerived, clues.code == "SignatureDoesNotMatch",
      let server = clues.error?.stringToSign, server == clues.client
    else { return [] }
    return [
      Explanation(.secretWrong, .likely, "The two strings to sign are the same bytes.")
    ]
  }

  static func provided(_ clues: Clues) -> Bytes? {
    if let text = clues.error?.signatureProvided { return Bytes(text) }
    if let value = clues.request?.parameter("Signature") { return value }
    guard let value = clues.request?.field("authorization"), value.hasPrefix("OSS ") else {
      return nil
    }
    return value.halves(at: UInt8(ascii: ":")).after
  }

  /// What the form of a V1 signature shows; nil for a right one, a masked one and one of V4.
  private static func shape(_ signature: Bytes, _ clues: Clues) -> Explanation? {
    guard !signature.contains("*"), !signature.contains("<"), !signature.isEmpty else {
      return nil
    }
    if signature.hasEscape { return Explanation(.signatureEncodedTwice, .certain) }
    if signature.contains(0x20) {
      let isRestored = digest(signature.replacing(" ", with: "+"))?.count == 20
      return Explanation(isRestored ? .signaturePlus : .signatureDamaged, .certain)
    }
    if signature.isHexadecimal(40) {
      return Explanation(.signatureHexadecimal, .certain, "It is 40 hexadecimal digits.")
    }
    if signature.isHexadecimal(64) { return nil }
    guard let digest = digest(signature) else {
      let isCut = digest(signature + Bytes("=")) != nil
      return Explanation(
        .signatureDamaged, .likely, isCut ? "The = at the end is missing." : nil)
    }
    if digest.isHexadecimal(40) {
      return Explanation(.signatureHexadecimal, .certain, "It is base64 of hexadecimal digits.")
    }
    // V2 of OSS signs with SHA-256; its resource is percent-encoded.
    if digest.count == 20 || (digest.count == 32 && clues.isV2) { return nil }
    let isHash = [16, 32, 64].contains(digest.count)
    return Explanation(
      isHash ? .signatureOtherHash : .signatureDamaged, .likely,
      "It holds \(digest.count) bytes, not \(clues.isV2 ? 32 : 20).")
  }

  private static func digest(_ signature: Bytes) -> Bytes? { try? Base64.decode(signature.text) }

  /// A plus sign that the URL shows as it is arrives as a blank.
  private static func unencoded(_ clues: Clues) -> Explanation? {
    let raw = clues.request?.rawParameters.first { $0.name.isText("Signature") }?.value ?? nil
    guard let raw, raw.contains(UInt8(ascii: "+")) else { return nil }
    return Explanation(
      .signaturePlus, .likely, "The URL has a + in its signature that is not encoded.")
  }
}

/// The signature of V4 as it arrived, and what equal strings say of the key.
enum SignatureV4Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.isV4 else { return [] }
    if let shape = signature(clues).flatMap(shape) { return [shape] }
    return same(clues)
  }

  static func signature(_ clues: Clues) -> Bytes? {
    clues.error?.signatureProvided.map { Bytes($0) } ?? clues.v4.credential?.signature
  }

  private static func shape(_ signature: Bytes) -> Explanation? {
    guard !signature.contains("*"), !signature.contains("<"), !signature.contains("."),
      !signature.isEmpty
    else { return nil }
    if signature.isHexadecimal(64) {
      let isLower = signature == signature.lowercased
      return isLower ? nil : Explanation(.signatureCapitals, .certain)
    }
    if signature.isHexadecimal(40) {
      return Explanation(.signatureOtherHash, .certain, "It is 40 digits, which SHA-1 makes.")
    }
    let text = signature.percentDecoded.replacing(" ", with: "+")
    switch (try? Base64.decode(text.text))?.count {
    case 32: return Explanation(.signatureBase64, .certain, "It is base64 of 32 bytes.")
    case 20:
      return Explanation(.signatureOtherHash, .certain, "It is base64 of 20 bytes, as V1 has it.")
    default:
      return Explanation(
        .signatureDamaged, .likely, "It has \(signature.count) characters, not 64.")
    }
  }

  /// Where both sides sign the same bytes the key is another.
  private static func same(_ clues: Clues) -> [Explanation] {
    guard clues.code == "SignatureDoesNotMatch" else { return [] }
    if let server = clues.error?.stringToSign, server == clues.evidence.string {
      return [
        Explanation(.secretWrong, .likely, "The two strings to sign are the same bytes.")
      ]
    }
    guard clues.v4.isServerShown, !clues.v4.isClientDerived,
      clues.v4.server?.bytes == clues.v4.client?.bytes
    else { return [] }
    return [Explanation(.secretWrong, .likely, "The two canonical requests are the same bytes.")]
  }
}

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
      let head = lines.joined(by: "\n")
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
