/// Why a selection holds no vector, or a word of it none.
public enum SelectionError: Error, Hashable, Sendable {
  /// No vector has this id; the nearest id that there is may be meant.
  case unknownID(String, nearest: String?)
  /// No vector's id matches this pattern.
  case unmatchedPattern(String)
  /// No vector cites this clause.
  case uncitedClause(String)
  /// There is no suite of this name; the nearest that there is may be meant.
  case unknownSuite(String, nearest: String?)
  /// Each word selects something, and nothing is selected by all.
  case nothing
}

extension SelectionError: CustomStringConvertible {
  /// One sentence that names the word.
  public var description: String {
    switch self {
    case .unknownID(let id, let nearest):
      "No vector has the id \(id)\(Self.hint(nearest))"
    case .unmatchedPattern(let pattern): "No vector's id matches \(pattern)."
    case .uncitedClause(let clause): "No vector cites the clause \(clause)."
    case .unknownSuite(let suite, let nearest):
      "There is no suite \(suite)\(Self.hint(nearest))"
    case .nothing: "No vector is selected by all that was asked for."
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \($0)?" } ?? "."
  }
}
