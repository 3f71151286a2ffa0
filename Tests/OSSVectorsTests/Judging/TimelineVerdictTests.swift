import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
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

  @Test func `verdicts on timelines pass a trace within its bounds`() {
    #expect(Self.verdict(`Timeline bounds`.trace.members).isPass)
  }

  @Test func `verdicts on timelines name the bound, the caller and the moment`() throws {
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
  func `verdicts on timelines fail what is no trace`(members: JSONObject, message: String) {
    #expect(Self.verdict(members).failure?.message == message)
  }
}
