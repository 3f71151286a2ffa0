internal import OSSPrimitives
internal import OSSServices

/// Finds out why OSS refused a request, from what a person has in hand.
///
/// It reads no file, no clock and no network, and needs no credentials: OSS itself says what it signed.
/// With the client's text, the request or a secret the findings become surer.
///
/// - Complexity: O(*n*) in the size of the evidence.
package struct Explainer {
  private let knowledge: Knowledge

  package init(_ knowledge: Knowledge) { self.knowledge = knowledge }

  /// What explains a refusal, the surest first, each cause once; none where nothing was found.
  package func explain(_ evidence: Evidence) -> Explanation {
    let answer = evidence.answer.map { Answer($0, knowledge.codes) } ?? Answer()
    let facts = Facts(evidence, answer)
    var found: [Found] = []
    for one in all(facts) where !found.contains(where: { $0.cause == one.cause }) {
      found.append(capped(one, facts))
    }
    // Where the right secret makes the signature over the string of OSS, no string differs.
    if let proof = found.first(where: { $0.cause == "secret-not-that-of-oss" }) { found = [proof] }
    if !found.contains(where: { $0.certainty != .possible }) {
      found += others(facts).filter { one in !found.contains { $0.cause == one.cause } }
    }
    if facts.version == .s3, !found.contains(where: { $0.cause == "s3-signature" }) {
      found.append(Found("s3-signature", .likely))
    }
    var findings: [FoundCause] = []
    for certainty in Certainty.allCases {
      for one in found where one.certainty == certainty {
        guard let cause = knowledge.cause(one.cause) else { continue }
        findings.append(FoundCause(cause, one, facts.version))
      }
    }
    return Explanation(findings, facts)
  }

  /// What is found, in the order of the steps; of two that are as sure that of the earlier leads.
  private func all(_ facts: Facts) -> [Found] {
    if let found = HandedOut(facts)?.findings { return found }
    if facts.version == .rpc {
      return facts.rpc ?? answers(facts, rule(facts)) + all("source", facts)
    }
    let rule = rule(facts)
    let answers = facts.rpc ?? answers(facts, rule)
    facts.found = answers.first?.cause
    var found = FormStep(facts: facts, rule: rule).findings + first("unescaped", facts) + answers
    found += all("beside", facts) + delivery(facts) + TimeStep(facts: facts).findings
    found += all("token-blank", facts) + first("token", facts)
    if facts.version == .s3 {
      return found + ofS3(facts) + hints(facts)
    }
    let codes = ["", "SignatureDoesNotMatch", "InvalidArgument", "InvalidAccessKeyId"]
    let isOfSigning =
      codes.contains(facts.code)
      && (!facts.code.isEmpty || facts.error?.ec?.begins(with: "0002-") != false)
    if !isOfSigning, !answers.isEmpty {
      return found + version(facts) + first("legacy", facts)
    }
    return found + ofSigning(facts)
  }

  private func version(_ facts: Facts) -> [Found] {
    first("version", facts) + first("authorization", facts)
  }

  /// What looks for mistakes of signing.
  private func ofSigning(_ facts: Facts) -> [Found] {
    let proof = ProofStep(facts: facts, knowledge: knowledge)
    var found = first("names", facts) + version(facts) + scope(facts) + proof.ofSecret
    let v1 = first("signature-v1", facts)
    found += v1 + first("signature-v4", facts)
    if v1.isEmpty { found += first("signature", facts) }
    found += first("shape", facts) + shape(facts)
    found += Comparison(facts: facts, pair: facts.pair, rows: knowledge.differences).findings
    found += first("hash", facts) + proof.ofHash + all("list", facts)
    found += first("request-v4", facts) + first("expires", facts)
    return found + hints(facts) + first("legacy", facts)
  }

  /// The credential scope: its region, its form, its day, and the region and product of the host.
  private func scope(_ facts: Facts) -> [Found] {
    let region = first("scope", facts)
    if !region.isEmpty { return region }
    return first("scope-form", facts) + first("scope-day", facts)
  }

  /// A line end at the end of the client's text.
  private func shape(_ facts: Facts) -> [Found] {
    guard let own = facts.evidence.string, let text = facts.pair.client,
      !facts.pair.isClientDerived,
      let server = facts.pair.server, text.isWhole
    else { return [] }
    let isLonger = text.version == .v4 ? own.last == 0x0A : own == server.bytes + [0x0A]
    let detail = "An editor may have put it there, too."
    return isLonger ? [Found("string-ends-with-line-break", .possible, detail)] : []
  }

  /// What happened on the way: the URL was changed, or something else answered.
  private func delivery(_ facts: Facts) -> [Found] {
    var found = all("source", facts) + facts.preflight + first("said", facts) + all("url", facts)
    if facts.evidence.url != nil {
      found += all("url", Facts(facts.evidence, facts.answer, isURL: true))
    }
    return found
  }

  /// What a request of S3 shows, and the path that its client signed (EXP-S3-2).
  private func ofS3(_ facts: Facts) -> [Found] {
    let found = first("s3", facts)
    if !found.isEmpty { return found }
    guard let sent = facts.request?.canonicalRequestOfS3, let own = facts.evidence.string else {
      return []
    }
    if let text = SignedText(canonical: own) {
      let part = ComparedPart(kind: .path, sent: sent.uri, signed: text.path)
      return Comparison(facts: facts, pair: facts.pair, rows: knowledge.differences)
        .named([part], .v4)
    }
    var other = sent
    for uri in [
      "/".bytes + sent.uri, Bytes(sent.uri.dropFirst()), sent.uri.percentDecoded,
      sent.uri.percentEncoded(keepingSlash: true), Relation.normalized(sent.uri),
    ] {
      other.uri = uri
      if other.requestHash != StringV4(own)?.hash { continue }
      return Comparison(facts: facts, pair: facts.pair, rows: knowledge.differences)
        .named([ComparedPart(kind: .path, sent: sent.uri, signed: uri)], .v4)
    }
    return []
  }

  /// What OSS's text, or the request, shows by itself, where the client's text is not known.
  private func hints(_ facts: Facts) -> [Found] {
    let isOpen = facts.error == nil || facts.code == "SignatureDoesNotMatch"
    guard facts.evidence.string == nil || facts.version == .s3, isOpen else { return [] }
    if facts.error?.signedString != nil || facts.error?.canonicalRequest != nil {
      return all("hints", facts) + first("fallback", facts)
    }
    let found = first("request", facts)
    guard found.isEmpty, facts.error != nil, facts.version != .s3 else { return found }
    // What is often signed otherwise, of a request whose text OSS does not show (EXP-FIND-6).
    return (all("hints", facts) + all("contested", facts)).map {
      Found($0.cause, .possible, $0.detail)
    }
  }

  /// What is said where nothing else is found (EXP-ANS-11, EXP-ANS-16).
  private func others(_ facts: Facts) -> [Found] {
    if let rule = knowledge.weakAnswers.first(where: { $0.isCause(of: facts) }) {
      return found(rule, facts, says: facts.filled("{says}"))
    }
    return first("other", facts)
  }

  /// The row that the answer shows; an exact cause says more than a code.
  private func rule(_ facts: Facts) -> Rule? {
    facts.wording = knowledge.rules("wordings").first { $0.isShown(by: facts) }?.detail
    return knowledge.answers.first { $0.isCause(of: facts) }
      ?? knowledge.answers.first { $0.isShown(by: facts) }
  }

  private func answers(_ facts: Facts, _ rule: Rule?) -> [Found] {
    rule.map { found($0, facts, says: facts.filled("{?says}{?need}")) } ?? []
  }

  /// What the first row of a step shows; nothing where that row says that nothing is to be said.
  private func first(_ step: String, _ facts: Facts) -> [Found] {
    let rule = knowledge.rules(step).first { $0.isCause(of: facts) || $0.isShown(by: facts) }
    return rule.map { found($0, facts) } ?? []
  }

  /// What all rows of a step show.
  private func all(_ step: String, _ facts: Facts) -> [Found] {
    knowledge.rules(step).filter { $0.isCause(of: facts) || $0.isShown(by: facts) }
      .flatMap { found($0, facts) }
  }

  private func found(_ rule: Rule, _ facts: Facts, says: String? = nil) -> [Found] {
    guard let cause = rule.cause else { return [] }
    let detail = rule.detail.flatMap { facts.filled($0) } ?? says
    return [Found(cause, rule.certainty, detail)] + rule.also.map { Found($0.cause, $0.certainty) }
  }

  /// A finding that is no surer than its evidence can be (EXP-FIND-5, EXP-FIND-7, EXP-S3-1).
  private func capped(_ found: Found, _ facts: Facts) -> Found {
    guard found.certainty == .certain else { return found }
    let isOfAbsence = found.isOfAbsence && !facts.isServerWhole
    let isWeak =
      facts.version == .s3 || facts.answer.isPrinted || facts.isServerContradicted
    // Without the request nobody knows whether the client or its HTTP library added the type.
    let isGuess = found.cause == "content-type-added" && facts.request == nil
    guard isWeak || isOfAbsence || isGuess else { return found }
    var result = found
    result.certainty = .likely
    return result
  }
}

extension Facts {
  /// Whether what OSS signed is known to be shown as it was: it is not cut.
  fileprivate var isServerWhole: Bool {
    if let hash = pair.serverString?.hash { return hash == pair.server?.bytes.sha256 }
    return error?.stringToSignAgreement == .equal || error?["StringToSign"] == nil
  }

  /// Whether two parts of what OSS shows cannot both be as it sent them (EXP-FIND-5).
  fileprivate var isServerContradicted: Bool {
    if error?.stringToSignAgreement == .different { return true }
    guard let hash = pair.serverString?.hash, hash.isHexadecimal(64),
      let shown = error?.canonicalRequest
    else { return false }
    return shown.sha256 != hash && pair.server?.bytes.sha256 != hash
  }
}

extension SentRequest {
  /// The canonical request of S3, which has the same parts, as the request shows it.
  fileprivate var canonicalRequestOfS3: RequestParts? {
    let signature = signature
    guard signature.version == .s3, let list = signature.list else { return nil }
    let names = list.parts(at: ";")
    guard let resource = resources(at: .unknown, isPlusOpen: false).first,
      var own = Ingredients(self, self.signature(as: .v4), resource, .unknown)
    else { return nil }
    for index in own.headers.indices {
      own.headers[index].isSigned = names.contains(own.headers[index].name)
    }
    for index in own.parameters.indices {
      own.parameters[index].isSigned = !own.parameters[index].name.isText("X-Amz-Signature")
    }
    guard case .v4(var parts) = CanonicalTexts(own) else { return nil }
    if names.contains("host".bytes), !parts.headers.contains(where: { $0.name.isText("host") }) {
      parts.headers.append(SignedLine(name: "host".bytes, value: hostName ?? []))
    }
    (parts.uri, parts.additionalHeaders) = (path, names)
    parts.payload = value(of: "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD".bytes
    return parts
  }
}
