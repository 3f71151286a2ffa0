/// A vector, what came back for it, and what the judge says of that.
public struct Finding: Hashable, Sendable {
  /// What was asked.
  public var vector: Vector
  /// What came back.
  public var reply: Reply
  /// What the judge says.
  public var verdict: Verdict

  /// Makes a finding of its parts.
  public init(vector: Vector, reply: Reply, verdict: Verdict) {
    self.vector = vector
    self.reply = reply
    self.verdict = verdict
  }

  /// Makes a finding by judging a reply.
  public init(vector: Vector, reply: Reply) {
    self.init(
      vector: vector, reply: reply, verdict: Judge.verdict(of: vector, reply: reply))
  }

  /// Whether the reply is right only as a refusal whose reason is not in the closed list.
  package var isUnmappedRefusal: Bool {
    guard verdict.isPass, case .rejected(let errorClass, _) = reply else { return false }
    return errorClass.flatMap(ErrorClass.init(rawValue:)) == nil
  }
}

extension Outcome {
  /// The answer, if the input is to be answered.
  package var answer: Answer? {
    if case .answer(let answer) = self { answer } else { nil }
  }
}
