import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The judge of signatures` {
  @Test(
    arguments: [
      ["signature": .string(VectorSamples.signature)],
      ["authorization": .string("OSS id:" + VectorSamples.signature)],
      ["authorization": nil, "signature": .string(VectorSamples.signature), "more": 1],
      VectorSamples.headerMembers,
    ] as [JSONObject])
  func `the judge of signatures accepts whatever part of a right answer is shown`(
    members: JSONObject
  ) {
    let verdict = Judge.verdict(of: VectorSamples.header(), reply: VectorSamples.ok(members))
    #expect(verdict == .passed(notes: []))
  }

  @Test(
    arguments: [
      [:], ["headers": []], ["signature": nil], ["url": "https://a/"], ["Signature": "x"],
    ] as [JSONObject])
  func `the judge of signatures fails an answer that shows nothing to judge`(members: JSONObject) {
    let verdict = Judge.verdict(of: VectorSamples.header(), reply: VectorSamples.ok(members))
    #expect(
      verdict
        == .failed(
          Failure(
            kind: .mismatch,
            message:
              "The answer shows nothing to judge: a signature must be given, alone or in another member.")))
  }

  @Test func `the judge of signatures names the first step that differs`() {
    var stages = VectorSamples.stages
    stages["canonicalizedHeaders"] = "x-oss-meta-a: b\n"
    stages["stringToSign"] =
      "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a: b\n/bucket/key"
    let verdict = Judge.verdict(
      of: VectorSamples.header(),
      reply: VectorSamples.ok(
        ["signature": .string(VectorSamples.otherSignature)], stages: stages))
    let failure = verdict.failure
    #expect(
      failure?.message
        == "canonicalizedHeaders differs at byte 13, the first of 3 differences.")
    #expect(
      failure?.differences.first
        == Difference("canonicalizedHeaders", nil, "x-oss-meta-a:b\n", "x-oss-meta-a: b\n"))
    #expect(
      failure?.differences.map(\.name)
        == ["canonicalizedHeaders", "stringToSign", "signature"])
    #expect(failure?.differences.map(\.offset) == [13, 49, 1])
  }

  @Test func `the judge of signatures notes a wrong step beside a right result`() {
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
  func `the judge of signatures does not blame a wrong step that a later right one contradicts`() {
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
  func `the judge of signatures fails a signature that is no text or other bytes`(value: JSONValue)
  {
    let verdict = Judge.verdict(
      of: VectorSamples.header(), reply: VectorSamples.ok(["signature": value]))
    #expect(verdict.failure?.kind == .mismatch)
  }

  @Test func `the judge of signatures reads a text given as base64`() {
    let given: JSONValue = ["base64": "ZTdTcmFEaEpYQXIyRVJtWSsvbjBmQW1uRGdrPQ=="]
    let verdict = Judge.verdict(
      of: VectorSamples.header(), reply: VectorSamples.ok(["signature": given]))
    #expect(verdict == .passed(notes: []))
  }

  @Test func `the judge of signatures finds a signature that the vector knows alone`() {
    let signature = VectorSamples.signature
    let known: JSONObject = ["signature": .string(signature)]
    let header = VectorSamples.header(members: known)
    let presign = VectorSamples.vector(
      "presign", .v1Presign, input: [:],
      expectation: Expectation(outcome: .answer(Answer(members: known))))
    let url = "https://h/k?Signature=e7SraDhJXAr2ERmY%2B/n0fAmnDgk="
    #expect(verdict(header, ["authorization": .string("OSS id:" + signature)]).isPass)
    #expect(verdict(presign, ["url": .string(url)]).isPass)
    #expect(
      verdict(presign, ["url": .string(url + "x")]).failure?.differences
        == [Difference("signature", nil, signature, signature + "x")])
    for given: JSONObject in [
      ["authorization": "OSS id"], ["url": "https://h/k"], ["url": .string(url + "&Signature=")],
    ] {
      #expect(verdict(presign, given).failure?.differences == [])
    }
  }

  private func verdict(_ vector: Vector, _ members: JSONObject) -> Verdict {
    Judge.verdict(of: vector, reply: VectorSamples.ok(members))
  }

  @Test func `the judge of signatures does not take an equivalent character for the same bytes`() {
    let vector = VectorSamples.header(members: ["authorization": "OSS caf\u{e9}:c2ln"])
    let verdict = Judge.verdict(
      of: vector, reply: VectorSamples.ok(["authorization": "OSS cafe\u{301}:c2ln"]))
    #expect(
      verdict.failure?.differences
        == [Difference("authorization", "access key ID", "caf\u{e9}", "cafe\u{301}")])
  }
}
