/// Another outcome that is right too, with the reason why it is.
public struct Alternative: Hashable, Sendable {
  /// Why an SDK that ends this way is not wrong.
  public var reason: String
  /// How the operation ends then.
  public var outcome: Outcome

  /// Makes an alternative of an outcome and the reason that allows it.
  public init(reason: String, outcome: Outcome) {
    self.reason = reason
    self.outcome = outcome
  }
}
