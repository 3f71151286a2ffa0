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
  /// - Returns: One vector for each operation of which only refusals are selected: the first of the
  ///   corpus that must be answered.
  /// - Complexity: O(*n*) in the size of the corpus for each operation.
  public static func controls(for selection: [Vector], in corpus: [Vector]) -> [Vector] {
    var operations: Set<OSSVectors.Operation> = []
    var answering: Set<OSSVectors.Operation> = []
    for vector in selection where !answering.contains(vector.operation) {
      operations.insert(vector.operation)
      if vector.expectation.outcome.answer != nil { answering.insert(vector.operation) }
    }
    return Operation.allCases.compactMap { operation in
      guard operations.contains(operation), !answering.contains(operation) else { return nil }
      return corpus.first {
        $0.operation == operation && $0.level == .must && $0.expectation.outcome.answer != nil
      }
    }
  }
}

/// What a run shows against the passes of one operation.
///
/// Findings are large, so everything here goes by their places.
private struct Doubt {
  let refusesAll: Bool
  let saysTheSame: Bool
  let lagsBehind: Bool

  /// - Parameters:
  ///   - places: Where the findings of the operation are.
  ///   - run: The run, and what was asked beside it, in the order in which it was asked.
  init(_ places: [Int], of run: [Finding]) {
    lagsBehind = Self.lagsBehind(places, of: run)
    refusesAll = !places.contains { run[$0].verdict.isPass && run[$0].isAnswered }
    saysTheSame = Self.saysTheSame(places, of: run)
  }

  /// Whether any pass is to be doubted.
  var isThere: Bool { refusesAll || saysTheSame || lagsBehind }

  func message(about finding: Finding) -> String? {
    if saysTheSame, finding.answer != nil {
      return "The adapter gives the same answer to every request of this operation."
    }
    if refusesAll, finding.answer == nil {
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

  /// Whether inputs that expect different answers all get one and the same.
  private static func saysTheSame(_ places: [Int], of run: [Finding]) -> Bool {
    let answered = places.filter { run[$0].isAnswered }
    guard answered.count > 1 else { return false }
    // Most runs end here: what the second of them is asked for is not what the first gives.
    let (one, other) = (run[answered[0]].answer, run[answered[1]].answer)
    for member in run[answered[1]].vector.expectation.outcome.answer?.members.members ?? []
    where one?.members[member.name] != other?.members[member.name] { return false }
    // What nobody asks for does not count: it may be made up again each time.
    var asked: Set<String> = []
    for place in places {
      for member in run[place].vector.expectation.outcome.answer?.members.members ?? [] {
        asked.insert(member.name)
      }
    }
    func shown(_ place: Int) -> JSONObject? {
      run[place].answer.map { JSONObject($0.members.members.filter { asked.contains($0.name) }) }
    }
    guard let first = shown(answered[0]), answered.dropFirst().allSatisfy({ shown($0) == first })
    else { return false }
    // Only what the answer shows counts: two requests may differ in headers and share a signature.
    let wanted = answered.compactMap { place in
      run[place].vector.expectation.outcome.answer.map { $0.members.restricted(to: first) }
    }
    return Set(wanted).count > 1
  }
}

extension Finding {
  fileprivate var isAnswered: Bool {
    if case .ok = reply { true } else { false }
  }

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
