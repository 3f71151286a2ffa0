internal import OSSPrimitives

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
