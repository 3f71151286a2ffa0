package import OSSExplain
package import OSSPrimitives

/// An OSS in memory that verifies each request and says what is wrong with it.
///
/// It has no socket and no clock: each call has its time. ``decide(_:at:)`` looks at the head, before any
/// body is read; ``answer(_:_:at:)`` serves what was verified.
package struct LiveEndpoint {
  /// What verifies.
  package var verifier: Verifier
  /// What was asked so far.
  package private(set) var journal = Journal()
  /// The names of the buckets that are there from the start.
  private let buckets: [Bytes]
  /// The buckets and the objects.
  private var storage: Storage
  /// What explains refusals; nil where nothing is known.
  private let knowledge: Knowledge?
  /// Whether a request with a wrong signature is answered as if it were right.
  private let isReportOnly: Bool
  /// How far the clock of the endpoint is from that of the machine.
  package var clockOffset = TimeSpan.seconds(0)
  /// The number of the request that came last.
  private var number = 0

  /// Makes an endpoint with empty buckets.
  ///
  /// - Parameters:
  ///   - verifier: what verifies.
  ///   - buckets: the names of the buckets that are there from the start.
  ///   - knowledge: what explains refusals.
  ///   - isReportOnly: whether a request with a wrong signature is answered as if it were right.
  package init(
    _ verifier: Verifier, buckets: [String], knowledge: Knowledge? = nil, isReportOnly: Bool = false
  ) {
    (self.verifier, self.knowledge, self.isReportOnly) = (verifier, knowledge, isReportOnly)
    self.buckets = buckets.map { $0.bytes }
    storage = Storage(buckets: self.buckets)
  }

  /// A request whose head was verified.
  package struct Verified: Sendable {
    let verdict: Verdict
    let frame: AnswerFrame
    let number: Int
  }

  /// What is done with a request after its head.
  package enum Decision: Sendable {
    /// Its body is read, and then it is answered.
    case read(Verified)
    /// It is refused at once.
    case refuse(WireResponse)
  }

  /// Verifies a request by its head.
  ///
  /// - Parameter time: that of the machine.
  package mutating func decide(_ request: WireRequest, at time: Moment) -> Decision {
    let now = time.adding(clockOffset)
    number += 1
    let frame = AnswerFrame(
      number: number, time: now, host: request.sent.value(of: "host") ?? [])
    let verified = Verified(
      verdict: verifier.verify(request.sent, at: now), frame: frame, number: number)
    guard let failure = verified.verdict.failures.first, !isReportOnly else {
      return .read(verified)
    }
    return .refuse(refuse(failure.refusal, request, verified))
  }

  /// Serves a request that was verified, with its body.
  package mutating func answer(_ request: WireRequest, _ verified: Verified) -> WireResponse {
    let verdict = verified.verdict
    let (time, resource) = (verified.frame.time, verdict.resource)
    let call = StorageCall(
      request, bucket: resource?.bucket, key: resource?.key ?? [], time: time,
      region: verdict.region)
    do throws(Refusal) {
      if verdict.isAnonymous, !storage.isOpen(call) { throw .anonymous(call.bucket) }
      let response = verified.frame.framed(try storage.answer(to: call))
      return note(response, nil, request, verified)
    } catch {
      return refuse(error, request, verified)
    }
  }

  /// Answers what is no request of HTTP, as OSS does: with a page that is not XML.
  package mutating func answer(_ fault: HTTPFault, at time: Moment) -> WireResponse {
    number += 1
    let frame = AnswerFrame(number: number, time: time.adding(clockOffset), host: [])
    var entry = JournalEntry(
      number: number, time: frame.time, requestID: frame.requestID, method: "", target: "",
      verdict: Verdict(region: verifier.hosts.region), status: 400, code: "BadRequest")
    entry.fault = fault.sentence
    journal.add(entry)
    let page =
      "<html><head><title>400 Bad Request</title></head><body><h1>400 Bad Request</h1>"
      + "<p>\(fault.sentence)</p><hr/>Powered by AliyunOSS</body></html>\n"
    return frame.framed(
      WireResponse(
        status: 400,
        fields: [
          WireResponse.Field("Content-Type", "text/html"),
          WireResponse.Field("x-oss-conform", entry.headline ?? ""),
        ], body: page.bytes))
  }

  /// Forgets the journal, what is stored, and where the clock was moved.
  package mutating func reset() {
    journal.reset()
    clockOffset = .seconds(0)
    storage = Storage(buckets: buckets)
  }

  private mutating func refuse(
    _ refusal: Refusal, _ request: WireRequest, _ verified: Verified
  ) -> WireResponse {
    let isHead = request.sent.method.isText("HEAD")
    return note(
      verified.frame.answer(refusal, isHead: isHead), refusal, request, verified)
  }

  /// Keeps an entry, and adds its line to the answer.
  private mutating func note(
    _ response: WireResponse, _ refusal: Refusal?, _ request: WireRequest, _ verified: Verified
  ) -> WireResponse {
    let verdict = verified.verdict
    let explained = verdict.failures.first.map { reasons(for: $0.refusal, request, verified) }
    let target = request.sent.target.masked
    var entry = JournalEntry(
      number: verified.number, time: verified.frame.time, requestID: verified.frame.requestID,
      method: request.sent.method.text, target: target.text, verdict: verdict,
      status: response.status, code: refusal?.code)
    if let explained {
      (entry.reasons, entry.expected) = (explained.reasons, verdict.text?.bytes.masked)
      entry.signed = explained.signed?.masked
    }
    journal.add(entry)
    guard let headline = entry.headline else { return response }
    var response = response
    response.fields.append(WireResponse.Field("x-oss-conform", headline))
    return response
  }

  /// What explains a refusal, and the text that the client signed where its signature proves it.
  private func reasons(
    for refusal: Refusal, _ request: WireRequest, _ verified: Verified
  ) -> (reasons: [JournalEntry.Reason], signed: Bytes?) {
    guard let knowledge else { return ([], nil) }
    let verdict = verified.verdict
    let key = verifier.keys.first { $0.id == verdict.accessKeyID }
    let isOfSignature = refusal.code == "SignatureDoesNotMatch"
    let credentials = key.map {
      GivenCredentials(
        accessKeyID: $0.id.text, accessKeySecret: $0.secret.text,
        securityToken: $0.token?.text.text)
    }
    let evidence = Evidence(
      answer: verified.frame.body(of: refusal), sent: request.sent, credentials: credentials)
    let explanation = Explainer(knowledge).explain(evidence)
    var signed: Bytes?
    if isOfSignature, let key {
      signed = verifier.signedText(of: request.sent, key)
    }
    return (explanation.findings.map(JournalEntry.Reason.init), signed)
  }
}

extension SentRequest {
  /// The path and the query as they were sent.
  fileprivate var target: Bytes {
    query.isEmpty ? path : path + "?".bytes + query.map(\.raw).joined(by: "&")
  }
}
