internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// What an SDK always does, and OSS accepts, although the vectors do not ask for it (ADP-HABIT-1).
///
/// A closed list: the page of the protocol defines each.
package enum Habit: String, CaseIterable, Hashable, Sendable {
  /// A request of V1 always has `x-oss-date`, the time of signing, which is then its Date line.
  case v1SendsOSSDate = "v1-always-sends-x-oss-date"

  /// The input of a vector with what the habit adds to it; nil where it adds nothing.
  func input(of vector: Vector) -> JSONObject? {
    guard vector.operation == .v1Header, case .answer = vector.expectation.outcome,
      let seconds = vector.input["time"]?.integerValue
    else { return nil }
    let headers = vector.input["headers"]?.arrayValue ?? []
    let names = headers.compactMap { $0.arrayValue?.first?.stringValue?.lowercased() }
    guard !names.contains("x-oss-date") else { return nil }
    guard let moment = try? Moment(seconds: seconds) else { return nil }
    var input = vector.input
    let added: JSONValue = .array(["x-oss-date", .string(moment.rfc1123)])
    input["headers"] = .array(headers + [added])
    return input
  }
}

extension AdapterIdentity {
  /// The finding, but for a failure that a declared habit alone makes: that is not comparable.
  ///
  /// The reply is judged by what the reference answers to the input with the addition, to the last
  /// byte: whatever else is wrong stays a failure.
  func allowingForHabits(_ finding: Finding) -> Finding {
    guard finding.verdict.failure != nil, case .ok = finding.reply else { return finding }
    for habit in habits.compactMap(Habit.init(rawValue:)) {
      guard let input = habit.input(of: finding.vector),
        case .ok(let due) = ReferenceAdapter().answer(finding.vector.operation, input)
      else { continue }
      let other = finding.vector.with(
        input: input, expectation: Expectation(outcome: .answer(due)))
      guard Judge.verdict(of: other, reply: finding.reply).isPass else { continue }
      var allowed = finding
      allowed.verdict = .notComparable(
        reason: "the SDK has the habit \(habit.rawValue), and nothing else differs")
      return allowed
    }
    return finding
  }
}
