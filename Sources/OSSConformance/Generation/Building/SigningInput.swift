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
  /// The region and the product of V4; no product for the one that V4-SCO-2 gives.
  var region: JSONValue = "cn-hangzhou"
  var product: JSONValue?
  /// The names of the additional headers of V2 and V4.
  var additionalHeaders: [JSONValue] = []
  /// How many seconds a URL of V4 works.
  var validity: Int64 = 3600

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

  /// The input of `v4.header`; the endpoint is told where a case says more than its default.
  var headerInputV4: JSONObject {
    var input = headerInput
    if addressing != nil || endpoint != Self().endpoint {
      input["endpoint"] = .string(endpoint)
      input["addressing"] = addressing.map { .string($0) }
    }
    addScope(to: &input)
    return input
  }

  /// The input of `v4.presign`.
  var presignInputV4: JSONObject {
    var input = presignInput
    input["expires"] = .number(JSONNumber(validity))
    addScope(to: &input)
    return input
  }

  private func addScope(to input: inout JSONObject) {
    input["region"] = region
    input["product"] = product
    if !additionalHeaders.isEmpty { input["additionalHeaders"] = .array(additionalHeaders) }
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
