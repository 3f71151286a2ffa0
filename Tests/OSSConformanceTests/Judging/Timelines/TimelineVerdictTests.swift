import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

@Suite struct `Verdicts on timelines` {
  private static func vector(_ bounds: TimelineBounds) -> Vector {
    VectorSamples.vector(
      "line", .credentialTimeline, input: `Timeline bounds`.script.json,
      expectation: Expectation(outcome: .answer(Answer(members: bounds.members))))
  }

  private static func verdict(_ members: JSONObject) -> Verdict {
    Judge.verdict(of: vector(`Timeline bounds`.bounds), reply: .ok(Answer(members: members)))
  }

  @Test func `pass a trace within its bounds`() {
    #expect(Self.verdict(`Timeline bounds`.trace.members).isPass)
  }

  @Test func `name the bound, the caller and the moment`() throws {
    var trace = `Timeline bounds`.trace
    trace.answers[1].outcome = .fails("status")
    trace.fetches.append(.init(at: 100, ends: 200))
    let failure = try #require(Self.verdict(trace.members).failure)
    #expect(
      failure.message
        == "The caller c1 fails (status) at 500 ms; A is due. It is the first of 3 broken bounds.")
    #expect(
      failure.differences.map(\.title) == [
        "callers (c1)", "fetches (most)", "invariants (one-fetch-in-flight)",
      ])
    #expect(failure.differences[0].expected == Bytes("A".utf8))
    #expect(failure.differences[0].actual == Bytes("failure: status".utf8))
  }

  static let malformed: [(JSONObject, String)] = [
    ([:], "the answer lacks the member 'answers'."),
    (["answers": []], "the answer lacks the member 'fetches'."),
    (
      ["answers": [[:]], "fetches": []],
      "answers[0] has not one of 'gets', 'fails' and 'cancelled' alone."
    ),
    (
      ["answers": [["caller": "c1", "at": 0, "gets": "A", "cancelled": true]], "fetches": []],
      "answers[0] has not one of 'gets', 'fails' and 'cancelled' alone."
    ),
    (
      ["answers": [["caller": "c1", "gets": "A"]], "fetches": []],
      "answers[0] lacks the member 'at'."
    ),
    (["answers": [], "fetches": [["ends": 1]]], "fetches[0] lacks the member 'at'."),
  ]

  @Test(arguments: malformed)
  func `fail what is no trace`(members: JSONObject, message: String) {
    #expect(Self.verdict(members).failure?.message == message)
  }
}

@Suite struct `The vectors of timelines` {
  /// The reference passes each vector; each bound that is drawn tighter, or changed, fails it.
  @Test func `notice every bound that is changed`() throws {
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

  @Test func `are as many as they should be, and each asks for what can fail`() throws {
    let suites = try RealVectors.corpus.get().suites.filter {
      $0.name.hasPrefix("credentials/timeline-")
    }
    #expect(suites.count == 5)
    let vectors = suites.flatMap(\.vectors)
    #expect(vectors.count >= 95)
    for vector in vectors {
      #expect(vector.operation == .credentialTimeline)
      let silence = Answer(members: ["answers": [], "fetches": []])
      #expect(!Judge.verdict(of: vector, reply: .ok(silence)).isPass, "\(vector.id)")
    }
  }
}
