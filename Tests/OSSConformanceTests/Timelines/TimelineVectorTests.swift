import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The vectors of timelines` {
  /// The reference passes each vector; silence fails it, and each bound that is tighter, or changed.
  @Test func `the vectors of timelines notice every bound that is changed`() throws {
    var tried = 0
    for vector in try RealVectors.corpus.get().vectors
    where vector.operation == .credentialTimeline {
      guard case .answer(let due) = vector.expectation.outcome,
        case .ok(let answer) = ReferenceAdapter().answer(vector.operation, vector.input)
      else {
        Issue.record("\(vector.id) is not answered.")
        continue
      }
      let bounds = try TimelineBounds(due.members, at: VectorLocation(file: "", vector: vector.id))
      #expect(bounds.members == due.members)
      let silence = Reply.ok(Answer(members: ["answers": [], "fetches": []]))
      #expect(!Judge.verdict(of: vector, reply: silence).isPass, "\(vector.id)")
      let trace = try Trace(answer.members)
      let script = try Script(vector.input)
      #expect(TimelineJudge.violations(of: bounds, in: trace, by: script) == [], "\(vector.id)")
      for changed in Self.tightened(bounds, trace, script) {
        tried += 1
        #expect(
          TimelineJudge.violations(of: changed, in: trace, by: script).count == 1, "\(vector.id)")
      }
    }
    #expect(tried > 1000)
  }

  private static func tightened(
    _ bounds: TimelineBounds, _ trace: Trace, _ script: Script
  ) -> [TimelineBounds] {
    var result: [TimelineBounds] = []
    for index in bounds.callers.indices {
      var copy = bounds
      copy.callers[index].outcomes = ["Nobody"]
      result.append(copy)
    }
    for index in bounds.waits.indices {
      var copy = bounds
      let caller = bounds.waits[index].caller
      let answered = trace.answers.first { $0.caller == caller }?.at ?? 0
      copy.waits[index].most = answered - (script.moment(ofAsking: caller) ?? 0) - 1
      result.append(copy)
    }
    let count = Int64(trace.fetches.count)
    var copy = bounds
    copy.leastFetches = count + 1
    copy.mostFetches = nil
    result.append(copy)
    if count > 0 {
      copy.leastFetches = nil
      copy.mostFetches = count - 1
      result.append(copy)
    }
    return result
  }
}
