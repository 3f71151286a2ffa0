import Foundation
import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

/// A stage without sockets, and a client that signs with V1.
private struct Player {
  let stage: Stage
  private let handlers: [StageServer: any RequestHandler]

  init(_ members: String, start: String = "static") throws {
    let text = """
      {"title": "A title.", "right": "A sentence.", "group": "service", "clauses": ["X-1"],
       "task": "put", "credentials": "\(start)", \(members), "succeeds": true}
      """
    let now = try Moment(iso8601: "2026-01-02T03:04:05Z")
    stage = Stage(try Scenario(text.bytes, file: "made.json"), clock: { now })
    stage.strangerPort = 9
    handlers = .init(
      uniqueKeysWithValues: StageServer.allCases.map { [stage] in ($0, stage.handler(of: $0)) })
  }

  @discardableResult
  func send(
    _ line: String, _ headers: [String] = [], to server: StageServer = .oss, body: String = ""
  ) throws -> WireResponse {
    let handler = try #require(handlers[server])
    return try handler.answer(line, ["Host: 127.0.0.1"] + headers, body: body)
  }

  /// Sends a signed request, and gives its status with its code.
  @discardableResult
  func call(
    _ method: String, _ key: KnownKey? = nil, dated: Int64 = 0, headers: [String] = [],
    secret: String? = nil, body: String = ""
  ) throws -> String {
    let key = key ?? stage.startKey
    let date = stage.service.now.adding(.seconds(dated)).rfc1123
    let token = key.token.map { ["x-oss-security-token:" + $0.text.text] } ?? []
    let string = [method, "", "", date] + token + ["/conform-bucket/there.txt"]
    let signature = signatureV1(
      of: string.joined(separator: "\n"), secret: secret?.bytes ?? key.secret)
    let own = ["Date: " + date, "Authorization: OSS \(key.id.text):\(signature)"]
    let answer = try send(
      "\(method) /conform-bucket/there.txt", own + token + headers, body: body)
    let name = answer.body.between("<Code>", "</Code>")?.text
    return "\(answer.status)" + (name.map { " " + $0 } ?? "")
  }

  /// What the calls of the trace got, in short.
  var trace: [String] { stage.trace.calls.map(\.text) }
}

extension WireResponse {
  fileprivate func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

private let there = #""objects": {"there.txt": "text"}"#

@Suite struct `A stage` {
  @Test func `answers at the calls that a fault names, and says who did it`() throws {
    let player = try Player(
      there + """
        , "faults": [{"on": "GetObject", "call": 2, "times": 2, "answer":
            {"status": 503, "code": "SlowDown", "headers": {"Retry-After": "1"}}}]
        """)
    #expect(try player.call("HEAD") == "200")
    let answers = try (0..<4).map { _ in try player.call("GET") }
    #expect(answers == ["200", "503 SlowDown", "503 SlowDown", "200"])
    #expect(
      player.trace == [
        "call 1 HeadObject: 200", "call 2 GetObject: 200",
        "call 3 GetObject: 503 SlowDown (injected)", "call 4 GetObject: 503 SlowDown (injected)",
        "call 5 GetObject: 200",
      ])
    let journal = player.stage.service.endpoint.journal
    #expect(journal.entries.map(\.scenario) == [nil, nil, "made", "made", nil])
    player.stage.start(player.stage.scenario)
    #expect(player.trace.isEmpty && player.stage.service.endpoint.journal.entries.isEmpty)
    #expect(try player.call("GET") == "200")
  }

  @Test func `leaves a refusal that the endpoint gives by itself as it is`() throws {
    let player = try Player(
      there + """
        , "faults": [{"on": "GetObject", "call": 1, "times": 0, "answer":
            {"status": 500, "code": "InternalError"}}]
        """)
    #expect(try player.call("GET", secret: "wrong") == "403 SignatureDoesNotMatch")
    #expect(try player.call("GET") == "500 InternalError")
    #expect(
      player.trace == [
        "call 1 GetObject: 403 SignatureDoesNotMatch",
        "call 2 GetObject: 500 InternalError (injected)",
      ])
    let entries = player.stage.service.endpoint.journal.entries
    #expect(entries.map(\.scenario) == [nil, "made"])
  }

  @Test func `holds what a client signs wrongly against it, and no key that it removed`() throws {
    let player = try Player(
      #""faults": [{"on": "any", "call": 2, "times": 0, "before": {"dropKey": true}}]"#)
    #expect(try player.call("PUT", secret: "another") == "403 SignatureDoesNotMatch")
    #expect(try player.call("PUT") == "403 InvalidAccessKeyId")
    let stranger = KnownKey(id: "nobody".bytes, secret: "none".bytes)
    #expect(try player.call("PUT", stranger) == "403 InvalidAccessKeyId")
    #expect(player.stage.trace.calls.map { $0.refused != nil } == [true, false, true])
  }

  @Test func `stores what a failed callback is about, and refuses before 100 Continue`() throws {
    let player = try Player(
      """
      "faults": [
        {"on": "PutObject", "call": 1, "answer": {"status": 203, "code": "CallbackFailed"}},
        {"on": "PutObject", "call": 2, "answer": {"status": 403, "code": "AccessDenied"}}]
      """)
    #expect(try player.call("PUT", body: "new") == "203 CallbackFailed")
    #expect(
      try player.call("PUT", headers: ["Expect: 100-continue"], body: "no") == "403 AccessDenied")
    #expect(try player.call("GET") == "200")
    #expect(player.stage.trace.calls.map(\.bodyBytes) == [3, 0, 0])
    #expect(player.stage.trace.calls.map(\.waits) == [false, true, false])
    let journal = player.stage.service.endpoint.journal
    #expect(journal.entries.map(\.status) == [203, 403, 200] && journal.requestCount == 3)
    #expect(journal.entries.map(\.scenario) == ["made", "made", nil])
  }

  @Test func `knows at how many of its calls a fault happened`() throws {
    let player = try Player(
      there + """
        , "faults": [
          {"on": "any", "call": 3, "times": 0, "before": {"advance": 1}},
          {"on": "GetObject", "times": 0, "answer": {"status": 500, "code": "InternalError"}},
          {"on": "HeadObject|GetObject", "times": 0, "headers": {"Date": null}},
          {"on": "PutObject", "call": 1, "transport": {"withholdContinue": true}},
          {"on": "PutObject", "call": 2, "transport": {"withholdContinue": true}},
          {"on": "DeleteObject", "call": 1, "body": {"cut": 100000}, "after": {"advance": 1}},
          {"on": "DeleteObject", "call": 2, "body": {"drop": 1}}]
        """)
    // A request that is refused by itself keeps its answer, and the first of two faults changes another.
    #expect(try player.call("GET", secret: "wrong") == "403 SignatureDoesNotMatch")
    #expect(try player.call("GET") == "500 InternalError")
    try player.call("HEAD")
    // Only a client that waits can be left to wait; one byte of nothing cannot be missing.
    for expect in [[], ["Expect: 100-continue"]] {
      try player.call("PUT", headers: expect, body: "new")
      try player.call("DELETE")
    }
    let counts = player.stage.trace.faults
    #expect(counts.map(\.calls) == [7, 2, 3, 2, 2, 2, 2])
    #expect(counts.map(\.happened) == [5, 1, 1, 0, 1, 0, 0])
    #expect(
      player.stage.missingFaults.map { $0.sentence.prefix(34) } == [
        "fault 4 (PutObject, call 1) never ", "fault 6 (DeleteObject, call 1) nev",
        "fault 7 (DeleteObject, call 2) nev",
      ])
    player.stage.start(player.stage.scenario)
    #expect(player.stage.missingFaults.count == 7)
  }

  @Test func `is shown and started again by the control port`() throws {
    let player = try Player(
      there + #", "faults": [{"on": "GetObject", "call": 2, "headers": {"Date": null}}]"#)
    let control = ControlService(
      player.stage.service, address: "", stage: player.stage, scenarios: [player.stage.scenario])
    func ask(_ line: String, _ body: String = "") throws -> (status: Int, object: JSONObject) {
      let type = body.isEmpty ? [] : ["Content-Type: application/json"]
      let response = try control.answer(line, ["Host: 127.0.0.1"] + type, body: body)
      return (response.status, try #require(try JSONReader.read(response.body).objectValue))
    }
    try player.call("GET")
    let shown = try ask("GET /scenario").object
    #expect(shown["name"] == "made" && shown["trace"]?.arrayValue?.count == 1)
    #expect(shown["missing"]?.compact().contains("fault 1 (GetObject, call 2) never") == true)
    #expect(try ask("POST /scenario", #"{"name": "other"}"#).status == 400)
    #expect(try ask("POST /scenario", #"{"name": "made"}"#).status == 200)
    #expect(try ask("GET /scenario").object["trace"] == [])
  }
}

/// Answers each request with what its path says, and keeps what it hears of connections.
private final class FaultyHandler: RequestHandler {
  static let faults: [String: TransportFault] = [
    "/reset": .reset, "/reset-after": .resetAfter(4), "/cut": .closedAfter(4), "/closed": .closed,
    "/delay": .delay(40), "/silent": .silent,
  ]
  private var notes: [String] = []

  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    let path = request.sent.path.text
    if path == "/final" { return .refuse(WireResponse(status: 403)) }
    let text = path == "/notes" ? notes.joined(separator: " ") : "0123456789"
    var response = WireResponse(status: 200, body: text.bytes)
    response.fault = Self.faults[path]
    return .readBody { _ in response }
  }

  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse { WireResponse(status: 400) }

  func withholdsContinue(_ connection: ConnectionInfo) -> Bool { true }

  func dropped(_ count: Int, _ connection: ConnectionInfo) {
    notes.append("\(connection.number) dropped \(count)")
  }

  func ended(_ connection: ConnectionInfo) { notes.append("\(connection.number) ended") }
}

@Suite struct `A fault of a connection` {
  /// What comes after a request until the connection ends: the text, how it ends, and whether that was there
  /// at once when the text was.
  private func received(
    _ port: UInt16, _ path: String, _ last: String = "0123"
  ) throws -> (text: String, isReset: Bool, isAtOnce: Bool) {
    let socket = try Socket.connected(to: "127.0.0.1", port: port)
    guard case .moved = socket.deliver(get(path).bytes, from: 0) else { return ("", true, false) }
    var (text, piece, poll) = (Bytes(), Bytes(repeating: 0, count: 4096), Poll())
    poll.add(socket, toRead: true, toWrite: false)
    let end = MonotonicClock.now() + patience
    var isAtOnce = true
    while MonotonicClock.now() < end {
      switch socket.receive(into: &piece) {
      case .moved(let count): text += piece[..<count]
      case .blocked:
        if text.ends(with: last) { isAtOnce = false }
        poll.wait(until: end)
      case .ended: return (text.text, false, isAtOnce)
      case .broken: return (text.text, true, isAtOnce)
      }
    }
    return (text.text + " and no end", false, false)
  }

  @Test func `ends an answer where it says, by a reset or a close`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      let reset = try received(port, "/reset")
      #expect(reset.text.isEmpty && reset.isReset)
      for (path, isReset) in [("/reset-after", true), ("/cut", false)] {
        let cut = try received(port, path)
        #expect(cut.text.contains("Content-Length: 10\r\nConnection: keep-alive"))
        #expect(cut.text.hasSuffix("\r\n\r\n0123") && cut.isReset == isReset)
      }
    }
  }

  /// A client that looks whether its connection has ended, before it sends the next request, sees it.
  @Test func `closes with the last byte of an answer that said that it stays`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      for _ in 0..<300 {
        let closed = try received(port, "/closed", "0123456789")
        #expect(closed.text.contains("Connection: keep-alive") && !closed.isReset)
        #expect(closed.text.hasSuffix("0123456789") && closed.isAtOnce)
      }
    }
  }

  @Test func `holds an answer back for its time, and other connections go on`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      let start = MonotonicClock.now()
      let (slow, other) = (try RawClient(port), try RawClient(port))
      slow.send(get("/delay"))
      #expect(try other.answer(to: get("/a")).status == "200")
      #expect(try slow.answer().text == "0123456789")
      #expect(MonotonicClock.now() - start >= 40_000_000)
      // The connection is as before.
      #expect(try slow.answer(to: get("/a")).status == "200")
    }
  }

  @Test func `never answers, and takes note when the client leaves`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      do {
        let silent = try RawClient(port)
        silent.send(get("/silent") + "more")
        // An answer on a later connection shows that none is on its way here.
        #expect(try RawClient(port).answer(to: get("/a")).status == "200")
        #expect(silent.hearsNothing())
      }
      #expect(try isNoted("1 ended", port))
    }
  }

  // SCN-BODY-1, SCN-BODY-2
  @Test func `withholds 100 Continue, and counts what comes after a final answer`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      let put = get("/a", "Expect: 100-continue\r\nContent-Length: 2\r\n", method: "PUT")
      let waiting = try RawClient(port)
      waiting.send(put)
      #expect(waiting.hearsNothing())
      #expect(try waiting.answer(to: "ab").status == "200")
      let late = try RawClient(port)
      let refused = put.replacingOccurrences(of: "/a", with: "/final")
      #expect(try late.answer(to: refused).status == "403")
      late.send("ab")
      late.endOutput()
      #expect(late.isEnded())
      #expect(try isNoted("2 dropped 2", port))
    }
  }

  /// Whether the handler hears of something. Another connection may be served first.
  private func isNoted(_ note: String, _ port: UInt16) throws -> Bool {
    let end = MonotonicClock.now() + patience
    while MonotonicClock.now() < end {
      if try RawClient(port).answer(to: get("/notes")).text.contains(note) { return true }
    }
    return false
  }
}
