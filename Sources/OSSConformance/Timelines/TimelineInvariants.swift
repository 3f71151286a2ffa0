package import OSSVectors

/// What holds of every timeline, whatever the script, and needs no bounds that somebody wrote.
///
/// It knows the script and the trace alone. Where a moment has several events, the trace does not
/// say which came first; a rule then claims nothing.
package struct TimelineInvariants {
  private let script: Script
  private let trace: Trace
  /// When the application put something in.
  private let replacements: [Int64]
  /// When OSS rejected something: what comes again after that is a failure too, or is not.
  private let rejections: [Int64]
  /// Whether the device's clock was right all the time, so that the true time says what is due.
  private let isClockRight: Bool

  private init(_ script: Script, _ trace: Trace) {
    self.script = script
    self.trace = trace
    replacements = script.moments { if case .replace = $0 { true } else { false } }
    rejections = script.moments { if case .reject = $0 { true } else { false } }
    isClockRight =
      script.clock == 0
      && script.events.allSatisfy { event in
        switch event.action {
        case .clock, .offset: false
        case .ask, .cancel, .reject, .replace: true
        }
      }
  }

  /// The first rule that a trace breaks: CRED-RUN-1, -3, -6, -10, -11, -13 and -16 as far as a trace
  /// can show it.
  package static func violation(_ script: Script, _ trace: Trace) -> TimelineViolation? {
    let rules = TimelineInvariants(script, trace)
    var bounds = TimelineBounds(invariants: [.oneFetchInFlight, .everyoneAnswered])
    if rules.isClockRight { bounds.invariants.append(.neverExpired) }
    if let violation = TimelineJudge.violations(of: bounds, in: trace, by: script).first {
      return violation
    }
    guard rules.isClockRight else { return nil }
    return rules.mistimedBackOff() ?? rules.needlessFetch() ?? rules.needlessFailure()
  }

  /// A fetch that begins sooner after failures than the shortest back-off allows, or a caller that is
  /// turned away later than the longest.
  private func mistimedBackOff() -> TimelineViolation? {
    var failures: Int64 = 0
    for (number, fetch) in trace.fetches.enumerated() {
      guard let end = fetch.ends else { continue }
      failures = fails(number, at: end) ? failures + 1 : 0
      // A replacement forgets failures, and drops the result of a fetch in flight.
      guard failures > 0, !(replacements + rejections).contains(where: { $0 <= end }) else {
        continue
      }
      let longest = min(60_000, 1_000 << min(6, failures - 1)) as Int64
      let next = trace.fetches.dropFirst(number + 1).first { $0.at >= end }?.at ?? .max
      let change = replacements.first { $0 > end } ?? .max
      if next < min(end + longest / 2, change) {
        return TimelineViolation(
          bound: .backOff, moment: next,
          sentence: "A fetch begins at \(next) ms, after one that failed at \(end) ms",
          expected: "at least \(longest / 2) ms between them", actual: "\(next - end) ms")
      }
      let late = trace.answers.first { answer in
        guard case .fails = answer.outcome else { return false }
        return answer.at >= end + longest && answer.at < min(next, change)
      }
      if let late {
        return TimelineViolation(
          bound: .backOff, moment: late.at,
          sentence: "\(late.caller) is turned away at \(late.at) ms",
          expected: "a fetch from \(end + longest) ms on", actual: "none")
      }
    }
    return nil
  }

  /// A fetch that begins though what is held has more than its whole window left.
  private func needlessFetch() -> TimelineViolation? {
    for fetch in trace.fetches {
      guard let held = held(before: fetch.at) else { continue }
      let left = held.expires.map { $0 - fetch.at } ?? .max
      let window =
        script.policy == .fiveMinutes
        ? 300_000 : held.expires.map { min(900_000, ($0 - held.obtained) / 3) } ?? 0
      guard left > 0, left >= window else { continue }
      return TimelineViolation(
        bound: .freshIsKept, moment: fetch.at,
        sentence: "A fetch begins at \(fetch.at) ms though \(held.name) is fresh",
        expected: "no fetch with \(window) ms left or more", actual: "\(left) ms left")
    }
    return nil
  }

  /// A caller that fails though something is held that has not expired.
  private func needlessFailure() -> TimelineViolation? {
    for answer in trace.answers {
      guard case .fails(let reason) = answer.outcome, let held = held(before: answer.at),
        held.expires.map({ $0 > answer.at }) ?? true
      else { continue }
      return TimelineViolation(
        bound: .validIsKept(answer.caller), moment: answer.at,
        sentence: "\(answer.caller) fails at \(answer.at) ms though \(held.name) is held",
        expected: held.name, actual: "failure: \(reason)")
    }
    return nil
  }
}

extension TimelineInvariants {
  /// What is held for certain right before a moment; nil where the trace leaves that open.
  private func held(before moment: Int64) -> (name: String, obtained: Int64, expires: Int64?)? {
    var last: (name: String, at: Int64)?
    if let held = script.held { last = (held.token, held.obtained) }
    for (number, fetch) in trace.fetches.enumerated() {
      guard let end = fetch.ends, case .gives(let name) = script.fetch(number).result else {
        continue
      }
      if end == moment || isDropped(number) { return nil }
      guard end < moment, !fails(number, at: end), end >= last?.at ?? .min else { continue }
      last = (name, end)
    }
    guard let last, let token = script.token(last.name) else { return nil }
    // A replacement or a rejection makes it too hard to say what is held from then on.
    guard !(replacements + rejections).contains(where: { $0 <= moment }) else { return nil }
    return (last.name, last.at, token.expires)
  }

  /// Whether a fetch brings nothing that can be used.
  private func fails(_ number: Int, at end: Int64) -> Bool {
    switch script.fetch(number).result {
    case .fails: true
    case .gives(let name): script.token(name)?.expires.map { $0 <= end } ?? false
    }
  }

  /// Whether something was put in while a fetch was in flight, so that its result does not count.
  private func isDropped(_ number: Int) -> Bool {
    let fetch = trace.fetches[number]
    return replacements.contains { fetch.at...(fetch.ends ?? .max) ~= $0 }
  }
}

extension Script {
  /// The moments of the events of which a statement is true.
  fileprivate func moments(where isMeant: (Event.Action) -> Bool) -> [Int64] {
    events.filter { isMeant($0.action) }.map(\.at)
  }
}
