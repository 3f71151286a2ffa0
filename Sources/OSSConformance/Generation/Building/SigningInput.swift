internal import OSSPrimitives

/// The input of a signing operation, with the values that a case does not care about filled in.
struct SigningInput {
  var method = "GET"
  var bucket: JSONValue = "examplebucket"
  var key: JSONValue = "key.txt"
  var headers: [(JSONValue, JSONValue)] = []
  var query: [(JSONValue, JSONValue)] = []
  var accessKeyID: JSONValue = "exampleAccessKeyID00"
  var accessKeySecret: JSONValue = "ExampleSecret0000000000000000ab"
  var securityToken: JSONValue?
  /// Sat, 16 Dec 2023 16:20:57 GMT.
  var time: Int64 = 1_702_743_657
  var expires: Int64 = 1_702_747_257
  var endpoint = "https://oss-cn-hangzhou.aliyuncs.com"
  var addressing: String?

  private static func pairs(_ pairs: [(JSONValue, JSONValue)]) -> JSONValue {
    .array(pairs.map { .array([$0.0, $0.1]) })
  }

  private var credentials: JSONValue {
    var object: JSONObject = [
      "accessKeyId": accessKeyID, "accessKeySecret": accessKeySecret,
    ]
    object["securityToken"] = securityToken
    return .object(object)
  }

  /// The input of `v1.header`.
  var headerInput: JSONObject {
    [
      "method": .string(method), "bucket": bucket, "key": key,
      "headers": Self.pairs(headers), "query": Self.pairs(query),
      "credentials": credentials, "time": .number(JSONNumber(time)),
    ]
  }

  /// The input of `v1.presign`.
  var presignInput: JSONObject {
    var input = headerInput
    input["expires"] = .number(JSONNumber(expires))
    input["endpoint"] = .string(endpoint)
    input["addressing"] = addressing.map { .string($0) }
    return input
  }

  /// The input of `public.url`.
  var publicInput: JSONObject {
    var input: JSONObject = [
      "bucket": bucket, "key": key, "query": Self.pairs(query), "endpoint": .string(endpoint),
    ]
    input["addressing"] = addressing.map { .string($0) }
    return input
  }
}
