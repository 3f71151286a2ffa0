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

  /// Vectors that kill no mistake of a clause that they cite, and do not say why they stay.
  private static func idleVectors(in matrix: KillMatrix, of corpus: Corpus) -> [String] {
    let ids = matrix.idleVectors
    let excused = Set(
      corpus.suites.flatMap { suite in
        suite.vectors.filter { MistakeReasons.reason(for: $0, in: suite.name) != nil }.map(\.id)
      })
    let faults = ids.filter { !excused.contains($0) }.map {
      "The vector \($0) kills no mistake of a clause that it cites, and no reason says why it stays."
    }
    let idle = Set(ids)
    let stale = MistakeReasons.withoutKill.keys.filter { !idle.contains($0) }.sorted().map {
      "The vector \($0) kills a mistake of its clauses, or is gone, and has a reason to stay."
    }
    return faults + stale
  }
}

/// Why something has no mistake, or no kill, and is right all the same.
package enum MistakeReasons: Sendable {
  /// Must clauses without a mistake, and why none can exist.
  package static let withoutMistake: [String: String] = [:]

  /// Vectors that kill no mistake of a clause that they cite, by their id, and why they stay.
  package static let withoutKill: [String: String] = [:]

  /// Why a vector stays whatever it kills, if there is such a reason.
  static func reason(for vector: Vector, in suite: String) -> String? {
    if let reason = withoutKill[vector.id] { return reason }
    if !vector.expectation.alternatives.isEmpty {
      return "The rule is open: the vector takes each answer that SDKs give, and notes which."
    }
    return suitesWithoutKill[suite]
  }

  /// Suites of which every vector may stay, whatever it kills, and why.
  package static let suitesWithoutKill: [String: String] = [
    "callback/published": "A document or a test states them: they are the evidence for the others.",
    "live-channel/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v1/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v1/agreed-header": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v1/agreed-presign": "Several SDKs gave these bytes: they are the evidence for the others.",
    "sts/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v4/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "v4/agreed-header": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v4/agreed-presign": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v2/agreed-header": "Several SDKs gave these bytes: they are the evidence for the others.",
    "v2/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
    "post/published":
      "A document or an SDK's own test states these bytes: they are the evidence for the others.",
  ]
}
