import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// SDKs whose refresh machine has a planted mistake, diagnosed from what their callers get.
@Suite struct `Diagnosis of refresh machines` {
  static let vectors = Result {
    try RealVectors.corpus.get().vectors.filter { $0.operation == .credentialTimeline }
  }

  /// What an SDK with mistakes shows: its chance and its reasons are its own.
  private static func diagnosis(of mistakes: [Mistake]) throws -> Diagnosis {
    let answer = Mistake.answering(with: mistakes)
    return Diagnosis(
      of: try vectors.get().map { vector in
        var input = vector.input
        input["jitter"] = 12_345
        guard case .ok(var shown) = answer(vector.operation, input) else {
          return Finding(vector: vector, reply: .crash("It answers nothing."))
        }
        shown.members["answers"] = shown.members["answers"].map(renamed)
        return Finding(vector: vector, reply: .ok(shown))
      }, by: try Fingerprints.real.get())
  }

  private static func renamed(_ answers: JSONValue) -> JSONValue {
    .array(
      (answers.arrayValue ?? []).map { answer in
        var members = answer.objectValue ?? [:]
        if members["fails"] != nil { members["fails"] = "ClientException" }
        return .object(members)
      })
  }

  @Test(
    arguments: [
      "refresh-failure-is-final", "refresh-rejection-ignored", "refresh-failure-drops-held",
      "refresh-advisory-all-wait", "refresh-herd", "refresh-cancel-ends-all",
      "refresh-expired-while-fetching", "refresh-no-back-off", "refresh-correction-ignored",
    ])
  func `diagnosis of refresh machines names a mistake from who got what`(id: String) throws {
    let mistake = try #require(Catalogue.named(id))
    let diagnosis = try Self.diagnosis(of: [mistake])
    let first = try #require(diagnosis.mistakes.first)
    #expect(first.mistakes.map(\.id) == [id])
    #expect(diagnosis.mistakes.count == 1)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of refresh machines names nothing where the machine is right`() throws {
    let diagnosis = try Self.diagnosis(of: [])
    #expect(diagnosis.mistakes.isEmpty)
    #expect(diagnosis.newKinds.isEmpty)
  }

  @Test func `diagnosis of refresh machines calls it new where no known machine does so`() throws {
    let findings = try Self.vectors.get().prefix(10).map { vector in
      // Everybody fails, at once.
      let asked = (vector.input["events"]?.arrayValue ?? []).filter {
        $0.objectValue?["ask"] != nil
      }
      let answers = asked.map { event in
        let caller = event.objectValue?["ask"] ?? .null
        let at = event.objectValue?["at"] ?? .null
        return JSONValue.object(["caller": caller, "at": at, "fails": "transport"])
      }
      return Finding(
        vector: vector,
        reply: .ok(Answer(members: ["answers": .array(answers), "fetches": []])))
    }
    let diagnosis = Diagnosis(of: findings, by: try Fingerprints.real.get())
    #expect(!diagnosis.newKinds.isEmpty)
  }
}
