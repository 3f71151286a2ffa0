import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// FMT-LINE-1 to FMT-LINE-7: each bound holds what it must, and fails what it must not.
@Suite struct `Timeline bounds` {
  static let script = ScriptSamples.script(
    [
      .init(at: 0, action: .ask("c1")), .init(at: 100, action: .ask("c2")),
      .init(at: 300, action: .cancel("c2")),
    ], fetches: [.init(takes: 500, result: .gives("A"))],
    tokens: [.init(name: "A", expires: 5000), .init(name: "B", expires: nil)])

  static let trace = Trace(
    answers: [
      .init(caller: "c2", at: 300, outcome: .cancelled),
      .init(caller: "c1", at: 500, outcome: .gets("A")),
    ], fetches: [.init(at: 0, ends: 500)])

  static let bounds = TimelineBounds(
    callers: [
      .init(caller: "c1", outcomes: ["A"]),
      .init(caller: "c2", outcomes: ["cancelled", "failure"]),
    ], waits: [.init(caller: "c1", most: 500), .init(caller: "c2", most: 200)],
    leastFetches: 1, mostFetches: 1, invariants: TimelineBounds.Invariant.allCases)

  private static func broken(_ change: (inout Trace) -> Void) -> [TimelineViolation] {
    var trace = trace
    change(&trace)
    return TimelineJudge.violations(of: bounds, in: trace, by: script)
  }

  @Test func `hold for the trace that they were made for`() {
    #expect(Self.broken { _ in } == [])
  }

  @Test func `say what a caller may get`() {
    let wrong = Self.broken { $0.answers[1].outcome = .gets("B") }
    #expect(wrong.map(\.bound) == [.fitsScript, .caller("c1")])
    #expect(wrong.last?.moment == 500)
    #expect(wrong.last?.sentence == "The caller c1 gets B at 500 ms")
    #expect(Self.broken { $0.answers[1].outcome = .fails("torn") }.map(\.bound) == [.caller("c1")])
    let cancelled = Self.broken { $0.answers[1].outcome = .cancelled }
    #expect(cancelled.map(\.bound) == [.fitsScript, .caller("c1")])
    #expect(Self.broken { $0.answers[0].outcome = .fails("x") } == [])
  }

  @Test func `say how long a caller may wait`() {
    #expect(Self.broken { $0.answers[1].at = 501 }.map(\.bound) == [.wait("c1")])
    #expect(Self.broken { $0.answers[0].at = 301 }.map(\.bound) == [.wait("c2")])
  }

  @Test func `say that a caller is answered, and once`() {
    let missing = Self.broken { $0.answers.removeLast() }
    #expect(missing.map(\.bound) == [.caller("c1"), .wait("c1"), .everyoneAnswered("c1")])
    let twice = Self.broken { $0.answers.append($0.answers[1]) }
    #expect(twice.map(\.bound) == [.everyoneAnswered("c1")])
  }

  @Test(arguments: [(Int64(100), true), (200, false)])
  func `say that who asks first is answered first`(asking: Int64, isJudged: Bool) {
    let script = ScriptSamples.script(
      [.init(at: asking, action: .ask("c1")), .init(at: 200, action: .ask("c2"))],
      fetches: [.init(takes: 500, result: .gives("A"))],
      tokens: [.init(name: "A", expires: 5000)])
    let answers = ["c1", "c2"].map { Trace.Answer(caller: $0, at: 500, outcome: .gets("A")) }
    let bounds = TimelineBounds(invariants: [.answeredInOrder])
    for (trace, bound) in [
      (answers, [] as [TimelineViolation.Bound]),
      (answers.reversed(), isJudged ? [.answeredInOrder("c1")] : []),
    ] {
      let trace = Trace(answers: trace, fetches: [.init(at: 0, ends: 500)])
      let found = TimelineJudge.violations(of: bounds, in: trace, by: script)
      #expect(found.map(\.bound) == bound)
    }
  }

  @Test func `say how many fetches there are`() {
    let none = Self.broken { $0.fetches = [] }
    #expect(none.map(\.bound) == [.fitsScript, .leastFetches])
    let two = Self.broken { $0.fetches.append(.init(at: 600, ends: 700)) }
    #expect(two.map(\.bound) == [.mostFetches])
    #expect(two.first?.moment == 600)
  }

  @Test(arguments: [(Int64(499), true), (500, false)])
  func `say that fetches do not overlap`(moment: Int64, overlaps: Bool) {
    let found = Self.broken { $0.fetches.append(.init(at: moment, ends: 700)) }.map(\.bound)
    #expect(found.contains(.oneFetchInFlight) == overlaps)
  }

  @Test func `take a fetch without an end for one that lasts`() {
    let found = Self.broken {
      $0.fetches[0].ends = nil
      $0.fetches.append(.init(at: 9000))
    }
    #expect(found.map(\.bound) == [.fitsScript, .mostFetches, .oneFetchInFlight])
  }

  @Test(arguments: [(Int64(4999), false), (5000, true), (5001, true)])
  func `say that nobody gets an expired token`(moment: Int64, isExpired: Bool) {
    let found = Self.broken { $0.answers[1].at = moment }.map(\.bound)
    #expect(found.contains(.neverExpired("c1")) == isExpired)
    let other = Self.broken {
      $0.answers[1].at = moment
      $0.answers[1].outcome = .gets("B")
    }
    #expect(!other.map(\.bound).contains(.neverExpired("c1")))
  }

  @Test func `refuse a trace that fits no script`() {
    let changes: [(inout Trace) -> Void] = [
      { $0.answers.append(.init(caller: "c9", at: 1, outcome: .cancelled)) },
      { $0.answers[0].at = 99 },
      { $0.answers[1].outcome = .gets("Z") },
      { $0.fetches[0].ends = -1 },
      { $0.answers[1].outcome = .gets("B") },
      { $0.answers[1].at = 499 },
      { $0.answers[1].outcome = .cancelled },
      { $0.answers[0].at = 299 },
    ]
    for change in changes {
      #expect(Self.broken(change).map(\.bound).first == .fitsScript)
    }
  }

  @Test func `know a token that is held at first or put in`() {
    var script = Self.script
    let trace = Trace(answers: [.init(caller: "c1", at: 0, outcome: .gets("B"))])
    func misfits() -> [TimelineViolation] {
      TimelineJudge.violations(of: TimelineBounds(), in: trace, by: script)
    }
    #expect(misfits().map(\.sentence) == ["The caller c1 gets B, which nothing has brought"])
    script.held = .init(token: "B", obtained: 0)
    #expect(misfits() == [])
    script.held = nil
    script.events.append(.init(at: 0, action: .replace("B")))
    #expect(misfits() == [])
  }

  @Test func `fail a caller that waits forever, however short the script is`() {
    let patient = TimelineBounds(waits: [.init(caller: "c1", most: 1_000_000)])
    let found = TimelineJudge.violations(of: patient, in: Trace(), by: Self.script)
    #expect(found.map(\.bound) == [.wait("c1")])
    #expect(found.first?.actual == "no answer by 10000 ms")
  }

  @Test func `bound nothing that they do not name`() {
    let loose = TimelineBounds(mostFetches: 5)
    let trace = Trace(answers: [], fetches: [.init(at: 0), .init(at: 0)])
    #expect(TimelineJudge.violations(of: loose, in: trace, by: Self.script) == [])
  }
}

@Suite struct `Verdicts on timelines` {
  private static func vector(_ bounds: TimelineBounds) -> Vector {
    VectorSamples.vector(
      "line", .credentialTimeline, input: `Timeline bounds`.script.json, answer: bounds.members)
  }

  private static func verdict(_ members: JSONObject) -> Verdict {
    Judge.verdict(of: vector(`Timeline bounds`.bounds), reply: .ok(Answer(members: members)))
  }

  @Test func `pass a trace within its bounds`() {
    #expect(Self.verdict(`Timeline bounds`.trace.members).isPass)
  }

  @Test func `name the bound, the caller and the moment`() throws {
    var trace = `Timeline bounds`.trace
    trace.answers[1].outcome = .fails("status")
    trace.fetches.append(.init(at: 100, ends: 200))
    let failure = try #require(Self.verdict(trace.members).failure)
    #expect(
      failure.message
        == "The caller c1 fails (status) at 500 ms; A is due. It is the first of 3 broken bounds.")
    #expect(
      failure.differences.map(\.title) == [
        "callers (c1)", "fetches (most)", "invariants (one-fetch-in-flight)",
      ])
    #expect(failure.differences[0].expected == Bytes("A".utf8))
    #expect(failure.differences[0].actual == Bytes("failure: status".utf8))
  }

  private static let notOne =
    "the value must be an object with one alone of gets, fails, cancelled."

  /// An answer, and the sentence behind "the answer, member ".
  static let malformed: [(JSONObject, String)] = [
    ([:], "answers: the member is missing."),
    (["answers": []], "fetches: the member is missing."),
    (
      ["answers": [[:]], "fetches": []],
      "answers[0]: \(notOne)"
    ),
    (
      ["answers": [["caller": "c1", "at": 0, "gets": "A", "cancelled": true]], "fetches": []],
      "answers[0]: \(notOne)"
    ),
    (
      ["answers": [["caller": "c1", "gets": "A"]], "fetches": []],
      "answers[0].at: the member is missing."
    ),
    (["answers": [], "fetches": [["ends": 1]]], "fetches[0].at: the member is missing."),
  ]

  @Test(arguments: malformed)
  func `fail what is no trace`(members: JSONObject, message: String) {
    #expect(Self.verdict(members).failure?.message == "the answer, member " + message)
  }
}
