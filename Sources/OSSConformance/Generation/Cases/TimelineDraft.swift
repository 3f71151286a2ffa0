internal import OSSVectors

/// A script and its bounds on their way to a vector.
///
/// Events may be written in any order; those of one moment keep the order in which they are written.
struct TimelineDraft {
  var script: Script
  var bounds = TimelineBounds(invariants: TimelineBounds.Invariant.allCases)

  init() {
    script = Script(policy: .scaled, start: 1_700_000_000_000, fetches: [], until: 0)
  }

  /// Names a token and the moment when it expires.
  mutating func token(_ name: String, expires: Int64?) {
    script.tokens.append(Script.Token(name: name, expires: expires))
  }

  /// Lets the provider hold a token with so many milliseconds left of its lifetime.
  mutating func holds(_ name: String = "A", left: Int64, of lifetime: Int64 = 3_600_000) {
    token(name, expires: left)
    script.held = Script.Held(token: name, obtained: left - lifetime)
  }

  /// Lets the provider hold a token that has no expiration.
  mutating func holdsForEver(_ name: String = "A") {
    token(name, expires: nil)
    script.held = Script.Held(token: name, obtained: -1000)
  }

  /// Lets the next fetch bring a token, which is named here where it is new.
  mutating func gives(_ name: String, in takes: Int64 = 200, expires: Int64? = 7_200_000) {
    if script.token(name) == nil { token(name, expires: expires) }
    script.fetches.append(Script.Fetch(takes: takes, result: .gives(name)))
  }

  /// Lets so many fetches fail.
  mutating func fails(
    _ reason: Script.Fetch.Reason = .transport, in takes: Int64 = 200, times: Int = 1
  ) {
    for _ in 0..<times {
      script.fetches.append(Script.Fetch(takes: takes, result: .fails(reason)))
    }
  }

  /// Lets a caller ask, and bounds what it gets and how long it waits.
  mutating func asks(_ caller: String, at: Int64, _ outcomes: String..., within: Int64? = nil) {
    script.events.append(Script.Event(at: at, action: .ask(caller)))
    bounds.callers.append(.init(caller: caller, outcomes: outcomes))
    if let within { bounds.waits.append(.init(caller: caller, most: within)) }
  }

  /// Lets as many callers ask as there are moments; all get the same at once.
  mutating func ask(at moments: [Int64], _ outcomes: String..., within: Int64? = 0) {
    for moment in moments {
      let caller = "c\(bounds.callers.count + 1)"
      script.events.append(Script.Event(at: moment, action: .ask(caller)))
      bounds.callers.append(.init(caller: caller, outcomes: outcomes))
      if let within { bounds.waits.append(.init(caller: caller, most: within)) }
    }
  }

  mutating func cancel(_ caller: String, at: Int64) { happens(.cancel(caller), at) }
  mutating func reject(_ token: String, at: Int64) { happens(.reject(token), at) }
  mutating func replace(_ token: String, at: Int64) { happens(.replace(token), at) }
  mutating func clock(_ clock: Int64, at: Int64) { happens(.clock(clock), at) }
  mutating func learns(_ offset: Int64, at: Int64) { happens(.offset(offset), at) }

  private mutating func happens(_ action: Script.Event.Action, _ at: Int64) {
    script.events.append(Script.Event(at: at, action: action))
  }

  /// Bounds how many fetches begin.
  mutating func fetches(_ least: Int64 = 0, atMost most: Int64) {
    if least > 0 { bounds.leastFetches = least }
    bounds.mostFetches = most
  }

  /// Leaves an invariant out.
  mutating func without(_ invariant: TimelineBounds.Invariant) {
    bounds.invariants.removeAll { $0 == invariant }
  }

  /// The script with its events in order and a longest fetch's time after the last.
  var finished: Script {
    var script = script
    script.events = script.events.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    if script.fetches.isEmpty {
      script.fetches = [Script.Fetch(takes: 200, result: .fails(.transport))]
    }
    if script.until == 0 {
      script.until =
        (script.events.last?.at ?? 0) + (script.fetches.map(\.takes).max() ?? 0) * 2 + 1000
    }
    return script
  }
}

extension BuiltCase {
  /// A case of `credential.timeline`.
  static func timeline(
    _ id: String, _ clauses: String..., comment: String, draft change: (inout TimelineDraft) -> Void
  ) -> BuiltCase {
    var draft = TimelineDraft()
    change(&draft)
    var result = BuiltCase(
      id: "timeline-" + id, operation: .credentialTimeline, clauses: clauses, comment: comment,
      input: draft.finished.json)
    result.stated = Answer(members: draft.bounds.members)
    if !mustClauses.contains(clauses[0]) { result.level = .should }
    return result
  }

  /// The clauses about refreshing that must hold; the others should.
  private static let mustClauses = [1, 2, 3, 4, 8, 17, 24].map { "CRED-RUN-\($0)" }
}
