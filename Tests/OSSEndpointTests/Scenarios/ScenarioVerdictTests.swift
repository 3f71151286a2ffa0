import OSSEndpoint
import OSSPrimitives
import Testing

/// A scenario with what a row needs, of callers at once if nothing else is said.
private func scenario(
  _ members: String = "", task: String = "many", succeeds: Bool = true
) throws -> Scenario {
  let text = """
    {"title": "A title.", "right": "A sentence.", "group": "service", "clauses": ["ACT-STOP-1"],
     "task": "\(task)", \(members) "succeeds": \(succeeds)}
    """
  return try Scenario(text.bytes, file: "made.json")
}

/// Calls of a hand-made trace: an operation and what it got, then changes.
private struct Row {
  var call = TracedCall()

  init(
    _ operation: String, _ status: Int = 200, _ code: String? = nil, token: Int? = nil,
    _ change: (inout TracedCall) -> Void = { _ in }
  ) {
    (call.operation, call.status, call.code, call.token) = (operation, status, code, token)
    (call.method, call.path, call.identity) = (operation, "/bucket/key", operation)
    (call.accessKeyID, call.isSigned, call.connection) = ("key \(token ?? 0)", true, 1)
    change(&call)
  }

  static func token(_ gave: Int?, left: Int64? = nil, of life: Int64 = 3600) -> Row {
    Row("Token") {
      ($0.server, $0.gave, $0.isSigned) = (.token, gave, false)
      $0.former = left.map { (left: $0, life: life) }
    }
  }

  static func stranger(isSigned: Bool) -> Row {
    Row("Stranger") { ($0.server, $0.isSigned) = (.stranger, isSigned) }
  }

  static func dated(_ offset: Int64, _ status: Int = 200, _ code: String? = nil) -> Row {
    Row("PutObject", status, code) { $0.dateOffset = offset }
  }

  static func late(_ bytes: Int, waits: Bool) -> Row {
    Row("PutObject", 403, "AccessDenied") { ($0.lateBytes, $0.waits) = (bytes, waits) }
  }

  /// The same call of another caller, on a connection of its own.
  func other(_ connection: Int) -> Row {
    var row = self
    (row.call.connection, row.call.isAlone) = (connection, false)
    return row
  }

  func with(_ change: (inout TracedCall) -> Void) -> Row {
    var row = self
    change(&row.call)
    return row
  }
}

/// What is found in a trace.
private func found(
  _ rows: [Row], _ scenario: Scenario, exitStatus: Int32? = 0
) -> [ScenarioFinding] {
  let calls = rows.enumerated().map { index, row in row.with { $0.number = index + 1 }.call }
  return ScenarioVerdict(scenario, Trace(calls), exitStatus: exitStatus).findings
}

@Suite struct `A verdict of a scenario` {
  private static let skewed = Row.dated(1200, 403, "RequestTimeTooSkewed")
  private static let expired = Row("GetObject", 403, "SecurityTokenExpired", token: 1)
  private static let denied = Row("GetObject", 403, "AccessDenied", token: 1)
  private static let append = Row("AppendObject")
  private static let absent = Row("HeadObject", 404, "NoSuchKey")

  /// A clause, traces that show it with the calls that do, and traces that do not.
  private static let table: [(clause: String, wrong: [([Row], [Int])], right: [[Row]])] = [
    (
      "SCN-DATE-1", [([skewed, .dated(1200)], [1, 2]), ([skewed, skewed, .dated(0)], [1, 2])],
      [[skewed, .dated(0)], [skewed, .dated(900)], [skewed], [.dated(1200)]]
    ),
    (
      "SCN-TOKEN-1",
      [
        ([expired, Row("GetObject", token: 1)], [1, 2]),
        ([expired, Row("PutObject", token: 1)], [1, 2]),
        ([expired.other(1), expired.other(2), expired.other(1)], [1, 3]),
      ],
      [
        [expired, .token(2), Row("GetObject", token: 2)],
        // Callers at once sent what they had signed before the refusal.
        [expired.other(1), expired.other(2), Row("PutObject", token: 1).other(3)],
        [Row("GetObject", 503, "SlowDown", token: 1), Row("GetObject", token: 1)],
      ]
    ),
    (
      "SCN-TOKEN-2", [([Row("GetObject", token: 1) { $0.overdue = 3 }], [1])],
      [
        [Row("GetObject", token: 1) { $0.overdue = 2 }],
        [Row("GetObject", token: 1) { $0.overdue = -60 }],
        [Row("GetObject", token: 1) { ($0.overdue, $0.clockOffset) = (600, 1200) }],
      ]
    ),
    ("SCN-HOST-1", [([.stranger(isSigned: true)], [1])], [[.stranger(isSigned: false)]]),
    (
      "SCN-FETCH-1",
      [
        ([.token(1), .token(2, left: 3600)], [2]),
        ([.token(1), .token(2, left: 1200, of: 2400)], [2]),
        ([.token(1), expired, .token(2, left: 3600), .token(3, left: 3599)], [4]),
      ],
      [
        [.token(1), expired, .token(2, left: 3600)],
        [.token(1), .token(nil), .token(2, left: 240)],
        [.token(1), .token(2, left: 1199, of: 1200)], [.token(1), .token(2, left: 1799)],
        // The same token again, which stays refused.
        [.token(1), expired, .token(1, left: 3600), .token(2, left: 3600)],
      ]
    ),
    (
      "SCN-STOP-1",
      [
        ([denied, denied], [1, 2]),
        (
          [Row("PutObject", 403, "SignatureDoesNotMatch"), Row("PutObject")], [1, 2]
        ),
        ([Row("PutObject", 403, "InvalidAccessKeyId"), Row("PutObject")], [1, 2]),
      ],
      [
        [denied, Row("GetObject", token: 2)], [denied, Row("PutObject", token: 1)],
        [denied.other(1), denied.other(2)],
      ]
    ),
    (
      "SCN-BODY-1", [([.late(10, waits: true)], [1])],
      [[.late(10, waits: false)], [.late(0, waits: true)]]
    ),
    (
      "SCN-AGAIN-1", [([append, append], [1, 2]), ([absent, absent], [1, 2])],
      [
        [Row("AppendObject", 500, "InternalError"), append],
        [append.with { $0.injected = "cut short" }, append],
        [absent, Row("PutObject"), absent], [Row("HeadObject", 429), Row("HeadObject")],
        [Row("PutObject"), Row("PutObject")],
      ]
    ),
  ]

  @Test(arguments: table.indices)
  func `is found in a wrong trace and in no right one, and nothing else is`(index: Int) throws {
    let (clause, wrong, right) = Self.table[index]
    let scenario = try scenario()
    for (rows, calls) in wrong {
      let findings = found(rows, scenario)
      #expect(findings.map(\.clause) == [clause])
      #expect(findings.first?.calls == calls)
    }
    for rows in right { #expect(found(rows, scenario).isEmpty) }
  }

  @Test func `of a repeat is found on another connection too, where there is one caller`() throws {
    let rows = [Self.denied.other(1), Self.denied.other(2)]
    let findings = found(rows, try scenario(task: "get"))
    #expect(findings.map(\.clause) == ["SCN-STOP-1"] && findings.first?.calls == [1, 2])
  }

  @Test func `of the exit status is found where it is not that of a right client`() throws {
    let (right, wrong) = (try scenario(), try scenario(succeeds: false))
    for (scenario, status, isFound) in [
      (right, Int32?(0), false), (right, 1, true), (right, nil, false), (wrong, 0, true),
      (wrong, 3, false), (wrong, nil, false),
    ] {
      let findings = found([.stranger(isSigned: false)], scenario, exitStatus: status)
      #expect(findings.map(\.clause) == (isFound ? ["SCN-OK-1"] : []))
    }
  }

  @Test func `of the exit status shows the last call that did not go well`() throws {
    let (right, failed) = (Row("PutObject", 200), Row("PutObject", 503, "SlowDown"))
    let cut = Row("GetObject") { $0.injected = "cut short" }
    for (rows, calls) in [
      ([right, failed, right], [2]), ([failed, cut, right], [2]), ([right, right], [2]), ([], []),
    ] {
      #expect(found(rows, try scenario(), exitStatus: 1).map(\.calls) == [calls])
    }
  }

  @Test func `of a refusal that the scenario did not bring about has the clause of it`() throws {
    let scenario = try scenario(succeeds: false)
    for clause in ["V1-HDR-5", nil] {
      let row = Row("PutObject", 403, "SignatureDoesNotMatch") {
        $0.refused = (clause, "It is signed so.")
      }
      let findings = found([row], scenario, exitStatus: 1)
      #expect(findings.map(\.clause) == [clause ?? "SCN-SIGN-1"])
      #expect(findings.first?.sentence == "OSS refuses the request: It is signed so.")
    }
  }

  /// The count of a fault that saw calls, and happened at some.
  private func count(_ calls: Int, happened: Int = 0) -> FaultCount {
    var count = FaultCount()
    (count.calls, count.happened) = (calls, happened)
    return count
  }

  @Test func `has the faults that never happened, with what came`() throws {
    let fault = #""faults": [{"on": "UploadPart", "call": 3, "after": {"advance": 1}}]"#
    let begin = "fault 1 (UploadPart, call 3) never happened: "
    for (seen, count, end) in [
      ("any", count(0), "no such call came."), ("any", count(1), "1 such call came."),
      ("any", count(2), "2 such calls came."), ("any", count(3, happened: 1), nil),
      ("any", count(4), "its calls came, and there was nothing that it could change."),
    ] {
      let text = fault + #", "seen": [{"on": "\#(seen)", "atMost": 3, "clause": "X-1"}],"#
      let trace = Trace(faults: [count])
      let missing = ScenarioVerdict(try scenario(text), trace, exitStatus: 0).missing
      #expect(missing.map(\.sentence) == (end.map { [begin + $0] } ?? []))
      #expect(missing.allSatisfy { !$0.isRight })
    }
    for (seen, isRight) in [
      (#""on": "UploadPart", "exactly": 2"#, true), (#""on": "any", "atMost": 2"#, true),
      (#""on": "UploadPart|GetObject", "atLeast": 1, "atMost": 2"#, true),
      (#""on": "UploadPart", "atLeast": 2"#, false), (#""on": "GetObject", "exactly": 0"#, false),
      (#""on": "Token", "exactly": 0"#, false),
    ] {
      let scenario = try scenario(fault + #", "seen": [{\#(seen), "clause": "X-1"}],"#)
      let missing = ScenarioVerdict(scenario, Trace(faults: [count(0)]), exitStatus: 0).missing
      #expect(missing.map(\.isRight) == [isRight], "\(seen)")
    }
  }

  @Test func `holds no count against a client that got around a fault with success`() throws {
    let scenario = try scenario(
      """
      "faults": [{"on": "UploadPart", "after": {"advance": 1}}],
      "seen": [{"on": "UploadPart", "atLeast": 1, "clause": "ACT-RETRY-2"}],
      """, succeeds: false)
    let rows = [Row("PutObject"), Row.stranger(isSigned: true).with { $0.number = 2 }]
    for (status, happened, clauses) in [
      (Int32?(0), 0, ["SCN-HOST-1"]), (1, 0, ["SCN-HOST-1", "ACT-RETRY-2"]),
      (nil, 0, ["SCN-HOST-1", "ACT-RETRY-2"]),
      (0, 1, ["SCN-HOST-1", "ACT-RETRY-2", "SCN-OK-1"]),
    ] {
      let trace = Trace(rows.map(\.call), faults: [count(happened, happened: happened)])
      let verdict = ScenarioVerdict(scenario, trace, exitStatus: status)
      #expect(verdict.findings.map(\.clause) == clauses)
    }
  }

  @Test(arguments: [
    (#""exactly": 2"#, [2], "right is 2"), (#""atMost": 1"#, [0, 1], "at most 1"),
    (#""atLeast": 2"#, [2, 3], "at least 2"), (#""atLeast": 1, "atMost": 2"#, [1, 2], "1 to 2"),
  ])
  func `of a count is found outside of the range`(
    member: String, right: [Int], words: String
  ) throws {
    let seen = #""seen": [{"on": "PutObject|any", \#(member), "clause": "ACT-RETRY-2"}],"#
    let scenario = try scenario(seen)
    for count in 0...3 {
      let rows = (0..<count).map { number in
        Row("PutObject") { $0.identity = "\(number)" }
      }
      let findings = found(rows + [.token(1), .stranger(isSigned: false)], scenario)
      #expect(findings.map(\.clause) == (right.contains(count) ? [] : ["ACT-RETRY-2"]))
      #expect(findings.allSatisfy { $0.sentence.contains(words) && $0.calls.count == count })
    }
  }
}
