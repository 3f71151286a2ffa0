import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// SDKs with planted mistakes, diagnosed from what they show.
@Suite struct `Diagnosis of mistakes in V1` {
  @Test(
    arguments: [
      "header-values-not-trimmed", "header-names-first-seven-lowered",
      "token-unsigned", "presign-x-oss-date-on-line", "accepts-invalid-header-name",
    ])
  func `diagnosis of mistakes in V1 names a mistake from the signature alone`(id: String) throws {
    let mistake = try #require(Catalogue.named(id), "There is no mistake \(id).")
    let diagnosis = try Samples.diagnosis(of: [mistake], showing: ["signature"])
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.mistakes.map(\.id) == [id])
    #expect(first.matches == first.possible)
    #expect(first.exceptions == [])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of mistakes in V1 names two mistakes, and both where they meet`() throws {
    let mistakes = try ["header-values-not-trimmed", "date-line-x-oss-date-not-trimmed"].map {
      try #require(Catalogue.named($0))
    }
    let diagnosis = try Samples.diagnosis(of: mistakes, showing: ["authorization"])
    let named = diagnosis.mistakes.map { $0.mistakes.map(\.id) }
    #expect(named.contains(["header-values-not-trimmed"]))
    let pair = try #require(diagnosis.mistakes.first { $0.mistakes.count == 2 })
    #expect(pair.vectors.map(\.id) == ["v1-date-x-oss-date-blanks"])
    #expect(pair.clauses.sorted() == ["V1-DATE-2", "V1-HDR-3"])
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of mistakes in V1 learns which names a list of subresources lacks`() throws
  {
    let missing: Set<String> = ["img", "versionId", "x-oss-process"]
    let diagnosis = try Samples.diagnosis(showing: ["signature"]) { operation, input in
      var other = input
      let query = input["query"]?.arrayValue ?? []
      other["query"] = .array(
        query.filter { !missing.contains($0.arrayValue?.first?.stringValue ?? "") })
      return ReferenceAdapter().answer(operation, other)
    }
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.mistakes.map(\.id) == ["subresources-not-listed"])
    #expect(
      first.mistakes.map(\.sentence)
        == ["The list of subresources lacks img, versionId, x-oss-process."])
    #expect(first.clauses == ["V1-SUB-1"])
  }

  @Test func `a failure that no mistake explains is shown with its first differing byte`() throws {
    let diagnosis = try Samples.diagnosis(showing: ["signature", "stages"]) { operation, input in
      guard case .ok(var answer) = ReferenceAdapter().answer(operation, input),
        input["method"]?.stringValue == "DELETE"
      else { return ReferenceAdapter().answer(operation, input) }
      answer.members["signature"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAA="
      return .ok(answer)
    }
    #expect(diagnosis.mistakes.isEmpty)
    #expect(Set(diagnosis.newKinds.map(\.what)) == ["signature differs"])
    #expect(Set(diagnosis.newKinds.map(\.kind)) == [.mismatch])
    let actual = diagnosis.newKinds.first?.difference?.actual
    #expect(actual == Bytes("AAAAAAAAAAAAAAAAAAAAAAAAAAA=".utf8))
  }

  @Test func `diagnosis of mistakes in V1 finds nothing where nothing failed`() throws {
    let diagnosis = try Samples.diagnosis(showing: ["signature"]) {
      ReferenceAdapter().answer($0, $1)
    }
    #expect(diagnosis.mistakes.isEmpty)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of mistakes in V1 doubts a mistake that passes speak against`() throws {
    let mistake = try #require(Catalogue.named("header-values-not-trimmed"))
    let spared = "v1-hdr-trailing-tab"
    let diagnosis = try Samples.diagnosis(of: [mistake], showing: ["signature"], sparing: [spared])
    let found = diagnosis.mistakes.filter { $0.mistakes.map(\.id) == [mistake.id] }
    #expect(found.map(\.exceptions) == [[spared]])
    #expect(!diagnosis.mistakes.contains { $0.vectors.contains { $0.id == spared } })
  }
}

/// Runs of planted SDKs over the vectors of V1.
private enum Samples {
  typealias Answering = (OSSVectors.Operation, JSONObject) -> Reply

  static func diagnosis(
    of mistakes: [Mistake], showing members: [String], sparing spared: [String] = []
  ) throws -> Diagnosis {
    let answer = Mistake.answering(with: mistakes)
    return try diagnosis(showing: members, sparing: spared) { answer($0, $1) }
  }

  /// The built vectors of signed requests, read once; CI diagnoses SDKs over all vectors.
  private static let vectors = Result {
    try RealVectors.corpus.get().vectors.filter {
      [.v1Header, .v1Presign].contains($0.operation) && !$0.id.hasPrefix("agreed-")
    }
  }

  /// The diagnosis of an SDK that shows only some members of its answers.
  static func diagnosis(
    showing members: [String], sparing spared: [String] = [], _ answer: Answering
  ) throws -> Diagnosis {
    let vectors = try vectors.get()
    #expect(vectors.count > 400)
    return Diagnosis(
      of: vectors.map { vector in
        let answering = spared.contains(vector.id) ? ReferenceAdapter().answer : answer
        return Finding(
          vector: vector, reply: shown(answering(vector.operation, vector.input), members))
      }, by: try Fingerprints.real.get())
  }

  private static func shown(_ reply: Reply, _ members: [String]) -> Reply {
    guard case .ok(var answer) = reply else { return reply }
    // A presigned URL is all that there is of some SDKs.
    answer.members = JSONObject(
      answer.members.members.filter {
        members.contains($0.name) || ($0.name == "url" && members == ["authorization"])
      })
    if !members.contains("stages") { answer.stages = [:] }
    return .ok(answer)
  }
}
