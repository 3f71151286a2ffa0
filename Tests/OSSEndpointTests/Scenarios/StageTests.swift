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
