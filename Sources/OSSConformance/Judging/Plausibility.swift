internal import OSSPrimitives
public import OSSVectors

/// Looks at a whole run for passes that prove nothing.
///
/// Whoever refuses everything is right about every input that must be refused, whoever always says
/// the same is right now and then, and so is whoever gives the answer to the request before. None of
/// them can sign, so none may pass.
public enum Plausibility: Sendable {
  /// The findings, with passes that the others make worthless turned into failures.
  ///
  /// - Parameters:
  ///   - findings: A whole run, in the order in which it was asked.
  ///   - controls: Findings that were asked for this purpose only and are not part of the run.
  /// - Returns: The run's findings, in their order.
  /// - Complexity: O(*n*) in the number of findings.
  public static func weighed(_ findings: [Finding], controls: [Finding] = []) -> [Finding] {
    let all = findings + controls
    let before = [nil] + all.dropLast().map(\.vector)
    let groups = Dictionary(grouping: zip(all, before), by: \.0.vector.operation)
    let reasons = groups.mapValues { Doubt($0.map(\.0), before: $0.map(\.1)) }
    return findings.map { finding in
      guard finding.verdict.isPass,
        let message = reasons[finding.vector.operation]?.message(about: finding)
      else { return finding }
      var doubted = finding
      doubted.verdict = .failed(Failure(kind: .implausible, message: message))
      return doubted
    }
  }

  /// The vectors to ask beside a selection, so that its refusals can be weighed.
  ///
  /// - Parameters:
  ///   - selection: What will be asked.
  ///   - corpus: All vectors.
  /// - Returns: One vector for each operation of which only refusals are selected: the first of the
  ///   corpus that must be answered.
  /// - Complexity: O(*n*) in the size of the corpus for each operation.
  public static func controls(for selection: [Vector], in corpus: [Vector]) -> [Vector] {
    let operations = Set(selection.map(\.operation))
    let answering = Set(
      selection.filter { $0.expectation.outcome.answer != nil }.map(\.operation))
    return Operation.allCases.compactMap { operation in
      guard operations.contains(operation), !answering.contains(operation) else { return nil }
      return corpus.first {
        $0.operation == operation && $0.level == .must && $0.expectation.outcome.answer != nil
      }
    }
  }
}

/// What a run shows against the passes of one operation.
private struct Doubt {
  let refusesAll: Bool
  let saysTheSame: Bool
  let lagsBehind: Bool

  /// - Parameters:
  ///   - findings: What is there of the operation.
  ///   - before: For each, what was asked before it.
  init(_ findings: [Finding], before: [Vector?]) {
    lagsBehind = Self.lagsBehind(zip(findings, before).map { ($0, $1) })
    refusesAll = !findings.contains { $0.verdict.isPass && $0.answer != nil }
    saysTheSame =
      Self.saysTheSame(findings)
      && (findings.first?.vector.operation != .credentialTimeline
        || findings.contains { !$0.verdict.isPass })
  }

  func message(about finding: Finding) -> String? {
    if saysTheSame, finding.answer != nil {
      return "The adapter gives the same answer to every request of this operation."
    }
    if refusesAll, finding.answer == nil {
      return "No request of this operation is answered rightly, so a refusal proves nothing."
    }
    if lagsBehind {
      return "Each right reply of this operation would have been right to the request before too."
    }
    return nil
  }

  /// Whether some wrong replies, and all right ones, are what the request before asked for.
  private static func lagsBehind(_ findings: [(Finding, before: Vector?)]) -> Bool {
    func isLate(_ finding: Finding, _ before: Vector?) -> Bool {
      before.map { Judge.verdict(of: $0, reply: finding.reply).isPass } ?? false
    }
    return findings.allSatisfy { !$0.verdict.isPass || isLate($0, $1) }
      && findings.contains { $0.verdict.failure != nil && isLate($0, $1) }
  }

  /// Whether inputs that expect different answers all get one and the same.
  private static func saysTheSame(_ findings: [Finding]) -> Bool {
    let answered = findings.filter { $0.answer != nil }
    // What nobody asks for does not count: it may be made up anew each time.
    let asked = JSONObject(findings.flatMap(\.asked))
    guard answered.count > 1, let first = answered.first?.answer?.members.restricted(to: asked),
      answered.allSatisfy({ $0.answer?.members.restricted(to: asked) == first })
    else { return false }
    // Only what the answer shows counts: two requests may differ in headers and share a signature.
    let wanted = answered.compactMap { finding in
      finding.vector.expectation.outcome.answer.map { $0.members.restricted(to: first) }
    }
    return Set(wanted).count > 1
  }
}

extension Finding {
  fileprivate var answer: Answer? {
    if case .ok(let answer) = reply { answer } else { nil }
  }

  /// The members of the expected answer; of a timeline those that the answer itself has.
  fileprivate var asked: [JSONMember] {
    let expected = vector.expectation.outcome.answer?.members.members ?? []
    return vector.operation == .credentialTimeline ? answer?.members.members ?? [] : expected
  }
}

extension JSONObject {
  /// The members whose names another object has too.
  fileprivate func restricted(to other: JSONObject) -> JSONObject {
    JSONObject(members.filter { other[$0.name] != nil })
  }
}
