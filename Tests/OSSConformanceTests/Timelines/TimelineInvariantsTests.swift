import OSSConformance
import OSSVectors
import TestSupport
import Testing

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
