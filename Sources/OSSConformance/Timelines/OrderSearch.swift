internal import OSSCredentials
internal import OSSMistakes
internal import OSSVectors

/// Tries every order in which what is due at one moment can happen.
///
/// Callers of a concurrent program come in no order, and a fetch may end before, between or after
/// them. So a bound of a timeline holds for all orders, or it does not hold. What a script says to
/// happen to one caller keeps its order, and so does a rejection, a replacement or a change of the
/// clock among the other events: those orders mean different things.
struct OrderSearch {
  /// A run that breaks a bound.
  struct Finding {
    /// What happened, in its order.
    var order: [Simulator.Occurrence]
    /// What came of it.
    var trace: Trace
    /// The first bound that is broken.
    var violation: TimelineViolation
  }

  /// At how many moments of choice in a run the orders are tried; the script's order after that.
  var depth = 8
  /// How many runs one script may have.
  var limit = 2_000
  /// The rules of the machine.
  var steps = RefreshSteps.standard

  /// How many runs there were.
  private(set) var runs = 0
  /// Whether the last script had more orders than runs, or more moments of choice than ``depth``.
  private(set) var isCutShort = false

  /// The first run of a script that breaks a bound.
  mutating func finding(
    in script: Script, violation: (Script, Trace) -> TimelineViolation?
  ) -> Finding? {
    var rest = limit
    isCutShort = false
    return explore(Simulator(script, steps: steps), [], depth, &rest, violation)
  }

  private mutating func explore(
    _ start: Simulator, _ past: [Simulator.Occurrence], _ choices: Int, _ rest: inout Int,
    _ violation: (Script, Trace) -> TimelineViolation?
  ) -> Finding? {
    var simulator = start
    var order = past
    while order.count < Simulator.limit {
      let possible = simulator.possible
      guard let first = possible.first else { break }
      if choices > 0, possible.count > 1 {
        for next in possible {
          guard rest > 0 else {
            isCutShort = true
            return nil
          }
          var branch = simulator
          branch.perform(next)
          if let finding = explore(branch, order + [next], choices - 1, &rest, violation) {
            return finding
          }
        }
        return nil
      }
      if possible.count > 1 { isCutShort = true }
      simulator.perform(first)
      order.append(first)
    }
    rest -= 1
    runs += 1
    return violation(simulator.script, simulator.trace).map {
      Finding(order: order, trace: simulator.trace, violation: $0)
    }
  }
}

extension Simulator {
  /// What can happen next in some order of what is due.
  fileprivate var possible: [Occurrence] {
    let due = due
    return due.indices.filter { place in
      !due[..<place].contains { isTied($0, due[place]) }
    }.map { due[$0] }
  }

  private func isTied(_ first: Occurrence, _ second: Occurrence) -> Bool {
    guard case .event(let first) = first, case .event(let second) = second else { return false }
    return script.events[first].action.isTied(to: script.events[second].action)
  }
}

extension Script.Event.Action {
  /// Whether the order of two events at one moment is a part of what the script means.
  func isTied(to other: Script.Event.Action) -> Bool {
    guard let caller, let otherCaller = other.caller else { return true }
    return caller == otherCaller
  }

  /// The caller that it is about; nil where it concerns all.
  private var caller: String? {
    switch self {
    case .ask(let caller), .cancel(let caller): caller
    case .reject, .replace, .clock, .offset: nil
    }
  }
}

/// The orders of a script that can be written as scripts, for whoever plays scripts only.
///
/// A fetch ends before the events of its moment or after them; between them it cannot be put.
enum ScriptOrders {
  /// The script in its own order first, then in others, with fetches that end first and last.
  static func all(of script: Script, limit: Int) -> [Script] {
    var result: [Script] = []
    for events in orders(of: script.events, limit: (limit + 1) / 2) {
      for isLast in [script.completionsLast, !script.completionsLast] where result.count < limit {
        var variant = script
        variant.events = events
        variant.completionsLast = isLast
        result.append(variant)
      }
    }
    return result
  }

  /// The orders of events that keep each moment, and what is tied in its order.
  private static func orders(of events: [Script.Event], limit: Int) -> [[Script.Event]] {
    var result: [[Script.Event]] = []
    func extend(_ past: [Script.Event], _ rest: [Script.Event]) {
      guard result.count < limit else { return }
      guard let moment = rest.first?.at else {
        result.append(past)
        return
      }
      for place in rest.indices.prefix(while: { rest[$0].at == moment })
      where !rest[..<place].contains(where: { $0.action.isTied(to: rest[place].action) }) {
        var others = rest
        let next = others.remove(at: place)
        extend(past + [next], others)
      }
    }
    extend([], events)
    return result
  }
}

/// Tries the orders of scripts on an adapter, as far as scripts can state them.
struct AdapterOrderSearch {
  /// How many orders of one script are tried at most.
  var limit = 24
  /// How long a script may be shrunk, in nanoseconds.
  private static let shrinkingTime: Int64 = 60_000_000_000

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
    return try adapter.replies(to: requests)
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
    let deadline = ByteChannel.now() + Self.shrinkingTime
    _ = try shrinker.shrink(finding.script) { (candidate) throws(AdapterError) in
      // An SDK may answer the first script soon and none of the shorter ones.
      guard ByteChannel.now() < deadline else { return false }
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
