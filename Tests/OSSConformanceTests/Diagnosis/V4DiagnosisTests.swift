import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// SDKs with planted mistakes in V4, diagnosed from what they show.
@Suite struct `Diagnosis of mistakes in V4` {
  private static let vectors = Result {
    try RealVectors.corpus.get().vectors.filter { [.v4Header, .v4Presign].contains($0.operation) }
  }

  /// The diagnosis of an SDK that shows no more than some members of its answers, from all that it
  /// passes and the first vectors that it fails: each of these is asked of every known mistake.
  private static func diagnosis(
    of mistakes: [Mistake], showing members: [String], failing most: Int = .max
  ) throws -> Diagnosis {
    let vectors = try vectors.get()
    #expect(vectors.count > 480)
    let answer = Mistake.answering(with: mistakes)
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
      of: findings.filter(\.verdict.isPass) + findings.filter { !$0.verdict.isPass }.prefix(most),
      by: try Fingerprints.real.get())
  }

  @Test(
    arguments: [
      "header-values-not-trimmed", "query-order-locale", "query-values-signed-trimmed",
      "header-order-natural", "hmac-key-cut", "v4-uri-slashes-encoded", "v4-day-local",
      "v4-url-callers-unsigned", "token-unsigned",
    ])
  func `diagnosis of mistakes in V4 names a mistake from the signature alone`(id: String) throws {
    let mistake = try #require(Catalogue.named(id))
    let diagnosis = try Self.diagnosis(of: [mistake], showing: ["signature"], failing: 12)
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.mistakes.map(\.id) == [id])
    #expect(first.clauses == mistake.clauses.filter { $0.hasPrefix("V4-") })
    #expect(first.matches == first.possible)
    #expect(first.exceptions == [])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test(arguments: ["additional-missing-listed", "authorization-empty-list"])
  func `diagnosis of mistakes in V4 names a mistake from the Authorization header`(id: String)
    throws
  {
    let mistake = try #require(Catalogue.named(id))
    let diagnosis = try Self.diagnosis(
      of: [mistake], showing: ["authorization", "url"], failing: 12)
    #expect(diagnosis.mistakes.first?.mistakes.map(\.id) == [id])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of mistakes in V4 names two mistakes, each by its own clause`() throws {
    let ids = ["header-values-not-trimmed", "query-empty-signed-with-equals"]
    let mistakes = try ids.map { try #require(Catalogue.named($0)) }
    let diagnosis = try Self.diagnosis(of: mistakes, showing: ["signature"])
    #expect(
      Set(diagnosis.mistakes.filter { $0.mistakes.count == 1 }.flatMap(\.clauses)) == [
        "V4-HDR-3", "V4-TOK-1", "V4-QRY-4",
      ])
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of mistakes in V4 finds nothing where nothing failed`() throws {
    let diagnosis = try Self.diagnosis(of: [], showing: ["signature"])
    #expect(diagnosis.mistakes.isEmpty)
    #expect(diagnosis.newKinds.isEmpty)
  }
}
