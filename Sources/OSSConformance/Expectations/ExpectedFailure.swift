/// One entry of a list of known failures.
public struct ExpectedFailure: Hashable, Sendable {
  /// Which vectors an entry is about.
  public enum Target: Hashable, Sendable {
    /// The vector of this id.
    case id(String)
    /// The vectors whose ids match.
    case pattern(Glob)

    /// Whether the entry is about a vector of this id.
    func covers(_ id: String) -> Bool {
      switch self {
      case .id(let own): own == id
      case .pattern(let glob): glob.matches(id)
      }
    }
  }

  /// Which vectors the entry is about.
  public var target: Target
  /// How they are expected to end.
  public var status: ExpectedStatus
  /// Why, for whoever reads the list later; never empty.
  public var reason: String
  /// Where the failure is discussed.
  public var link: String?

  /// Makes an entry.
  public init(target: Target, status: ExpectedStatus, reason: String, link: String? = nil) {
    self.target = target
    self.status = status
    self.reason = reason
    self.link = link
  }
}
