package import OSSExplain
internal import OSSJSON
package import OSSPrimitives

/// An OSS in memory that verifies each request and says what is wrong with it.
///
/// It has no socket and no clock: each call has its time. ``decide(_:at:port:)`` looks at the head, before any
/// body is read; ``answer(_:_:)`` serves what was verified.
package struct LiveEndpoint {
  /// What verifies.
  package var verifier: Verifier
  /// What was asked so far.
  package private(set) var journal = Journal()
  /// The names of the buckets that are there from the start.
  package let buckets: [Bytes]
  /// The buckets and the objects.
  private var storage: Storage
  private let askedKnowledge: () -> Knowledge?
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
  ///   - knowledge: what explains refusals, asked for with each of them.
  ///   - isReportOnly: whether a request with a wrong signature is answered as if it were right.
  package init(
    _ verifier: Verifier, buckets: [String],
    knowledge: @autoclosure @escaping () -> Knowledge? = nil, isReportOnly: Bool = false
  ) {
    (self.verifier, askedKnowledge, self.isReportOnly) = (verifier, knowledge, isReportOnly)
    self.buckets = buckets.map { $0.bytes }
    storage = Storage(buckets: self.buckets)
  }

  /// What explains refusals; nil where nothing is known.
  var knowledge: Knowledge? { askedKnowledge() }

  /// A request whose head was verified.
  package struct Verified: Sendable {
    var verdict: Verdict
    let frame: AnswerFrame
    let number: Int
    /// The port that it came to.
    let port: UInt16
  }

  /// What is done with a request after its head.
  package enum Decision: Sendable {
    /// Its body is read, and then it is answered.
    case read(Verified)
    /// It is answered at once: refused, but for what browsers ask beforehand.
    case answer(WireResponse)
  }

  /// Verifies a request by its head.
  ///
  /// - Parameters:
  ///   - time: that of the machine.
  ///   - port: the port that it came to.
  package mutating func decide(
    _ request: WireRequest, at time: Moment, port: UInt16 = 0
  ) -> Decision {
    let now = time.adding(clockOffset)
    number += 1
    let frame = AnswerFrame(
      number: number, time: now, host: request.sent.value(of: "host") ?? [])
    if let response = request.sent.preflightAnswer { return .answer(frame.framed(response)) }
    if request.sent.method.isText("GET"), request.sent.path.isText(CallbackKey.path) {
      let type = WireResponse.Field("Content-Type", "text/plain")
      return .answer(
        frame.framed(WireResponse(status: 200, fields: [type], body: CallbackKey.pem.bytes)))
    }
    var verified = Verified(
      verdict: verifier.verify(request.sent, at: now), frame: frame, number: number, port: port)
    // A client that waits for 100 Continue has this refusal before it sends the body.
    if verified.verdict.failures.isEmpty { deny(call(request, verified), &verified.verdict) }
    guard let failure = verified.verdict.failures.first, !isReportOnly else {
      return .read(verified)
    }
    return .answer(refuse(failure.refusal, request, verified))
  }

  /// Serves a request that was verified, with its body.
  package mutating func answer(_ request: WireRequest, _ verified: Verified) -> WireResponse {
    if let form = request.form, verified.verdict.isAnonymous,
      let resource = verified.verdict.resource, let bucket = resource.bucket, resource.key.isEmpty
    {
      return answer(FormUpload(form: form, bucket: bucket), request, verified)
    }
    return answer(call(request, verified), request, verified) { $0 }
  }

  /// What a request that was verified asks of the storage.
  private func call(_ request: WireRequest, _ verified: Verified) -> StorageCall {
    let resource = verified.verdict.resource
    return StorageCall(
      request, bucket: resource?.bucket, key: resource?.key ?? [], time: verified.frame.time,
      region: verified.verdict.region)
  }

  /// Fails the step of access where the policy of the key does not allow a call.
  private func deny(_ call: StorageCall, _ verdict: inout Verdict) {
    guard let policy = verifier.keys.first(where: { $0.id == verdict.accessKeyID })?.policy,
      let right = call.rights(owner: storage.owner.id).first(where: { !policy.allows($0) })
    else { return }
    verdict.fail(
      .access, nil,
      "The policy of the token does not allow \(right.action) on \(right.place.text.quoted).",
      Refusal(403, "AccessDenied", "Access denied by authorizer's policy."))
  }

  /// Verifies an upload form, and stores its file.
  private mutating func answer(
    _ upload: FormUpload, _ request: WireRequest, _ verified: Verified
  ) -> WireResponse {
    var verified = verified
    FormVerifier(
      form: upload.form, bucket: upload.bucket, region: verified.verdict.region,
      now: verified.frame.time
    ).verify(by: verifier.keys, &verified.verdict)
    if let failure = verified.verdict.failures.first, !isReportOnly {
      return refuse(failure.refusal, request, verified)
    }
    let host = request.sent.value(of: "host") ?? []
    do throws(Refusal) {
      let call = try upload.call(at: verified.frame.time, region: verified.verdict.region)
      return answer(call, request, verified) { upload.answer($0, host: host) }
    } catch {
      return refuse(error, request, verified)
    }
  }

  /// Answers as the storage does, where a stranger may have what is asked for.
  private mutating func answer(
    _ call: StorageCall, _ request: WireRequest, _ verified: Verified,
    changed: (WireResponse) -> WireResponse
  ) -> WireResponse {
    var verified = verified
    if verified.verdict.isAnonymous, !storage.isOpen(call) {
      verified.verdict.fail(
        .access, nil, "The request has no signature, and what it asks for is not public.",
        .anonymous(call.bucket))
    } else if verified.verdict.failures.isEmpty {
      // Keys to be deleted stand in the body, and the key of an upload form in the form.
      deny(call, &verified.verdict)
    }
    if let failure = verified.verdict.failures.first, !isReportOnly {
      return refuse(failure.refusal, request, verified)
    }
    do throws(Refusal) {
      let notice = try notice(of: call)
      let response = changed(try storage.answer(to: call))
      if let notice {
        let values = try storage.callbackValues(call, verified.frame.requestID)
        return send(
          PendingNotice(
            response: response, request: request, verified: verified, notice: notice,
            values: values))
      }
      return note(verified.frame.framed(response), nil, request, verified)
    } catch {
      return refuse(error, request, verified)
    }
  }

  /// What a call asks to be sent after it; nil for nothing.
  private func notice(of call: StorageCall) throws(Refusal) -> UploadNotice? {
    // Uploads alone can ask, and most calls are none.
    guard ["PUT", "POST"].contains(where: { call.request.sent.method.isText($0) }),
      (try? StorageOperation(of: call))?.sendsCallback == true
    else { return nil }
    return try UploadNotice(call)
  }

  /// Answers what is no request of HTTP, as OSS does: with a page that is not XML.
  ///
  /// - Parameter request: the request; nil where its head could not be split.
  package mutating func answer(
    _ fault: HTTPFault, of request: WireRequest?, at time: Moment
  ) -> WireResponse {
    number += 1
    let frame = AnswerFrame(number: number, time: time.adding(clockOffset), host: [])
    var entry = JournalEntry(
      number: number, time: frame.time, requestID: frame.requestID,
      sent: request?.sent, verdict: Verdict(region: verifier.hosts.region), status: 400,
      code: "BadRequest")
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

  /// What a callback is about, while it is on its way.
  private struct PendingNotice: Sendable {
    let response: WireResponse
    let request: WireRequest
    let verified: Verified
    let notice: UploadNotice
    let values: JSONObject
    /// How many addresses were tried.
    var tried = 0
    /// What the journal has of the last one.
    var sentence = ""
  }

  /// Sends a callback to the next address; after the last one, answers that it failed.
  private mutating func send(_ pending: PendingNotice) -> WireResponse {
    var pending = pending
    while pending.tried < pending.notice.addresses.count {
      let (url, address) = pending.notice.addresses[pending.tried]
      pending.tried += 1
      guard let address else {
        pending.sentence =
          "The callback to \(url.shown) was not sent: it is no plain HTTP to this machine."
        continue
      }
      pending.sentence = "The callback to \(url.shown) had no answer in time."
      let keyURL = "http://127.0.0.1:\(pending.verified.port)\(CallbackKey.path)"
      var response = pending.response
      response.call = OutgoingCall(
        host: address.host, port: address.port,
        bytes: pending.notice.request(
          to: address, pending.values, keyURL: keyURL, at: pending.verified.frame.time),
        context: pending)
      return response
    }
    return answer(
      pending, .failedCallback("-1.OSS can not connect to your callbackUrl, please check it."))
  }

  /// Answers an upload after its callback: with what the app's server said, or that it failed. The
  /// object is stored all the same.
  package mutating func finish(
    _ call: OutgoingCall, _ outcome: OutgoingCall.Outcome
  ) -> WireResponse {
    guard var pending = call.context as? PendingNotice else { return WireResponse(status: 500) }
    guard case .answered(let status, let body) = outcome else { return send(pending) }
    pending.sentence = "The callback was answered with \(status)."
    if !(200...299 ~= status) { return answer(pending, .failedCallback("\(status).")) }
    if (try? JSONReader.read(body)) == nil {
      pending.sentence = "The callback was answered with what is no JSON."
      return answer(pending, .callbackNotJSON)
    }
    var response = pending.response
    (response.status, response.body) = (200, body)
    response.fields.removeAll { $0.name == "Content-Type" || $0.name == "Location" }
    response.fields.append(WireResponse.Field("Content-Type", "application/json"))
    return note(
      pending.verified.frame.framed(response), nil, pending.request, pending.verified,
      callback: pending.sentence)
  }

  private mutating func answer(_ pending: PendingNotice, _ refusal: Refusal) -> WireResponse {
    note(
      pending.verified.frame.answer(refusal, isHead: false), refusal, pending.request,
      pending.verified, callback: pending.sentence)
  }

  /// Answers a verified request with a refusal that is not its own.
  package mutating func refuse(
    _ refusal: Refusal, _ request: WireRequest, _ verified: Verified
  ) -> WireResponse {
    let isHead = request.sent.method.isText("HEAD")
    return note(
      verified.frame.answer(refusal, isHead: isHead), refusal, request, verified)
  }

  /// Says in the entry that came last whose fault its answer is.
  package mutating func mark(injectedBy scenario: String) { journal.mark(injectedBy: scenario) }

  /// Puts an object into the first bucket; what OSS refuses is left out.
  package mutating func store(_ body: Bytes, at key: String, _ time: Moment) {
    let head = "PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    guard let sent = try? SentRequest(wire: head.bytes), let bucket = buckets.first else { return }
    let call = StorageCall(
      WireRequest(sent, body: body), bucket: bucket, key: key.bytes, time: time,
      region: verifier.hosts.region)
    _ = try? storage.answer(to: call)
  }

  /// Does what a verified request asks for, and keeps no entry of that: it gets another answer.
  mutating func serve(_ request: WireRequest, _ verified: Verified) {
    let journal = journal
    _ = answer(request, verified)
    self.journal = journal
  }

  /// The name that the documents of OSS have for what a request asks for; empty where nothing is known.
  package func operationName(of request: WireRequest) -> String {
    guard let known = verifier.hosts.known(request.sent.hostName ?? []),
      let resource = request.sent.resources(at: known, isPlusOpen: false).first
    else { return "" }
    let call = StorageCall(
      request, bucket: resource.bucket, key: resource.key, time: .epoch, region: "")
    return (try? StorageOperation(of: call, checksHeaders: false))?.documentedName ?? ""
  }

  /// Keeps an entry, and adds its line to the answer.
  mutating func note(
    _ response: WireResponse, _ refusal: Refusal?, _ request: WireRequest, _ verified: Verified,
    callback: String? = nil
  ) -> WireResponse {
    let verdict = verified.verdict
    let explained = verdict.failures.first.map { reasons(for: $0.refusal, request, verified) }
    var entry = JournalEntry(
      number: verified.number, time: verified.frame.time, requestID: verified.frame.requestID,
      sent: request.sent, verdict: verdict, status: response.status, code: refusal?.code)
    entry.callback = callback
    if let explained {
      (entry.reasons, entry.expected) = (explained.reasons, verdict.text?.bytes.masked)
      entry.signed = explained.signed?.masked
    }
    journal.add(entry)
    var response = response
    if let headline = entry.headline {
      response.fields.append(WireResponse.Field("x-oss-conform", headline))
    }
    response.fields += request.sent.sharingFields
    return response
  }

  /// What explains a refusal, and the text that the client signed where its signature proves it.
  private func reasons(
    for refusal: Refusal, _ request: WireRequest, _ verified: Verified
  ) -> (reasons: [FoundCause], signed: Bytes?) {
    guard let knowledge else { return ([], nil) }
    let verdict = verified.verdict
    let key = verifier.keys.first { $0.id == verdict.accessKeyID }
    var sent = request.sent
    sent.body = request.body
    let evidence = Evidence(
      answer: verified.frame.body(of: refusal), sent: sent, credentials: key?.given)
    let others = Explainer(knowledge).explain(evidence).findings
    guard refusal.code == "SignatureDoesNotMatch", let proof = verdict.proof else {
      return (others, nil)
    }
    let ids = proof.ids + proof.secondIDs
    let proved = ids.compactMap(knowledge.cause).map {
      FoundCause(proved: $0, verdict.version, isOnly: ids.count == 1)
    }
    // What two texts show is surer than one of several mistakes that give the same text; guesses are of
    // no use beside a proof.
    let shown = others.filter { $0.certainty == .certain && !ids.contains($0.id) }
    return (ids.count == 1 ? proved + shown : shown + proved, proof.text)
  }
}

extension WireRequest {
  /// The upload form in the body; nil for a request of another kind.
  fileprivate var form: MultipartForm? {
    guard sent.method.isText("POST"), let type = sent.value(of: "content-type") else { return nil }
    return MultipartForm(body, contentType: type)
  }
}

extension SentRequest {
  /// The path and the query as they were sent.
  var target: Bytes {
    query.isEmpty ? path : path + "?".bytes + query.map(\.raw).joined(by: "&")
  }
}

/// An endpoint behind a port: it has the time of each request from a clock.
package final class EndpointService: RequestHandler {
  /// The endpoint.
  package var endpoint: LiveEndpoint
  private let clock: @Sendable () -> Moment

  /// Puts an endpoint behind a port.
  package init(_ endpoint: LiveEndpoint, clock: @escaping @Sendable () -> Moment) {
    (self.endpoint, self.clock) = (endpoint, clock)
  }

  /// The time by the endpoint's clock.
  package var now: Moment { clock().adding(endpoint.clockOffset) }

  package func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    switch endpoint.decide(request, at: clock(), port: connection.port) {
    case .answer(let response): return .refuse(response)
    case .read(let verified):
      return .readBody { [self] whole in endpoint.answer(whole, verified) }
    }
  }

  package func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    endpoint.finish(call, outcome)
  }

  package func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    endpoint.answer(fault, of: request, at: clock())
  }
}
