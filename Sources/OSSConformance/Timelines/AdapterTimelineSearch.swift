internal import OSSEndpoint
internal import OSSJSON
internal import OSSVectors

/// Looks for a timeline in which an adapter breaks a bound: in the orders of scripts, as far as scripts
/// can state them, and in random scripts.
struct AdapterTimelineSearch {
  /// How many orders of one script are tried at most.
  var limit = 24
  /// How long a script may be reduced, in nanoseconds.
  private static let reducingTime: Int64 = 60_000_000_000
  /// How many random scripts are asked for at once.
  private static let batch = 32

  /// Tries the orders of timelines until one breaks a bound that the script's own order keeps.
  ///
  /// A timeline that fails in its own order needs no search; `check` reports it.
  func orders<Answering: Adapter & ~Copyable>(
    of timelines: [TimelineSearch.Timeline], with adapter: inout Answering,
    into result: inout TimelineSearch.Result, progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) {
    for timeline in timelines where limit > 0 {
      progress(result.timelines)
      result.timelines += 1
      let all = ScriptOrders.all(of: timeline.script, limit: limit + 1)
      let scripts = all.prefix(limit)
      let replies = try replies(to: scripts, with: &adapter)
      if case .unsupported = replies[0] {
        result.unsupported += 1
        continue
      }
      result.orders += scripts.count
      if all.count > limit { result.cutShort += 1 }
      let rule = Rule(origin: timeline.vector.id, violation: timeline.violation)
      if rule.finding(scripts[0], replies[0]) != nil {
        result.failing += 1
        continue
      }
      for (script, reply) in zip(scripts, replies) {
        guard let finding = rule.finding(script, reply) else { continue }
        result.finding = try shortest(finding, rule, with: &adapter)
        return
      }
    }
  }

  /// Plays random scripts until so many steps were taken, or one breaks a rule that needs no bounds.
  func random<Answering: Adapter & ~Copyable>(
    seed: UInt64, from timelines: [TimelineSearch.Timeline], steps count: Int,
    with adapter: inout Answering, into result: inout TimelineSearch.Result,
    progress: (Int) -> Void = { _ in }
  ) throws(AdapterError) {
    guard var scripts = RandomScripts(seed: seed, timelines) else { return }
    while result.steps < count {
      let asked = (0..<Self.batch).map { _ in scripts.next() }
      for (script, reply) in zip(asked, try replies(to: asked[...], with: &adapter)) {
        if case .unsupported = reply { return }
        result.scripts += 1
        result.steps += script.events.count + (reply.trace?.fetches.count ?? 0)
        let rule = Rule(
          origin: "random script \(result.scripts) of seed \(seed)",
          violation: TimelineInvariants.violation)
        guard let finding = rule.finding(script, reply) else { continue }
        result.finding = try shortest(finding, rule, with: &adapter)
        return
      }
      progress(min(result.steps, count))
    }
  }

  private func replies<Answering: Adapter & ~Copyable>(
    to scripts: some Collection<Script>, with adapter: inout Answering
  ) throws(AdapterError) -> [Reply] {
    try adapter.replies(
      to: scripts.map { AdapterRequest(operation: .credentialTimeline, input: $0.json) })
  }

  /// What a trace may not break, and where the script is from.
  private struct Rule {
    let origin: String
    let violation: (Script, OSSVectors.Trace) -> TimelineViolation?

    /// The first bound that a reply breaks; one that is no trace breaks all of them.
    func finding(_ script: Script, _ reply: Reply) -> TimelineSearch.Finding? {
      if case .unsupported = reply { return nil }
      let broken =
        if let trace = reply.trace {
          violation(script, trace)
        } else {
          TimelineViolation(
            bound: .fitsScript, moment: nil, sentence: "The adapter gives no timeline",
            expected: "an answer", actual: "none that can be read")
        }
      return broken.map {
        TimelineSearch.Finding(
          origin: origin, script: script, order: [], trace: reply.trace ?? OSSVectors.Trace(),
          violation: $0)
      }
    }
  }

  /// What was found is kept as it is where an SDK does not do it again.
  private func shortest<Answering: Adapter & ~Copyable>(
    _ finding: TimelineSearch.Finding, _ rule: Rule, with adapter: inout Answering
  ) throws(AdapterError) -> TimelineSearch.Finding {
    var reducer = Reducer(limit: 1_000)
    var shortest = finding
    let deadline = MonotonicClock.now() + Self.reducingTime
    _ = try reducer.reduce(finding.script.json) { (inputs) throws(AdapterError) in
      let scripts = inputs.map { (try? Script($0))?.settled }
      let possible = scripts.indices.filter { place in
        scripts[place].map { rule.violation($0, Simulator.run($0)) == nil } ?? false
      }
      var shows = [Bool](repeating: false, count: inputs.count)
      // An SDK may answer the first script soon and none of the shorter ones.
      guard MonotonicClock.now() < deadline, !possible.isEmpty else { return shows }
      let replies = try replies(to: possible.compactMap { scripts[$0] }, with: &adapter)
      for (place, reply) in zip(possible, replies) {
        guard let script = scripts[place], let found = rule.finding(script, reply) else { continue }
        if !shows.contains(true) { shortest = found }
        shows[place] = true
      }
      return shows
    }
    return shortest
  }
}

extension Reply {
  /// The timeline that an adapter answers with; nil for any other reply.
  fileprivate var trace: OSSVectors.Trace? {
    answer.flatMap { try? OSSVectors.Trace($0.members) }
  }
}
