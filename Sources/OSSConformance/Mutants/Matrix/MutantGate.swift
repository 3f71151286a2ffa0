public import OSSVectors

/// Holds the vectors to the catalogue of mistakes, and the catalogue to the specification.
public struct MutantGate: Sendable {
  /// What was found, a sentence for each fault; empty where everything is as it should be.
  public let faults: [String]

  /// Looks for faults.
  ///
  /// - Parameters:
  ///   - matrix: which vector kills which mutant.
  ///   - specification: the clauses that mutants break and vectors cite.
  ///   - corpus: the suites, of which some may hold vectors that kill nothing.
  /// - Complexity: O(*n*) in the numbers of clauses, kills and vectors.
  public init(_ matrix: MutantMatrix, specification: Specification, corpus: Corpus) {
    let coverage = Coverage(
      specification: specification, vectors: matrix.vectors, mutants: matrix.rows.map(\.mutant))
    faults =
      Self.faults(of: matrix, specification) + coverage.faults
      + Self.idleVectors(in: matrix, of: corpus)
  }

  /// Mutants that a vector of their clause does not kill, and equivalents that one does.
  private static func faults(
    of matrix: MutantMatrix, _ specification: Specification
  ) -> [String] {
    matrix.rows.flatMap { row -> [String] in
      let mutant = row.mutant
      var faults: [String] = []
      if specification[id: mutant.clause] == nil {
        faults.append("The mutant \(mutant.id) breaks \(mutant.clause), which is no clause.")
      }
      if let crash = row.crashes.first {
        faults.append("The mutant \(mutant.id) crashes on \(matrix.vectors[crash].id).")
      }
      if let killer = row.ownKillers.first.map({ matrix.vectors[$0] }),
        // The matrix makes only the part of a reply that can differ; here one kill is made whole.
        Judge.verdict(of: killer, reply: mutant.answer(killer.operation, killer.input)).isPass
      {
        faults.append("The mutant \(mutant.id) passes \(killer.id), which is said to kill it.")
      }
      if mutant.equivalent == nil, row.ownKillers.isEmpty {
        let others = row.killers.first.map { "; \(matrix.vectors[$0].id) kills it" } ?? ""
        faults.append(
          "The mutant \(mutant.id) survives every vector that cites \(mutant.clause)\(others).")
      }
      if mutant.equivalent != nil, let killer = row.killers.first {
        let vector = matrix.vectors[killer].id
        faults.append("The mutant \(mutant.id) is declared equivalent, and \(vector) kills it.")
      }
      return faults
    }
  }

  /// Vectors that kill no mutant of a clause that they cite, and do not say why they stay.
  private static func idleVectors(in matrix: MutantMatrix, of corpus: Corpus) -> [String] {
    let ids = matrix.idleVectors
    let excused = Set(
      corpus.suites.flatMap { suite in
        suite.vectors.filter { MutantReasons.reason(for: $0, in: suite.name) != nil }.map(\.id)
      })
    let faults = ids.filter { !excused.contains($0) }.map {
      "The vector \($0) kills no mutant of a clause that it cites, and no reason says why it stays."
    }
    let idle = Set(ids)
    let stale = MutantReasons.withoutKill.keys.filter { !idle.contains($0) }.sorted().map {
      "The vector \($0) kills a mutant of its clauses, or is gone, and has a reason to stay."
    }
    return faults + stale
  }
}

extension MutantMatrix {
  /// The ids of the vectors that kill no mutant of a clause that they cite, in their order.
  ///
  /// - Complexity: O(*n*) in the number of kills.
  public var idleVectors: [String] {
    var isUsed = Array(repeating: false, count: vectors.count)
    for row in rows {
      for killer in row.ownKillers { isUsed[killer] = true }
    }
    return vectors.indices.filter { !isUsed[$0] }.map { vectors[$0].id }
  }
}
