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
