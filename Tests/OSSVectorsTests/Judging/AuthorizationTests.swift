import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The judge of Authorization` {
  @Test(arguments: [
    ("abc;range", "range;abc", true), ("abc;range", "abc", false), ("a;b", "a;b;b", false),
    ("a", "", false),
  ])
  func `the judge of Authorization takes the additional headers of V2 in any order`(
    due: String, given: String, isRight: Bool
  ) {
    func value(_ list: String) -> String {
      "OSS2 AccessKeyId:id,AdditionalHeaders:\(list),Signature:c2ln"
    }
    let vector = VectorSamples.vector(
      "list", .v2Header, input: [:],
      expectation: Expectation(
        outcome: .answer(Answer(members: ["authorization": .string(value(due))]))))
    let reply = VectorSamples.ok(["authorization": .string(value(given))])
    #expect(Judge.verdict(of: vector, reply: reply).isPass == isRight)
  }

  @Test(arguments: [
    ("OSS id:c2lm", "signature", "c2ln", "c2lm"),
    ("OSS ie:c2ln", "access key ID", "id", "ie"),
    ("OSS a:id:c2ln", "access key ID", "id", "a:id"),
    ("oss id:c2ln", nil, "OSS id:c2ln", "oss id:c2ln"),
    ("OSS  id:c2ln", nil, "OSS id:c2ln", "OSS  id:c2ln"),
    ("OSS id:c2ln ", nil, "OSS id:c2ln", "OSS id:c2ln "),
    ("OSS id c2ln", nil, "OSS id:c2ln", "OSS id c2ln"),
    ("OSS :c2ln", nil, "OSS id:c2ln", "OSS :c2ln"),
    ("OSS id:", nil, "OSS id:c2ln", "OSS id:"),
    ("", nil, "OSS id:c2ln", ""),
  ])
  func `the judge of Authorization names the part that differs`(
    given: String, part: String?, expected: String, actual: String
  ) {
    let vector = VectorSamples.header(members: ["authorization": "OSS id:c2ln"])
    let verdict = Judge.verdict(
      of: vector, reply: VectorSamples.ok(["authorization": .string(given)]))
    #expect(
      verdict.failure?.differences == [Difference("authorization", part, expected, actual)])
  }

  static let pairsV2 = "OSS2 AccessKeyId:id,AdditionalHeaders:abc;zabc,Signature:c2ln"
  static let pairsV4 =
    "OSS4-HMAC-SHA256 Credential=id/20231216/cn-hangzhou/oss/aliyun_v4_request,"
    + "AdditionalHeaders=abc;zabc,Signature=4a41"

  private func verdict(
    _ expected: String, _ given: String, exact: [String] = []
  ) -> Verdict {
    let vector = VectorSamples.headerV4(["authorization": .string(expected)], exact: exact)
    return Judge.verdict(
      of: vector, reply: VectorSamples.ok(["authorization": .string(given)]))
  }

  @Test(arguments: [
    "Credential=id/20231216/cn-hangzhou/oss/aliyun_v4_request, AdditionalHeaders=abc;zabc, Signature=4a41",
    "Credential=id/20231216/cn-hangzhou/oss/aliyun_v4_request, Signature=4a41, AdditionalHeaders=abc;zabc",
    "Signature=4a41,AdditionalHeaders=abc;zabc,\tCredential=id/20231216/cn-hangzhou/oss/aliyun_v4_request",
  ])
  func `the judge of Authorization takes the pairs of V4 in any order, with blanks`(pairs: String) {
    #expect(verdict(Self.pairsV4, "OSS4-HMAC-SHA256 " + pairs) == .passed(notes: []))
    #expect(
      verdict(Self.pairsV4, "OSS4-HMAC-SHA256 " + pairs, exact: ["authorization"]).failure?.kind
        == .mismatch)
  }

  @Test(arguments: [
    "AccessKeyId:id, AdditionalHeaders:abc;zabc, Signature:c2ln",
    "Signature:c2ln,AccessKeyId:id,AdditionalHeaders:abc;zabc",
  ])
  func `the judge of Authorization takes the pairs of V2 in any order, with blanks`(pairs: String) {
    #expect(verdict(Self.pairsV2, "OSS2 " + pairs) == .passed(notes: []))
  }

  @Test(
    arguments: [
      ("Signature=4a41", "Signature=4a42", "signature", "4a41", "4a42"),
      ("Signature=4a41", "Signature=4A41", "signature", "4a41", "4A41"),
      ("abc;zabc", "zabc;abc", "AdditionalHeaders", "abc;zabc", "zabc;abc"),
      ("AdditionalHeaders=abc;zabc,", "", "AdditionalHeaders", "abc;zabc", nil),
      (
        "/oss/", "/oss-cloudbox/", "Credential",
        "id/20231216/cn-hangzhou/oss/aliyun_v4_request",
        "id/20231216/cn-hangzhou/oss-cloudbox/aliyun_v4_request"
      ),
      ("Signature=4a41", "Signature=4a41,Signature=4a41", "signature", nil, "4a41"),
      ("Signature=4a41", "Signature=4a41,Region=cn", "Region", nil, "cn"),
    ] as [(String, String, String, String?, String?)])
  func `the judge of Authorization names the pair of V4 that differs`(
    old: String, new: String, part: String, expected: String?, actual: String?
  ) {
    let given = Self.pairsV4.replacing(old, with: new)
    #expect(
      verdict(Self.pairsV4, given).failure?.differences
        == [Difference("authorization", part, expected, actual)])
  }

  @Test(arguments: [
    ("Signature:c2ln", "Signature:c2lm", "signature", "c2ln", "c2lm"),
    ("AccessKeyId:id", "AccessKeyId:ie", "AccessKeyId", "id", "ie"),
    ("abc;zabc", "abc", "AdditionalHeaders", "abc;zabc", "abc"),
  ])
  func `the judge of Authorization names the pair of V2 that differs`(
    old: String, new: String, part: String, expected: String, actual: String
  ) {
    let given = Self.pairsV2.replacing(old, with: new)
    #expect(
      verdict(Self.pairsV2, given).failure?.differences
        == [Difference("authorization", part, expected, actual)])
  }

  @Test(arguments: [
    "OSS4-HMAC-SHA256  Credential=id,Signature=4a41", "OSS4-HMAC-SHA256",
    "oss4-hmac-sha256 Credential=id,Signature=4a41", "OSS4-HMAC-SHA256 Credential=id",
    "OSS4-HMAC-SHA256 Credential=id;Signature=4a41",
    "OSS4-HMAC-SHA256 Credential=id,,Signature=4a41",
    "OSS4-HMAC-SHA256 Credential=id,Signature", "OSS4-HMAC-SHA256 Credential=id,=4a41",
    "OSS4-HMAC-SHA256 Credential = id,Signature=4a41", "OSS id:4a41",
    "OSS2 AccessKeyId:id,Signature:4a41", "OSS4-HMAC-SHA256 Credential:id,Signature:4a41",
  ])
  func `the judge of Authorization compares as a whole what has no pairs of V4`(given: String) {
    #expect(
      verdict(Self.pairsV4, given).failure?.differences
        == [Difference("authorization", nil, Self.pairsV4, given)])
  }

  @Test func `the judge of Authorization finds a signature of V4 that the vector knows alone`() {
    let known = VectorSamples.headerV4(["signature": "4a41"])
    let presign = VectorSamples.vector(
      "presign", .v4Presign, input: [:],
      expectation: Expectation(outcome: .answer(Answer(members: ["signature": "4a41"]))))
    func passes(_ vector: Vector, _ member: String, _ text: String) -> Bool {
      Judge.verdict(of: vector, reply: VectorSamples.ok([member: .string(text)])).isPass
    }
    #expect(passes(known, "authorization", Self.pairsV4))
    #expect(!passes(known, "authorization", Self.pairsV4 + "0"))
    #expect(passes(presign, "url", "https://h/k?x-oss-signature=4a41&x-oss-date=1"))
    #expect(!passes(presign, "url", "https://h/k?x-oss-signature=4a42"))
  }
}
