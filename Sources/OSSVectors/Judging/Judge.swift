internal import OSSJSON
public import OSSPrimitives

/// Says whether a reply to a vector is right, from the two alone.
///
/// The judge knows nothing of how signing works: it compares what an adapter gave with what a vector
/// expects. What only a whole run can show is ``Plausibility``'s to say.
public enum Judge: Sendable {
  /// The verdict on one reply.
  ///
  /// - Parameters:
  ///   - vector: What was asked and what is expected.
  ///   - reply: What came back.
  /// - Complexity: O(*n*) in the size of the reply, and O(*m* · *k*) in the numbers of headers or
  ///   parameters of both sides.
  public static func verdict(of vector: Vector, reply: Reply) -> Verdict {
    switch reply {
    case .unsupported(let reason):
      return .unsupported(reason: reason)
    case .failed(let message):
      return failed(
        .adapterFailed,
        message.map { "The adapter failed: \($0)" }
          ?? "The adapter failed without saying why.")
    case .timeout:
      return failed(.timeout, "No reply came in time.")
    case .crash(let how):
      return failed(.crash, "The adapter died: \(how)")
    case .ok, .rejected, .refusedByTransport:
      return judged(vector, reply: reply)
    }
  }

  private static func judged(_ vector: Vector, reply: Reply) -> Verdict {
    let verdict = verdict(of: vector, outcome: vector.expectation.outcome, reply: reply)
    if verdict == .passed(notes: []) { return verdict }
    if verdict.isPass, case .ok = reply { return verdict }
    for alternative in vector.expectation.alternatives {
      // A refusal that is right but for its class may be another one's to the letter.
      if case .passed(let notes) = Self.verdict(
        of: vector, outcome: alternative.outcome, reply: reply), !verdict.isPass || notes.isEmpty
      {
        return .passed(notes: ["Another answer that is right too: \(alternative.reason)"] + notes)
      }
    }
    return verdict
  }

  private static func verdict(of vector: Vector, outcome: Outcome, reply: Reply) -> Verdict {
    switch (outcome, reply) {
    case (.answer(let expected), .ok(let actual)) where vector.operation == .credentialTimeline:
      TimelineVerdict.verdict(on: actual, to: vector, expecting: expected)
    case (.answer(let expected), .ok(let actual)):
      AnswerJudge(vector: vector, expected: expected, actual: actual).verdict()
    case (.answer, .rejected(let errorClass, let message)):
      failed(
        .rejected,
        "The input is right and was refused as \(named(errorClass))\(detail(message)).")
    case (.rejection(let expected), .ok):
      failed(.accepted, "The input must be refused as \(expected) and was answered.")
    case (.rejection(let expected), .rejected(let errorClass, _)):
      refusal(expected, errorClass)
    case (.rejection, .refusedByTransport(let message, _)):
      .passed(notes: ["Refused by the HTTP library, not by the SDK\(detail(message))."])
    case (.answer, .refusedByTransport(let message, let signed)):
      unsent(vector, outcome, signed)
        ?? .notComparable(
          reason: "the HTTP library refuses the input\(detail(message))")
    default:
      // The other replies are judged before any outcome is looked at.
      failed(.adapterFailed, "The reply is neither an answer nor a refusal.")
    }
  }

  /// Judges the refusal of an input that must be refused: each is right, and another class than the
  /// clause names is noted (FMT-JUDGE-6).
  private static func refusal(_ expected: String, _ errorClass: String?) -> Verdict {
    if errorClass == expected { return .passed(notes: []) }
    if let errorClass, ErrorClass(rawValue: errorClass) != nil {
      return .passed(notes: ["Refused as \(errorClass), where the clause names \(expected)."])
    }
    return .passed(notes: ["Rejected, unmapped: \(named(errorClass))."])
  }

  /// The pass of what an SDK signed right and could not send; nothing is known of OSS else (ADP-RUN-9).
  private static func unsent(
    _ vector: Vector, _ outcome: Outcome, _ signed: Answer?
  ) -> Verdict? {
    guard let signed else { return nil }
    let verdict = verdict(of: vector, outcome: outcome, reply: .ok(signed))
    return verdict.isPass ? verdict : nil
  }

  private static func named(_ errorClass: String?) -> String {
    errorClass ?? "an error without a class"
  }

  private static func detail(_ message: String?) -> String {
    message.map { " (\($0))" } ?? ""
  }

  private static func failed(_ kind: FailureKind, _ message: String) -> Verdict {
    .failed(Failure(kind: kind, message: message))
  }
}

extension Finding {
  /// Makes a finding by judging a reply.
  public init(vector: Vector, reply: Reply) {
    self.init(
      vector: vector, reply: reply, verdict: Judge.verdict(of: vector, reply: reply))
  }
}

/// What the judge says of one reply.
public enum Verdict: Hashable, Sendable {
  /// The reply is right; notes tell what is odd about it all the same.
  case passed(notes: [String])
  /// The reply is wrong.
  case failed(Failure)
  /// The SDK cannot do what was asked, so nothing was tried.
  case unsupported(reason: String?)
  /// What came back is valid and answers another question, so it shows nothing.
  case notComparable(reason: String)

  /// What is wrong, if anything is.
  public var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether the reply is right.
  public var isPass: Bool {
    if case .passed = self { true } else { false }
  }

  /// What is worth telling beside the verdict itself.
  public var notes: [String] {
    switch self {
    case .passed(let notes): notes
    case .failed(let failure): failure.notes
    case .unsupported, .notComparable: []
    }
  }
}

/// Why a reply is wrong.
public struct Failure: Hashable, Sendable {
  /// The way in which it is wrong.
  public var kind: FailureKind
  /// The reason in a sentence.
  public var message: String
  /// What differs, in the order in which a signature comes about: the first is where to look.
  public var differences: [Difference]
  /// What else is worth telling.
  public var notes: [String]

  /// Makes a failure.
  public init(
    kind: FailureKind, message: String, differences: [Difference] = [], notes: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.differences = differences
    self.notes = notes
  }
}

/// The ways to fail; a list of expected failures names them by these words.
public enum FailureKind: String, CaseIterable, Hashable, Sendable {
  /// The answer is not the expected one, or shows nothing that could be compared.
  case mismatch
  /// The input was answered where it must be refused.
  case accepted
  /// The input was refused where it must be answered.
  case rejected
  /// The adapter or the SDK broke and said so.
  case adapterFailed = "adapter-failed"
  /// No reply came in time.
  case timeout
  /// The adapter died.
  case crash
  /// The reply would be right, but the other replies show that it proves nothing.
  case implausible
}

/// One place where an answer and what is expected part.
public struct Difference: Hashable, Sendable {
  /// The step or member that differs, such as `stringToSign` or `url`.
  public var name: String
  /// Which part of it differs, where it is compared by parts.
  public var part: String?
  /// The bytes that are expected; none where there should be nothing.
  public var expected: Bytes?
  /// The bytes that were given; none where there is nothing.
  public var actual: Bytes?

  /// Makes a difference.
  public init(name: String, part: String? = nil, expected: Bytes?, actual: Bytes?) {
    self.name = name
    self.part = part
    self.expected = expected
    self.actual = actual
  }

  /// The offset of the first byte that differs, which is the length of the shorter side if the longer
  /// one continues it; none where a side is missing or both have the same bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var offset: Int? {
    guard let expected, let actual else { return nil }
    return expected.firstDifference(from: actual)
  }

  /// Both sides as text where they are words or numbers, of which the bytes say nothing.
  public var words: (expected: String, actual: String)? {
    guard let expected, let actual, Self.isWord(expected), Self.isWord(actual) else { return nil }
    return (String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
  }

  /// Whether bytes are a number, or letters in lower case with hyphens; no signature is.
  private static func isWord(_ bytes: Bytes) -> Bool {
    let isNumber = bytes.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
    let isWord = bytes.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
    return (1...32).contains(bytes.count) && (isNumber || isWord)
  }

  /// The step or member, with the part of it that differs.
  public var title: String {
    part.map { "\(name) (\($0))" } ?? name
  }
}

/// A vector, what came back for it, and what the judge says of that.
public struct Finding: Hashable, Sendable {
  /// What was asked.
  public var vector: Vector
  /// What came back.
  public var reply: Reply
  /// What the judge says.
  public var verdict: Verdict
  /// What the reply shows, where only its beginning is kept or an SDK's habit is taken out of it.
  package var fingerprint: Fingerprint?

  /// Makes a finding of its parts.
  public init(vector: Vector, reply: Reply, verdict: Verdict) {
    self.vector = vector
    self.reply = reply
    self.verdict = verdict
  }

  /// Whether the reply is right only as a refusal whose reason is not in the closed list.
  package var isUnmappedRefusal: Bool {
    guard verdict.isPass, case .rejected(let errorClass, _) = reply else { return false }
    return errorClass.flatMap(ErrorClass.init(rawValue:)) == nil
  }

  /// Whether the reply is right only as a refusal, of a class of the list that nothing expects.
  package var isOfAnotherClass: Bool {
    guard verdict.isPass, !isUnmappedRefusal, case .rejected(let errorClass?, _) = reply else {
      return false
    }
    let outcomes = [vector.expectation.outcome] + vector.expectation.alternatives.map(\.outcome)
    return !outcomes.contains(.rejection(errorClass: errorClass))
  }

  /// Whether the reply is right to the letter: a refusal has the class that the vector names.
  package var isRight: Bool { verdict.isPass && !isOfAnotherClass }
}

extension Outcome {
  /// The answer, if the input is to be answered.
  package var answer: Answer? {
    if case .answer(let answer) = self { answer } else { nil }
  }
}

/// What came back for one request, whoever gave it.
///
/// All but the last two are statuses of the protocol and stand in an adapter's reply; the last two are the
/// runner's own, for a request that had no reply although it was tried alone.
public enum Reply: Hashable, Sendable {
  /// The SDK gave an answer.
  case ok(Answer)

  /// The SDK itself refused the input, with the class of its error if the adapter could name one.
  ///
  /// A class that is not in the closed list is kept as it came: the judge counts it as unmapped.
  case rejected(errorClass: String?, message: String?)

  /// The SDK signed the input, and the HTTP library that it sends with refused it; what the SDK
  /// signed, if the adapter shows it.
  case refusedByTransport(message: String?, signed: Answer? = nil)

  /// The SDK cannot do what the request asks for.
  case unsupported(reason: String?)

  /// The adapter or the SDK broke, or the adapter's reply to this request made no sense.
  case failed(message: String?)

  /// No reply came within the limit.
  case timeout

  /// The adapter ended, or stopped speaking the protocol; the text says how.
  case crash(String)

  /// The answer; nil for any other reply.
  package var answer: Answer? { if case .ok(let answer) = self { answer } else { nil } }
}

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
