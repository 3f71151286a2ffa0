internal import OSSPrimitives
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
    let secret = secrets.accessKeySecret
    let trimmed = SecretVariants.trimmed(secret)
    let trial = SignatureTrial(clues)
    if trimmed != secret {
      // What others sign with is the secret without its blanks; only if that is no use are they blamed.
      let isRight = trial.map { made($0, by: trimmed) != nil } ?? false
      if !isRight { return [Explanation(.secretBlank, .certain)] }
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
      Explanation(.secretWrong, .certain, "The secret given does not make this signature either.")
    ]
  }
}
