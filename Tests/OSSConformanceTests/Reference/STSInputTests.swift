import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

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

  @Test(arguments: [
    ("action", "invalid-query-parameter"), ("version", "invalid-query-parameter"),
    ("nonce", "invalid-nonce"),
  ])
  func `the reference, asked about STS, separates a missing part from an empty one`(
    name: String, empty: String
  ) {
    #expect(errorClass(.stsRPC, Self.call, name, "") == empty)
    #expect(errorClass(.stsRPC, Self.call, name, nil) == "invalid-input")
    #expect(errorClass(.stsRPC, Self.call, name, .null) == "invalid-input")
    #expect(errorClass(.stsRPC, Self.call, name, "a") == nil)
  }

  @Test(arguments: [
    ("roleArn", "invalid-role-arn"), ("roleSessionName", "invalid-session-name"),
  ])
  func `the reference, asked about STS, separates a missing member of a role from an empty one`(
    name: String, empty: String
  ) {
    #expect(errorClass(.stsRole, Self.role, name, "") == empty)
    #expect(errorClass(.stsRole, Self.role, name, nil) == "invalid-input")
    #expect(errorClass(.stsRole, Self.role, name, .null) == "invalid-input")
    #expect(errorClass(.stsRole, Self.role, name, Self.role[name]) == nil)
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
  func `the reference, asked about STS, judges the secret alone for given parameters`(
    credentials: JSONValue, due: String?
  ) {
    #expect(errorClass(.stsRPC, Self.complete, "credentials", credentials) == due)
  }

  @Test(arguments: ["a", 1, ["Action": "a"], [["Action"]], [["Action", nil]]] as [JSONValue])
  func `the reference, asked about STS, takes no other shape for all parameters`(value: JSONValue) {
    #expect(errorClass(.stsRPC, Self.complete, "allParameters", value) == "invalid-input")
  }
}
