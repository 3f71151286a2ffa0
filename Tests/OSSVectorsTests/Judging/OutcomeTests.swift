import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The judge of outcomes` {
  @Test func `wants all that another operation is expected to give`() {
    let vector = VectorSamples.digest("a", "86f7")
    #expect(verdict(vector, VectorSamples.ok(["digest": "86f7", "more": 1])).isPass)
    #expect(
      verdict(vector, VectorSamples.ok([:])).failure?.differences
        == [Difference("digest", nil, "86f7", nil)])
    #expect(verdict(vector, VectorSamples.ok(["digest": nil])).failure?.kind == .mismatch)
    #expect(verdict(vector, VectorSamples.ok(["digest": "86F7"])).failure?.kind == .mismatch)
  }

  @Test func `wants the signature of a given string alone`() {
    let members: JSONObject = ["signature": "c2ln", "authorization": "OSS id:c2ln"]
    let vector = VectorSamples.vector(
      "string", .v1String, input: [:],
      expectation: Expectation(outcome: .answer(Answer(members: members))))
    #expect(verdict(vector, VectorSamples.ok(["signature": "c2ln"])).isPass)
    #expect(!verdict(vector, VectorSamples.ok(["signature": "b3Ro"])).isPass)
    #expect(!verdict(vector, VectorSamples.ok([:])).isPass)
  }

  @Test func `takes a refusal of its class for a refusal`() {
    let reply = Reply.rejected(errorClass: "missing-secret", message: "no secret")
    #expect(verdict(VectorSamples.refusal(), reply) == .passed(notes: []))
  }

  @Test(
    arguments: [
      (nil, "Rejected, unmapped: an error without a class."),
      ("ErrNoSecret", "Rejected, unmapped: ErrNoSecret."),
    ] as [(String?, String)])
  func `takes a refusal without a known class for a refusal, and says so`(
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
  func `fails everything else where the input must be refused`(
    reply: Reply, kind: FailureKind, message: String
  ) {
    #expect(
      verdict(VectorSamples.refusal(), reply) == .failed(Failure(kind: kind, message: message)))
  }

  @Test func `fails a refusal of what is right`() {
    #expect(
      verdict(VectorSamples.header(), .rejected(errorClass: nil, message: "no"))
        == .failed(
          Failure(
            kind: .rejected,
            message: "The input is right and was refused as an error without a class (no).")))
  }

  @Test func `passes an alternative and shows its reason`() {
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

  @Test func `leaves apart what the SDK cannot do`() {
    #expect(
      verdict(VectorSamples.header(), .unsupported(reason: "no V1"))
        == .unsupported(reason: "no V1"))
  }

  private func verdict(_ vector: Vector, _ reply: Reply) -> Verdict {
    Judge.verdict(of: vector, reply: reply)
  }
}

@Suite struct `The judge of signatures` {
  @Test(
    arguments: [
      ["signature": .string(VectorSamples.signature)],
      ["authorization": .string("OSS id:" + VectorSamples.signature)],
      ["authorization": nil, "signature": .string(VectorSamples.signature), "more": 1],
      VectorSamples.headerMembers,
    ] as [JSONObject])
  func `accepts whatever part of a right answer is shown`(members: JSONObject) {
    let verdict = VectorSamples.header().judged(members)
    #expect(verdict == .passed(notes: []))
  }

  @Test(
    arguments: [
      [:], ["headers": []], ["signature": nil], ["url": "https://a/"], ["Signature": "x"],
    ] as [JSONObject])
  func `fails an answer that shows nothing to judge`(members: JSONObject) {
    let verdict = VectorSamples.header().judged(members)
    #expect(
      verdict
        == .failed(
          Failure(
            kind: .mismatch,
            message:
              "The answer shows nothing to judge: a signature must be given, alone or in another member."
          )))
  }

  @Test func `names the first step that differs`() {
    var stages = VectorSamples.stages
    stages["canonicalizedHeaders"] = "x-oss-meta-a: b\n"
    stages["stringToSign"] = "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a: b\n/bucket/key"
    let verdict = Judge.verdict(
      of: VectorSamples.header(),
      reply: VectorSamples.ok(
        ["signature": .string(VectorSamples.otherSignature)], stages: stages))
    let failure = verdict.failure
    #expect(
      failure?.message == "canonicalizedHeaders differs at byte 13, the first of 3 differences.")
    #expect(
      failure?.differences.first
        == Difference("canonicalizedHeaders", nil, "x-oss-meta-a:b\n", "x-oss-meta-a: b\n"))
    #expect(
      failure?.differences.map(\.name) == ["canonicalizedHeaders", "stringToSign", "signature"])
    #expect(failure?.differences.map(\.offset) == [13, 49, 1])
  }

  @Test func `notes a wrong step beside a right result`() {
    let verdict = Judge.verdict(
      of: VectorSamples.header(),
      reply: VectorSamples.ok(
        ["signature": .string(VectorSamples.signature)],
        stages: ["canonicalizedResource": "/key"]))
    #expect(
      verdict
        == .passed(notes: [
          "The step canonicalizedResource differs and a later one agrees: a mistake of the adapter."
        ]))
  }

  @Test
  func `does not blame a wrong step that a later right one contradicts`() {
    var stages = VectorSamples.stages
    stages["canonicalizedResource"] = "/key"
    let verdict = Judge.verdict(
      of: VectorSamples.header(),
      reply: VectorSamples.ok(
        ["signature": .string(VectorSamples.otherSignature)], stages: stages))
    #expect(verdict.failure?.differences.map(\.name) == ["signature"])
    #expect(
      verdict.failure?.notes == [
        "The step canonicalizedResource differs and a later one agrees: a mistake of the adapter.",
        "The string to sign is right: look at the secret, the HMAC and the base64.",
      ])
  }

  @Test(arguments: [5, ["a"], ["base64": "/w=="], ["base64": "!"], true] as [JSONValue])
  func `fails a signature that is no text or other bytes`(value: JSONValue) {
    let verdict = VectorSamples.header().judged(["signature": value])
    #expect(verdict.failure?.kind == .mismatch)
  }

  @Test func `reads a text given as base64`() {
    let given: JSONValue = ["base64": "ZTdTcmFEaEpYQXIyRVJtWSsvbjBmQW1uRGdrPQ=="]
    let verdict = VectorSamples.header().judged(["signature": given])
    #expect(verdict == .passed(notes: []))
  }

  @Test func `finds a signature that the vector knows alone`() {
    let signature = VectorSamples.signature
    let known: JSONObject = ["signature": .string(signature)]
    let header = VectorSamples.header(members: known)
    let presign = VectorSamples.vector("presign", .v1Presign, answer: known)
    let url = "https://h/k?Signature=e7SraDhJXAr2ERmY%2B/n0fAmnDgk="
    #expect(header.judged(["authorization": .string("OSS id:" + signature)]).isPass)
    #expect(presign.judged(["url": .string(url)]).isPass)
    #expect(
      presign.judged(["url": .string(url + "x")]).failure?.differences
        == [Difference("signature", nil, signature, signature + "x")])
    for given: JSONObject in [
      ["authorization": "OSS id"], ["url": "https://h/k"], ["url": .string(url + "&Signature=")],
    ] {
      #expect(presign.judged(given).failure?.differences == [])
    }
  }

  @Test func `does not take an equivalent character for the same bytes`() {
    let vector = VectorSamples.header(members: ["authorization": "OSS caf\u{e9}:c2ln"])
    let verdict = vector.judged(["authorization": "OSS cafe\u{301}:c2ln"])
    #expect(
      verdict.failure?.differences
        == [Difference("authorization", "access key ID", "caf\u{e9}", "cafe\u{301}")])
  }
}

/// What is kept of a reply that has been judged.
@Suite struct `A finding with a long reply` {
  private static let vector = VectorSamples.vector(
    "made", .contentType, answer: ["contentType": "text/plain"])

  private static func finding(_ members: JSONObject, _ stages: JSONObject = [:]) -> Finding {
    Finding(vector: vector, reply: .ok(Answer(members: members, stages: stages)))
  }

  private static func text(_ count: Int, _ end: String = "") -> JSONValue {
    .string(String(repeating: "é", count: count / 2) + end)
  }

  /// Whatever may be long in a reply.
  static let replies: [Reply] = [
    .ok(Answer(members: ["contentType": text(100_000)])),
    .ok(Answer(members: ["contentType": ["base64": text(100_000)]])),
    .ok(Answer(members: ["contentType": .array(Array(repeating: text(10), count: 10_000))])),
    .ok(Answer(members: ["other": text(90_000)], stages: ["stringToSign": text(90_000)])),
    .ok(
      Answer(
        members: JSONObject(
          (0..<5_000).map { JSONMember(name: "m\($0)", value: .array([.string("v")])) }))),
    .ok(
      Answer(
        members: JSONObject([JSONMember(name: String(repeating: "n", count: 90_000), value: 1)]))),
    .rejected(errorClass: String(repeating: "c", count: 90_000), message: nil),
    .rejected(errorClass: nil, message: String(repeating: "\n", count: 90_000)),
    .refusedByTransport(
      message: String(repeating: "m", count: 90_000),
      signed: Answer(members: ["contentType": text(90_000)])),
    .unsupported(reason: String(repeating: "r", count: 90_000)),
    .failed(message: String(repeating: "m", count: 90_000)),
    .crash(String(repeating: "h", count: 90_000)),
  ]

  @Test(arguments: replies)
  func `keeps a beginning, and shows what the whole shows`(reply: Reply) {
    let whole = Finding(vector: Self.vector, reply: reply)
    let short = whole.shortened
    #expect("\(short.reply) \(short.verdict)".utf8.count < 30_000)
    #expect(short.vector == whole.vector)
    #expect(short.shown == Fingerprint(of: reply, to: Self.vector))
    #expect(short.verdict.failure?.kind == whole.verdict.failure?.kind)
    #expect(short.verdict.isPass == whole.verdict.isPass)
  }

  @Test func `keeps what is not long as it is`() {
    let finding = Self.finding(["contentType": Self.text(4_000)], ["a": Self.text(2_000)])
    #expect(finding.shortened == finding)
  }

  @Test func `keeps apart long values that differ at their ends`() throws {
    func value(_ end: String) throws -> JSONValue {
      let finding = Self.finding(["contentType": Self.text(100_000, end)]).shortened
      guard case .ok(let answer) = finding.reply else { return .null }
      return try #require(answer.members["contentType"])
    }
    #expect(try value("a") == value("a"))
    #expect(try value("a") != value("b"))
    #expect(try value("a").stringValue?.hasPrefix("éé") == true)
    #expect(try value("a").stringValue?.contains("… (100001 bytes, SHA-256 ") == true)
  }

  @Test func `shows the first byte of a long text that is not due`() throws {
    let due = String(repeating: "d", count: 5_000)
    let vector = VectorSamples.vector("made", .contentType, answer: ["contentType": .string(due)])
    let reply = Reply.ok(
      Answer(members: ["contentType": .string(due + String(repeating: "e", count: 90_000))]))
    let whole = Finding(vector: vector, reply: reply)
    let first = try #require(whole.shortened.verdict.failure?.differences.first)
    #expect(first.offset == 5_000)
    #expect(first.expected == Bytes(due.utf8))
    #expect((first.actual?.count ?? 0) < 8_000)
  }
}
