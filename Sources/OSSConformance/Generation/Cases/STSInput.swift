internal import OSSPrimitives
internal import OSSVectors

/// The input of `sts.rpc`, with the values that a case does not care about filled in.
struct RPCInput {
  var method = "GET"
  var action: JSONValue = "AssumeRole"
  var version: JSONValue = "2015-04-01"
  var format = "JSON"
  var parameters: [(JSONValue, JSONValue)] = [
    ("RoleArn", "acs:ram::1234567890123:role/oss"), ("RoleSessionName", "app"),
    ("DurationSeconds", "3600"),
  ]
  var accessKeyID: JSONValue = "exampleAccessKeyID00"
  var accessKeySecret: JSONValue = "ExampleSecret0000000000000000ab"
  var securityToken: JSONValue?
  var nonce: JSONValue = "6894b13b-6d71-4ef5-88fa-f32781734a7f"
  /// 2023-12-16T16:20:57Z.
  var time: Int64 = 1_702_743_657
  var endpoint = "https://sts.aliyuncs.com"

  var input: JSONObject {
    var credentials: JSONObject = [
      "accessKeyId": accessKeyID, "accessKeySecret": accessKeySecret,
    ]
    credentials["securityToken"] = securityToken
    return [
      "method": .string(method), "action": action, "version": version,
      "format": .string(format),
      "parameters": .array(parameters.map { .array([$0.0, $0.1]) }),
      "credentials": .object(credentials), "nonce": nonce, "time": .number(JSONNumber(time)),
      "endpoint": .string(endpoint),
    ]
  }
}

extension BuiltCase {
  /// A case of `sts.rpc`.
  static func rpc(
    _ slug: String, _ clauses: String..., comment: String,
    input change: (inout RPCInput) -> Void = { _ in }
  ) -> BuiltCase {
    var input = RPCInput()
    change(&input)
    return BuiltCase(
      id: "rpc-\(slug)", operation: .stsRPC, clauses: clauses, comment: comment,
      input: input.input)
  }

  /// A case of `sts.rpc` whose parameters are signed as they stand.
  static func complete(
    _ slug: String, _ clauses: String..., comment: String, method: String = "GET",
    endpoint: String = "https://sts.aliyuncs.com", credentials: JSONObject = [:],
    _ parameters: [(JSONValue, JSONValue)]
  ) -> BuiltCase {
    var parts: JSONObject = [
      "accessKeyId": "exampleAccessKeyID00", "accessKeySecret": "ExampleSecret0000000000000000ab",
    ]
    for member in credentials.members { parts[member.name] = member.value }
    return BuiltCase(
      id: "rpc-complete-\(slug)", operation: .stsRPC, clauses: clauses, comment: comment,
      input: [
        "method": .string(method),
        "allParameters": .array(parameters.map { .array([$0.0, $0.1]) }),
        "credentials": .object(parts), "endpoint": .string(endpoint),
      ])
  }

  /// A case of `sts.role`, whose other members are those of a usual call.
  static func role(
    _ slug: String, _ clauses: String..., comment: String, _ members: JSONObject = [:]
  ) -> BuiltCase {
    var input: JSONObject = [
      "roleArn": "acs:ram::1234567890123:role/oss", "roleSessionName": "app",
    ]
    for member in members.members { input[member.name] = member.value }
    return BuiltCase(
      id: "role-\(slug)", operation: .stsRole, clauses: clauses, comment: comment, input: input)
  }
}
