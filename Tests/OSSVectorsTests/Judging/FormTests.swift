import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `Answers about forms` {
  private func policy(_ text: String, exact: [String] = []) -> Vector {
    VectorSamples.vector(
      "policy", .postPolicy, input: [:],
      expectation: Expectation(
        outcome: .answer(Answer(members: ["policy": .string(text)])), exact: exact))
  }

  private let due =
    #"{"expiration":"2023-12-16T17:20:57.000Z","conditions":[{"bucket":"b"},"#
    + #"["starts-with","$key","a/"]]}"#

  @Test(arguments: [
    #"{"conditions":[["starts-with","$key","a\/"],{"bucket":"b"}],"#
      + #""expiration":"2023-12-16T17:20:57Z"}"#,
    #"{ "expiration": "2023-12-16T17:20:57.0Z", "version": 1, "conditions":"#
      + #"[ ["eq", "$bucket", "\u0062"], ["starts-with", "$key", "a/"] ] }"#,
  ])
  func `answers about forms are right if a policy asks the same`(text: String) {
    let reply = VectorSamples.ok(["policy": .string(text)])
    #expect(Judge.verdict(of: policy(due), reply: reply) == .passed(notes: []))
    let exact = Judge.verdict(of: policy(due, exact: ["policy"]), reply: reply)
    #expect(exact.failure?.differences.map(\.name) == ["policy"])
  }

  @Test(arguments: [
    (
      #"{"expiration":"2023-12-16T17:20:57.001Z","conditions":[{"bucket":"b"},"#
        + #"["starts-with","$key","a/"]]}"#, ["expiration"]
    ),
    (
      #"{"expiration":"2023-12-16T17:20:57Z","conditions":[["starts-with","$bucket","b"],"#
        + #"["starts-with","$key","a/"]]}"#, ["condition $bucket"]
    ),
    (#"{"conditions":[{"bucket":"b"}]}"#, ["expiration", "condition $key"]),
    (
      #"{"expiration":"2023-12-16T17:20:57Z","conditions":[{"bucket":"b"},{"bucket":"b"},"#
        + #"["starts-with","$key","a/"]]}"#, ["condition $bucket"]
    ),
  ])
  func `answers about forms are wrong if a policy asks something else`(
    text: String, parts: [String]
  ) {
    let verdict = Judge.verdict(
      of: policy(due), reply: VectorSamples.ok(["policy": .string(text)]))
    #expect(verdict.failure?.differences.map(\.part) == parts)
  }

  @Test(arguments: ["", "[]", "{}", #"{"conditions":1}"#, "\u{E9}"])
  func `answers about forms are wrong if there is no policy`(text: String) {
    let verdict = Judge.verdict(
      of: policy(due), reply: VectorSamples.ok(["policy": .string(text)]))
    #expect(verdict.failure?.differences.map(\.part) == [nil])
  }

  private func form(_ fields: JSONValue) -> Verdict {
    let vector = VectorSamples.vector(
      "form", .postV1, input: [:],
      expectation: Expectation(
        outcome: .answer(
          Answer(members: [
            "signature": "c2ln",
            "fields": [["OSSAccessKeyId", "id"], ["policy", "e30="], ["Signature", "c2ln"]],
          ]))))
    return Judge.verdict(
      of: vector, reply: VectorSamples.ok(["signature": "c2ln", "fields": fields]))
  }

  @Test(
    arguments: [
      [["Signature", "c2ln"], ["policy", "e30="], ["OSSAccessKeyId", "id"]],
      [["ossaccesskeyid", "id"], ["Policy", "e30="], ["signature", "c2ln"], ["key", "a"]],
    ] as [JSONValue])
  func `answers about forms are right in any order and case of names`(fields: JSONValue) {
    #expect(form(fields) == .passed(notes: []))
  }

  @Test(
    arguments: [
      ([["policy", "e30="], ["Signature", "c2ln"]], ["field ossaccesskeyid"]),
      (
        [["OSSAccessKeyId", "ID"], ["policy", "e30="], ["Signature", "c2ln"]],
        ["field ossaccesskeyid"]
      ),
      (
        [
          ["OSSAccessKeyId", "id"], ["policy", "e30="], ["Signature", "c2ln"],
          ["x-oss-security-token", ""],
        ], ["field x-oss-security-token"]
      ),
    ] as [(JSONValue, [String])])
  func `answers about forms are wrong with other fields of a signature`(
    fields: JSONValue, parts: [String]
  ) {
    #expect(form(fields).failure?.differences.map(\.part) == parts)
  }

  @Test(arguments: ["x", [["policy"]], [1]] as [JSONValue])
  func `answers about forms are wrong without a list of fields`(fields: JSONValue) {
    #expect(form(fields).failure?.differences.count == 1)
  }
}
