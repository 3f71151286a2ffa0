internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// The one mistake that has a parameter: a list of subresources that lacks some names.
///
/// Each SDK lacks other names, so no catalogue can hold them all. The names are learned from the
/// failures instead: without which of its parameters does a request give the signature at hand?
struct MissingSubresources {
  private let failing: [Finding]
  /// Names that a passed vector has in its query: whoever passes it knows them, unless it may be
  /// answered without.
  private let listed: Set<String>
  /// The names that are missing, as far as has been learned.
  private(set) var names: Set<String> = []
  private var clause: String?

  init(in failing: [Finding], passes: Passes) {
    self.failing = failing
    listed = Set(
      passes.vectors.flatMap { vector -> [String] in
        // Other versions sign every parameter, and so pass with names that V1 does not list.
        guard [.v1Header, .v1Presign].contains(vector.operation),
          case .answer = vector.expectation.outcome, vector.expectation.alternatives.isEmpty
        else { return [] }
        return Array(vector.subresources)
      })
  }

  /// The mistake; nil where no name is missing.
  var mistake: Mistake? { clause.map { Mistake(unlistedSubresources: names, clause: $0) } }

  /// Learns names from failures.
  ///
  /// - Parameters:
  ///   - places: The failures to learn from.
  ///   - mistakes: Mistakes that are known; with any, a name is learned beside one of them.
  /// - Returns: Whether there are new names.
  @discardableResult
  mutating func learn(at places: Set<Int>, beside mistakes: [Mistake]? = nil) -> Bool {
    let before = names.count
    let known = mistakes?.filter { $0.id != Mistake.unlistedSubresources }
    let others = known.map { $0.map { [$0] } } ?? [[]]
    for place in places.sorted() {
      let finding = failing[place]
      guard finding.verdict.failure?.kind == .mismatch else { continue }
      let unknown = finding.vector.subresources.subtracting(listed).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      for other in others where learn(from: finding, unknown, beside: other) { break }
    }
    return names.count > before
  }

  /// Learns from one failure, if it has few enough names to try each choice of them.
  private mutating func learn(
    from finding: Finding, _ unknown: [String], beside others: [Mistake]
  ) -> Bool {
    guard (1...3).contains(unknown.count) else { return false }
    for choice in 1..<(1 << unknown.count) {
      let missing = Set(unknown.indices.filter { choice & (1 << $0) != 0 }.map { unknown[$0] })
      let mistake = Mistake(unlistedSubresources: missing, clause: "")
      let answer = Mistake.answering(with: others + [mistake])
      let reply = answer(finding.vector.operation, finding.vector.input)
      guard Agreement(of: finding, with: reply) != nil else { continue }
      names.formUnion(missing)
      note(finding.vector.clauses)
      return true
    }
    return false
  }

  /// Keeps the most binding of the clauses that list names.
  private mutating func note(_ clauses: [String]) {
    for clause in clauses where clause.hasPrefix("V1-SUB-") {
      if self.clause.map({ clause.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true {
        self.clause = clause
      }
    }
    if clause == nil { clause = "V1-SUB-2" }
  }
}

extension Vector {
  /// The names in the query that V1 signs; none where another version signs, which says nothing
  /// about a list.
  fileprivate var subresources: Set<String> {
    guard [.v1Header, .v1Presign].contains(operation), case .array(let query)? = input["query"]
    else {
      return []
    }
    return Set(
      query.compactMap { $0.arrayValue?.first?.stringValue }
        .filter(Mistake.isSubresource))
  }
}
