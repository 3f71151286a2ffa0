import OSSConformance
import OSSJSON
import OSSMistakes
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// `oss-conform mistakes --check` spoils every vector in CI; here one answer and one refusal of each
/// operation are changed.
@Suite struct `Changed expectations` {
  @Test func `all fail, whatever the operation`() throws {
    var seen: Set<String> = []
    let sample = try RealVectors.corpus.get().vectors.filter { vector in
      let isAnswer = if case .answer = vector.expectation.outcome { true } else { false }
      return seen.insert("\(vector.operation) \(isAnswer)").inserted
    }
    #expect(Set(sample.map(\.operation)) == Set(OSSVectors.Operation.allCases))
    let gate = JudgeGate(vectors: sample)
    #expect(gate.faults == [])
    #expect(gate.tried > 2_000)
  }

  @Test func `that pass are named: a step that nobody shows`() throws {
    var vector = try Self.vector("sha1-abc")
    guard case .answer(var answer) = vector.expectation.outcome else {
      Issue.record("\(vector.id) has no answer.")
      return
    }
    answer.stages["colour"] = "red"
    vector = vector.with(expectation: Expectation(outcome: .answer(answer)))
    #expect(
      JudgeGate(vectors: [vector]).faults == ["sha1-abc has no note of another colour."])
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
