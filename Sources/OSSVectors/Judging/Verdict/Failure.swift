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
