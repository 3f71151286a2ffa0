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
    let bytes = secret?.bytes ?? key.secret
    let code = HMACSHA1Key(bytes.span)
      .authenticationCode(for: string.joined(separator: "\n").bytes.span)
    let signature = Base64.encode(code.bytes.span)
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
    let entries = player.stage.service.endpoint.journal.entries
    #expect(entries.map(\.scenario) == [nil, nil, "made", "made", nil])
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

  @Test func `gives the first token twice, ends it, and gives the next`() throws {
    let player = try Player(
      there + """
        , "tokens": [{"lives": 3600}, {"lives": 60}],
          "faults": [{"on": "GetObject", "call": 2, "before": {"endToken": true}}]
        """, start: "token")
    let first = player.stage.startKey
    let answer = try player.send("GET /distribute-token.json", to: .token)
    let object = try #require(try JSONReader.read(answer.body).objectValue)
    #expect(object["AccessKeyId"]?.stringValue == first.id.text)
    #expect(object["SecurityToken"]?.stringValue == first.token?.text.text)
    #expect(try player.call("GET") == "200")
    #expect(try player.call("GET") == "403 SecurityTokenExpired")
    try player.send("GET /credentials", to: .token)
    let second = try #require(player.stage.service.endpoint.verifier.keys.last)
    #expect(try player.call("GET", second) == "200")
    let calls = player.stage.trace.calls
    #expect(calls.map(\.token) == [nil, 1, 1, nil, 2])
    #expect(calls.map(\.gave) == [1, nil, nil, 2, nil])
    #expect(calls.compactMap(\.overdue) == [-3600, -3600, -60])
    #expect(calls.allSatisfy { $0.refused == nil })
    #expect(player.stage.findings(exitStatus: 0).isEmpty)
    #expect(player.stage.findings(exitStatus: 1).map(\.clause) == ["SCN-OK-1"])
  }

  @Test func `moves the clock, and shows how far the dates are off`() throws {
    let player = try Player(
      there + """
        , "clock": 1200, "faults": [{"on": "GetObject", "call": 1, "after": {"advance": -2400}}]
        """)
    #expect(try player.call("GET", dated: -1200) == "403 RequestTimeTooSkewed")
    #expect(try player.call("GET") == "200")
    let calls = player.stage.trace.calls
    #expect(calls.map(\.dateOffset) == [-1200, 0] && calls.map(\.clockOffset) == [1200, -1200])
    #expect(calls.allSatisfy { $0.refused == nil })
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

  @Test func `changes headers, bodies and connections of right answers`() throws {
    let player = try Player(
      there + """
        , "faults": [
          {"on": "GetObject", "call": 1, "headers": {"ETag": null, "x-oss-hash-crc64ecma": "1"}},
          {"on": "GetObject", "call": 2, "body": {"drop": 1}},
          {"on": "GetObject", "call": 3, "transport": {"reset": "body"}},
          {"on": "GetObject", "call": 4, "redirect": "stranger", "status": 302},
          {"on": "GetObject", "call": 5, "transport": {"silent": true}}]
        """)
    let date = player.stage.service.now.rfc1123
    let secret = Stage.lastingKey.secret
    let code = HMACSHA1Key(secret.span).authenticationCode(
      for: "GET\n\n\n\(date)\n/conform-bucket/there.txt".bytes.span)
    let headers = [
      "Date: " + date,
      "Authorization: OSS \(Stage.lastingKey.id.text):\(Base64.encode(code.bytes.span))",
    ]
    let answers = try (0..<5).map { _ in
      try player.send("GET /conform-bucket/there.txt", headers)
    }
    #expect(answers[0].value("ETag") == nil && answers[0].value("x-oss-hash-crc64ecma") == "1")
    #expect(answers[1].body.text == "text" && answers[1].fault == .closedAfter(3))
    #expect(answers[2].fault == .resetAfter(2) && answers[4].fault == .silent)
    #expect(answers[3].status == 302)
    #expect(answers[3].value("Location") == "http://127.0.0.1:9/conform-bucket/there.txt")
    for answer in answers {
      #expect(answer.value("x-oss-conform") == "injected by the scenario made")
    }
    try player.send("GET /conform-bucket/there.txt", headers, to: .stranger)
    #expect(player.stage.findings(exitStatus: 0).map(\.clause) == ["SCN-HOST-1"])
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
  }

  @Test func `is shown and started again by the control port`() throws {
    let player = try Player(there)
    let control = ControlService(
      player.stage.service, address: "", stage: player.stage, scenarios: [player.stage.scenario])
    func ask(_ line: String, _ body: String = "") throws -> (status: Int, object: JSONObject) {
      let type = body.isEmpty ? "" : "\r\nContent-Type: application/json"
      let sent = try SentRequest(
        wire: "\(line) HTTP/1.1\r\nHost: 127.0.0.1\(type)\r\n\r\n".bytes)
      let request = WireRequest(sent, framing: .none, body: body.bytes)
      guard case .readBody(let answer) = control.head(request, ConnectionInfo(number: 1)) else {
        return (0, [:])
      }
      let response = answer(request)
      return (response.status, try #require(try JSONReader.read(response.body).objectValue))
    }
    try player.call("GET")
    let shown = try ask("GET /scenario").object
    #expect(shown["name"] == "made" && shown["trace"]?.arrayValue?.count == 1)
    #expect(try ask("POST /scenario", #"{"name": "other"}"#).status == 400)
    #expect(try ask("POST /scenario", #"{"name": "made"}"#).status == 200)
    #expect(try ask("GET /scenario").object["trace"] == [])
  }
}
