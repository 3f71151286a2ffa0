import OSSConformance
import OSSJSON
import OSSVectors
import TestSupport
import Testing

/// `oss-conform generate --check` spoils the expectations of every vector.
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
