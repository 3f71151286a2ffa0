internal import OSSPrimitives
internal import OSSServices

/// What a secret or a hash proves: over which text, or with which key, the client's signature was made.
struct ProofStep {
  let facts: Facts
  let knowledge: Knowledge

  /// How many mistakes are named beside what two texts show, if all of them give one text.
  private static let shownCount = 2

  private var pair: TextPair { facts.pair }

  /// What the hash in the client's string to sign shows. It is no secret, and no other text has it: so
  /// the string alone names the mistake (EXP-HASH-1).
  var ofHash: [Found] {
    guard !pair.isSame, let hash = pair.clientString?.hash.lowercased, hash.isHexadecimal(64) else {
      return []
    }
    let server = pair.server?.version == .v4 ? pair.server : nil
    guard let server, server.bytes.sha256 != hash, pair.serverString?.hash != hash else {
      return []
    }
    var proofs: [Proof] = []
    if pair.isServerShown, server.isWhole {
      proofs = knowledge.variations.matches(
        hash: hash, of: server, host: facts.request?.hostName ?? facts.error?.hostID?.bytes)
    }
    if proofs.isEmpty, let request = facts.request {
      let signature = request.signature(as: .v4)
      proofs = knowledge.variations.matches(
        hash: hash, of: request, signature: signature, at: place(request))
    }
    if let proof = proofs.first, !proof.ids.isEmpty {
      let what = "The hash that was signed is that of a canonical request with this mistake."
      return found(proof, server, what)
    }
    let unknown = "The hashes differ; give the canonical request that your client made, too."
    return pair.isServerShown ? [Found("canonical-request-differs", .likely, unknown)] : []
  }

  /// What the secret that is given shows (EXP-SEC).
  var ofSecret: [Found] {
    guard let given = facts.evidence.credentials else { return [] }
    if let id = facts["id"], !id.contains("*"), id != given.accessKeyID.bytes {
      return [Found("secret-of-another-id", .certain)]
    }
    let secret = given.accessKeySecret.bytes
    let isMarked = secret.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    let trimmed = (isMarked ? Bytes(secret.dropFirst(3)) : secret).stripped
    if let found = ofForm(trimmed) { return found }
    let proof = self.proof(trimmed)
    if trimmed != secret, proof?.ids.isEmpty != true {
      // A blank may also be in the place of a character.
      let detail = "The secret without it does not make the signature."
      return [Found("secret-with-blank", .likely), Found("secret-wrong", .likely, detail)]
    }
    guard let proof else { return unknown(trimmed) }
    if proof.ids.isEmpty {
      return [
        Found(
          isOfOSS ? "secret-not-that-of-oss" : "signature-of-the-secret", .certain, isProved: true)
      ]
    }
    if !isOfOSS, facts["method"] == nil, proof.ids == ["method-differs"] {
      let method = proof.text.prefix { $0 != 0x0A }
      let detail = "It is one for the method \(Bytes(method).text)."
      return [Found("signature-of-the-secret", .certain, detail, isProved: true)]
    }
    return found(
      proof, pair.server ?? pair.derivedText,
      "The secret makes this very signature with this mistake.")
  }

  /// What the secret makes of the policy of a form, whose text is signed with V1 (EXP-FORM-3); nil where
  /// it makes nothing that is sent.
  private func ofForm(_ secret: Bytes) -> [Found]? {
    guard let policy = facts.form?.value(of: "policy")?.bytes,
      let signature = facts.form?.value(of: "signature")?.bytes
    else { return nil }
    func isMade(_ text: Bytes) -> Bool {
      SignatureSearch.signature(of: text, .v1, secret) == signature
    }
    if isMade(policy) { return [Found("signature-of-the-secret", .certain, isProved: true)] }
    var texts: [(Bytes, String)] = [(policy.base64Decoded ?? [], "The JSON is signed.")]
    for (length, end) in [(Int.max, "\n"), (76, "\n"), (76, "\r\n"), (64, "\n")] {
      var (wrapped, rest) = (Bytes(), policy[...])
      while !rest.isEmpty {
        wrapped += rest.prefix(length) + end.bytes
        rest = rest.dropFirst(length)
      }
      let what = "Its base64 is signed with line breaks."
      texts += [(wrapped, what), (Bytes(wrapped.dropLast(end.utf8.count)), what)]
    }
    return texts.first { isMade($0.0) }.map {
      [Found("form-string-differs", .certain, $0.1, isProved: true)]
    }
  }

  /// Whether OSS itself shows what it signed.
  private var isOfOSS: Bool { facts.error?.signedString != nil }

  /// The text that a secret proves; nil where it proves none, or where OSS refuses the request for
  /// another reason (EXP-SEC-6).
  private func proof(_ secret: Bytes) -> Proof? {
    guard let signature = facts.signature else { return nil }
    if let string = facts.error?.signedString {
      guard let server = pair.server, server.version != .v4 || server.isWhole else {
        let isRight = SignatureSearch.signature(of: string, facts.version, secret) == signature
        return isRight ? Proof(ids: [], secondIDs: [], text: string) : nil
      }
      return knowledge.variations.proofs(of: server, signature: signature, secret: secret).first
    }
    guard facts.error == nil || facts.code == "SignatureDoesNotMatch", let request = facts.request
    else { return nil }
    return knowledge.variations.proofs(
      of: request, signature: request.signature, at: place(request), secret: secret
    ).first
  }

  /// Nothing makes the signature: the secret is to blame where the text is known to be right.
  private func unknown(_ secret: Bytes) -> [Found] {
    guard let signature = facts.signature else { return [] }
    if let own = facts.evidence.string,
      SignatureSearch.signature(of: own, facts.version, secret) == signature
    {
      return []
    }
    if !isOfOSS {
      let isOpen = facts.error == nil || facts.code == "SignatureDoesNotMatch"
      let isKnown = facts.request.map { !$0.readings(facts.version, bucket: nil).isEmpty } == true
      return isOpen && isKnown ? [Found("signature-not-of-the-secret", .likely)] : []
    }
    guard pair.isSame || facts.evidence.string == nil && pair.client?.bytes == pair.server?.bytes
    else {
      return []
    }
    let detail = "The secret given does not make this signature either."
    return [Found("secret-wrong", .likely, detail)]
  }

  private func place(_ request: SentRequest) -> KnownHost {
    request.place(of: pair.server?.bucket.percentDecoded)
  }

  /// What a proof says. One id is certain; where several fit the same text, that text is compared with
  /// the right one, and what differs is certain.
  private func found(_ proof: Proof, _ right: SignedText?, _ what: String) -> [Found] {
    let difference = right.flatMap { TextDifference(lines: $0.bytes, proof.text) }
    let isOne = proof.ids.count == 1 && proof.secondIDs.isEmpty
    let all = (proof.ids + proof.secondIDs).map { id in
      Found(
        id, isOne ? .certain : .likely, what,
        difference: id == proof.ids.first ? difference : nil, isProved: true)
    }
    guard !isOne, let right, let pair = TextPair(server: right, proved: proof.text) else {
      return all
    }
    let comparison = Comparison(facts: facts, pair: pair, rows: knowledge.differences)
    return comparison.findings.map {
      Found($0.cause, $0.certainty, what, difference: difference ?? $0.difference, isProved: true)
    } + all.prefix(Self.shownCount)
  }
}
