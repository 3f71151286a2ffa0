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
      + Self.idleVectors(in: matrix, of: corpus) + Self.unfoundedMusts(in: matrix, specification)
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

  /// Mistakes that are valid habits of a client, and that fail must vectors by another request: an
  /// adapter declares the habit, and such vectors are not compared.
  private static let habits: Set = ["date-x-oss-date-added", "v4-date-in-date-header"]

  /// Must vectors that kill a mistake which OSS accepts, or of which nobody knows what OSS does, and
  /// do not say why; a mistake that is a habit of some clients counts in none.
  private static func unfoundedMusts(
    in matrix: KillMatrix, _ specification: Specification
  ) -> [String] {
    matrix.rows.flatMap { row -> [String] in
      if case .refuses = row.mistake.effect(by: specification) { return [] }
      if habits.contains(row.mistake.id) { return [] }
      return row.killers.map { matrix.vectors[$0] }.filter { $0.level == .must && $0.reason == nil }
        .map {
          "The must vector \($0.id) kills the mistake \(row.mistake.id), which OSS is not known to "
            + "refuse, and gives no reason."
        }
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

/// What OSS does with a request that is made by a mistake, and on what evidence.
package enum Effect: Hashable, Sendable {
  /// It refuses the request, or serves another than the one that was meant: the mistake breaks this
  /// must clause, whose evidence shows it.
  case refuses(clause: String)
  /// It serves the request as it was meant.
  case accepts(evidence: String)
  /// Nobody has shown what it does.
  case unknown
}

extension Mistake {
  /// What OSS does: what the row says, else what follows from the levels of its clauses.
  package func effect(by specification: Specification) -> Effect {
    if let accepted { return .accepts(evidence: accepted) }
    let must = clauses.first { specification[id: $0]?.level == .must }
    return must.map { .refuses(clause: $0) } ?? .unknown
  }
}
