/// What a mistake breaks in a request that is signed by V4, and what to do about it there.
public struct RulingV4: Hashable, Sendable {
  /// The clause.
  public let clause: String
  /// What to change, if it is something else than with V1.
  public let change: String?
  /// A vector that catches it.
  public internal(set) var vector: String?

  init(_ clause: String, _ change: String? = nil) {
    self.clause = clause
    self.change = change
  }
}
