internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// What an SDK always does, and OSS accepts, although the vectors do not ask for it (ADP-HABIT-1).
///
/// A closed list: the page of the protocol defines each.
package enum Habit: String, CaseIterable, Hashable, Sendable {
  /// A request of V1 always has `x-oss-date`, the time of signing, which is then its Date line.
  case v1SendsOSSDate = "v1-always-sends-x-oss-date"
  /// A request of V4 has the time of signing in `Date` alone.
  case v4SendsDateAlone = "v4-sends-date-alone"

  /// The vector for an SDK with the habit; nil where the habit changes nothing.
  func adapted(_ vector: Vector) -> Vector? {
    guard case .answer = vector.expectation.outcome else { return nil }
    let input: JSONObject
    let reply: Reply
    switch self {
    case .v1SendsOSSDate:
      guard let added = inputWithDate(of: vector) else { return nil }
      input = added
      reply = ReferenceAdapter().answer(vector.operation, added)
    case .v4SendsDateAlone:
      guard vector.operation == .v4Header, let row = Catalogue.named("v4-date-in-date-header")
      else { return nil }
      input = vector.input
      reply = Mistake.answering(with: [row])(vector.operation, input)
    }
    guard case .ok(let due) = reply else { return nil }
    return vector.with(input: input, expectation: Expectation(outcome: .answer(due)))
  }

  /// The input of a vector of V1 with the header `x-oss-date`; nil where it has one.
  private func inputWithDate(of vector: Vector) -> JSONObject? {
    guard vector.operation == .v1Header,
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
  /// The reply is judged by what is right for an SDK with the habit, to the last byte: whatever else
  /// is wrong stays a failure.
  func allowingForHabits(_ finding: Finding) -> Finding {
    guard finding.verdict.failure != nil, case .ok = finding.reply else { return finding }
    for habit in habits.compactMap(Habit.init(rawValue:)) {
      guard let other = habit.adapted(finding.vector),
        Judge.verdict(of: other, reply: finding.reply).isPass
      else { continue }
      var allowed = finding
      allowed.verdict = .notComparable(
        reason: "the SDK has the habit \(habit.rawValue), and nothing else differs")
      return allowed
    }
    return finding
  }
}
