public import OSSVectors

/// One finding of ``Explainer``: a mistake, how sure it is, and what shows it.
public struct Explanation: Hashable, Sendable {
  /// How sure a finding is, the surest first.
  public enum Certainty: String, CaseIterable, Hashable, Sendable {
    /// What was given leaves no other reading.
    case certain
    /// It explains all that is seen, and so might something else.
    case likely
    /// It fits, and nothing proves it.
    case possible
  }

  /// The mistake.
  public let mistake: RefusalCause
  /// How sure it is.
  public let certainty: Certainty
  /// What shows it, as one sentence; never a secret, a token or a signature.
  public let detail: String?
  /// The first byte that differs between what OSS signed and what the client signed.
  public let difference: Difference?
  /// Whether the request is signed by V4, so that the clauses of V4 count.
  public private(set) var isV4 = false

  init(
    _ mistake: RefusalCause, _ certainty: Certainty, _ detail: String? = nil,
    difference: Difference? = nil
  ) {
    self.mistake = mistake
    self.certainty = certainty
    self.detail = detail
    self.difference = difference
  }

  /// What was done, as one sentence, which asserts no more than is known.
  public var sentence: String {
    certainty == .possible ? mistake.guess ?? mistake.sentence : mistake.sentence
  }

  /// The clause that the mistake breaks with this request's version; nil where none is about it.
  public var clause: String? { isV4 ? mistake.v4?.clause : mistake.clause ?? mistake.v4?.clause }

  /// A vector that catches the mistake; nil where none does.
  public var vector: String? { isV4 ? mistake.v4?.vector : mistake.vector ?? mistake.v4?.vector }

  /// What to change, as one sentence.
  public var change: String { isV4 ? mistake.v4?.change ?? mistake.change : mistake.change }

  /// The same finding about a request that is signed by V4, or is not.
  func of(v4: Bool) -> Explanation {
    var result = self
    result.isV4 = v4
    return result
  }
}
