/// What a vector expects of whoever is asked.
public struct Expectation: Hashable, Sendable {
  /// The outcome that the specification gives.
  public var outcome: Outcome
  /// Further outcomes that are right too; JSON calls them `any_of`.
  public var alternatives: [Alternative]
  /// The members whose very text is meant, where the judge would otherwise compare parsed parts.
  public var exact: [String]

  /// Makes an expectation of one outcome and what softens or sharpens it.
  public init(outcome: Outcome, alternatives: [Alternative] = [], exact: [String] = []) {
    self.outcome = outcome
    self.alternatives = alternatives
    self.exact = exact
  }
}
