internal import OSSVectors

/// Tries the orders of scripts on an adapter, as far as scripts can state them.
struct AdapterOrderSearch {
  /// How many orders of one script are tried at most.
  var limit = 24

  /// Tries them until one breaks a bound that the script's own order keeps.
  ///
  /// A timeline that fails in its own order needs no search; `check` tells of it.
  ///
  /// - Throws: An ``AdapterError`` if there is nobody to ask.
  func run<Answering: Adapter & ~Copyable>(
    _ timelines: [TimelineSearch.Timeline], with adapter: inout Answering,
    into result: inout TimelineSearch.Result, progress: (Int) -> Void
  ) throws(AdapterError) {
    for timeline in timelines {
      result.timelines += 1
      progress(result.timelines)
      let scripts = ScriptOrders.all(of: timeline.script, limit: limit)
      let traces = try traces(of: scripts, with: &adapter)
      guard let own = traces.first ?? nil else {
        result.unsupported += 1
        continue
      }
      result.orders += scripts.count
      if timeline.violation(timeline.script, own) != nil {
        result.failing += 1
        continue
      }
      for (script, trace) in zip(scripts, traces) {
        guard let trace, timeline.violation(script, trace) != nil else { continue }
        result.finding = try shortest(script, timeline, with: &adapter)
        return
      }
    }
  }

  private func traces<Answering: Adapter & ~Copyable>(
    of scripts: [Script], with adapter: inout Answering
  ) throws(AdapterError) -> [Trace?] {
    let requests = scripts.map {
      AdapterRequest(operation: .credentialTimeline, input: $0.json)
    }
    return try adapter.replies(to: requests, progress: { _, _ in }).map { reply in
      guard case .ok(let answer) = reply else { return nil }
      return try? Trace(answer.members)
    }
  }

  private func shortest<Answering: Adapter & ~Copyable>(
    _ script: Script, _ timeline: TimelineSearch.Timeline, with adapter: inout Answering
  ) throws(AdapterError) -> TimelineSearch.Finding? {
    var shrinker = ScriptShrinker(limit: 500)
    let shortest = try shrinker.shrink(script) { (candidate) throws(AdapterError) in
      guard let trace = try traces(of: [candidate], with: &adapter)[0] else { return false }
      return timeline.violation(candidate, trace) != nil
        && timeline.violation(candidate, Simulator.run(candidate)) == nil
    }
    guard let trace = try traces(of: [shortest], with: &adapter)[0],
      let violation = timeline.violation(shortest, trace)
    else { return nil }
    return TimelineSearch.Finding(
      origin: timeline.id, script: shortest, order: [], trace: trace, violation: violation)
  }
}
