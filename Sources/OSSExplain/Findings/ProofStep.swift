internal import OSSPrimitives
internal import OSSServices

/// What a secret or a hash proves: over which text, or with which key, the client's signature was made.
struct ProofStep {
  let facts: Facts
  let knowledge: Knowledge

  /// How many words of a text that may be a secret are tried.
  private static let triedCount = 4

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

  /// What the secret that is given shows (EXP-SEC-1, EXP-SEC-2, EXP-SEC-3, EXP-HASH-2).
  var ofSecret: [Found] { tried(ofSecret) ?? [] }

  /// What the credentials show that are given; of words in a text that may be a secret, what the first one
  /// proves that proves anything (EXP-SEC-9).
  private func tried(_ find: (GivenCredentials) -> [Found]?) -> [Found]? {
    if let given = facts.evidence.credentials { return find(given) }
    let id = (facts["id"] ?? facts.rpcParameter("AccessKeyId"))?.text ?? ""
    for secret in facts.evidence.secrets.prefix(Self.triedCount) {
      let given = GivenCredentials(
        accessKeyID: id, accessKeySecret: secret.text, securityToken: nil)
      if let found = find(given), found.contains(where: { $0.isProved }) { return found }
    }
    return nil
  }

  private func ofSecret(_ given: GivenCredentials) -> [Found] {
    if let id = facts["id"], !id.contains("*"), id != given.accessKeyID.bytes {
      return [Self.foreign(id, given)]
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
      if !isOfOSS, let open = openDomain(proof) { return open }
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

  /// What the secret makes of a call of STS (EXP-STS-4, EXP-STS-5, EXP-STS-6, EXP-STS-7, EXP-STS-8); nil
  /// where nothing does, and STS quotes its string or gives another reason.
  var ofCall: [Found]? { facts.version == .rpc ? tried(ofCall) : nil }

  private func ofCall(_ given: GivenCredentials) -> [Found]? {
    guard
      let signature = facts.rpcParameter("Signature"),
      let sent = facts.request.flatMap({ Ingredients(call: $0) })
    else { return nil }
    if let id = facts.rpcParameter("AccessKeyId"), id != given.accessKeyID.bytes {
      return [Self.foreign(id, given)]
    }
    let server = facts.stringOfSTS
    let isKnown = server == nil || sent.text == server
    let own = isKnown ? sent : Ingredients(callString: server ?? [], sent: sent)
    let isOpen =
      facts.error == nil || ["SignatureDoesNotMatch", "IncompleteSignature"].contains(facts.code)
    if !isOpen { return nil }
    let secret = given.accessKeySecret.bytes.stripped
    guard
      let proof = knowledge.variations.proofs(of: own, signature: signature, secret: secret).first
    else {
      return server == nil ? [Found("signature-not-of-the-secret", .likely, Self.untried)] : nil
    }
    if proof.ids.isEmpty {
      if server == nil { return [Found("signature-of-the-secret", .certain, isProved: true)] }
      let cause = Found("secret-not-that-of-oss", own.isSHA1 ? .certain : .likely, isProved: true)
      return own.isSHA1 ? [cause] : [Found("signature-of-another-hash", .likely), cause]
    }
    let what = "The secret makes this very signature with this mistake."
    let right = own.text
    let difference = TextDifference(
      part: "string to sign of STS", sent: right, signed: proof.text)
    let isOne = proof.ids.count == 1 && proof.secondIDs.isEmpty
    let names = (proof.ids + proof.secondIDs).prefix(Self.shownCount).map { id in
      Found(
        id, isOne ? .certain : .likely, what, difference: right == proof.text ? nil : difference,
        isProved: true)
    }
    if isOne || right == proof.text { return names }
    let differs = "The signature is that of another string."
    return [
      Found("rpc-string-differs", .certain, differs, difference: difference, isProved: true)
    ] + names
  }

  /// That the credentials given are not those of the ID that is sent.
  private static func foreign(_ id: Bytes, _ given: GivenCredentials) -> Found {
    let isSwapped = id == given.accessKeySecret.bytes
    return Found(isSwapped ? "access-key-and-secret-swapped" : "secret-of-another-id", .certain)
  }

  /// What the secret makes of the policy of a form, whose text is signed (EXP-FORM-3); nil for another
  /// request.
  private func ofForm(_ secret: Bytes) -> [Found]? {
    guard let policy = facts["policy"], let signature = facts.signature else { return nil }
    let isV4 = signature.isHexadecimal(64)
    let scope = isV4 ? facts.sentScope?.suffix(4) ?? [] : []
    if isV4, scope.count < 4 { return nil }
    let form = Ingredients(
      version: isV4 ? .v4 : .v1, method: "POST".bytes, date: facts["field:x-oss-date"] ?? [],
      policy: policy, id: facts["id"] ?? [], scope: Array(scope))
    let isShown = facts.error?.stringToSign == policy
    guard
      let proof = knowledge.variations.proofs(of: form, signature: signature, secret: secret)
        .first
    else {
      return [
        isShown
          ? Found("secret-wrong", .likely, Self.exhausted)
          : Found("signature-not-of-the-secret", .likely)
      ]
    }
    guard let id = proof.ids.first else {
      let cause = isShown ? "secret-not-that-of-oss" : "signature-of-the-secret"
      return [Found(cause, .certain, isProved: true)]
    }
    let difference = TextDifference(part: "policy", sent: policy, signed: proof.text)
    let what = "The secret makes this very signature of the form with this mistake."
    return ([id] + proof.secondIDs.prefix(1)).map {
      Found($0, .certain, what, difference: difference, isProved: true)
    }
  }

  private static let untried = "No mistake that is known here gives this signature, either."

  private static let exhausted =
    "Neither as it is nor with a mistake that is known here does the secret given make it: OSS has another"
    + " secret, or the client signs in another way; print what it signs."

  /// Whether OSS itself shows what it signed.
  private var isOfOSS: Bool { facts.error?.signedString != nil }

  /// Whether the secret is known to be one: of words that may be none, single variations are enough.
  private var isGiven: Bool { facts.evidence.credentials != nil }

  /// The text that a secret proves; nil where it proves none, or where OSS refuses the request for
  /// another reason (EXP-SEC-6).
  private func proof(_ secret: Bytes) -> Proof? {
    guard let signature = facts.signature else { return nil }
    if let string = facts.error?.signedString {
      guard let server = pair.server, server.version != .v4 || server.isWhole else {
        let isRight = SignatureSearch.signature(of: string, facts.version, secret) == signature
        return isRight ? Proof(ids: [], secondIDs: [], text: string) : nil
      }
      return knowledge.variations.proofs(
        of: server, signature: signature, secret: secret, sent: facts.request,
        host: facts.request?.hostName ?? facts.error?.hostID?.bytes, id: facts["id"] ?? [],
        triesPairs: isGiven
      ).first
    }
    guard facts.error == nil || facts.code == "SignatureDoesNotMatch", let request = facts.request
    else { return nil }
    return knowledge.variations.proofs(
      of: request, signature: request.signature, at: place(request), secret: secret,
      triesPairs: isGiven
    ).first
  }

  /// What the right secret shows where the host is not one of OSS and the first folder of the path is
  /// signed as the bucket: the domain of a bucket has its bucket signed before the key (V1-RES-5).
  private func openDomain(_ proof: Proof) -> [Found]? {
    let readings = pair.derived
    guard readings.count > 1, let reading = readings.first(where: { $0.text.bytes == proof.text }),
      reading.resource.place == .path, facts.request?.hostName?.ends(with: ".aliyuncs.com") == false
    else { return nil }
    let detail =
      "The signature is right if the host takes the bucket from the path; the domain of a bucket does not."
    return [
      Found("resource-without-bucket", .likely, detail, isProved: true),
      Found("signature-of-the-secret", .likely, isProved: true),
    ]
  }

  /// Nothing makes the signature (EXP-SEC-4): the secret is to blame where the text is known to be right
  /// (EXP-SEC-5).
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
      return isOpen && isKnown
        ? [Found("signature-not-of-the-secret", .likely, Self.untried)] : []
    }
    let isAlone = facts.evidence.string == nil && pair.client == nil
    guard
      isAlone || pair.isSame
        || facts.evidence.string == nil && pair.client?.bytes == pair.server?.bytes
    else {
      return []
    }
    return [Found("secret-wrong", isAlone ? .possible : .likely, Self.exhausted)]
  }

  private func place(_ request: SentRequest) -> KnownHost {
    request.place(of: pair.server?.bucket.percentDecoded)
  }

  /// What a proof says (EXP-FIND-9). One id is certain; where several fit the same text, that text is
  /// compared with the right one, and what differs is certain (EXP-HASH-4).
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
