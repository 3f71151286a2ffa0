import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

struct AuthorizationTests {
  @Test(arguments: [
    ("abc;range", "range;abc", true), ("abc;range", "abc", false), ("a;b", "a;b;b", false),
    ("a", "", false),
  ])
  func `takes the additional headers of V2 in any order`(
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
  func `names the part that differs`(
    given: String, part: String?, expected: String, actual: String
  ) {
    let vector = VectorSamples.header(members: ["authorization": "OSS id:c2ln"])
    let verdict = Judge.verdict(
      of: vector, reply: VectorSamples.ok(["authorization": .string(given)]))
    #expect(
      verdict.failure?.differences == [Difference("authorization", part, expected, actual)])
  }
}
