internal import OSSPrimitives

/// Judges the answer to a vector of `credential.timeline`.
package enum TimelineVerdict {
  /// The verdict on an answer, by the bounds that a vector expects.
  package static func verdict(on actual: Answer, to vector: Vector, expecting expected: Answer)
    -> Verdict
  {
    let violations: [TimelineViolation]
    do throws(ScriptError) {
      violations = try Self.violations(in: actual, to: vector, expecting: expected)
    } catch {
      return .failed(Failure(kind: .mismatch, message: error.message))
    }
    guard let first = violations.first else { return .passed(notes: []) }
    var message = "\(first.sentence); \(first.expected) is due."
    if violations.count > 1 { message += " It is the first of \(violations.count) broken bounds." }
    let differences = violations.map { violation in
      Difference(
        name: violation.bound.title.name, part: violation.bound.title.part,
        expected: Bytes(violation.expected.utf8), actual: Bytes(violation.actual.utf8))
    }
    return .failed(
      Failure(kind: .mismatch, message: message, differences: differences))
  }

  /// The bounds of a vector that an answer breaks.
  ///
  /// - Throws: ``ScriptError`` where the answer is no trace, or the vector no script with bounds.
  package static func violations(
    in actual: Answer, to vector: Vector, expecting expected: Answer
  ) throws(ScriptError) -> [TimelineViolation] {
    let script = try Script(vector.input)
    let bounds: TimelineBounds
    do {
      bounds = try TimelineBounds(
        expected.members, at: VectorLocation(file: "", vector: vector.id, path: "expect"))
    } catch {
      throw ScriptError(error.description)
    }
    return TimelineJudge.violations(of: bounds, in: try Trace(actual.members), by: script)
  }
}
