import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `Answers about forms` {
  private func policy(_ text: String, exact: [String] = []) -> Vector {
    VectorSamples.vector("policy", .postPolicy, answer: ["policy": .string(text)], exact: exact)
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
  func `are right if a policy asks the same`(text: String) {
    let reply = VectorSamples.ok(["policy": .string(text)])
    #expect(Judge.verdict(of: policy(due), reply: reply) == .passed(notes: []))
    let exact = Judge.verdict(of: policy(due, exact: ["policy"]), reply: reply)
    #expect(exact.failure?.differences.map(\.name) == ["policy"])
  }

  /// A policy, and the parts that differ; it differs as a whole where it is none.
  @Test(arguments: [
    #"{"expiration":"2023-12-16T17:20:57.001Z","conditions":[{"bucket":"b"},"#
      + #"["starts-with","$key","a/"]]}"#:
      ["expiration"],
    #"{"expiration":"2023-12-16T17:20:57Z","conditions":[["starts-with","$bucket","b"],"#
      + #"["starts-with","$key","a/"]]}"#:
      ["condition $bucket"],
    #"{"conditions":[{"bucket":"b"}]}"#: ["expiration", "condition $key"],
    "": [nil],
    "[]": [nil],
    "{}": [nil],
    #"{"conditions":1}"#: [nil],
    "\u{E9}": [nil],
    #"{"expiration":"2023-12-16T17:20:57Z","conditions":[{"bucket":"b"},{"bucket":"b"},"#
      + #"["starts-with","$key","a/"]]}"#:
      ["condition $bucket"],
  ])
  func `are wrong if a policy asks something else`(text: String, parts: [String?]) {
    let verdict = policy(due).judged(["policy": .string(text)])
    #expect(verdict.failure?.differences.map(\.part) == parts)
  }

  private func form(_ fields: JSONValue) -> Verdict {
    let due: JSONValue = [["OSSAccessKeyId", "id"], ["policy", "e30="], ["Signature", "c2ln"]]
    return VectorSamples.vector("form", .postV1, answer: ["signature": "c2ln", "fields": due])
      .judged(["signature": "c2ln", "fields": fields])
  }

  @Test(
    arguments: [
      [["Signature", "c2ln"], ["policy", "e30="], ["OSSAccessKeyId", "id"]],
      [["ossaccesskeyid", "id"], ["Policy", "e30="], ["signature", "c2ln"], ["key", "a"]],
    ] as [JSONValue])
  func `are right in any order and case of names`(fields: JSONValue) {
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
  func `are wrong with other fields of a signature`(fields: JSONValue, parts: [String]) {
    #expect(form(fields).failure?.differences.map(\.part) == parts)
  }

  @Test(arguments: ["x", [["policy"]], [1]] as [JSONValue])
  func `are wrong without a list of fields`(fields: JSONValue) {
    #expect(form(fields).failure?.differences.count == 1)
  }
}

/// What asks for a callback is compared by its meaning, and by its text where a vector says so.
@Suite struct `The judge of callbacks` {
  private func judged(
    _ json: String,
    beside expected: String = #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}"#,
    exact: [String] = []
  ) -> Verdict {
    func text(_ json: String) -> JSONValue {
      let bytes = Bytes(json.utf8)
      return .string(Base64.encode(bytes.span))
    }
    let vector = VectorSamples.vector(
      "callback", .callbackParameter, answer: ["callback": text(expected)], exact: exact)
    return vector.judged(["callback": text(json)])
  }

  @Test(arguments: [
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}"#,
    #"{"callbackBody":"\u00E9","callbackUrl":"http:\/\/a\/b"}"#,
    "{ \"callbackUrl\" : \"http://a/b\",\n\"callbackBody\":\"\u{E9}\"}",
  ])
  func `passes any spelling of the members`(json: String) {
    #expect(judged(json).isPass)
  }

  @Test(arguments: [
    #"{"callbackUrl":"http://a/b"}"#, #"{"callbackUrl":"http://a/b","callbackBody":"e"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"e\u0301"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9","callbackHost":null}"#,
    #"{"callbackUrl":["http://a/b"],"callbackBody":"\u00e9"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9","callbackBody":"\u00e9"}"#,
    #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}x"#, #"["callbackUrl"]"#, "", "null",
  ])
  func `fails other members and what is no object`(json: String) {
    #expect(!judged(json).isPass)
  }

  @Test func `names the member that differs`() throws {
    let failure = try #require(
      judged(#"{"callbackUrl":"http://a/c","callbackBody":"\u00e9"}"#).failure)
    #expect(failure.differences.map(\.part) == ["member callbackUrl"])
  }

  @Test func `compares the text where it is meant exactly`() {
    let text = #"{"callbackUrl":"http://a/b","callbackBody":"\u00e9"}"#
    #expect(judged(text, exact: ["callback"]).isPass)
    #expect(!judged(text + " ", exact: ["callback"]).isPass)
  }
}

@Suite struct `The body of an STS call` {
  private static let due = "Action=AssumeRole&Policy=a%20b%2A~&Signature=c2ln%2B%3D&Type="

  private func verdict(_ body: JSONValue, exact: [String] = []) -> Verdict {
    func members(_ body: JSONValue) -> JSONObject {
      ["signature": "c2ln+=", "url": "https://sts.aliyuncs.com/", "body": body]
    }
    return VectorSamples.vector("post", .stsRPC, answer: members(.string(Self.due)), exact: exact)
      .judged(members(body))
  }

  @Test(arguments: [
    due,
    "Type=&Signature=c2ln%2B%3D&Policy=a%20b%2A~&Action=AssumeRole",
    "Action=AssumeRole&Policy=a+b*%7E&Signature=c2ln%2b%3D&Type",
  ])
  func `is right in any order and encoding: FMT-JUDGE-3`(body: String) {
    #expect(verdict(.string(body)) == .passed(notes: []))
    #expect(verdict(.string(body), exact: ["body"]).isPass == (body == Self.due))
  }

  @Test(
    arguments: [
      ("Action=AssumeRole&Policy=a%20b%2A~&Signature=c2ln%2B%3d", "parameter Type", "", nil),
      (
        "Action=AssumeRole&Policy=a%20b%2A~&Signature=c2ln+%3D&Type=", "parameter Signature",
        "c2ln+=", "c2ln ="
      ),
      (
        "Action=assumeRole&Policy=a%20b%2A~&Signature=c2ln%2B%3D&Type=", "parameter Action",
        "AssumeRole", "assumeRole"
      ),
      (due + "&Type=", "parameter Type", nil, ""),
      (due + "&=", "parameter ", nil, ""),
      (due + "&SignatureType=", "parameter SignatureType", nil, ""),
      (due + "%", nil, due, due + "%"),
    ] as [(String, String?, String?, String?)])
  func `is wrong where a parameter is another one: FMT-JUDGE-3`(
    body: String, part: String?, expected: String?, actual: String?
  ) {
    #expect(
      verdict(.string(body)).failure?.differences == [Difference("body", part, expected, actual)])
  }

  @Test(arguments: [5, ["a"], [["Action", "AssumeRole"]], ["base64": "!"], true] as [JSONValue])
  func `is wrong where it is no text`(body: JSONValue) {
    #expect(verdict(body).failure?.differences.map(\.name) == ["body"])
  }

  @Test func `is read as base64, too`() {
    let text = "QWN0aW9uPUFzc3VtZVJvbGUmUG9saWN5PWErYiUyQX4mU2lnbmF0dXJlPWMybG4lMkIlM0QmVHlwZT0="
    #expect(verdict(["base64": .string(text)]) == .passed(notes: []))
  }
}
