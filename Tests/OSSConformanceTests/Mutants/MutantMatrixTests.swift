import OSSConformance
import OSSVectors
import Testing

@Suite struct `The kill matrix` {
  /// The mutants of a clause, and the vectors that cite it.
  private static func matrix(
    of clause: String, without removed: String? = nil
  ) throws -> MutantMatrix {
    MutantMatrix(
      mutants: Mutants.all.filter { $0.clause == clause },
      vectors: try RealVectors.corpus.get().vectors.filter {
        $0.clauses.contains(clause) && $0.id != removed
      })
  }

  private static func faults(
    _ matrix: MutantMatrix, of clause: String
  ) throws -> [String] {
    let pages = try #require(Specification(besideVectors: RealVectors.folder))
    let specification = Specification(clauses: pages.clauses.filter { $0.id == clause })
    return MutantGate(matrix, specification: specification, corpus: try RealVectors.corpus.get())
      .faults
  }

  /// `mutants --check` does so for every clause in CI.
  @Test(arguments: ["V1-DATE-1", "PRIM-HMAC-2", "V4-QRY-5", "V4-PRE-2"])
  func `is without a fault for a clause`(clause: String) throws {
    let matrix = try Self.matrix(of: clause)
    #expect(!matrix.rows.isEmpty)
    #expect(matrix.rows.allSatisfy { !$0.isAlive || $0.mutant.equivalent != nil })
    #expect(try Self.faults(matrix, of: clause) == [])
  }

  @Test func `names the mutant that survives when its only vector is taken away`() throws {
    let matrix = try Self.matrix(of: "V1-DATE-1", without: "v1-date-leap-day-2000")
    #expect(
      try Self.faults(matrix, of: "V1-DATE-1") == [
        "The mutant date-2000-not-a-leap-year survives every vector that cites V1-DATE-1."
      ])
  }

  @Test func `names a vector that kills no mutant of its clauses`() throws {
    let all = try RealVectors.corpus.get().vectors
    let idle = try #require(all.first { $0.id == "v1-date-may" })
    let matrix = MutantMatrix(
      mutants: Mutants.all.filter { $0.id == "date-june-and-july-swapped" },
      vectors: all.filter { ["v1-date-july", idle.id].contains($0.id) })
    #expect(matrix.idleVectors == ["v1-date-may"])
    #expect(
      try Self.faults(matrix, of: "V1-DATE-1") == [
        "The vector v1-date-may kills no mutant of a clause that it cites, "
          + "and no reason says why it stays."
      ])
  }

  @Test func `asks for a mutant of every must clause, and for one of a clause that exists`() throws
  {
    let matrix = try Self.matrix(of: "V1-DATE-1")
    let specification = Specification(
      clauses: try #require(Specification(besideVectors: RealVectors.folder)).clauses.filter {
        $0.id == "V1-STS-3"
      })
    let faults = MutantGate(
      matrix, specification: specification, corpus: try RealVectors.corpus.get()
    ).faults
    #expect(
      faults.first == "The mutant date-day-without-zero breaks V1-DATE-1, which is no clause.")
    #expect(
      faults.suffix(2) == [
        "The must clause V1-STS-3 has no vector.",
        "The must clause V1-STS-3 has neither a mutant nor a reason for none.",
      ])
  }

  @Test func `counts the score by topic`() throws {
    let matrix = try Self.matrix(of: "V1-DATE-1", without: "v1-date-leap-day-2000")
    let scores = MutantScore.scores(of: matrix)
    let score = try #require(scores.first)
    #expect(scores.count == 1)
    #expect(score.topic == "V1-DATE")
    #expect(score.survived == 1)
    #expect(score.killed == matrix.rows.count - 1)
    #expect(score.equivalent == 0)
    #expect(score.crashed == 0)
  }

  /// `mutants --check` makes one kill of every mutant whole in CI.
  @Test func `takes one reply for the other only where both are judged alike`() throws {
    // The matrix makes the string to sign alone where it can; here each reply is made whole.
    let vectors = try RealVectors.corpus.get().vectors.filter { $0.clauses.contains("V1-HDR-3") }
    let all = Mutants.all.filter { $0.operations.contains(.v1Header) }
    let mutants = all.indices.filter { $0.isMultiple(of: 8) }.map { all[$0] }
    let matrix = MutantMatrix(mutants: mutants, vectors: vectors)
    var kills = 0
    for row in matrix.rows {
      let killers = vectors.indices.filter { index in
        let vector = vectors[index]
        let reply = row.mutant.answer(vector.operation, vector.input)
        return Judge.verdict(of: vector, reply: reply).failure != nil
      }
      kills += killers.count
      #expect(row.killers == killers, "\(row.mutant.id)")
    }
    #expect(kills > 50)
  }
}
