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
  public let mistake: Mistake
  /// How sure it is.
  public let certainty: Certainty
  /// What shows it, as one sentence; never a secret, a token or a signature.
  public let detail: String?
  /// The first byte that differs between what OSS signed and what the client signed.
  public let difference: Difference?

  init(
    _ mistake: Mistake, _ certainty: Certainty, _ detail: String? = nil,
    difference: Difference? = nil
  ) {
    self.mistake = mistake
    self.certainty = certainty
    self.detail = detail
    self.difference = difference
  }
}
