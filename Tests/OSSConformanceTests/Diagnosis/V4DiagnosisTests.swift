import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

/// SDKs with planted mistakes in V4, diagnosed from what they show.
@Suite struct `Diagnosis of mistakes in V4` {
  private static let vectors = Result {
    try RealVectors.corpus.get().vectors.filter { [.v4Header, .v4Presign].contains($0.operation) }
  }

  /// The diagnosis of an SDK that shows no more than some members of its answers, from all that it
  /// passes and the first vectors that it fails: each of these is asked of every known mistake.
  private static func diagnosis(
    of mutants: [Mutant], showing members: [String], failing most: Int = .max
  ) throws -> Diagnosis {
    let vectors = try vectors.get()
    #expect(vectors.count > 480)
    let answer = Mutant.answer(combining: mutants)
    let findings = vectors.map { vector in
      var reply = answer(vector.operation, vector.input)
      if case .ok(var shown) = reply {
        shown.members = JSONObject(shown.members.members.filter { members.contains($0.name) })
        shown.stages = [:]
        reply = .ok(shown)
      }
      return Finding(vector: vector, reply: reply)
    }
    return Diagnosis(
      of: findings.filter(\.verdict.isPass) + findings.filter { !$0.verdict.isPass }.prefix(most))
  }

  @Test(
    arguments: [
      "v4-header-values-not-trimmed", "v4-query-order-locale", "v4-query-values-trimmed",
      "v4-header-order-natural", "v4-key-cut", "v4-uri-slashes-encoded", "v4-scope-date-local",
      "v4-url-callers-unsigned", "v4-token-unsigned",
    ])
  func `names a mistake from the signature alone`(id: String) throws {
    let mutant = try #require(Mutants.named(id))
    let diagnosis = try Self.diagnosis(of: [mutant], showing: ["signature"], failing: 12)
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.mutants.map(\.id) == [id])
    #expect(first.clauses == [mutant.clause])
    #expect(first.matches == first.possible)
    #expect(first.exceptions == [])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test(arguments: ["v4-additional-missing-listed", "v4-auth-empty-list"])
  func `names a mistake from the Authorization header`(id: String) throws {
    let mutant = try #require(Mutants.named(id))
    let diagnosis = try Self.diagnosis(
      of: [mutant], showing: ["authorization", "url"], failing: 12)
    #expect(diagnosis.mistakes.first?.mutants.map(\.id) == [id])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `names two mistakes, each by its own clause`() throws {
    let ids = ["v4-header-values-not-trimmed", "v4-query-empty-with-equals"]
    let mutants = try ids.map { try #require(Mutants.named($0)) }
    let diagnosis = try Self.diagnosis(of: mutants, showing: ["signature"])
    #expect(
      Set(diagnosis.mistakes.filter { $0.mutants.count == 1 }.flatMap(\.clauses)) == [
        "V4-HDR-3", "V4-QRY-4",
      ])
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `finds nothing where nothing failed`() throws {
    let diagnosis = try Self.diagnosis(of: [], showing: ["signature"])
    #expect(diagnosis.mistakes.isEmpty)
    #expect(diagnosis.newKinds.isEmpty)
  }
}
