import OSSConformance
import OSSMistakes
import OSSVectors
import TestSupport
import Testing

@Suite struct `The kill matrix` {
  /// The mistakes of a clause as mistakes of that clause alone, and the vectors that cite it.
  private static func matrix(
    of clause: String, without removed: [String] = []
  ) throws -> KillMatrix {
    KillMatrix(
      of: Catalogue.all.filter { $0.clauses.first == clause && $0.clauses.count == 1 },
      over: try RealVectors.corpus.get().vectors.filter {
        $0.clauses.contains(clause) && !removed.contains($0.id)
      })
  }

  private static func faults(
    _ matrix: KillMatrix, of clause: String
  ) throws -> [String] {
    let pages = try #require(Specification(besideVectors: RealVectors.folder))
    let specification = Specification(clauses: pages.clauses.filter { $0.id == clause })
    return MistakeGate(matrix, specification: specification, corpus: try RealVectors.corpus.get())
      .faults
  }

  /// `mutants --check` does so for every mistake and every vector in CI.
  @Test(arguments: ["V1-DATE-1", "TOK-TIME-2", "CLK-SRC-1"])
  func `kills every mistake of a clause`(clause: String) throws {
    let matrix = try Self.matrix(of: clause)
    #expect(!matrix.rows.isEmpty)
    for row in matrix.rows where row.mistake.equivalent == nil {
      #expect(row.openClauses == [], "\(row.mistake.id)")
    }
  }

  @Test func `names a mistake that survives when its vectors are taken away`() throws {
    let whole = try Self.matrix(of: "TOK-TIME-2")
    let row = try #require(whole.rows.min { $0.ownKillers.count < $1.ownKillers.count })
    let killers = row.ownKillers.map { whole.vectors[$0].id }
    let matrix = try Self.matrix(of: "TOK-TIME-2", without: killers)
    let fault = "No vector that cites TOK-TIME-2 kills the mistake \(row.mistake.id)."
    #expect(try Self.faults(matrix, of: "TOK-TIME-2").contains(fault))
    #expect(try !Self.faults(whole, of: "TOK-TIME-2").contains(fault))
    let score = try #require(MistakeScore.scores(of: matrix).first)
    #expect(score.topic == "TOK-TIME")
    #expect(score.survived >= 1)
    #expect(score.killed + score.survived + score.equivalent == matrix.rows.count)
  }

  @Test func `names a vector that kills no mistake of its clauses`() throws {
    let all = try RealVectors.corpus.get().vectors
    let idle = try #require(all.first { $0.id == "v1-date-may" })
    let matrix = KillMatrix(of: [], over: [idle])
    #expect(matrix.idleVectors == ["v1-date-may"])
    #expect(
      try Self.faults(matrix, of: "V1-DATE-1").contains(
        "The vector v1-date-may kills no mistake of a clause that it cites, "
          + "and no reason says why it stays."))
  }

  @Test func `asks for a mistake of every must clause, and for one of a clause that exists`() throws
  {
    let matrix = try Self.matrix(of: "V1-DATE-1")
    let faults = try Self.faults(matrix, of: "V1-STS-3")
    #expect(faults.first?.hasSuffix("breaks V1-DATE-1, which is no clause.") == true)
    #expect(faults.contains("The must clause V1-STS-3 has no vector."))
    #expect(
      faults.contains("The must clause V1-STS-3 has neither a mistake nor a reason for none."))
  }
}
