internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives

/// The control port: what tests and people ask of the endpoint itself, in JSON, and a page for browsers.
///
/// - `GET /health`: that it is ready, and how many requests came.
/// - `GET /journal?after=N`: the entries after the one with this number.
/// - `POST /reset`: forgets the journal, the objects and the clock's offset.
/// - `POST /clock`: `{"offset": seconds}` moves the clock from that of the machine, `{"advance": seconds}`
///   moves it further.
/// - `POST /keys`: an object of `accessKeyId`, `accessKeySecret`, and `securityToken` and `expiration`
///   where the key has them; it takes the place of the key with this ID.
package final class ControlService: RequestHandler {
  private let service: EndpointService
  private let page: Bytes

  /// Controls an endpoint.
  ///
  /// - Parameter page: the page for browsers.
  package init(_ service: EndpointService, page: String) {
    (self.service, self.page) = (service, page.bytes)
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
    case ("GET", "/"):
      return WireResponse(
        status: 200,
        fields: [
          WireResponse.Field("Content-Type", "text/html; charset=utf-8"),
          WireResponse.Field(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
              + "connect-src 'self'"),
        ], body: page)
    case ("GET", "/health"): return Self.json(health)
    case ("GET", "/journal"):
      let after = (request.sent.parameters("after").first ?? nil)?.decimal ?? 0
      return Self.json(service.endpoint.journal.json(after: Int(clamping: after)))
    case ("POST", "/reset"):
      service.endpoint.reset()
      return Self.json(health)
    case ("POST", "/clock"): return changed(request, by: moveClock)
    case ("POST", "/keys"): return changed(request, by: addKey)
    default: return Self.fault(404, "This port has no such call; see oss-conform help serve.")
    }
  }

  private var health: JSONValue {
    [
      "status": "ready", "time": .string(service.now.iso8601),
      "requests": .number(JSONNumber(service.endpoint.journal.requestCount)),
      "refused": .number(JSONNumber(service.endpoint.journal.refusedCount)),
    ]
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
