import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// How the reference reads inputs of every shape, which the adapter protocol gives.
@Suite struct `The reference adapter` {
  static let header: JSONObject = [
    "method": "GET", "bucket": "examplebucket", "key": "key.txt",
    "headers": [["x-oss-meta-a", "b"]],
    "query": [["acl", nil]],
    "credentials": ["accessKeyId": "ak", "accessKeySecret": "sk", "securityToken": "t"],
    "time": 1_702_743_657,
  ]
  static let presign: JSONObject = {
    var input = header
    input["expires"] = 1_702_747_257
    input["endpoint"] = "https://h"
    input["addressing"] = "path"
    return input
  }()

  private func answer(
    _ operation: OSSVectors.Operation, _ input: JSONObject,
    changing changes: [(String, JSONValue?)] = []
  ) -> Reply {
    var input = input
    for (name, value) in changes { input[name] = value }
    return ReferenceAdapter().answer(operation, input)
  }

  private func errorClass(_ reply: Reply) -> String? {
    guard case .rejected(let errorClass, let message) = reply else { return nil }
    #expect(message?.hasSuffix(".") == true)
    return errorClass
  }

  @Test func `answers what the tests of this suite start from`() {
    #expect(answer(.v1Header, Self.header).answer?.stages.members.count == 3)
    #expect(answer(.v1Presign, Self.presign).answer?.stages.members.count == 3)
  }

  @Test(arguments: ["bucket", "key", "headers", "query", "addressing", "method"])
  func `reads null as it reads nothing`(member: String) {
    let changes: [(String, JSONValue?)] = member == "bucket" ? [("key", nil)] : []
    let absent = answer(.v1Presign, Self.presign, changing: changes + [(member, nil)])
    let null = answer(.v1Presign, Self.presign, changing: changes + [(member, .null)])
    #expect(absent == null)
    #expect(errorClass(absent) == nil)
    #expect(absent != answer(.v1Presign, Self.presign) || member == "method")
  }

  @Test func `reads a token of null as none`() {
    let pair: JSONValue = ["accessKeyId": "ak", "accessKeySecret": "sk"]
    let null: JSONValue = ["accessKeyId": "ak", "accessKeySecret": "sk", "securityToken": nil]
    let absent = answer(.v1Header, Self.header, changing: [("credentials", pair)])
    #expect(absent == answer(.v1Header, Self.header, changing: [("credentials", null)]))
    #expect(absent != answer(.v1Header, Self.header))
  }

  @Test(
    arguments: [
      (.v1Header, header, "credentials"), (.v1Header, header, "time"),
      (.v1Presign, presign, "credentials"), (.v1Presign, presign, "expires"),
      (.v1Presign, presign, "endpoint"), (.publicURL, presign, "endpoint"),
      (.v1String, ["credentials": ["accessKeyId": "a", "accessKeySecret": "s"]], "stringToSign"),
      (.sha1, [:], "data"), (.sha256, [:], "data"),
      (.hmacSHA1, ["data": ""], "key"), (.hmacSHA256, ["key": ""], "data"),
      (.base64, [:], "decode"),
    ] as [(OSSVectors.Operation, JSONObject, String)])
  func `names a member that must be there`(
    operation: OSSVectors.Operation, input: JSONObject, member: String
  ) {
    for value in [nil, .null] as [JSONValue?] {
      let reply = answer(operation, input, changing: [(member, value)])
      #expect(errorClass(reply) == "invalid-input")
      guard case .rejected(_, let message?) = reply else {
        Issue.record("\(reply)")
        continue
      }
      #expect(message.contains("'\(member)'"))
    }
  }

  @Test(
    arguments: [
      ("method", 1), ("method", ["GET"]), ("bucket", false), ("bucket", [:]),
      ("key", ["base64": 1]), ("key", ["base64": "AA"]), ("key", ["base64": "AA==", "x": 1]),
      ("key", ["text": "AA=="]), ("headers", [:]), ("headers", "a: b"), ("headers", ["a"]),
      ("headers", [["a"]]), ("headers", [["a", "b", "c"]]), ("headers", [["a", nil]]),
      ("headers", [["a", 1]]), ("headers", [[nil, "a"]]), ("query", [:]), ("query", [["a"]]),
      ("query", ["a=b"]), ("query", [["a", 1]]), ("query", [[nil, "a"]]),
      ("query", [["a", "b", "c"]]),
      ("credentials", "ak:sk"), ("credentials", []), ("credentials", ["accessKeyId": 1]),
      ("credentials", ["accessKeyId": "a", "accessKeySecret": 1]),
      ("credentials", ["accessKeyId": "a", "accessKeySecret": "s", "securityToken": 1]),
      ("expires", "1702747257"), ("expires", [1]), ("expires", true), ("endpoint", 1),
      ("endpoint", [:]), ("addressing", 1), ("addressing", "virtualhost"), ("addressing", "Path"),
    ] as [(String, JSONValue)])
  func `refuses a member of another type`(member: String, value: JSONValue) {
    #expect(
      errorClass(answer(.v1Presign, Self.presign, changing: [(member, value)])) == "invalid-input")
  }

  @Test(
    arguments: [
      ("bucket", ["base64": "ZXhhbXBsZWJ1Y2tldA=="]), ("key", ["base64": "a2V5LnR4dA=="]),
      ("headers", [[["base64": "eC1vc3MtbWV0YS1h"], ["base64": "Yg=="]]]),
      ("query", [[["base64": "YWNs"], nil]]),
      ("method", ["base64": "R0VU"]),
      (
        "credentials",
        [
          "accessKeyId": ["base64": "YWs="], "accessKeySecret": ["base64": "c2s="],
          "securityToken": ["base64": "dA=="],
        ]
      ),
      ("endpoint", ["base64": "aHR0cHM6Ly9o"]), ("addressing", ["base64": "cGF0aA=="]),
    ] as [(String, JSONValue)])
  func `reads base64 wherever a string may stand`(member: String, value: JSONValue) {
    let changed = answer(.v1Presign, Self.presign, changing: [(member, value)])
    #expect(changed == answer(.v1Presign, Self.presign))
  }

  @Test(
    arguments: [
      ("method", ["base64": "/w=="], "invalid-method"),
      ("bucket", ["base64": "/w=="], "invalid-bucket-name"),
      ("key", ["base64": "a/8="], "invalid-object-key"),
      ("headers", [[["base64": "/w=="], "b"]], "invalid-header-name"),
      ("headers", [["a", ["base64": "/w=="]]], "invalid-header-value"),
      ("query", [[["base64": "/w=="], "b"]], "invalid-query-parameter"),
      ("query", [["a", ["base64": "7aCA"]]], "invalid-query-parameter"),
      ("endpoint", ["base64": "/w=="], "invalid-endpoint"),
      (
        "credentials", ["accessKeyId": ["base64": "/w=="], "accessKeySecret": "s"],
        "invalid-access-key-id"
      ),
      (
        "credentials",
        ["accessKeyId": "a", "accessKeySecret": "s", "securityToken": ["base64": "wIA="]],
        "invalid-security-token"
      ),
      (
        "credentials", ["accessKeyId": "a", "accessKeySecret": ["base64": "/w=="]], "invalid-input"
      ),
      ("expires", -62_135_596_801, "invalid-expires"),
      ("expires", 253_402_300_800, "invalid-expires"),
      ("expires", -1, "invalid-expires"),
    ] as [(String, JSONValue, String)])
  func `refuses bytes that are not UTF-8 with the class of their field`(
    member: String, value: JSONValue, expected: String
  ) {
    #expect(errorClass(answer(.v1Presign, Self.presign, changing: [(member, value)])) == expected)
  }

  @Test func `passes over members that it does not know`() {
    let more: [(String, JSONValue?)] = [
      ("region", "cn-hangzhou"), ("id", 1), ("Method", "PUT"), ("timestamp", [1]),
    ]
    let reply = answer(.v1Presign, Self.presign, changing: more)
    #expect(reply == answer(.v1Presign, Self.presign))
    let credentials: JSONValue = [
      "accessKeyId": "ak", "accessKeySecret": "sk", "securityToken": "t", "expiration": 1,
    ]
    #expect(
      answer(.v1Presign, Self.presign, changing: [("credentials", credentials)])
        == answer(.v1Presign, Self.presign))
  }

  /// The texts have words of their own, in which a secret that is such a word is found.
  @Test(
    arguments: [
      ("a secret", nil, []), ("accessKey", nil, ["accessKeySecret"]),
      ("a secret", "security", ["securityToken"]),
    ] as [(String, String?, [String])])
  func `sees which part of credentials a description shows`(
    secret: String, token: String?, revealed: [String]
  ) {
    let credentials: JSONValue = [
      "accessKeyId": "ak", "accessKeySecret": .string(secret),
      "securityToken": token.map { .string($0) } ?? .null,
    ]
    let reply = answer(.credentialDescription, ["credentials": credentials])
    let names = revealed.map { JSONValue.string($0) }
    #expect(reply == .ok(Answer(members: ["reveals": .array(names)])))
  }

  /// Each place of a text agrees with many pieces of the secret, and lies in many access key IDs.
  @Test func `looks for a long secret no longer than it must`() {
    let text = String(repeating: "a", count: 60_000)
    let credentials: JSONValue = [
      "accessKeyId": .string(text), "accessKeySecret": .string(text), "securityToken": "token-12",
    ]
    var reply = Reply.timeout
    let time = ContinuousClock().measure {
      reply = answer(.credentialDescription, ["credentials": credentials])
    }
    #expect(reply == .ok(Answer(members: ["reveals": []])))
    #expect(time < .seconds(60))
  }

  @Test func `takes GET where no method is given`() {
    let reply = answer(.v1Header, Self.header, changing: [("method", nil)])
    #expect(reply == answer(.v1Header, Self.header))
  }
}

/// How the reference reads the inputs of the calls of STS, which the adapter protocol gives.
@Suite struct `The reference, asked about STS,` {
  private static let call: JSONObject = [
    "method": "GET", "action": "AssumeRole", "version": "2015-04-01", "format": "JSON",
    "parameters": [], "nonce": "n", "time": 1_702_743_657, "endpoint": "https://h",
    "credentials": ["accessKeyId": "ak", "accessKeySecret": "sk"],
  ]
  private static let role: JSONObject = [
    "roleArn": "acs:ram::1:role/a", "roleSessionName": "app",
  ]
  private static let complete: JSONObject = [
    "method": "GET", "allParameters": [["Action", "a"]], "endpoint": "https://h",
    "credentials": ["accessKeyId": "ak", "accessKeySecret": "sk"],
  ]

  private func errorClass(
    _ operation: OSSVectors.Operation, _ input: JSONObject, _ name: String, _ value: JSONValue?
  ) -> String? {
    var input = input
    input[name] = value
    guard case .rejected(let errorClass, _) = ReferenceAdapter().answer(operation, input) else {
      return nil
    }
    return errorClass
  }

  @Test(
    arguments: [
      (.stsRPC, call, "action", "invalid-query-parameter"),
      (.stsRPC, call, "version", "invalid-query-parameter"),
      (.stsRPC, call, "nonce", "invalid-nonce"), (.stsRole, role, "roleArn", "invalid-role-arn"),
      (.stsRole, role, "roleSessionName", "invalid-session-name"),
    ] as [(OSSVectors.Operation, JSONObject, String, String)])
  func `separates a missing member from an empty one`(
    operation: OSSVectors.Operation, input: JSONObject, name: String, empty: String
  ) {
    #expect(errorClass(operation, input, name, "") == empty)
    #expect(errorClass(operation, input, name, nil) == "invalid-input")
    #expect(errorClass(operation, input, name, .null) == "invalid-input")
    #expect(errorClass(operation, input, name, input[name]) == nil)
  }

  @Test(
    arguments: [
      (["accessKeySecret": "sk"], nil),
      (["accessKeyId": "a b", "accessKeySecret": "sk", "securityToken": "a\nb"], nil),
      (["accessKeyId": ["base64": "/w=="], "accessKeySecret": "sk"], nil),
      (["accessKeyId": 1, "accessKeySecret": "sk"], "invalid-input"),
      (["accessKeyId": "ak"], "missing-secret"), (["accessKeySecret": ""], "missing-secret"),
      (nil, "invalid-input"),
    ] as [(JSONValue, String?)])
  func `judges the secret alone for given parameters`(credentials: JSONValue, due: String?) {
    #expect(errorClass(.stsRPC, Self.complete, "credentials", credentials) == due)
  }

  @Test(arguments: ["a", 1, ["Action": "a"], [["Action"]], [["Action", nil]]] as [JSONValue])
  func `takes no other shape for all parameters`(value: JSONValue) {
    #expect(errorClass(.stsRPC, Self.complete, "allParameters", value) == "invalid-input")
  }
}
