package import OSSExplain
package import OSSPrimitives

/// What verifies requests from the bytes on the wire, as OSS does.
///
/// It is a pure function of a request, a time and what is given here. It makes the signed text by the
/// reader of sent requests, apart from the signer of clients. One reading decides; another one is
/// accepted only where a clause is open, and is then noted.
package struct Verifier {
  /// Which rules that are open are fixed, by clause.
  package enum Ruling: String, Sendable {
    /// The other reading is served without a note.
    case accept
    /// The other reading is refused.
    case refuse
  }

  /// The hosts.
  package let hosts: HostTable
  /// The keys.
  package var keys: [KnownKey]
  /// The clauses that somebody fixed.
  package let rulings: [String: Ruling]
  /// What is tried where the signature is not that of the text.
  private let variations: () -> Variations?
  /// The clause of a mistake with a version, and whether it is a must; nil for an id that is not known.
  private let isMust: (_ mistake: String, SignatureKind) -> (clause: String, isMust: Bool)?

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - hosts: the hosts.
  ///   - keys: the keys, each with another ID.
  ///   - rulings: clauses that are open here, and how they are to be read.
  ///   - variations: what clients are known to sign otherwise, asked for with each signature that is
  ///     not that of the text; with nil only the readings of open clauses are tried.
  ///   - isMust: the clause of a mistake with a version, and whether it is a must.
  package init(
    hosts: HostTable, keys: [KnownKey], rulings: [String: Ruling] = [:],
    variations: @autoclosure @escaping () -> Variations? = nil,
    isMust: @escaping (String, SignatureKind) -> (clause: String, isMust: Bool)? = { _, _ in nil }
  ) {
    (self.hosts, self.keys, self.rulings) = (hosts, keys, rulings)
    (self.variations, self.isMust) = (variations, isMust)
  }

  /// Verifies a request by its head alone.
  ///
  /// - Complexity: that of ``SentRequest/checked(_:at:secret:)``; for a signature that is not that of the
  ///   text, that of the variations.
  package func verify(_ request: SentRequest, at now: Moment) -> Verdict {
    let host = request.hostName ?? []
    var verdict = Verdict(region: hosts.region(of: host))
    guard let known = hosts.known(host) else {
      verdict.fail(
        .host, nil, "The host \(host.text.shown) is no endpoint and no domain of a bucket here.",
        .noSuchBucket(host))
      return verdict
    }
    if let bucket = hosts.badBucket(in: host) {
      verdict.fail(
        .host, nil, "The name \(bucket.text.shown) before the endpoint is no bucket.",
        .invalidBucketName(bucket))
      return verdict
    }
    return verify(request, to: known, in: verdict.region, at: now)
  }

  /// Verifies a request to a host of which is known what it is.
  ///
  /// - Parameters:
  ///   - known: where the bucket is.
  ///   - region: the region of the bucket.
  package func verify(
    _ request: SentRequest, to known: KnownHost, in region: String, at now: Moment
  ) -> Verdict {
    var verdict = Verdict(region: region)
    let signature = request.signature
    (verdict.version, verdict.isURL) = (signature.version, signature.isURL)
    verdict.accessKeyID = request.sentKeyID(signature)
    let form = FormRules(request: request, signature: signature, region: region).fault
    if let form {
      verdict.fail(.form, form.clause, form.sentence, form.refusal(request))
    }
    if signature.version != nil { checkKey(request, signature, known, now, &verdict) }
    // A right signature has said which reading is meant.
    if verdict.resource == nil {
      verdict.resource = request.resources(at: known, isPlusOpen: false).first
    }
    return verdict
  }

  /// Whether the key is known and makes the signature, now and with the token.
  private func checkKey(
    _ request: SentRequest, _ signature: CarriedSignature, _ known: KnownHost, _ now: Moment,
    _ verdict: inout Verdict
  ) {
    let key = keys.first { $0.id == verdict.accessKeyID }
    if key == nil { verdict.failKey(.unknownKey(verdict.accessKeyID)) }
    if let fault = TimeRules(request: request, signature: signature, now: now).fault {
      verdict.fail(.time, fault.clause, fault.sentence, fault.refusal)
    }
    if let key {
      checkToken(request, key, now, &verdict)
      checkSignature(request, signature, known, key, &verdict)
    }
  }

  /// Whether the token is that of the key.
  private func checkToken(
    _ request: SentRequest, _ key: KnownKey, _ now: Moment, _ verdict: inout Verdict
  ) {
    let clause =
      switch (verdict.version, verdict.isURL) {
      case (.v4, let isURL): isURL ? "V4-TOK-2" : "V4-TOK-1"
      case (.v2, let isURL): isURL ? "V2-TOK-2" : "V2-TOK-1"
      case (.v1, let isURL), (.s3, let isURL), (.rpc, let isURL), (nil, let isURL):
        isURL ? "PRE-TOK-1" : "V1-TOK-1"
      }
    let sent = request.sentToken(verdict.version)
    if let fault = key.fault(ofToken: sent, at: now, clause: clause) {
      verdict.failures.append(fault)
    }
  }

  /// Whether the secret makes the signature.
  private func checkSignature(
    _ request: SentRequest, _ signature: CarriedSignature, _ known: KnownHost, _ key: KnownKey,
    _ verdict: inout Verdict
  ) {
    guard let version = signature.version, let given = signature.text else { return }
    let readings = request.checked(signature, at: known, secret: key.secret)
    guard let first = readings.first else { return }
    verdict.text = first.text
    if let right = readings.last, right.isRight {
      verdict.resource = right.resource
      guard let clause = right.openClause else { return }
      switch rulings[clause] {
      case .accept: return
      case .refuse: break
      case nil:
        verdict.notes.append(
          Verdict.Note(
            clause: clause, sentence: "It is signed by the other reading of an open rule."))
        return
      }
    } else {
      let proofs = variations()?.proofs(
        of: request, signature: signature, at: known, secret: key.secret)
      verdict.proof = proofs?.first
      if let note = openMistake(verdict.proof, version), rulings[note.clause] != .refuse {
        if rulings[note.clause] == nil { verdict.notes.append(note) }
        return
      }
    }
    verdict.fail(
      .signature, nil, "The secret does not make the signature of what was sent.",
      .signature(given, of: first.text, key.id, verdict))
  }

  /// The mistake that a signature proves, where it breaks no must.
  private func openMistake(_ proof: Proof?, _ version: SignatureKind) -> Verdict.Note? {
    guard let proof, let id = proof.ids.first, proof.secondIDs.isEmpty else { return nil }
    let rules = proof.ids.map { isMust($0, version) }
    guard rules.allSatisfy({ $0?.isMust == false }), let rule = rules[0] else { return nil }
    return Verdict.Note(clause: rule.clause, sentence: "It is signed with the mistake \(id).")
  }
}

extension Verdict {
  fileprivate mutating func failKey(_ refusal: Refusal) {
    fail(.key, nil, "The access key ID is not one that the endpoint knows.", refusal)
  }
}

extension SentRequest {
  /// The access key ID. In V1 a second blank before it is part of it.
  fileprivate func sentKeyID(_ signature: CarriedSignature) -> Bytes {
    guard signature.version == .v1, !signature.isURL,
      let header = value(of: "authorization"), let end = header.firstIndex(of: 0x20),
      case let blanks = header[(end + 1)...].prefix(while: { $0.isBlank }), !blanks.isEmpty
    else { return signature.accessKeyID }
    return Bytes(blanks) + signature.accessKeyID
  }

  /// The token where a version reads it; nil without one. OSS does not read a header `security-token`.
  func sentToken(_ version: SignatureKind?) -> Bytes? {
    let name = version == .v4 ? "x-oss-security-token" : "security-token"
    let token = value(of: "x-oss-security-token") ?? parameters(name).first ?? nil
    return token?.isEmpty == true ? nil : token
  }
}

/// Which hosts are endpoints, and which are domains of a bucket.
package struct HostTable: Sendable {
  /// The names of endpoints, in lower case, without ports.
  private let endpoints: [Bytes]
  /// Domains in lower case, and the bucket of each.
  private let domains: [(domain: Bytes, bucket: Bytes)]
  /// The region of buckets whose host names none.
  package let region: String

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - endpoints: further names of endpoints; `localhost`, IP addresses and the hosts of OSS itself are
  ///     ones anyway.
  ///   - domains: domains, each with its bucket (CNAME).
  ///   - region: the region of a bucket whose host names none (V4-SCO-6).
  package init(
    endpoints: [String] = [], domains: [(domain: String, bucket: String)] = [],
    region: String = "cn-hangzhou"
  ) {
    self.endpoints = ["localhost".bytes] + endpoints.map { $0.bytes.lowercased }
    self.domains = domains.map { ($0.domain.bytes.lowercased, $0.bucket.bytes) }
    self.region = region
  }

  /// What is known of a host, which has no port and is in lower case; nil for one that is no host of the
  /// endpoint.
  func known(_ host: Bytes) -> KnownHost? {
    if let domain = domains.first(where: { $0.domain == host }) {
      return .domain(bucket: domain.bucket)
    }
    for endpoint in endpoints where host == endpoint || host.isBelow(endpoint) {
      return .endpoint(host: endpoint)
    }
    if host.first == UInt8(ascii: "[") || host.isAddress { return .endpoint(host: host) }
    return host.ends(with: ".aliyuncs.com") ? .unknown : nil
  }

  /// What is before a host of OSS and is no bucket, because it has a dot; nil where nothing is, and for
  /// a CloudBox, whose host has more labels (V4-SCO-5).
  func badBucket(in host: Bytes) -> Bytes? {
    guard host.ends(with: ".aliyuncs.com") else { return nil }
    let labels = host.parts(at: ".")
    guard let end = labels.firstIndex(where: { $0.begins(with: "oss-") }),
      end > 1, !labels[end - 1].isText("s3"), !labels[end].begins(with: "oss-cloudbox")
    else { return nil }
    return Array(labels[..<end]).joined(by: ".")
  }

  /// The region that a host names (V4-SCO-6), else that of the table.
  func region(of host: Bytes) -> String {
    guard host.ends(with: ".aliyuncs.com") else { return region }
    let others = ["oss-accelerate", "oss-cloudbox", "oss-accesspoint"]
    for label in host.parts(at: ".").dropLast(2).reversed() where label.begins(with: "oss-") {
      if others.contains(where: { label.begins(with: $0) }) { return region }
      let name = Bytes(label.dropFirst(4))
      let end = "-internal"
      return (name.ends(with: end) ? Bytes(name.dropLast(end.utf8.count)) : name).text
    }
    return region
  }
}

extension Bytes {
  /// Whether a dot and a host are at the end.
  fileprivate func isBelow(_ host: Bytes) -> Bool {
    let place = count - host.count - 1
    return place >= 0 && self[place] == UInt8(ascii: ".") && self[(place + 1)...] == host[...]
  }
}

/// A step of the verification, in the order in which OSS takes them.
package enum VerificationStep: String, CaseIterable, Sendable {
  /// The host is an endpoint or a domain of a bucket.
  case host
  /// The signature has all its parts, and each has its form.
  case form
  /// The access key ID is known.
  case key
  /// The date is there and near, and the URL has not ended.
  case time
  /// The token belongs to the key and has not ended.
  case token
  /// The secret makes the signature.
  case signature
  /// The policy of an upload form allows the form.
  case policy
  /// What a request without a signature asks for is public.
  case access
}

/// What the verification of one request found.
package struct Verdict: Sendable {
  /// A step that failed, with the answer that OSS would give for it alone.
  package struct Failure: Sendable {
    /// The step.
    package let step: VerificationStep
    /// The clause of the specification; nil where none is about it.
    package let clause: String?
    /// What is wrong, as one sentence without secrets.
    package let sentence: String
    /// The answer.
    package let refusal: Refusal
  }

  /// What was served although a rule that is open, or no must, says otherwise.
  package struct Note: Hashable, Sendable {
    /// The clause.
    package let clause: String
    /// What the client does, as one sentence.
    package let sentence: String
  }

  /// By whose rules the request is signed; nil for one without a signature.
  package internal(set) var version: SignatureKind?
  /// Whether the URL carries the signature.
  package internal(set) var isURL = false
  /// Whether an upload form carries it.
  package internal(set) var isForm = false
  /// The access key ID; empty without one.
  package internal(set) var accessKeyID = Bytes()
  /// The bucket, the key and where the bucket was found; nil where the host is not known.
  package internal(set) var resource: SentResource?
  /// The region of the bucket.
  package internal(set) var region: String
  /// What the signature proves that is not the right one; nil where it proves nothing.
  var proof: Proof?
  /// What OSS signs; nil without a whole signature.
  package internal(set) var text: SignedText?
  /// All steps that failed, in their order; the first one is answered.
  package internal(set) var failures: [Failure] = []
  /// What was noted of a request that is served.
  package internal(set) var notes: [Note] = []

  /// Whether the request carries no signature, so that it is one of a stranger.
  package var isAnonymous: Bool { version == nil && failures.isEmpty }

  init(region: String) { self.region = region }

  mutating func fail(
    _ step: VerificationStep, _ clause: String?, _ sentence: String, _ refusal: Refusal
  ) {
    failures.append(Failure(step: step, clause: clause, sentence: sentence, refusal: refusal))
  }
}

/// An access key that the endpoint knows.
package struct KnownKey: Sendable {
  /// A security token, and when it ends.
  package struct Token: Sendable {
    /// The token.
    package let text: Bytes
    /// The moment from which it is refused; nil for one that does not end.
    package let end: Moment?

    /// Makes a token.
    package init(_ text: Bytes, end: Moment? = nil) { (self.text, self.end) = (text, end) }
  }

  /// The access key ID.
  package let id: Bytes
  /// The access key secret.
  package let secret: Bytes
  /// The token that must be sent with it; nil for a key that lasts.
  package internal(set) var token: Token?
  /// What it may do; nil for everything.
  package let policy: SessionPolicy?

  /// Makes a key.
  package init(id: Bytes, secret: Bytes, token: Token? = nil, policy: SessionPolicy? = nil) {
    (self.id, self.secret, self.token, self.policy) = (id, secret, token, policy)
  }

  /// The key as what explains takes it.
  var given: GivenCredentials {
    GivenCredentials(
      accessKeyID: id.text, accessKeySecret: secret.text, securityToken: token?.text.text)
  }

  /// Whether an access key ID is as one of a real account: `LTAI` and 12 to 26 letters and digits. The
  /// endpoint takes none of those.
  package static func looksReal(_ id: Bytes) -> Bool {
    id.begins(with: "LTAI") && 16...30 ~= id.count && id.allSatisfy { $0.isLetterOrDigit }
  }
}

extension KnownKey: Redacted {
  /// The access key ID; never the secret or the token.
  package var description: String {
    "KnownKey(\(id.text.shown)\(token == nil ? "" : ", with a token"))"
  }
}

extension KnownKey {
  /// What is wrong with the token of a request; nil where nothing is.
  ///
  /// - Parameters:
  ///   - sent: the token; nil where none was sent.
  ///   - clause: the one that says where the token is.
  func fault(ofToken sent: Bytes?, at now: Moment, clause: String) -> Verdict.Failure? {
    guard let token else {
      if sent == nil { return nil }
      return Verdict.Failure(
        step: .token, clause: nil, sentence: "A token was sent with a key that has none.",
        refusal: Refusal(
          403, "SecurityTokenNotSupported", "The security token is not supported by this key."))
    }
    guard let sent else {
      return Verdict.Failure(
        step: .token, clause: clause,
        sentence: "The key has a token, and none was sent where OSS reads it.",
        refusal: .unknownKey(
          id, adding: " The Security Token may be lost to specify that it is a STS Access Id.",
          ec: "0002-00000003"))
    }
    if sent != token.text {
      return Verdict.Failure(
        step: .token, clause: clause, sentence: "The token is not that of the key.",
        refusal: .invalidToken)
    }
    guard let end = token.end, end <= now else { return nil }
    return Verdict.Failure(
      step: .token, clause: nil,
      sentence: "The token ended at \(end.iso8601), and it is \(now.iso8601).",
      refusal: .expiredToken(sent))
  }
}
