public import OSSVectors

/// Which vectors cite each clause, and which mutants break it.
public struct Coverage: Sendable {
  /// One clause, with what there is for it.
  public struct Row: Sendable {
    /// The clause.
    public let clause: Clause
    /// The ids of the vectors that cite it.
    public let vectors: [String]
    /// The ids of the mutants that break it.
    public let mutants: [String]
    /// Why it has no mutant, where a reason is stated.
    public let reason: String?
  }

  /// One row for each clause, in the order of the pages.
  public let rows: [Row]

  /// Sets vectors and mutants beside the clauses.
  ///
  /// - Complexity: O(*n*) in the numbers of clauses, citations and mutants.
  public init(
    specification: Specification, vectors: [Vector], mutants: [Mutant] = Mutants.all,
    reasons: [String: String] = MutantReasons.withoutMutant
  ) {
    var citing: [String: [String]] = [:]
    for vector in vectors {
      for clause in vector.clauses { citing[clause, default: []].append(vector.id) }
    }
    var breaking: [String: [String]] = [:]
    for mutant in mutants { breaking[mutant.clause, default: []].append(mutant.id) }
    rows = specification.clauses.map { clause in
      Row(
        clause: clause, vectors: citing[clause.id] ?? [], mutants: breaking[clause.id] ?? [],
        reason: reasons[clause.id])
    }
  }

  /// What is missing for the must clauses, a sentence for each fault.
  public var faults: [String] {
    rows.flatMap { row -> [String] in
      var faults: [String] = []
      if row.clause.level == .must, row.vectors.isEmpty {
        faults.append("The must clause \(row.clause.id) has no vector.")
      }
      if row.clause.level == .must, row.mutants.isEmpty, row.reason == nil {
        faults.append(
          "The must clause \(row.clause.id) has neither a mutant nor a reason for none.")
      }
      if !row.mutants.isEmpty, row.reason != nil {
        faults.append("The clause \(row.clause.id) has a mutant, and a reason for having none.")
      }
      return faults
    }
  }
}
