import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// `oss-conform mutants --check` asks every mistake for every vector.
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

  private static func faults(_ matrix: KillMatrix, of clause: String) throws -> [String] {
    let pages = try #require(Specification(besideVectors: RealVectors.folder))
    let specification = Specification(clauses: pages.clauses.filter { $0.id == clause })
    return MistakeGate(matrix, specification: specification, corpus: try RealVectors.corpus.get())
      .faults
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
        "The vector v1-date-may kills no mistake of a clause that it cites."))
  }

  @Test func `is the same from several threads as from one`() throws {
    let names = ["v1/token", "credentials/content-types", "post/form-check"]
    let vectors = try names.flatMap { try RealVectors.suite($0).vectors.prefix(6) }
    var fingerprints = Fingerprints(for: vectors)
    let (shared, whole) = (fingerprints.matrix(over: vectors), KillMatrix(over: vectors))
    #expect(shared.rows.map(\.mistake.id) == whole.rows.map(\.mistake.id))
    #expect(shared.rows.map(\.killers) == whole.rows.map(\.killers))
    #expect(shared.rows.map(\.ownKillers) == whole.rows.map(\.ownKillers))
    #expect(shared.rows.map(\.openClauses) == whole.rows.map(\.openClauses))
    #expect(shared.idleVectors == whole.idleVectors)
    #expect(fingerprints.matrix(over: []).rows.count == whole.rows.count)
  }

  @Test func `asks for a mistake of every must clause`() throws {
    let matrix = try Self.matrix(of: "V1-DATE-1")
    let faults = try Self.faults(matrix, of: "V1-STS-3")
    #expect(faults.first?.hasSuffix("breaks V1-DATE-1, which is no clause.") == true)
    #expect(faults.contains("The must clause V1-STS-3 has no vector."))
    #expect(faults.contains("The must clause V1-STS-3 has no mistake."))
  }
}

/// `oss-conform mutants --check` spoils the expectations of every vector.
@Suite struct `Changed expectations` {
  @Test func `are as many as a vector has bytes, and one refusal`() throws {
    let gate = JudgeGate(vectors: [try Self.vector("sha1-abc")])
    #expect(gate.tried == 41)
    #expect(gate.faults == [])
  }

  @Test func `that pass are named: a step that nobody shows`() throws {
    var vector = try Self.vector("sha1-abc")
    var answer = try #require(vector.expectation.outcome.answer)
    answer.stages["colour"] = "red"
    vector = vector.with(expectation: Expectation(outcome: .answer(answer)))
    #expect(JudgeGate(vectors: [vector]).faults == ["sha1-abc has no note of another colour."])
  }

  @Test func `are not made of a vector that the reference fails`() throws {
    let vector = try Self.vector("sha1-abc").with(
      expectation: Expectation(outcome: .rejection(.invalidTime)))
    let gate = JudgeGate(vectors: [vector])
    #expect(gate.faults == ["The reference fails sha1-abc."])
    #expect(gate.tried == 0)
  }

  private static func vector(_ id: String) throws -> Vector {
    try #require(RealVectors.corpus.get()[id: id])
  }
}

/// `oss-conform coverage --check` covers every must clause.
@Suite struct `The coverage of the clauses` {
  @Test func `lists vectors and mistakes of a clause`() throws {
    let specification = try #require(Specification(besideVectors: RealVectors.folder))
    let coverage = Coverage(
      specification: specification, vectors: try RealVectors.corpus.get().vectors)
    let row = try #require(coverage.rows.first { $0.clause.id == "PRE-TOK-3" })
    #expect(row.clause.topic == "PRE-TOK")
    #expect(row.vectors == ["v1-pre-token-not-a-header"])
    #expect(row.mistakes == ["presign-token-as-header-too"])
  }

  @Test func `has a fault where a must clause has nothing`() throws {
    let specification = Specification(
      clauses: try #require(Specification(besideVectors: RealVectors.folder)).clauses.filter {
        $0.id == "V1-STS-2"
      })
    #expect(
      Coverage(specification: specification, vectors: [], mistakes: []).faults == [
        "The must clause V1-STS-2 has no vector.", "The must clause V1-STS-2 has no mistake.",
      ])
    let vectors = try RealVectors.corpus.get().vectors
    #expect(Coverage(specification: specification, vectors: vectors).faults == [])
  }
}
