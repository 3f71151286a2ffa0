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

  /// What explains a refusal, the surest first, each cause once; none where nothing was found
  /// (EXP-FIND-3).
  package func explain(_ evidence: Evidence) -> Explanation {
    // One behind the request counts where what is given shows no error (EXP-EV-7).
    let answers = [evidence.answer, evidence.request?.body].map {
      $0.map { Answer($0, knowledge.codes) } ?? Answer()
    }
    let errors = answers.filter { $0.error != nil }
    let answer = errors.first { !$0.isPrinted } ?? errors.first ?? answers[0]
    let facts = Facts(evidence, answer, calls: knowledge.calls)
    var found: [Found] = []
    let all = all(facts)
    // What is proved comes first; that the secret fits explains nothing.
    for one in all.filter({ $0.isProved && $0.cause != "signature-of-the-secret" }) + all
    where !found.contains(where: { $0.cause == one.cause }) {
      found.append(capped(one, facts))
    }
    // Where the right secret makes the signature over the string of OSS, no string differs (EXP-SEC-1).
    if let proof = found.first(where: { $0.cause == "secret-not-that-of-oss" }) { found = [proof] }
    if !found.contains(where: { $0.certainty != .possible }) {
      // What words show may make a cause surer.
      let others = others(facts)
      found = found.filter { one in
        !others.contains { $0.cause == one.cause && $0.certainty != .possible }
      }
      found += others.filter { one in !found.contains { $0.cause == one.cause } }
    }
    found = ofCode(facts, found) + found
    // That the tool does not check it explains nothing where something else does.
    if facts.version == .s3, facts["server"] == nil,
      !found.contains(where: { $0.cause == "s3-signature" || $0.certainty != .possible })
    {
      found.append(Found("s3-signature", .likely))
    }
    var findings: [FoundCause] = []
    for certainty in Certainty.allCases {
      for one in found where one.certainty == certainty {
        guard let cause = knowledge.cause(one.cause),
          !findings.contains(where: { cause.within.containsBytes(of: $0.id) })
        else { continue }
        var shown = one
        shown.detail = one.detail.map { evidence.withoutSecrets($0) }
        findings.append(FoundCause(cause, shown, facts.version))
      }
    }
    return Explanation(findings, facts)
  }

  /// What is found, in the order of the steps; of two that are as sure that of the earlier leads.
  private func all(_ facts: Facts) -> [Found] {
    if let found = facts.handedOut { return [found] }
    // What did not come from OSS counts first; what it says may still be the same (EXP-ANS-11).
    let server = first("server", facts)
    facts.notes["server"] = server.first?.cause.bytes
    if server.isEmpty { return ofAnswer(facts) }
    let same = facts.error == nil ? [] : ofAnswer(facts)
    // Two strings to sign of a call show the same, whatever service answers.
    let isOfCall = same.contains { $0.cause == "rpc-string-differs" }
    if isOfCall, facts.evidence.string != nil { return same + server }
    return server + same.filter { $0.cause != "s3-signature" }
  }

  private func ofAnswer(_ facts: Facts) -> [Found] {
    let rpc = ProofStep(facts: facts, knowledge: knowledge).ofCall ?? facts.rpc
    if let rpc, facts.version == .rpc { return rpc }
    let isRefusal = knowledge.codes.refusals.containsBytes(of: facts.code)
    facts.notes["refusal"] = isRefusal ? facts.code.bytes : nil
    facts.notes["client"] = first(of: "client", facts).map { _ in [] }
    facts.notes["tool"] = first(of: "tool", facts).map { _ in [] }
    facts.notes["naive"] = first(of: "naive", facts)?.detail?.bytes
    // What another service needs nobody here knows, and the metadata server needs nothing.
    let isElsewhere =
      facts["server"] != nil || facts.request?.hostName?.isText("100.100.100.200") == true
    let need = isElsewhere ? nil : first(of: "needs", facts)?.detail
    facts.notes["need"] = need.flatMap { facts.filled($0) }?.bytes
    facts.notes["wording"] = first(of: "wordings", facts)?.detail?.bytes
    facts.notes["value"] = first(of: "values", facts)?.detail.flatMap { facts.filled($0) }?.bytes
    // The exact cause counts first (EXP-ANS-15), unless the message is one of others.
    let other = knowledge.answers.first { $0.isOfOtherCause(facts) }
    let rule =
      other ?? knowledge.answers.first { $0.isCause(of: facts) }
      ?? knowledge.answers.first { $0.isShown(by: facts) }
    // Only an answer about permissions is explained by the one that is needed.
    facts.notes["found"] = rule?.cause?.bytes
    if rule != nil, first(of: "permissions", facts) == nil { facts.notes["need"] = nil }
    var answers =
      rpc ?? rule.map { self.found($0, facts, says: facts.filled("{?says}{?need}")) } ?? []
    if other != nil, !answers.isEmpty, let ec = facts["ec"] {
      let detail = "The error code \(ec.text.shown) belongs to another message."
      answers[0].detail = answers[0].detail.map { $0 + " " + detail } ?? detail
      if answers[0].certainty == .certain { answers[0].certainty = .likely }
    }
    // The rows have the codes of STS beside those of OSS (EXP-STS-3).
    if facts.version == .rpc { return facts.clock + answers + all("source", facts) }
    facts.notes["found"] = answers.first?.cause.bytes
    // What a pasted rule forbids belongs to what the answer says (EXP-RULE-1).
    if !answers.isEmpty, let rule = first(of: "rules", facts),
      let detail = rule.detail.flatMap({ facts.filled($0) })
    {
      answers[0].detail = answers[0].detail.map { $0 + " " + detail } ?? detail
      answers[0].fix = rule.fix ?? answers[0].fix
    }
    var found = FormStep(facts: facts, rule: rule).findings + first("unescaped", facts) + answers
    found += all("beside", facts) + delivery(facts) + facts.clock
    found += first("date", facts) + first("expiry", facts)
    found += all("token-blank", facts) + first("token", facts)
    if facts.version == .s3 {
      // Both canonical requests show more than the answer says.
      let differences = facts.pair.both == nil ? [] : comparison(facts).findings
      return differences + found + ofS3(facts) + hints(facts)
    }
    let codes = ["", "SignatureDoesNotMatch", "InvalidArgument", "InvalidAccessKeyId"]
    let isOfSigning =
      codes.contains(facts.code)
      && (!facts.code.isEmpty || facts.error?.ec?.begins(with: "0002-") != false)
    // EXP-FIND-2.
    if !isOfSigning, !answers.isEmpty {
      return found + first("version", facts) + first("authorization", facts)
        + first("legacy", facts)
    }
    return found + ofSigning(facts)
  }

  /// What looks for mistakes of signing: what OSS signed and the client did not, or the reverse
  /// (EXP-FIND-1).
  private func ofSigning(_ facts: Facts) -> [Found] {
    let proof = ProofStep(facts: facts, knowledge: knowledge)
    var found = first("names", facts) + first("version", facts) + first("authorization", facts)
    // The credential scope: its region, else its form and its day, with the region of the host.
    let region = first("scope", facts)
    found += region.isEmpty ? first("scope-form", facts) + first("scope-day", facts) : region
    let v1 = first("signature-v1", facts)
    found += v1 + first("signature-v4", facts) + (v1.isEmpty ? first("signature", facts) : [])
    found += all("shape", facts) + proof.ofSecret + comparison(facts).findings
    found += first("hash", facts) + proof.ofHash + all("list", facts)
    found += first("request-v4", facts) + first("expires", facts)
    return found + hints(facts) + first("legacy", facts)
  }

  private func comparison(_ facts: Facts) -> Comparison {
    Comparison(facts: facts, pair: facts.pair, rows: knowledge.differences)
  }

  /// What happened on the way: the URL was changed, or something else answered.
  private func delivery(_ facts: Facts) -> [Found] {
    var found = all("source", facts) + facts.preflight + first("said", facts) + all("url", facts)
    found += first("sender", facts)
    if facts.evidence.url != nil {
      found += all("url", Facts(facts.evidence, facts.answer, isURL: true))
    }
    return found
  }

  /// What a request of S3 shows, and the path that its client signed (EXP-S3-2).
  private func ofS3(_ facts: Facts) -> [Found] {
    let found = first("s3", facts)
    guard found.isEmpty, let request = facts.request, let own = facts.evidence.string else {
      return found
    }
    let sent = request.path
    var signed = SignedText(canonical: own)?.path
    let others = [
      "/".bytes + sent, Bytes(sent.dropFirst()), sent.percentDecoded,
      sent.percentEncoded(keepingSlash: true), Relation.normalized(sent),
    ]
    if let hash = StringV4(own)?.hash {
      signed = others.first { request.canonicalRequestOfS3($0)?.sha256 == hash }
    }
    guard let signed, request.canonicalRequestOfS3(sent) != nil else { return [] }
    return comparison(facts).named([ComparedPart(kind: .path, sent: sent, signed: signed)], .v4)
  }

  /// What OSS's text, or the request, shows by itself, where the client's text is not known.
  private func hints(_ facts: Facts) -> [Found] {
    // A string with nothing to hold it against shows no more than none.
    let isAlone = facts.evidence.string == nil || facts.pair.server == nil
    guard isAlone || facts.version == .s3, facts["open"] != nil else { return [] }
    if facts["shown"] != nil { return all("hints", facts) + first("fallback", facts) }
    let found = first("request", facts)
    guard found.isEmpty, facts.error != nil, facts.version != .s3 else { return found }
    // What is often signed otherwise, of a request whose text OSS does not show (EXP-FIND-6).
    return (all("hints", facts) + all("contested", facts)).map {
      Found($0.cause, .possible, $0.detail)
    }
  }

  /// What code shows where what OSS signed shows nothing odd, and no string of the client is there.
  private func ofCode(_ facts: Facts, _ found: [Found]) -> [Found] {
    let pasted = facts.evidence.pasted
    let isOpen = !found.contains { $0.certainty != .possible }
    guard isOpen, facts["shown"] != nil, facts.evidence.string == nil,
      ["hmac", "sha1", "new ", "import ", "(\"", "('"].contains(where: { pasted.contains($0) })
    else { return [] }
    let shown = facts.without("shown") { first("sender", facts) + first("other", facts) }
    return shown.filter { $0.certainty != .possible }
  }

  /// What is said where nothing else is found (EXP-ANS-11, EXP-ANS-16).
  private func others(_ facts: Facts) -> [Found] {
    if let rule = knowledge.weakAnswers.first(where: { $0.isCause(of: facts) }) {
      return found(rule, facts, says: facts.filled("{says}"))
    }
    return first("other", facts)
  }

  /// What the first row of a step shows; nothing where that row says that nothing is to be said.
  private func first(_ step: String, _ facts: Facts) -> [Found] {
    first(of: step, facts).map { found($0, facts) } ?? []
  }

  /// What all rows of a step show.
  private func all(_ step: String, _ facts: Facts) -> [Found] {
    knowledge.rules(step).filter { $0.isCause(of: facts) || $0.isShown(by: facts) }
      .flatMap { found($0, facts) }
  }

  private func first(of step: String, _ facts: Facts) -> Rule? {
    knowledge.rules(step).first { $0.isCause(of: facts) || $0.isShown(by: facts) }
  }

  private func found(_ rule: Rule, _ facts: Facts, says: String? = nil) -> [Found] {
    guard let cause = rule.cause else { return [] }
    let detail = rule.detail.flatMap { facts.filled($0) } ?? says
    if rule.certainty == .certain, let contradiction = rule.contradiction(facts) {
      return [Found(cause, .likely, contradiction)]
    }
    var leading = Found(cause, rule.certainty, detail, isSaid: rule.isSaid(by: facts))
    leading.fix = rule.fix
    return [leading] + rule.also.map { Found($0.cause, $0.certainty) }
  }

  /// A finding that is no surer than its evidence can be (EXP-EV-9, EXP-FIND-5, EXP-FIND-7, EXP-S3-1).
  private func capped(_ found: Found, _ facts: Facts) -> Found {
    var result = found
    if facts.answer.isRemark { result.certainty = .possible }
    guard found.certainty == .certain, !facts.answer.isRemark else { return result }
    let isOfAbsence = knowledge.cause(found.cause)?.isOfAbsence == true && !facts.isServerWhole
    // What the answer itself says does not rest on a signature of S3.
    let isWeak =
      facts.version == .s3 && !found.isSaid || facts.answer.isPrinted || facts.isServerContradicted
      || facts["server"] != nil
    // Without the request nobody knows whether the client or its HTTP library added the type.
    let isGuess = found.cause == "content-type-added" && facts.request == nil
    guard isWeak || isOfAbsence || isGuess else { return found }
    result.certainty = .likely
    return result
  }
}

extension Facts {
  /// Whether what OSS signed is known to be shown as it was: it is not cut.
  fileprivate var isServerWhole: Bool {
    if let hash = pair.serverString?.hash { return hash == pair.server?.hash }
    return error?.stringToSignAgreement == .equal || error?["StringToSign"] == nil
  }

  /// Whether two parts of what OSS shows cannot both be as it sent them (EXP-FIND-5).
  fileprivate var isServerContradicted: Bool {
    if error?.stringToSignAgreement == .different { return true }
    guard let hash = pair.serverString?.hash, hash.isHexadecimal(64),
      let shown = error?.canonicalRequest
    else { return false }
    return shown.sha256 != hash && pair.server?.hash != hash
  }
}

extension SentRequest {
  /// The canonical request of S3 with a path, whose other parts the request shows; nil for a request
  /// that is not signed so.
  fileprivate func canonicalRequestOfS3(_ path: Bytes) -> Bytes? {
    let signature = signature
    guard signature.version == .s3, let list = signature.list,
      let resource = resources(at: .unknown, isPlusOpen: false).first,
      var own = Ingredients(self, self.signature(as: .v4), resource, .unknown)
    else { return nil }
    for index in own.parameters.indices {
      own.parameters[index].isSigned = !own.parameters[index].name.isText("X-Amz-Signature")
    }
    var composition = Composition(own)
    var text = [method, path, composition.query()].joined(by: "\n")
    for name in list.parts(at: ";") {
      let value = value(of: name.text) ?? (name.isText("host") ? hostName : nil)
      if let value { text += SignedLine(name: name, value: value).text }
    }
    let payload = value(of: "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD".bytes
    return text + [[], list, payload].joined(by: "\n")
  }
}
