import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

/// The steps and refusals of the real vectors, each spoilt in turn. What the members of an answer
/// are worth is asked where the judge is tested.
@Suite struct `Spoilt expectations` {
  @Test func `one more byte of a step is noted beside a right result`() throws {
    var (tried, noted) = (0, 0)
    for vector in try RealVectors.corpus.get().vectors {
      guard case .answer(let answer) = vector.expectation.outcome else { continue }
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      for (index, step) in answer.stages.members.enumerated() {
        var spoilt = answer
        spoilt.stages.members[index].value = .string((step.value.stringValue ?? "") + "x")
        var copy = vector
        copy.expectation = Expectation(outcome: .answer(spoilt))
        tried += 1
        let verdict = Judge.verdict(of: copy, reply: reply)
        if verdict.isPass, verdict.notes.contains(where: { $0.contains(step.name) }) { noted += 1 }
      }
    }
    #expect(noted == tried)
    #expect(tried > 2_000)
  }

  @Test func `one more byte of a step is the first difference beside a wrong result`() throws {
    var tried = 0
    for vector in try RealVectors.corpus.get().vectors {
      guard case .answer(var answer) = vector.expectation.outcome,
        let string = answer.stages["stringToSign"]?.stringValue
      else { continue }
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      answer.stages["stringToSign"] = .string(string + "x")
      answer.members = ["signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA="]
      var copy = vector
      copy.expectation = Expectation(outcome: .answer(answer))
      let failure = Judge.verdict(of: copy, reply: reply).failure
      #expect(failure?.kind == .mismatch, "\(vector.id)")
      #expect(failure?.differences.first?.name == "stringToSign", "\(vector.id)")
      #expect(failure?.differences.first?.offset == string.utf8.count, "\(vector.id)")
      tried += 1
    }
    #expect(tried > 700)
  }

  @Test func `every other class of refusal is wrong, and so is an answer`() throws {
    var tried = 0
    for vector in try RealVectors.corpus.get().vectors {
      guard case .rejection(let expected) = vector.expectation.outcome else { continue }
      let reply = ReferenceAdapter().answer(vector.operation, vector.input)
      for errorClass in ErrorClass.allCases where errorClass.rawValue != expected {
        var copy = vector
        copy.expectation = Expectation(outcome: .rejection(errorClass))
        let verdict = Judge.verdict(of: copy, reply: reply)
        #expect(verdict.failure?.kind == .wrongClass, "\(vector.id) as \(errorClass)")
        tried += 1
      }
      var copy = vector
      copy.expectation = Expectation(outcome: .answer(Answer(members: ["signature": "A"])))
      #expect(Judge.verdict(of: copy, reply: reply).failure?.kind == .rejected, "\(vector.id)")
    }
    #expect(tried > 1_000)
  }
}
