internal import OSSJSON
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
    var input = vector.input
    let due: Answer?
    switch self {
    case .v1SendsOSSDate:
      guard let added = inputWithDate(of: vector) else { return nil }
      input = added
      due = ReferenceAdapter().answer(vector.operation, added).answer
    case .v4SendsDateAlone: due = vector.operation == .v4Header ? dateAlone(input) : nil
    }
    return due.map { vector.with(input: input, expectation: Expectation(outcome: .answer($0))) }
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

extension Habit {
  private static let own = "x-oss-date"

  /// The answer of V4 with the time in `Date` in the place of `x-oss-date`: the right canonical request
  /// without that line, hashed and signed by the reference.
  private func dateAlone(_ input: JSONObject) -> Answer? {
    guard let right = ReferenceAdapter().answer(.v4Header, input).answer,
      let request = right.stages["canonicalRequest"]?.stringValue,
      let headers = right.stages["canonicalHeaders"]?.stringValue,
      let hash = right.stages["canonicalRequestHash"]?.stringValue,
      let string = right.stages["stringToSign"]?.stringValue,
      let place = request.firstRange(of: "\n" + headers)
    else { return nil }
    let lines = string.split(separator: "\n", maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let time = String(lines[1])
    // An x-oss-date of the caller is then a header like any other.
    let callers = (input["headers"]?.arrayValue ?? []).compactMap(\.pair)
      .filter { $0.name.lowercased() == Self.own }.map(\.value)
    let changed = headers.split(separator: "\n").compactMap { line -> String? in
      if line.hasPrefix(Self.own + ":") {
        return callers.isEmpty ? nil : Self.own + ":" + callers.joined(separator: ",")
      }
      return line.hasPrefix("date:") ? "date:" + time : String(line)
    }
    let text =
      request[..<place.lowerBound] + "\n" + changed.map { $0 + "\n" }.joined()
      + request[place.upperBound...]
    let digest = Hexadecimal.encode(SHA256.hash(Bytes(text.utf8).span).bytes.span)
    return signed(String(string.dropLast(hash.count)) + digest, right, input, callers, time)
  }

  /// The right answer with the signature of another string to sign, and the headers of the habit.
  private func signed(
    _ string: String, _ right: Answer, _ input: JSONObject, _ callers: [String], _ time: String
  ) -> Answer? {
    var asked: JSONObject = ["stringToSign": .string(string)]
    for name in ["credentials", "region", "product", "time"] { asked[name] = input[name] }
    guard let signature = ReferenceAdapter().answer(.v4String, asked).answer?.members["signature"],
      let old = right.members["signature"]?.stringValue, let new = signature.stringValue,
      let authorization = right.members["authorization"]?.stringValue,
      let sent = right.members["headers"]?.arrayValue
    else { return nil }
    let signed = String(authorization.dropLast(old.count)) + new
    let others = sent.compactMap(\.pair).filter {
      ![Self.own, "date", "authorization"].contains($0.name.lowercased())
    }
    let pairs: [(name: String, value: String)] =
      others + callers.map { (Self.own, $0) } + [("Date", time), ("Authorization", signed)]
    return Answer(members: [
      "signature": signature, "authorization": .string(signed),
      "headers": .array(pairs.map { .array([.string($0.name), .string($0.value)]) }),
    ])
  }
}

extension JSONValue {
  /// The two texts of an array of a name and a value.
  fileprivate var pair: (name: String, value: String)? {
    guard let elements = arrayValue, elements.count == 2, let name = elements[0].stringValue,
      let value = elements[1].stringValue
    else { return nil }
    return (name, value)
  }
}

extension Reply {
  /// The answer; nil for any other reply.
  fileprivate var answer: Answer? { if case .ok(let answer) = self { answer } else { nil } }
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
