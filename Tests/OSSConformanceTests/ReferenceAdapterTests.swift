import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

// How it reads inputs of every shape is held against the oracle, which `.ci/run` asks for a thousand
// changed inputs of each operation; what those do not have is here.
@Suite struct `The reference adapter` {
  private static let presign: JSONObject = [
    "method": "GET", "bucket": "examplebucket", "key": "key.txt",
    "headers": [["x-oss-meta-a", "b"]], "query": [["acl", nil]],
    "credentials": ["accessKeyId": "ak", "accessKeySecret": "sk", "securityToken": "t"],
    "expires": 1_702_747_257, "endpoint": "https://h", "addressing": "path",
  ]

  private func answer(
    _ operation: OSSVectors.Operation, _ input: JSONObject,
    changing changes: [(String, JSONValue?)] = []
  ) -> Reply {
    var input = input
    for (name, value) in changes { input[name] = value }
    return ReferenceAdapter().answer(operation, input)
  }

  @Test func `passes over members that it does not know`() {
    let more: [(String, JSONValue?)] = [
      ("region", "cn-hangzhou"), ("id", 1), ("Method", "PUT"), ("timestamp", [1]),
    ]
    let reply = answer(.v1Presign, Self.presign, changing: more)
    #expect(reply.answer?.stages.members.count == 3)
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
}
