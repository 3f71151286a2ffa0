internal import OSSPrimitives
internal import OSSVectors

/// The input of an operation of upload forms, with the values that a case does not care about.
struct PostInput {
  /// Sat, 16 Dec 2023 17:20:57 GMT.
  var expiration: Int64 = 1_702_747_257
  var conditions: [JSONValue] = [["bucket": "examplebucket"]]
  /// The policy that is signed or checked; one of the conditions if it is not given.
  var policy: JSONValue?
  var accessKeyID: JSONValue = "exampleAccessKeyID00"
  var accessKeySecret: JSONValue = "ExampleSecret0000000000000000ab"
  var securityToken: JSONValue?
  /// Sat, 16 Dec 2023 16:20:57 GMT.
  var time: Int64 = 1_702_743_657
  var region: JSONValue = "cn-hangzhou"
  var product: JSONValue?
  var bucket = "examplebucket"
  /// What the form has beside the fields of its signature.
  var fields: [(String, String)] = [("key", "user/a.txt")]
  /// Fields of the signature that are other than they should be; nil for one that is missing.
  var changes: [(String, String?)] = []
  var fileSize: Int64 = 100
  var now: Int64 = 1_702_743_657

  private var credentials: JSONValue {
    var object: JSONObject = ["accessKeyId": accessKeyID, "accessKeySecret": accessKeySecret]
    object["securityToken"] = securityToken
    return .object(object)
  }

  /// The policy that ends an hour after the time of signing.
  private var policyText: JSONValue {
    if let policy { return policy }
    let conditions = JSONValue.array(conditions).compact()
    return .string(
      "{\"expiration\":\"2023-12-16T17:20:57.000Z\",\"conditions\":\(conditions)}")
  }

  /// The input of `post.policy`; with what V4 needs if it is asked for.
  func policyInput(isV4: Bool) -> JSONObject {
    var input: JSONObject = [
      "expiration": .number(JSONNumber(expiration)), "conditions": .array(conditions),
    ]
    if isV4 { addIdentity(to: &input) }
    return input
  }

  /// The input of `post.v1`.
  var inputV1: JSONObject { ["policy": policyText, "credentials": credentials] }

  /// The input of `post.v4`.
  var inputV4: JSONObject {
    var input: JSONObject = ["policy": policyText]
    addIdentity(to: &input)
    return input
  }

  private func addIdentity(to input: inout JSONObject) {
    input["credentials"] = credentials
    input["time"] = .number(JSONNumber(time))
    input["region"] = region
    input["product"] = product
  }

  /// The input of `post.check`, with these fields of a signature before the others.
  func checkInput(signature: [(String, String)]) -> JSONObject {
    let text = policyText.stringValue ?? ""
    var form = [("policy", Base64.encode(Bytes(text.utf8).span))] + signature
    for (name, value) in changes {
      form.removeAll { $0.0 == name }
      if let value { form.append((name, value)) }
    }
    return [
      "policy": policyText, "bucket": .string(bucket),
      "fields": .array((form + fields).map { [.string($0.0), .string($0.1)] }),
      "fileSize": .number(JSONNumber(fileSize)), "now": .number(JSONNumber(now)),
    ]
  }
}
