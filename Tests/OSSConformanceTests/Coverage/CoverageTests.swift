import OSSConformance
import OSSMistakes
import OSSVectors
import TestSupport
import Testing

@Suite struct `The coverage of the clauses` {
  @Test func `is whole for must clauses`() throws {
    let specification = try #require(Specification(besideVectors: RealVectors.folder))
    let coverage = Coverage(
      specification: specification, vectors: try RealVectors.corpus.get().vectors)
    #expect(coverage.faults == [])
    #expect(coverage.rows.count == specification.clauses.count)
    #expect(coverage.rows.count { $0.clause.level == .must } > 70)
  }

  @Test func `lists vectors and mistakes of a clause`() throws {
    let specification = try #require(Specification(besideVectors: RealVectors.folder))
    let coverage = Coverage(
      specification: specification, vectors: try RealVectors.corpus.get().vectors)
    let row = try #require(coverage.rows.first { $0.clause.id == "PRE-TOK-3" })
    #expect(row.clause.topic == "PRE-TOK")
    #expect(row.vectors == ["v1-pre-token-not-a-header"])
    #expect(row.mistakes == ["presign-token-as-header-too"])
    #expect(row.reason == nil)
  }

  @Test func `has a fault where a must clause has nothing, and none where a reason is stated`()
    throws
  {
    let specification = Specification(
      clauses: try #require(Specification(besideVectors: RealVectors.folder)).clauses.filter {
        $0.id == "V1-STS-2"
      })
    let vectors = try RealVectors.corpus.get().vectors
    #expect(
      Coverage(specification: specification, vectors: [], mistakes: []).faults == [
        "The must clause V1-STS-2 has no vector.",
        "The must clause V1-STS-2 has neither a mistake nor a reason for none.",
      ])
    let reasons = ["V1-STS-2": "Nobody can break it."]
    let reasoned = Coverage(
      specification: specification, vectors: vectors, mistakes: [], reasons: reasons)
    #expect(reasoned.faults == [])
    let both = Coverage(specification: specification, vectors: vectors, reasons: reasons)
    #expect(
      both.faults == ["The clause V1-STS-2 has a mistake, and a reason for having none."])
  }
}
