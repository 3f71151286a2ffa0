package import OSSMistakes
package import OSSVectors

/// Holds the vectors to the catalogue of mistakes, and the catalogue to the specification.
package struct MistakeGate: Sendable {
  /// What was found, a sentence for each fault; empty where everything is as it should be.
  package let faults: [String]

  /// Looks for faults.
  package init(_ matrix: KillMatrix, specification: Specification, corpus: Corpus) {
    let coverage = Coverage(
      specification: specification, vectors: matrix.vectors, mistakes: matrix.rows.map(\.mistake))
    faults =
      Self.faults(of: matrix, specification) + coverage.faults
      + Self.idleVectors(in: matrix, of: corpus)
  }

  /// Mistakes that no vector of one of their clauses kills, and equivalents that a vector kills.
  private static func faults(of matrix: KillMatrix, _ specification: Specification) -> [String] {
    var ids: Set<String> = []
    return matrix.rows.flatMap { row -> [String] in
      let mistake = row.mistake
      var faults: [String] = []
      if !ids.insert(mistake.id).inserted { faults.append("Two rows have the id \(mistake.id).") }
      for clause in mistake.clauses where specification[id: clause] == nil {
        faults.append("The mistake \(mistake.id) breaks \(clause), which is no clause.")
      }
      if mistake.equivalent == nil {
        for clause in row.openClauses {
          faults.append("No vector that cites \(clause) kills the mistake \(mistake.id).")
        }
      } else if let killer = row.killers.first {
        let vector = matrix.vectors[killer].id
        faults.append("The mistake \(mistake.id) is declared equivalent, and \(vector) kills it.")
      }
      return faults
    }
  }

  /// Suites of bytes that a document states or that several SDKs gave, the evidence for the others.
  private static let evidence: Set = [
    "callback/published", "live-channel/published", "post/published", "sts/published",
    "v1/agreed-header", "v1/agreed-presign", "v1/published", "v2/agreed-header", "v2/published",
    "v4/agreed-header", "v4/agreed-presign", "v4/published",
  ]

  /// Vectors that kill no mistake of a clause that they cite, and have no other use.
  private static func idleVectors(in matrix: KillMatrix, of corpus: Corpus) -> [String] {
    let useful = Set(
      corpus.suites.flatMap { suite in
        // Where a rule is open, a vector takes each answer that SDKs give, and notes which.
        suite.vectors.filter {
          Self.evidence.contains(suite.name) || !$0.expectation.alternatives.isEmpty
        }.map(\.id)
      })
    return matrix.idleVectors.filter { !useful.contains($0) }.map {
      "The vector \($0) kills no mistake of a clause that it cites."
    }
  }
}
