import OSSConformance
import OSSPrimitives
import OSSVectors
import Testing

struct AuthorizationTests {
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
