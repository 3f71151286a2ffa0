package import OSSJSON
internal import OSSPrimitives

/// Holds what came of a script to bounds.
///
/// It knows the script, the trace and the bounds, and nothing of the machine that made the trace: an
/// SDK is judged by it as the reference is.
package struct TimelineJudge {
  package let script: Script
  package let bounds: TimelineBounds
  package let trace: Trace

  /// The bounds that a trace breaks, in the order of the bounds, and first of all where the trace does
  /// not fit the script.
  ///
  /// - Complexity: O(*n*²) in the numbers of callers and fetches.
  package static func violations(
    of bounds: TimelineBounds, in trace: Trace, by script: Script
  ) -> [TimelineViolation] {
    let judge = TimelineJudge(script: script, bounds: bounds, trace: trace)
    var violations = judge.misfits()
    for bound in bounds.callers { violations += judge.violations(of: bound) }
    for bound in bounds.waits { violations += judge.violations(of: bound) }
    violations += judge.fetchCountViolations()
    for invariant in bounds.invariants {
      switch invariant {
      case .oneFetchInFlight: violations += judge.overlaps()
      case .neverExpired: violations += judge.expired()
      case .everyoneAnswered: violations += judge.unanswered()
      case .answeredInOrder: violations += judge.overtakings()
      }
    }
    return violations
  }

  private func answers(to caller: String) -> [Trace.Answer] {
    trace.answers.filter { $0.caller == caller }
  }
}

extension TimelineJudge {
  /// Where a caller is not answered as it must be (FMT-LINE-1).
  private func violations(of bound: TimelineBounds.CallerBound) -> [TimelineViolation] {
    let allowed = bound.outcomes.joined(separator: " or ")
    let answers = answers(to: bound.caller)
    if answers.isEmpty {
      return [
        TimelineViolation(
          bound: .caller(bound.caller), moment: script.moment(ofAsking: bound.caller),
          sentence: "The caller \(bound.caller) is not answered by \(script.until) ms",
          expected: allowed, actual: "no answer")
      ]
    }
    return answers.filter { !bound.outcomes.contains($0.outcome.name) }.map { answer in
      TimelineViolation(
        bound: .caller(bound.caller), moment: answer.at,
        sentence: "The caller \(bound.caller) \(answer.outcome.words) at \(answer.at) ms",
        expected: allowed, actual: answer.outcome.text)
    }
  }

  private func violations(of bound: TimelineBounds.WaitBound) -> [TimelineViolation] {
    guard let asked = script.moment(ofAsking: bound.caller) else { return [] }
    let end = answers(to: bound.caller).first?.at
    let waited = (end ?? script.until + 1) - asked
    // Whoever is never answered waits too long, however long the script is.
    guard end == nil || waited > bound.most else { return [] }
    let actual = end == nil ? "no answer by \(script.until) ms" : "\(waited) ms"
    return [
      TimelineViolation(
        bound: .wait(bound.caller), moment: end ?? asked,
        sentence: "The caller \(bound.caller), who asks at \(asked) ms, waits too long",
        expected: "at most \(bound.most) ms", actual: actual)
    ]
  }

  /// Where too few or too many fetches begin (FMT-LINE-6).
  private func fetchCountViolations() -> [TimelineViolation] {
    let count = Int64(trace.fetches.count)
    var violations: [TimelineViolation] = []
    if let least = bounds.leastFetches, count < least {
      violations.append(
        TimelineViolation(
          bound: .leastFetches, moment: nil, sentence: "Too few fetches begin",
          expected: "at least \(least)", actual: "\(count)"))
    }
    if let most = bounds.mostFetches, count > most {
      let moment = trace.fetches.map(\.at).sorted()[Int(max(0, most))]
      violations.append(
        TimelineViolation(
          bound: .mostFetches, moment: moment,
          sentence: "One fetch too many begins at \(moment) ms", expected: "at most \(most)",
          actual: "\(count)"))
    }
    return violations
  }
}

extension TimelineJudge {
  /// FMT-LINE-2.
  private func overlaps() -> [TimelineViolation] {
    let fetches = trace.fetches.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    var busyUntil = Int64.min
    for fetch in fetches {
      if fetch.at < busyUntil {
        return [
          TimelineViolation(
            bound: .oneFetchInFlight, moment: fetch.at,
            sentence: "A fetch begins at \(fetch.at) ms while another is in flight",
            expected: "one fetch in flight", actual: "two or more")
        ]
      }
      busyUntil = max(busyUntil, fetch.ends ?? .max)
    }
    return []
  }

  /// FMT-LINE-3.
  private func expired() -> [TimelineViolation] {
    trace.answers.compactMap { answer in
      guard case .gets(let name) = answer.outcome, let expires = script.token(name)?.expires,
        answer.at >= expires
      else { return nil }
      return TimelineViolation(
        bound: .neverExpired(answer.caller), moment: answer.at,
        sentence: "The caller \(answer.caller) gets an expired token at \(answer.at) ms",
        expected: "a token that has not expired", actual: "\(name), which expired at \(expires) ms")
    }
  }

  /// FMT-LINE-4.
  private func unanswered() -> [TimelineViolation] {
    script.events.compactMap { event in
      guard case .ask(let caller) = event.action else { return nil }
      let answers = answers(to: caller)
      guard answers.count != 1 else { return nil }
      return TimelineViolation(
        bound: .everyoneAnswered(caller), moment: answers.last?.at ?? event.at,
        sentence: answers.isEmpty
          ? "The caller \(caller), who asks at \(event.at) ms, is not answered"
          : "The caller \(caller) is answered more than once", expected: "one answer",
        actual: "\(answers.count)")
    }
  }

  /// Where a caller is answered before one that asked earlier, at the same moment (FMT-LINE-7).
  private func overtakings() -> [TimelineViolation] {
    let answers = trace.answers.filter { $0.outcome != .cancelled }
    return zip(answers, answers.dropFirst()).compactMap { first, second in
      guard first.at == second.at, let asked = script.moment(ofAsking: first.caller),
        let askedSecond = script.moment(ofAsking: second.caller), askedSecond < asked
      else { return nil }
      return TimelineViolation(
        bound: .answeredInOrder(second.caller), moment: second.at,
        sentence: "The caller \(second.caller) is answered after \(first.caller), who asked later",
        expected: "\(second.caller), \(first.caller)", actual: "\(first.caller), \(second.caller)")
    }
  }

  /// Where the trace is one that no provider can give for the script (FMT-LINE-5).
  private func misfits() -> [TimelineViolation] {
    var violations: [TimelineViolation] = []
    func add(_ moment: Int64, _ sentence: String) {
      violations.append(
        TimelineViolation(
          bound: .fitsScript, moment: moment, sentence: sentence,
          expected: "what the script allows", actual: sentence))
    }
    for answer in trace.answers {
      if let asked = script.moment(ofAsking: answer.caller) {
        if answer.at < asked { add(answer.at, "The caller \(answer.caller) is answered unasked") }
      } else {
        add(answer.at, "The caller \(answer.caller) is not in the script")
      }
      switch answer.outcome {
      case .gets(let name) where script.token(name) == nil:
        add(answer.at, "The token \(name) is not in the script")
      case .gets(let name) where !isThere(name, at: answer.at):
        add(answer.at, "The caller \(answer.caller) gets \(name), which nothing has brought")
      case .cancelled where !hasLeft(answer.caller, at: answer.at):
        add(answer.at, "The caller \(answer.caller) is cancelled, and never left")
      case .gets, .fails, .cancelled: break
      }
    }
    for fetch in trace.fetches where fetch.ends.map({ $0 < fetch.at }) == true {
      add(fetch.at, "A fetch ends before it begins")
    }
    return violations
  }

  /// Whether a token can be known by a moment: held at first, put in, or brought by a fetch.
  private func isThere(_ name: String, at moment: Int64) -> Bool {
    script.held?.token == name
      || script.events.contains { $0.action == .replace(name) && $0.at <= moment }
      || trace.fetches.enumerated().contains { number, fetch in
        script.fetch(number).result == .gives(name) && fetch.ends.map { $0 <= moment } == true
      }
  }

  private func hasLeft(_ caller: String, at moment: Int64) -> Bool {
    script.events.contains { $0.action == .cancel(caller) && $0.at <= moment }
  }
}

extension Trace.Outcome {
  /// The outcome as a bound names it.
  fileprivate var name: String {
    switch self {
    case .gets(let token): token
    case .fails: "failure"
    case .cancelled: "cancelled"
    }
  }

  fileprivate var text: String {
    if case .fails(let reason) = self { "failure: \(reason)" } else { name }
  }

  fileprivate var words: String {
    switch self {
    case .gets(let token): "gets \(token)"
    case .fails(let reason): "fails (\(reason))"
    case .cancelled: "is cancelled"
    }
  }
}

/// Judges the answer to a vector of `credential.timeline`.
package enum TimelineVerdict {
  /// The verdict on an answer, by the bounds that a vector expects.
  package static func verdict(on actual: Answer, to vector: Vector, expecting expected: Answer)
    -> Verdict
  {
    let violations: [TimelineViolation]
    do throws(VectorError) {
      violations = try Self.violations(in: actual, to: vector, expecting: expected)
    } catch {
      return .failed(Failure(kind: .mismatch, message: error.description))
    }
    guard let first = violations.first else { return .passed(notes: []) }
    var message = "\(first.sentence); \(first.expected) is due."
    if violations.count > 1 { message += " It is the first of \(violations.count) broken bounds." }
    let differences = violations.map { violation in
      Difference(
        name: violation.bound.title.name, part: violation.bound.title.part,
        expected: violation.expected.bytes, actual: violation.actual.bytes)
    }
    return .failed(
      Failure(kind: .mismatch, message: message, differences: differences))
  }

  /// The bounds of a vector that an answer breaks.
  ///
  /// - Throws: ``VectorError`` where the answer is no trace, or the vector no script with bounds.
  package static func violations(
    in actual: Answer, to vector: Vector, expecting expected: Answer
  ) throws(VectorError) -> [TimelineViolation] {
    let script = try Script(vector.input)
    let bounds = try TimelineBounds(
      expected.members, at: VectorLocation(file: "", vector: vector.id, path: "expect"))
    return TimelineJudge.violations(of: bounds, in: try Trace(actual.members), by: script)
  }
}

/// A bound that a timeline breaks.
package struct TimelineViolation: Hashable, Sendable {
  /// The bounds there are.
  package enum Bound: Hashable, Sendable {
    /// What a caller may get.
    case caller(String)
    /// How long a caller may wait.
    case wait(String)
    /// How many fetches must begin.
    case leastFetches
    /// How many fetches may begin.
    case mostFetches
    /// No two fetches at once.
    case oneFetchInFlight
    /// Nobody gets an expired token; the caller who did.
    case neverExpired(String)
    /// Each caller is answered once; the caller who was not.
    case everyoneAnswered(String)
    /// Who asks first is answered first; the caller who was not.
    case answeredInOrder(String)
    /// The timeline is one that the script allows.
    case fitsScript
    /// No fetch follows a failed one too soon; no vector states it, a search does.
    case backOff
    /// No fetch begins while what is held is fresh; no vector states it, a search does.
    case freshIsKept
    /// Nobody fails while something valid is held, the caller who did; no vector states it.
    case validIsKept(String)
  }

  /// Which bound it is.
  package var bound: Bound
  /// When it is broken; nil where no moment can be named.
  package var moment: Int64?
  /// What is wrong, in a sentence.
  package var sentence: String
  /// What the bound asks for.
  package var expected: String
  /// What the timeline shows.
  package var actual: String

  /// Makes a violation of its parts.
  package init(
    bound: Bound, moment: Int64?, sentence: String, expected: String, actual: String
  ) {
    self.bound = bound
    self.moment = moment
    self.sentence = sentence
    self.expected = expected
    self.actual = actual
  }
}

extension TimelineViolation.Bound {
  /// The bound as the vector names it, with the caller that it is about.
  package var title: (name: String, part: String?) {
    switch self {
    case .caller(let caller): ("callers", caller)
    case .wait(let caller): ("waits", caller)
    case .leastFetches: ("fetches", "least")
    case .mostFetches: ("fetches", "most")
    case .oneFetchInFlight: ("invariants", "one-fetch-in-flight")
    case .neverExpired: ("invariants", "never-expired")
    case .everyoneAnswered: ("invariants", "everyone-answered")
    case .answeredInOrder: ("invariants", "answered-in-order")
    case .fitsScript: ("answers", nil)
    case .backOff: ("fetches", "back-off")
    case .freshIsKept: ("fetches", "fresh")
    case .validIsKept(let caller): ("answers", caller)
    }
  }
}

/// What came of a script: who got what and when, and which fetches there were.
package struct Trace: Hashable, Sendable {
  /// What a caller got.
  package enum Outcome: Hashable, Sendable {
    case gets(String)
    case fails(String)
    case cancelled
  }

  /// An answer to a caller.
  package struct Answer: Hashable, Sendable {
    package var caller: String
    package var at: Int64
    package var outcome: Outcome

    package init(caller: String, at: Int64, outcome: Outcome) {
      self.caller = caller
      self.at = at
      self.outcome = outcome
    }
  }

  /// A fetch; one that has not ended has no end.
  package struct Fetch: Hashable, Sendable {
    package var at: Int64
    package var ends: Int64?

    package init(at: Int64, ends: Int64? = nil) {
      self.at = at
      self.ends = ends
    }
  }

  package var answers: [Answer] = []
  package var fetches: [Fetch] = []

  package init(answers: [Answer] = [], fetches: [Fetch] = []) {
    self.answers = answers
    self.fetches = fetches
  }
}

extension Trace {
  /// The trace as the output of `credential.timeline`.
  package var members: JSONObject {
    [
      "answers": .array(answers.map { .object($0.json) }),
      "fetches": .array(
        fetches.map { fetch in
          let ends = fetch.ends.map { JSONValue.number(JSONNumber($0)) }
          return ["at": .number(JSONNumber(fetch.at)), "ends": ends ?? .null]
        }),
    ]
  }

  /// Reads the output of `credential.timeline`.
  ///
  /// - Throws: ``VectorError`` for an output that is no trace.
  package init(_ members: JSONObject) throws(VectorError) {
    let reader = try MemberReader(.object(members), at: VectorLocation(file: "the answer"))
    for one in try reader.readers("answers") { answers.append(try Answer(one)) }
    for one in try reader.readers("fetches") {
      let at = try one.integer("at", in: MemberReader.numbers)
      let ends = one.has("ends") ? try one.integer("ends", in: MemberReader.numbers) : nil
      fetches.append(Fetch(at: at, ends: ends))
    }
  }
}

extension Trace.Answer {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["caller": .string(caller), "at": .number(JSONNumber(at))]
    switch outcome {
    case .gets(let token): object["gets"] = .string(token)
    case .fails(let reason): object["fails"] = .string(reason)
    case .cancelled: object["cancelled"] = true
    }
    return object
  }

  fileprivate init(_ reader: MemberReader) throws(VectorError) {
    let isCancelled = reader.has("cancelled") ? try reader.bool("cancelled") : false
    switch (reader.has("gets"), reader.has("fails"), isCancelled) {
    case (true, false, false): outcome = .gets(try reader.string("gets"))
    case (false, true, false): outcome = .fails(try reader.string("fails"))
    case (false, false, true): outcome = .cancelled
    default:
      throw .wrongType(
        reader.place, expected: MemberReader.one(of: ["gets", "fails", "cancelled"]))
    }
    caller = try reader.string("caller")
    at = try reader.integer("at", in: MemberReader.numbers)
  }
}
