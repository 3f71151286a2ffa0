internal import OSSCredentials
internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
package import OSSVectors

/// Looks for a timeline that breaks a bound: in all orders of known scripts, and in random scripts.
package struct TimelineSearch {
  /// A script with the bounds that its vector states.
  package struct Timeline {
    let vector: Vector
    var script: Script
    var bounds: TimelineBounds

    /// The first bound that a trace of the script, or of a part of it, breaks.
    func violation(_ script: Script, _ trace: OSSVectors.Trace) -> TimelineViolation? {
      TimelineJudge.violations(of: bounds.about(script), in: trace, by: script).first
    }
  }

  /// What was found, as short as it could be made.
  package struct Finding {
    /// Where it began: a vector's id, or the number of a random script.
    package var origin: String
    package var script: Script
    /// What happened, in its order; empty where the script says it all.
    var order: [Simulator.Occurrence]
    var trace: OSSVectors.Trace
    var violation: TimelineViolation
  }

  /// What was done, and the first thing that was found.
  package struct Result {
    var timelines = 0
    var orders = 0
    /// The timelines with more orders than were tried.
    var cutShort = 0
    /// The timelines that an adapter cannot play.
    var unsupported = 0
    /// The timelines that an adapter fails in the script's own order.
    var failing = 0
    /// The random scripts, and the steps in them: the events and the ends of fetches.
    var scripts = 0
    var steps = 0
    package var finding: Finding?

    /// Nothing done yet.
    package init() {}
  }

  /// At how many moments of choice other orders are tried.
  var depth = 8
  /// How many orders of one script are tried at most.
  var limit = 2_000

  /// Makes a search of the standard size.
  package init(limit: Int = 2_000) { self.limit = limit }

  /// The timelines of a corpus, with their bounds.
  package static func timelines(of corpus: Corpus) -> [Timeline] {
    corpus.vectors.compactMap { vector in
      guard vector.operation == .credentialTimeline,
        case .answer(let expected) = vector.expectation.outcome,
        let script = try? Script(vector.input),
        let bounds = try? TimelineBounds(
          expected.members, at: VectorLocation(file: "", vector: vector.id, path: "expect"))
      else { return nil }
      return Timeline(vector: vector, script: script, bounds: bounds)
    }
  }

  /// Tries the orders of timelines until one breaks a bound.
  package func orders(
    of timelines: [Timeline], into result: inout Result, progress: (Int) -> Void = { _ in }
  ) {
    for timeline in timelines where limit > 0 {
      var search = OrderSearch(depth: depth, limit: limit)
      let found = search.finding(in: timeline.script, violation: timeline.violation)
      result.timelines += 1
      progress(result.timelines)
      result.orders += search.runs
      if search.isCutShort { result.cutShort += 1 }
      if let found {
        result.finding = shortest(
          Finding(
            origin: timeline.vector.id, script: timeline.script, order: found.order,
            trace: found.trace,
            violation: found.violation))
        return
      }
    }
  }

  /// Plays random scripts until so many steps were taken, or one breaks a bound.
  ///
  /// - Parameter timelines: What the scripts are made from.
  package func random(
    seed: UInt64, from timelines: [Timeline], steps count: Int, into result: inout Result,
    progress: (Int) -> Void = { _ in }
  ) {
    guard var scripts = RandomScripts(seed: seed, timelines) else { return }
    while result.steps < count {
      let script = scripts.next()
      let (trace, length) = Simulator.counted(script)
      result.scripts += 1
      result.steps += length
      progress(min(result.steps, count))
      if let violation = TimelineInvariants.violation(script, trace) {
        result.finding = shortest(
          Finding(
            origin: "random script \(result.scripts) of seed \(seed)", script: script, order: [],
            trace: trace, violation: violation))
        return
      }
    }
  }
}

extension TimelineSearch {
  /// The shortest script that breaks a bound in one of its orders, with the run that does.
  ///
  /// A bound of a vector need not hold for a part of its script; the rules that need no bounds hold for
  /// every script. What was found is kept as it is where no shorter script breaks one of them in the
  /// fewer orders that the shrinking tries.
  private func shortest(_ finding: Finding) -> Finding {
    func run(_ script: Script) -> Finding? {
      var search = OrderSearch(depth: depth, limit: 200)
      return search.finding(in: script, violation: TimelineInvariants.violation).map {
        Finding(
          origin: finding.origin, script: script, order: $0.order, trace: $0.trace,
          violation: $0.violation)
      }
    }
    guard run(finding.script) != nil else { return finding }
    var reducer = Reducer(limit: 5_000)
    let shortest = reducer.reduce(finding.script.json) { inputs in
      inputs.map { input in (try? Script(input))?.settled.map { run($0) != nil } ?? false }
    }
    return (try? Script(shortest))?.settled.flatMap(run) ?? finding
  }
}

extension TimelineBounds {
  /// The bounds as far as they are about callers that a script has: a shorter one has fewer.
  fileprivate func about(_ script: Script) -> TimelineBounds {
    var result = self
    result.callers.removeAll { script.moment(ofAsking: $0.caller) == nil }
    result.waits.removeAll { script.moment(ofAsking: $0.caller) == nil }
    return result
  }
}

/// Shows a search for broken bounds to a person.
struct TimelineSearchText {
  let style: Style

  /// The report: what was found, as a script, and the numbers.
  func text(_ result: TimelineSearch.Result) -> String {
    var lines = result.finding.map { finding($0) + [""] } ?? []
    lines += numbers(result)
    lines.append(closing(result))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last line alone.
  func closing(_ result: TimelineSearch.Result) -> String {
    if result.finding != nil { return style.red("A bound is broken.") }
    if result.orders + result.steps == 0 { return style.red("No timeline was played.") }
    if result.failing > 0 {
      return style.yellow("No other order breaks a bound that the script's order keeps.")
    }
    return style.green("No bound is broken.")
  }

  private func finding(_ finding: TimelineSearch.Finding) -> [String] {
    let violation = finding.violation
    var lines = [
      "\(style.red("FOUND")) \(style.bold(violation.sentence.visible)) (\(finding.origin))",
      "  expected \(violation.expected), found \(violation.actual); the shortest script:".visible,
    ]
    lines += finding.script.words.map { "    \($0)" }
    lines += finding.happenings.map { moment, words in
      "    " + "\(moment) ms".padded(to: 12) + words.visible
    }
    lines.append("  as the input of credential.timeline:")
    lines.append("    " + JSONValue.object(finding.script.json).compact())
    return lines
  }

  private func numbers(_ result: TimelineSearch.Result) -> [String] {
    var lines: [String] = []
    func row(_ name: String, _ text: String) { lines.append(name.padded(to: 12) + text) }
    if result.timelines > 0 {
      var text = "\(result.timelines)"
      if result.cutShort > 0 {
        text += "; \(result.cutShort) have more orders than were tried"
      }
      if result.unsupported > 0 { text += "; \(result.unsupported) unsupported" }
      if result.failing > 0 { text += "; \(result.failing) fail in the order of the script" }
      row("timelines", text)
      row("orders", "\(result.orders)")
    }
    if result.scripts > 0 { row("random", "\(result.steps) steps in \(result.scripts) scripts") }
    return lines
  }
}

extension TimelineSearch.Finding {
  /// What happened when, in its order, and what callers got after the other things of the moment.
  var happenings: [(moment: Int64, words: String)] {
    let occurrences = order.isEmpty ? script.events.indices.map { .event($0) } : order
    let happened = occurrences.map { occurrence -> (moment: Int64, words: String) in
      switch occurrence {
      case .event(let index): (script.events[index].at, script.events[index].action.words)
      case .end(let number):
        (trace.fetches[number].ends ?? script.until, "the fetch ends, number \(number + 1)")
      }
    }
    let answers = trace.answers.map { ($0.at, "\($0.caller): \($0.outcome.shown)") }
    return (happened + answers).enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }.map(\.element)
  }
}

extension TimelineSearch.Result {
  /// The result as a program reads it: the counts, and what was found, if anything was.
  var json: JSONValue {
    var object: JSONObject = [
      "timelines": .count(timelines), "orders": .count(orders), "cutShort": .count(cutShort),
      "unsupported": .count(unsupported), "failing": .count(failing), "scripts": .count(scripts),
      "steps": .count(steps),
    ]
    object["finding"] = finding?.json
    return .object(object)
  }
}

extension TimelineSearch.Finding {
  /// What was found: the bound that is broken, the shortest script, and what happened in it.
  fileprivate var json: JSONValue {
    [
      "origin": .string(origin), "sentence": .string(violation.sentence),
      "expected": .string(violation.expected), "actual": .string(violation.actual),
      "script": .object(script.json), "output": .object(trace.members),
      "order": .array(
        happenings.map {
          ["at": .number(JSONNumber($0.moment)), "what": .string($0.words)]
        }),
    ]
  }
}

/// Random scripts: those of timelines with changes, as far as they make sense.
struct RandomScripts {
  private var source: RandomInputs
  private let first: Script

  /// Makes a source of scripts; nil without a timeline.
  init?(seed: UInt64, _ timelines: [TimelineSearch.Timeline]) {
    guard let first = timelines.first?.script else { return nil }
    self.first = first
    source = RandomInputs(seed: seed, vectors: timelines.map(\.vector))
    // Many changes bring together what no timeline has at once.
    source.changes = [1, 2, 3, 5, 8, 13]
  }

  /// The next script; the first of the timelines where a thousand inputs in a row make no sense.
  mutating func next() -> Script {
    for _ in 0..<1_000 {
      if let script = (try? Script(source.next().input))?.settled { return script }
    }
    return first
  }
}

extension Script {
  /// The longest fetch of a script that is played with rules that know no bounds, in milliseconds.
  private static let longestFetch: Int64 = 900_000

  /// The script with an end by which every fetch has ended and everyone is answered; nil where a fetch
  /// takes too long for that.
  var settled: Script? {
    guard fetches.allSatisfy({ $0.takes <= Self.longestFetch }) else { return nil }
    var script = self
    script.until = (events.last?.at ?? 0) + 10 * Self.longestFetch
    return script
  }
}

extension Script {
  /// What the script has at first, in lines.
  var words: [String] {
    var lines = ["policy \(policy.rawValue)"]
    lines += tokens.map { token in
      "\(token.name) " + (token.expires.map { "expires at \($0) ms" } ?? "has no expiration")
    }
    if let held { lines.append("\(held.token) is held, obtained at \(held.obtained) ms") }
    if clock != 0 { lines.append("the device's clock is \(clock) ms ahead") }
    for (index, fetch) in fetches.enumerated() {
      let end =
        switch fetch.result {
        case .gives(let name): "gives \(name)"
        case .fails(let reason): "fails: \(reason.rawValue)"
        }
      let isLast = index == fetches.count - 1
      let which = isLast ? "each fetch from number \(index + 1) on" : "fetch \(index + 1)"
      lines.append("\(which) takes \(fetch.takes) ms and \(end)")
    }
    return lines
  }
}

extension Script.Event.Action {
  var words: String {
    switch self {
    case .ask(let caller): "\(caller) asks"
    case .cancel(let caller): "\(caller) no longer waits"
    case .reject(let token): "OSS rejects \(token)"
    case .replace(let token): "the application puts in \(token)"
    case .clock(let clock): "the device's clock is \(clock) ms ahead"
    case .offset(let offset): "\(offset) ms are learned as the correction of the clock"
    }
  }
}

extension OSSVectors.Trace.Outcome {
  var shown: String {
    switch self {
    case .gets(let token): "gets \(token)"
    case .fails(let reason): "fails (\(reason))"
    case .cancelled: "left"
    }
  }
}

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
