import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// SDKs with a mistake, diagnosed from what they show. CI does so with many more, and in Python too.
@Suite struct `Diagnosis of planted mistakes` {
  private static let v1: [OSSVectors.Operation] = [.v1Header, .v1Presign]
  private static let v4: [OSSVectors.Operation] = [.v4Header, .v4Presign]

  private func vectors(of operations: [OSSVectors.Operation]) throws -> [Vector] {
    try RealVectors.corpus.get().vectors.filter {
      operations.contains($0.operation) && !$0.id.hasPrefix("agreed-")
    }
  }

  @Test(
    arguments: [
      ("header-values-not-trimmed", v1, ["signature"]),
      ("accepts-invalid-header-name", v1, ["signature"]),
      ("query-order-locale", v4, ["signature"]),
      ("authorization-empty-list", v4, ["authorization", "url"]),
      ("response-status-converted", [.tokenParse], nil),
      ("response-fraction-dropped", [.tokenParse], nil),
      ("refresh-failure-is-final", [.credentialTimeline], nil),
      ("refresh-herd", [.credentialTimeline], nil),
    ] as [(String, [OSSVectors.Operation], [String]?)])
  func `names a mistake from what an SDK shows`(
    id: String, operations: [OSSVectors.Operation], members: [String]?
  ) throws {
    let vectors = try vectors(of: operations)
    #expect(vectors.count > 160)
    let diagnosis = Diagnosis(
      of: try PlantedSDK.findings([id], vectors, showing: members), by: try PlantedSDK.known.get())
    #expect(diagnosis.mistakes.map(\.mistake.id) == [id])
    #expect(diagnosis.newKinds.isEmpty)
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.isCertain && first.matches == first.possible && first.exceptions == [])
    let known = try #require(PlantedSDK.known.get()[id: id])
    #expect(!first.clauses.isEmpty && Set(first.clauses).isSubset(of: known.clauses))
  }

  @Test func `learns which names a list of subresources lacks`() throws {
    let missing: Set<String> = ["img", "versionId", "x-oss-process"]
    let findings = try vectors(of: Self.v1).map { vector in
      var other = vector.input
      let query = other["query"]?.arrayValue ?? []
      other["query"] = .array(
        query.filter { !missing.contains($0.arrayValue?.first?.stringValue ?? "") })
      var reply = ReferenceAdapter().answer(vector.operation, other)
      if case .ok(let answer) = reply {
        let signature = answer.members["signature"] ?? .null
        reply = .ok(Answer(members: ["signature": signature]))
      }
      return Finding(vector: vector, reply: reply)
    }
    let first = try #require(
      Diagnosis(of: findings, by: try PlantedSDK.known.get()).mistakes.first)
    #expect(first.mistake.id == "subresources-not-listed")
    #expect(
      first.mistake.sentence == "The list of subresources lacks img, versionId, x-oss-process.")
    #expect(first.clauses == ["V1-SUB-1"])
  }

  @Test func `finds nothing where nothing failed, and nothing new is a known mistake`() throws {
    let vectors = try vectors(of: Self.v1)
    let right = Diagnosis(
      of: try PlantedSDK.findings([], vectors), by: try PlantedSDK.known.get())
    #expect(right.mistakes.isEmpty && right.newKinds.isEmpty)
    let wrong = "AAAAAAAAAAAAAAAAAAAAAAAAAAA="
    let findings = vectors.map { vector in
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      guard case .ok(var answer) = reply, vector.input["method"]?.stringValue == "DELETE" else {
        return Finding(vector: vector, reply: reply)
      }
      answer.members["signature"] = .string(wrong)
      return Finding(vector: vector, reply: .ok(answer))
    }
    let diagnosis = Diagnosis(of: findings, by: try PlantedSDK.known.get())
    #expect(diagnosis.mistakes.isEmpty)
    #expect(Set(diagnosis.newKinds.map(\.what)) == ["signature differs"])
    #expect(diagnosis.newKinds.first?.difference?.actual == Bytes(wrong.utf8))
  }

  @Test func `doubts a mistake that passes speak against`() throws {
    let (id, spared) = ("header-values-not-trimmed", "v1-hdr-trailing-tab")
    let findings = try PlantedSDK.findings([id], vectors(of: Self.v1), showing: ["signature"])
      .map { finding in
        guard finding.vector.id == spared else { return finding }
        return Finding(
          vector: finding.vector,
          reply: ReferenceAdapter().answer(finding.vector.operation, finding.vector.input))
      }
    let diagnosis = Diagnosis(of: findings, by: try PlantedSDK.known.get())
    #expect(
      diagnosis.mistakes.filter { $0.mistake.id == id }.map(\.exceptions) == [[spared]])
    #expect(!diagnosis.mistakes.contains { $0.vectors.contains { $0.id == spared } })
  }

  @Test func `names nothing by fingerprints of other vectors`() throws {
    let corpus = try Corpus(suites: Array(RealVectors.corpus.get().suites.dropFirst()))
    let other = try KnownMistakes(in: RealVectors.folder, of: corpus)
    #expect(!other.isCurrent && other.rows.isEmpty && other.all.count > 1_000)
    let findings = try PlantedSDK.findings(["header-values-not-trimmed"], vectors(of: Self.v1))
    #expect(Diagnosis(of: findings, by: other).mistakes.isEmpty)
  }
}
