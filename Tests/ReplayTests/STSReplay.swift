import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import OSSVectors
import Testing

/// The calls of STS, done with what an app imports.
enum STSReplay {
  static func rpc(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let method = try #require(RPCRequest.Method(rawValue: try input.string("method")))
    let endpoint = try input.endpoint()
    let signed: SignedRPCRequest
    if input.object["allParameters"] != nil {
      // The access key ID and the token stand among the parameters, and are not judged.
      let parts = try #require(input.object["credentials"]?.objectValue)
      let secret = parts["accessKeySecret"]?.stringValue ?? ""
      let signer = RPCSigner(try Credentials(accessKeyID: "unused", accessKeySecret: secret))
      signed = try signer.sign(
        complete: try parameters(input, "allParameters"), method: method, endpoint: endpoint)
    } else {
      let signer = RPCSigner(try input.credentials())
      let request = try RPCRequest(
        action: input.string("action"), version: input.string("version"),
        parameters: parameters(input, "parameters"), method: method,
        format: try #require(RPCRequest.Format(rawValue: try input.string("format"))))
      signed = try signer.sign(
        request, endpoint: endpoint, nonce: input.string("nonce"),
        at: input.time("time", "invalid-time"))
    }
    expected.member("signature", .string(signed.signature))
    expected.member("url", .string(signed.url))
    expected.member("body", signed.body.map { .string($0) } ?? .null)
    expected.stage("canonicalQuery", signed.canonicalQuery)
    expected.stage("stringToSign", signed.stringToSign)
  }

  static func role(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let maximum = input.object["roleMaximumSeconds"]?.integerValue
    let role = try AssumeRoleRequest(
      roleARN: input.string("roleArn"), roleSessionName: input.string("roleSessionName"),
      durationSeconds: input.object["durationSeconds"]?.integerValue.map { Int($0) },
      roleMaximumSeconds: Int(maximum ?? 43_200), policy: input.object["policy"]?.stringValue,
      externalID: input.object["externalId"]?.stringValue)
    let call = role.rpcRequest()
    let pairs =
      [("Action", call.action), ("Version", call.version)]
      + call.parameters.map { ($0.name, $0.value ?? "") }
    expected.member(
      "parameters", .array(pairs.map { .array([.string($0.0), .string($0.1)]) }))
  }

  private static func parameters(
    _ input: VectorInput, _ name: String
  ) throws -> [QueryParameter] {
    try #require(input.object[name]?.arrayValue).map { element in
      let pair = try #require(element.arrayValue)
      return QueryParameter(try #require(pair[0].stringValue), pair[1].stringValue)
    }
  }
}
