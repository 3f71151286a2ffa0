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

  @Test func `takes a refusal of another class for a refusal, and notes the class`() {
    let finding = Finding(
      vector: VectorSamples.refusal(), reply: .rejected(errorClass: "invalid-method", message: "no")
    )
    let note = "Refused as invalid-method, where the clause names missing-secret."
    #expect(finding.verdict == .passed(notes: [note]))
    #expect(finding.isOfAnotherClass && !finding.isRight && !finding.isUnmappedRefusal)
    let right = Finding(
      vector: VectorSamples.refusal(), reply: .rejected(errorClass: "missing-secret", message: nil))
    #expect(right.isRight && !right.isOfAnotherClass)
  }

  @Test func `takes a refusal by the HTTP library for a refusal, and for no answer`() {
    let reply = Reply.refusedByTransport(message: "a line feed")
    #expect(
      verdict(VectorSamples.refusal(), reply)
        == .passed(notes: ["Refused by the HTTP library, not by the SDK (a line feed)."]))
    #expect(
      verdict(VectorSamples.header(), reply)
        == .notComparable(reason: "the HTTP library refuses the input (a line feed)"))
    let signed = Answer(members: VectorSamples.headerMembers)
    #expect(
      verdict(VectorSamples.header(), .refusedByTransport(message: nil, signed: signed))
        == .passed(notes: []))
    let wrong = Answer(members: ["signature": .string(VectorSamples.otherSignature)])
    #expect(
      verdict(VectorSamples.header(), .refusedByTransport(message: nil, signed: wrong))
        == .notComparable(reason: "the HTTP library refuses the input"))
  }

  @Test(arguments: [
    (
      Reply.ok(Answer(members: ["signature": "c2ln"])), FailureKind.accepted,
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

  @Test func `the judge of outcomes passes an alternative and shows its reason`() {
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
