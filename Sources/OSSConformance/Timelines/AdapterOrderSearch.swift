internal import OSSMistakes
internal import OSSVectors

/// Tries the orders of scripts on an adapter, as far as scripts can state them.
struct AdapterOrderSearch {
  /// How many orders of one script are tried at most.
  var limit = 24

  /// Tries them until one breaks a bound that the script's own order keeps.
  ///
  /// A timeline that fails in its own order needs no search; `check` reports it.
  func run<Answering: Adapter & ~Copyable>(
    _ timelines: [TimelineSearch.Timeline], with adapter: inout Answering,
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
      if violation(of: timeline, scripts[0], replies[0]) != nil {
        result.failing += 1
        continue
      }
      for (script, reply) in zip(scripts, replies) {
        guard let finding = finding(timeline, script, reply) else { continue }
        result.finding = try shortest(finding, timeline, with: &adapter)
        return
      }
    }
  }

  private func replies<Answering: Adapter & ~Copyable>(
    to scripts: some Collection<Script>, with adapter: inout Answering
  ) throws(AdapterError) -> [Reply] {
    let requests = scripts.map {
      AdapterRequest(operation: .credentialTimeline, input: $0.json)
    }
    return try adapter.replies(to: requests, progress: { _, _ in })
  }

  /// The first bound that a reply breaks; one that is no trace breaks all of them.
  private func violation(
    of timeline: TimelineSearch.Timeline, _ script: Script, _ reply: Reply
  ) -> TimelineViolation? {
    if case .unsupported = reply { return nil }
    guard let trace = reply.trace else {
      return TimelineViolation(
        bound: .fitsScript, moment: nil, sentence: "The adapter gives no timeline",
        expected: "an answer", actual: "none that can be read")
    }
    return timeline.violation(script, trace)
  }

  private func finding(
    _ timeline: TimelineSearch.Timeline, _ script: Script, _ reply: Reply
  ) -> TimelineSearch.Finding? {
    violation(of: timeline, script, reply).map { violation in
      TimelineSearch.Finding(
        origin: timeline.id, script: script, order: [], trace: reply.trace ?? Trace(),
        violation: violation)
    }
  }

  /// What was found is kept as it is where an SDK does not do it again.
  private func shortest<Answering: Adapter & ~Copyable>(
    _ finding: TimelineSearch.Finding, _ timeline: TimelineSearch.Timeline,
    with adapter: inout Answering
  ) throws(AdapterError) -> TimelineSearch.Finding {
    var shrinker = ScriptShrinker(limit: 500)
    var shortest = finding
    _ = try shrinker.shrink(finding.script) { (candidate) throws(AdapterError) in
      let reply = try replies(to: [candidate], with: &adapter)[0]
      guard let found = self.finding(timeline, candidate, reply),
        timeline.violation(candidate, Simulator.run(candidate)) == nil
      else { return false }
      shortest = found
      return true
    }
    return shortest
  }
}

extension Reply {
  /// The timeline that an adapter answers with; nil for any other reply.
  fileprivate var trace: Trace? {
    if case .ok(let answer) = self { try? Trace(answer.members) } else { nil }
  }
}
