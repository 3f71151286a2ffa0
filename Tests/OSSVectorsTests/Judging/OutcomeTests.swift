import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The judge of outcomes` {
  @Test func `the judge of outcomes wants all that another operation is expected to give`() {
    let vector = VectorSamples.digest("a", "86f7")
    #expect(verdict(vector, VectorSamples.ok(["digest": "86f7", "more": 1])).isPass)
    #expect(
      verdict(vector, VectorSamples.ok([:])).failure?.differences
        == [Difference("digest", nil, "86f7", nil)])
    #expect(verdict(vector, VectorSamples.ok(["digest": nil])).failure?.kind == .mismatch)
    #expect(verdict(vector, VectorSamples.ok(["digest": "86F7"])).failure?.kind == .mismatch)
  }

  @Test func `the judge of outcomes takes a refusal of its class for a refusal`() {
    let reply = Reply.rejected(errorClass: "missing-secret", message: "no secret")
    #expect(verdict(VectorSamples.refusal(), reply) == .passed(notes: []))
  }

  @Test(
    arguments: [
      (nil, "Rejected, unmapped: an error without a class."),
      ("ErrNoSecret", "Rejected, unmapped: ErrNoSecret."),
    ] as [(String?, String)])
  func `the judge of outcomes takes a refusal without a known class for a refusal, and says so`(
    errorClass: String?, note: String
  ) {
    let reply = Reply.rejected(errorClass: errorClass, message: nil)
    #expect(verdict(VectorSamples.refusal(), reply) == .passed(notes: [note]))
  }

  @Test(arguments: [
    (
      Reply.rejected(errorClass: "invalid-method", message: "bad verb"), FailureKind.wrongClass,
      "The input must be refused as missing-secret and was refused as invalid-method (bad verb)."
    ),
    (
      .ok(Answer(members: ["signature": "c2ln"])), .accepted,
      "The input must be refused as missing-secret and was answered."
    ),
    (.failed(message: "panic"), .adapterFailed, "The adapter failed: panic"),
    (.failed(message: nil), .adapterFailed, "The adapter failed without saying why."),
    (.timeout, .timeout, "No reply came in time."),
    (.crash("it was ended by signal 11"), .crash, "The adapter died: it was ended by signal 11"),
  ])
  func `the judge of outcomes fails everything else where the input must be refused`(
    reply: Reply, kind: FailureKind, message: String
  ) {
    #expect(
      verdict(VectorSamples.refusal(), reply) == .failed(Failure(kind: kind, message: message)))
  }

  @Test func `the judge of outcomes fails a refusal of what is right`() {
    #expect(
      verdict(VectorSamples.header(), .rejected(errorClass: nil, message: "no"))
        == .failed(
          Failure(
            kind: .rejected,
            message: "The input is right and was refused as an error without a class (no).")))
  }

  @Test func `the judge of outcomes passes an alternative and tells its reason`() {
    let vector = VectorSamples.header(alternatives: [
      Alternative(reason: "Old servers did so.", outcome: .rejection(.invalidMethod)),
      Alternative(
        reason: "The id may be left out.",
        outcome: .answer(Answer(members: ["signature": "b3RoZXI="]))),
    ])
    #expect(
      verdict(vector, VectorSamples.ok(["signature": "b3RoZXI="]))
        == .passed(notes: ["Another answer that is right too: The id may be left out."]))
    #expect(
      verdict(vector, .rejected(errorClass: "invalid-method", message: nil))
        == .passed(notes: ["Another answer that is right too: Old servers did so."]))
    #expect(
      verdict(vector, VectorSamples.ok(["signature": "bm9uZQ=="])).failure?.differences.first
        == Difference("signature", nil, VectorSamples.signature, "bm9uZQ=="))
  }

  @Test func `the judge of outcomes leaves apart what the SDK cannot do`() {
    #expect(
      verdict(VectorSamples.header(), .unsupported(reason: "no V1"))
        == .unsupported(reason: "no V1"))
  }

  private func verdict(_ vector: Vector, _ reply: Reply) -> Verdict {
    Judge.verdict(of: vector, reply: reply)
  }
}
