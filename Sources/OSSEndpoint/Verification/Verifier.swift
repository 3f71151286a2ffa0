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
  /// Whether it is four numbers with dots between.
  fileprivate var isAddress: Bool {
    let numbers = self[...].pieces(at: ".")
    return numbers.count == 4 && numbers.allSatisfy { (UInt64(digits: $0) ?? 256) < 256 }
  }

  /// Whether a dot and a host are at the end.
  fileprivate func isBelow(_ host: Bytes) -> Bool {
    let place = count - host.count - 1
    return place >= 0 && self[place] == UInt8(ascii: ".") && self[(place + 1)...] == host[...]
  }
}
