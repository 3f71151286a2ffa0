internal import OSSJSON
internal import OSSPrimitives

/// Looks at a whole run for passes that prove nothing (FMT-JUDGE-7).
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
    let run = controls.isEmpty ? findings : findings + controls
    var places: [OSSVectors.Operation: [Int]] = [:]
    for place in run.indices { places[run[place].vector.operation, default: []].append(place) }
    var doubts: [OSSVectors.Operation: Doubt] = [:]
    for (operation, places) in places {
      let doubt = Doubt(places, of: run)
      if doubt.isThere { doubts[operation] = doubt }
    }
    if doubts.isEmpty { return findings }
    var weighed = findings
    for place in weighed.indices where weighed[place].verdict.isPass {
      guard let message = doubts[weighed[place].vector.operation]?.message(about: weighed[place])
      else { continue }
      weighed[place].verdict = .failed(Failure(kind: .implausible, message: message))
    }
    return weighed
  }

  /// The vectors to ask beside a selection, so that its refusals can be weighed.
  ///
  /// - Parameters:
  ///   - selection: What will be asked.
  ///   - corpus: All vectors.
  /// - Returns: For each operation of which only refusals are selected the first three vectors of the
  ///   corpus that must be answered.
  /// - Complexity: O(*n*) in the size of the corpus for each operation.
  public static func controls(for selection: [Vector], in corpus: [Vector]) -> [Vector] {
    var operations: Set<OSSVectors.Operation> = []
    var answering: Set<OSSVectors.Operation> = []
    for vector in selection where !answering.contains(vector.operation) {
      operations.insert(vector.operation)
      if vector.expectation.outcome.answer != nil { answering.insert(vector.operation) }
    }
    let lone = operations.subtracting(answering)
    return Operation.allCases.filter(lone.contains).flatMap { operation in
      corpus.lazy.filter {
        $0.operation == operation && $0.level == .must && $0.expectation.outcome.answer != nil
      }.prefix(3)
    }
  }
}

/// What a run shows against the passes of one operation.
///
/// Findings are large, so everything here goes by their places.
private struct Doubt {
  /// The members in which all answers are the same.
  let same: Set<String>
  /// Those of them of which different values are due.
  let fixed: Set<String>
  let refusesAll: Bool
  let lagsBehind: Bool

  /// - Parameters:
  ///   - places: Where the findings of the operation are.
  ///   - run: The run, and what was asked beside it, in the order in which it was asked.
  init(_ places: [Int], of run: [Finding]) {
    let answered = places.filter { run[$0].reply.answer != nil }
    let same = Set(answered.flatMap { run[$0].judged }).filter { name in
      Self.isOne(answered.lazy.compactMap { run[$0].reply.answer?.members[name] })
    }
    let fixed = same.filter { name in
      !Self.isOne(answered.lazy.compactMap { run[$0].expected?[name] })
    }
    (self.same, self.fixed) = (same, fixed)
    refusesAll = !answered.contains {
      run[$0].verdict.isPass && !run[$0].isFixed(same, fixed)
    }
    lagsBehind = Self.lagsBehind(places, of: run)
  }

  /// Whether any pass is to be doubted.
  var isThere: Bool { refusesAll || !fixed.isEmpty || lagsBehind }

  func message(about finding: Finding) -> String? {
    if finding.reply.answer != nil, finding.isFixed(same, fixed) {
      return "The adapter gives the same answer to every request of this operation."
    }
    if refusesAll, finding.reply.answer == nil {
      return "No request of this operation is answered correctly, so a refusal proves nothing."
    }
    if lagsBehind {
      return "Each right reply of this operation would have been right to the request before too."
    }
    return nil
  }

  /// Whether some wrong replies, and all right ones, are what the request before asked for.
  private static func lagsBehind(_ places: [Int], of run: [Finding]) -> Bool {
    func isLate(_ place: Int) -> Bool {
      place > 0
        && Judge.verdict(of: run[place - 1].vector, reply: run[place].reply).isPass
    }
    return places.contains { run[$0].verdict.failure != nil && isLate($0) }
      && places.allSatisfy { !run[$0].verdict.isPass || isLate($0) }
  }

  /// Whether all values are one.
  private static func isOne(_ values: some Sequence<JSONValue>) -> Bool {
    var first: JSONValue?
    for value in values {
      guard let seen = first else {
        first = value
        continue
      }
      if value != seen { return false }
    }
    return true
  }
}

extension Finding {
  /// The members of the answer that the vector expects.
  fileprivate var expected: JSONObject? { vector.expectation.outcome.answer?.members }

  /// The names of those that the answer shows: two requests may differ in headers and share a
  /// signature.
  fileprivate var judged: [String] {
    let names = expected?.members.map(\.name) ?? []
    return names.filter { reply.answer?.members[$0] != nil }
  }

  /// Whether all that is judged is the same in every answer, and something of it should differ.
  fileprivate func isFixed(_ same: Set<String>, _ fixed: Set<String>) -> Bool {
    same.isSuperset(of: judged) && !fixed.isDisjoint(with: judged)
  }
}
