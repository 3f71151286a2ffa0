internal import OSSExplain
package import OSSJSON
package import OSSPrimitives

/// The control port: what tests and people ask of the endpoint itself, in JSON, and a page for browsers.
///
/// - `GET /health`: that it is ready, how many requests came, and what a client needs but the secret.
/// - `GET /journal?after=N`: the entries after the one with this number.
/// - `POST /reset`: forgets the journal, the objects and the clock's offset.
/// - `POST /clock`: `{"offset": seconds}` moves the clock from that of the machine, `{"advance": seconds}`
///   moves it further.
/// - `POST /keys`: an object of `accessKeyId`, `accessKeySecret`, and `securityToken` and `expiration`
///   where the key has them; it takes the place of the key with this ID.
/// - `POST /explain`: `{"text": …}` with whatever somebody has, and `{"body": …, "request": …, "url": …}`,
///   each a text and none needed, and `string` says why OSS refused that request, in the JSON of
///   `oss-conform explain`.
/// - `GET /explain.html`: the explain page, where the file is there.
/// - `GET /vector?number=N`: the request with this number as a vector, signed with its own credentials.
/// - `GET /scenario`: the scenario that goes on, its trace and what is found so far.
/// - `POST /scenario`: `{"name": …}` starts a scenario from the beginning.
package final class ControlService: RequestHandler {
  private let service: EndpointService
  private let address: String
  private let stage: Stage?
  private let scenarios: [Scenario]
  /// What a vector with this operation and this input expects; nil where it cannot be signed.
  private let expected: ((_ operation: String, _ input: JSONObject) -> JSONObject?)?
  private let explainPage: (() -> Bytes?)?

  /// Controls an endpoint.
  ///
  /// - Parameters:
  ///   - address: the URL of the endpoint, such as `http://127.0.0.1:9300`.
  ///   - stage: the one that the endpoint belongs to; nil without a scenario.
  ///   - scenarios: those that can be started.
  ///   - expected: what makes the answer of a vector; with nil there are no vectors.
  ///   - explainPage: reads the explain page; nil without one.
  package init(
    _ service: EndpointService, address: String, stage: Stage? = nil, scenarios: [Scenario] = [],
    expected: ((_ operation: String, _ input: JSONObject) -> JSONObject?)? = nil,
    explainPage: (() -> Bytes?)? = nil
  ) {
    (self.service, self.address, self.expected) = (service, address, expected)
    (self.stage, self.scenarios, self.explainPage) = (stage, scenarios, explainPage)
  }

  package func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    // A page of another site must not reach this port by a name that it made point here.
    let host = request.sent.hostName ?? []
    guard ["127.0.0.1", "localhost", "[::1]"].contains(where: { host.isText($0) }) else {
      return .refuse(Self.fault(403, "The host is not 127.0.0.1 or localhost."))
    }
    if request.sent.method.isText("POST"),
      request.sent.value(of: "content-type")?.begins(with: "application/json") != true
    {
      return .refuse(Self.fault(415, "The Content-Type is not application/json."))
    }
    return .readBody { [self] whole in answer(whole) }
  }

  package func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    Self.fault(400, fault.sentence)
  }

  private func answer(_ request: WireRequest) -> WireResponse {
    switch (request.sent.method.text, request.sent.path.text) {
    case ("GET", "/"): return Self.page(ControlPage.text.bytes, ControlPage.policy)
    case ("GET", "/explain.html"):
      // The page has its own policy for what it may do.
      return explainPage?().map { Self.page($0, "frame-ancestors 'none'") }
        ?? Self.fault(404, "There is no explain.html beside the vectors.")
    case ("GET", "/health"): return Self.json(health)
    case ("GET", "/journal"):
      let after = (request.sent.parameters("after").first ?? nil)?.decimal ?? 0
      return Self.json(service.endpoint.journal.json(after: Int(clamping: after)))
    case ("GET", "/vector"): return vector(request)
    case ("POST", "/reset"):
      if let stage { stage.start(stage.scenario) } else { service.endpoint.reset() }
      return Self.json(health)
    case ("POST", "/clock"): return changed(request, by: moveClock)
    case ("POST", "/keys"): return changed(request, by: addKey)
    case ("POST", "/explain"): return explained(request)
    case ("GET", "/scenario"): return scenario
    case ("POST", "/scenario"): return changed(request, by: startScenario)
    default: return Self.fault(404, "This port has no such call; see oss-conform help serve.")
    }
  }

  private var health: JSONValue {
    let (buckets, verifier) = (service.endpoint.buckets, service.endpoint.verifier)
    return [
      "status": "ready", "time": .string(service.now.iso8601),
      "requests": .number(JSONNumber(service.endpoint.journal.requestCount)),
      "refused": .number(JSONNumber(service.endpoint.journal.refusedCount)),
      "endpoint": .string(address), "region": .string(verifier.hosts.region),
      "bucket": buckets.first.map { .string($0.text) } ?? .null,
      "accessKeyId": verifier.keys.first.map { .string($0.id.text) } ?? .null,
      "explainPage": .bool(explainPage != nil),
      "scenario": stage.map { .string($0.scenario.name) } ?? .null,
    ]
  }

  /// A request of the journal as a vector.
  private func vector(_ request: WireRequest) -> WireResponse {
    let number = (request.sent.parameters("number").first ?? nil)?.decimal ?? 0
    guard let entry = service.endpoint.journal.entries.first(where: { $0.number == number }) else {
      return Self.fault(404, "The journal has no request with this number.")
    }
    guard let copy = VectorCopy(entry), let answer = expected?(copy.operation, copy.input) else {
      return Self.fault(400, "The request is not one that a vector can have.")
    }
    return Self.json([
      "id": .string("copied-\(number)"), "operation": .string(copy.operation),
      "input": .object(copy.input), "expect": .object(answer),
    ])
  }

  private var scenario: WireResponse {
    guard let stage else { return Self.fault(404, "This endpoint plays no scenario.") }
    let findings = stage.findings(exitStatus: nil).map { finding -> JSONValue in
      [
        "clause": .string(finding.clause), "sentence": .string(finding.sentence),
        "calls": .array(finding.calls.map { .number(JSONNumber($0)) }),
      ]
    }
    return Self.json([
      "name": .string(stage.scenario.name), "title": .string(stage.scenario.title),
      "right": .string(stage.scenario.right), "task": .string(stage.scenario.task.rawValue),
      "findings": .array(findings),
      "missing": .array(stage.missingFaults.map { .string($0.sentence) }),
      "trace": .array(stage.trace.calls.map(\.json)),
    ])
  }

  private func startScenario(_ object: JSONObject) throws(ControlFault) {
    guard let stage else { throw ControlFault(sentence: "This endpoint plays no scenario.") }
    guard let name = object["name"]?.stringValue,
      let scenario = scenarios.first(where: { $0.name.hasSameBytes(as: name) })
    else { throw ControlFault(sentence: "The object has no 'name' of a scenario.") }
    stage.start(scenario)
  }

  /// What explains a refusal of which somebody has texts. Where the request has a key of this endpoint,
  /// its secret can prove what was signed.
  private func explained(_ request: WireRequest) -> WireResponse {
    guard let object = (try? JSONReader.read(request.body))?.objectValue else {
      return Self.fault(400, "The body is not an object of JSON.")
    }
    guard let knowledge = service.endpoint.knowledge else {
      return Self.fault(501, "This endpoint has no knowledge of mistakes.")
    }
    func text(_ name: String) -> String { object[name]?.stringValue ?? "" }
    for name in ["text", "body", "request", "url", "string"]
    where text(name).utf8.count > Evidence.limit {
      return Self.fault(400, "The \(name) has more than \(Evidence.limit) bytes.")
    }
    if ["text", "body", "request", "url"].allSatisfy({ text($0).isEmpty }) {
      return Self.fault(400, "The object has no text in 'text', 'body', 'request' or 'url'.")
    }
    var evidence = Evidence(json: object)
    let isAlone = ["text", "body", "url"].allSatisfy { text($0).isEmpty }
    if isAlone, evidence.request == nil, let fault = evidence.requestFault {
      return Self.fault(400, fault.description)
    }
    let id = evidence.request?.signature.accessKeyID
    evidence.credentials = service.endpoint.verifier.keys.first { $0.id == id }?.given
    return Self.json(Explainer(knowledge).explain(evidence).json)
  }

  /// Reads the body as an object, and changes the endpoint; a text says what is wrong with it.
  private func changed(
    _ request: WireRequest, by change: (JSONObject) throws(ControlFault) -> Void
  ) -> WireResponse {
    guard let object = (try? JSONReader.read(request.body))?.objectValue else {
      return Self.fault(400, "The body is not an object of JSON.")
    }
    do throws(ControlFault) { try change(object) } catch {
      return Self.fault(400, error.sentence)
    }
    return Self.json(health)
  }

  private struct ControlFault: Error {
    let sentence: String
  }

  private func moveClock(_ object: JSONObject) throws(ControlFault) {
    let limit: Int64 = 100 * 366 * 86_400
    if let seconds = object["offset"]?.integerValue, -limit...limit ~= seconds {
      service.endpoint.clockOffset = .seconds(seconds)
    } else if let seconds = object["advance"]?.integerValue, -limit...limit ~= seconds {
      let seconds = service.endpoint.clockOffset.seconds + seconds
      service.endpoint.clockOffset = .seconds(min(max(seconds, -limit), limit))
    } else {
      throw ControlFault(
        sentence: "The object has no 'offset' or 'advance' in whole seconds of up to 100 years.")
    }
  }

  private func addKey(_ object: JSONObject) throws(ControlFault) {
    guard let id = object["accessKeyId"]?.stringValue, !id.isEmpty,
      let secret = object["accessKeySecret"]?.stringValue, !secret.isEmpty
    else {
      throw ControlFault(sentence: "The object has no 'accessKeyId' and 'accessKeySecret'.")
    }
    if KnownKey.looksReal(id.bytes) {
      throw ControlFault(sentence: "The access key ID looks like one of a real account.")
    }
    var end: Moment?
    if let text = object["expiration"]?.stringValue {
      guard let time = try? Moment(iso8601: text) else {
        throw ControlFault(sentence: "The 'expiration' is not a time as 2026-01-02T03:04:05Z.")
      }
      end = time
    }
    let token = object["securityToken"]?.stringValue.map { KnownKey.Token($0.bytes, end: end) }
    service.endpoint.verifier.keys.removeAll { $0.id == id.bytes }
    service.endpoint.verifier.keys.append(
      KnownKey(id: id.bytes, secret: secret.bytes, token: token))
  }

  private static func page(_ document: Bytes, _ policy: String) -> WireResponse {
    WireResponse(
      status: 200,
      fields: [
        WireResponse.Field("Content-Type", "text/html; charset=utf-8"),
        WireResponse.Field("Cache-Control", "no-store"),
        WireResponse.Field("X-Content-Type-Options", "nosniff"),
        WireResponse.Field("Content-Security-Policy", policy),
      ], body: document)
  }

  private static func json(_ value: JSONValue, status: Int = 200) -> WireResponse {
    WireResponse(
      status: status,
      fields: [
        WireResponse.Field("Content-Type", "application/json"),
        WireResponse.Field("Cache-Control", "no-store"),
      ], body: value.canonical())
  }

  private static func fault(_ status: Int, _ sentence: String) -> WireResponse {
    json(["error": .string(sentence)], status: status)
  }
}

/// A request of the journal as a vector: what a client is to sign, with the credentials of the vectors.
struct VectorCopy {
  /// The operation, such as `v4.header`.
  let operation: String
  /// What is signed.
  let input: JSONObject

  /// Takes what was signed of a request, without the signature; nil where it carried none that a vector
  /// can have.
  init?(_ entry: JournalEntry) {
    let verdict = entry.verdict
    guard !verdict.isForm, let version = verdict.version, let resource = verdict.resource,
      [.v1, .v2, .v4].contains(version)
    else { return nil }
    var head = "\(entry.method) \(entry.target) HTTP/1.1\r\n".bytes
    for field in entry.headers { head += field.name + ": ".bytes + field.value + "\r\n".bytes }
    guard let request = try? SentRequest(wire: head + "\r\n".bytes) else { return nil }
    let signature = request.signature
    operation = version.rawValue + (verdict.isURL ? ".presign" : ".header")
    let seconds = entry.time.seconds
    var input: JSONObject = [
      "method": .string(entry.method),
      "headers": .array(
        request.fields.filter { !Self.isDropped($0.name.lowercased.text) }
          .map { [.string($0.name.text), .string($0.value.text)] }),
      "query": .array(
        request.query.filter { !$0.raw.isEmpty && !(verdict.isURL && $0.isOfSignature) }
          .map { [.string($0.name.text), $0.value.map { .string($0.text) } ?? .null] }),
    ]
    input["bucket"] = resource.bucket.map { .string($0.text) }
    if !resource.key.isEmpty { input["key"] = .string(resource.key.text) }
    input["credentials"] = Self.credentials(hasToken: request.hasToken)
    input["time"] = .number(JSONNumber(seconds))
    if version == .v4 { input["region"] = .string(verdict.region) }
    if verdict.isURL {
      let span = (request.parameters("x-oss-expires").first ?? nil)?.decimal ?? 3600
      input["expires"] = .number(JSONNumber(version == .v4 ? span : seconds + 3600))
      input["endpoint"] = .string("https://oss-\(verdict.region).aliyuncs.com")
    }
    if let list = signature.list, !list.isEmpty {
      input["additionalHeaders"] = .array(list.parts(at: ";").map { .string($0.text) })
    }
    self.input = input
  }

  private static func credentials(hasToken: Bool) -> JSONValue {
    var members: JSONObject = [
      "accessKeyId": "exampleAccessKeyID00", "accessKeySecret": "ExampleSecret0000000000000000ab",
    ]
    if hasToken { members["securityToken"] = "CAIS0Token" }
    return .object(members)
  }

  /// Whether a header is made by whoever signs or sends.
  private static func isDropped(_ name: String) -> Bool {
    [
      "authorization", "date", "x-oss-date", "x-oss-content-sha256", "x-oss-security-token", "host",
      "connection", "transfer-encoding", "expect", "user-agent", "accept", "accept-encoding",
      "cookie", "proxy-authorization", "security-token",
    ].contains(name)
  }
}

extension SentRequest {
  /// Whether a security token came with it.
  fileprivate var hasToken: Bool {
    value(of: "x-oss-security-token") != nil
      || ["security-token", "x-oss-security-token"].contains { !parameters($0).isEmpty }
  }
}
