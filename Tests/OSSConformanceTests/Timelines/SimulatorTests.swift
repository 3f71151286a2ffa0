import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// CRED-RUN-26, CRED-RUN-27 and CRED-RUN-28: how a script is played.
@Suite struct `The simulator` {
  @Test func `plays a script to its end`() throws {
    let trace = Simulator.run(try Script(ScriptSamples.json))
    #expect(
      trace.answers == [
        Trace.Answer(caller: "c1", at: 1000, outcome: .gets("A")),
        Trace.Answer(caller: "c2", at: 1000, outcome: .gets("A")),
        Trace.Answer(caller: "c3", at: 2000, outcome: .gets("A")),
      ])
    #expect(trace.fetches == [Trace.Fetch(at: 0, ends: 1000)])
    #expect(try Trace(trace.members) == trace)
  }

  @Test func `repeats the last result, and shows no end after the script's`() {
    let script = ScriptSamples.script(
      [
        .init(at: 0, action: .ask("c1")), .init(at: 5000, action: .ask("c2")),
        .init(at: 9900, action: .ask("c3")),
      ], fetches: [.init(takes: 200, result: .fails(.status))])
    let trace = Simulator.run(script)
    #expect(
      trace.answers == [
        Trace.Answer(caller: "c1", at: 200, outcome: .fails("status")),
        Trace.Answer(caller: "c2", at: 5200, outcome: .fails("status")),
      ])
    #expect(trace.fetches.map(\.at) == [0, 5000, 9900])
    #expect(trace.fetches.map(\.ends) == [200, 5200, nil])
  }

  /// What is held has so little left that asking fetches; the fetch ends as somebody else asks.
  @Test(arguments: [(false, ["c1", "c2"]), (true, ["c2", "c1"])])
  func `lets a fetch end before the events of its moment, or after them`(
    isLast: Bool, order: [String]
  ) {
    var script = ScriptSamples.script(
      [
        .init(at: 0, action: .ask("c1")), .init(at: 0, action: .ask("c2")),
        .init(at: 500, action: .cancel("c2")),
      ], fetches: [.init(takes: 500, result: .gives("A"))],
      tokens: [.init(name: "A", expires: nil)])
    script.completionsLast = isLast
    let trace = Simulator.run(script)
    #expect(trace.answers.map(\.caller) == order)
    #expect(trace.answers.first?.outcome == (isLast ? .cancelled : .gets("A")))
  }

  @Test func `ends fetches of one moment in the order in which they began`() {
    let script = ScriptSamples.script(
      [.init(at: 0, action: .ask("c1"))], fetches: [.init(takes: 0, result: .gives("A"))],
      tokens: [.init(name: "A", expires: nil)])
    #expect(Simulator.run(script).fetches == [Trace.Fetch(at: 0, ends: 0)])
  }

  @Test(arguments: [(Int64(0), 0), (600_000, 1), (-600_000, 0)])
  func `lets the device's clock be off`(clock: Int64, fetches: Int) {
    var script = ScriptSamples.script(
      [.init(at: 0, action: .ask("c1"))], fetches: [.init(takes: 1, result: .fails(.nothing))],
      tokens: [.init(name: "A", expires: 1_200_000)])
    script.clock = clock
    script.held = .init(token: "A", obtained: -2_400_000)
    #expect(Simulator.run(script).fetches.count == fetches)
  }

  @Test func `says nothing of a rejection of a token that nobody was given`() {
    let events: [Script.Event] = [
      .init(at: 0, action: .ask("c1")), .init(at: 100, action: .reject("B")),
      .init(at: 200, action: .ask("c2")),
    ]
    var script = ScriptSamples.script(
      events, fetches: [.init(takes: 10, result: .gives("B"))],
      tokens: [.init(name: "A", expires: nil), .init(name: "B", expires: nil)])
    script.held = .init(token: "A", obtained: 0)
    #expect(Simulator.run(script).fetches.isEmpty)
    // What is held at first can be rejected though nobody of the script was given it.
    script.events[1].action = .reject("A")
    script.events.removeFirst()
    #expect(Simulator.run(script).answers.map(\.outcome) == [.gets("B")])
  }

  @Test func `shows what can happen next, for whoever looks for other orders`() throws {
    var simulator = Simulator(
      ScriptSamples.script(
        [
          .init(at: 0, action: .ask("c1")), .init(at: 700, action: .ask("c2")),
          .init(at: 700, action: .cancel("c1")), .init(at: 800, action: .ask("c3")),
        ], fetches: [.init(takes: 700, result: .gives("A"))],
        tokens: [.init(name: "A", expires: nil)]))
    #expect(simulator.due == [.event(0)])
    simulator.perform(.event(0))
    #expect(simulator.due == [.end(fetch: 0), .event(1), .event(2)])
    simulator.perform(.event(2))
    simulator.perform(.end(fetch: 0))
    #expect(simulator.due == [.event(1)])
    simulator.perform(.event(1))
    simulator.perform(.event(3))
    #expect(simulator.due == [])
    #expect(simulator.trace.answers.map(\.caller) == ["c1", "c2", "c3"])
    #expect(simulator.trace.answers.first?.outcome == .cancelled)
    #expect(simulator.now == 800)
  }
}

@Suite struct `The vectors of timelines` {
  /// The reference passes each vector; silence fails it, and each bound that is tighter, or changed.
  @Test func `notice every bound that is changed`() throws {
    var tried = 0
    for vector in try RealVectors.corpus.get().vectors
    where vector.operation == .credentialTimeline {
      let due = try #require(vector.expectation.outcome.answer)
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      let answer = try #require(reply.answer, "\(vector.id)")
      let bounds = try TimelineBounds(due.members, at: VectorLocation(file: "", vector: vector.id))
      #expect(bounds.members == due.members)
      #expect(!vector.judged(["answers": [], "fetches": []]).isPass, "\(vector.id)")
      let trace = try Trace(answer.members)
      let script = try Script(vector.input)
      #expect(TimelineJudge.violations(of: bounds, in: trace, by: script) == [], "\(vector.id)")
      for changed in Self.tightened(bounds, trace, script) {
        tried += 1
        #expect(
          TimelineJudge.violations(of: changed, in: trace, by: script).count == 1, "\(vector.id)")
      }
    }
    #expect(tried > 1000)
  }

  private static func tightened(
    _ bounds: TimelineBounds, _ trace: Trace, _ script: Script
  ) -> [TimelineBounds] {
    var result: [TimelineBounds] = []
    for index in bounds.callers.indices {
      var copy = bounds
      copy.callers[index].outcomes = ["Nobody"]
      result.append(copy)
    }
    for index in bounds.waits.indices {
      var copy = bounds
      let caller = bounds.waits[index].caller
      let answered = trace.answers.first { $0.caller == caller }?.at ?? 0
      copy.waits[index].most = answered - (script.moment(ofAsking: caller) ?? 0) - 1
      result.append(copy)
    }
    let count = Int64(trace.fetches.count)
    var copy = bounds
    copy.leastFetches = count + 1
    copy.mostFetches = nil
    result.append(copy)
    if count > 0 {
      copy.leastFetches = nil
      copy.mostFetches = count - 1
      result.append(copy)
    }
    return result
  }
}

/// What holds of every timeline: traces that break it once, and one beside each that just does not.
@Suite struct `What holds of every timeline` {
  /// A fetch that fails at 1,000 ms, then one that brings a token for an hour.
  private static let script = ScriptSamples.script(
    [.init(at: 0, action: .ask("c1"))],
    fetches: [
      .init(takes: 1000, result: .fails(.transport)), .init(takes: 0, result: .gives("A")),
    ],
    tokens: [.init(name: "A", expires: 3_600_000)], until: 3_600_000)

  private static func trace(
    _ fetches: [(at: Int64, ends: Int64)], _ answers: [Trace.Answer]
  ) -> Trace {
    Trace(answers: answers, fetches: fetches.map { Trace.Fetch(at: $0.at, ends: $0.ends) })
  }

  private static func answer(_ caller: String, _ at: Int64, _ outcome: Trace.Outcome)
    -> Trace.Answer
  {
    Trace.Answer(caller: caller, at: at, outcome: outcome)
  }

  /// The fetches after the first, who is answered then, and the bound that this breaks.
  static let traces: [([(at: Int64, ends: Int64)], Trace.Answer?, TimelineViolation.Bound?)] = [
    ([(1500, 1500)], nil, nil), ([(1499, 1499)], nil, .backOff),
    ([], answer("c2", 1999, .fails("transport")), nil),
    ([], answer("c2", 2000, .fails("transport")), .backOff),
    ([(1500, 1500), (3_000_000, 3_000_001)], nil, nil),
    ([(1500, 1500), (2_000_000, 2_000_001)], nil, .freshIsKept),
    ([(1500, 1500)], answer("c2", 3_599_999, .fails("transport")), .validIsKept("c2")),
    ([(1500, 1500)], answer("c2", 3_600_000, .gets("A")), .neverExpired("c2")),
    ([(1500, 1700), (1600, 1700)], nil, .oneFetchInFlight),
  ]

  @Test(arguments: traces)
  func `is broken or just not`(
    later: [(at: Int64, ends: Int64)], last: Trace.Answer?, bound: TimelineViolation.Bound?
  ) {
    let asked =
      Self.script.events + (last.map { [.init(at: $0.at, action: .ask($0.caller))] } ?? [])
    var script = Self.script
    script.events = asked
    let trace = Self.trace(
      [(0, 1000)] + later,
      [Self.answer("c1", 1000, .fails("transport"))] + (last.map { [$0] } ?? []))
    #expect(TimelineInvariants.violation(script, trace)?.bound == bound)
  }
}
