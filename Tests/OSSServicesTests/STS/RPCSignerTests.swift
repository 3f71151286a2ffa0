import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `Calls of RPC services` {
  private let endpoint = Result { try Endpoint("https://sts.aliyuncs.com") }

  private func signer(secret: String = "sk", token: String? = nil) throws -> RPCSigner {
    RPCSigner(try Credentials(accessKeyID: "ak", accessKeySecret: secret, securityToken: token))
  }

  @Test(arguments: [
    "Action", "Version", "Format", "AccessKeyId", "SignatureMethod", "SignatureVersion",
    "SignatureNonce", "Timestamp", "SecurityToken", "Signature",
  ])
  func `do not take a parameter that signing writes`(name: String) throws {
    #expect(throws: RPCError.reservedParameter(name: name)) {
      try RPCRequest(action: "A", version: "1", parameters: [QueryParameter(name, "x")])
    }
    let other = [QueryParameter(name.lowercased(), "x")]
    #expect(throws: Never.self) {
      try RPCRequest(action: "A", version: "1", parameters: other)
    }
  }

  @Test func `have errors with a class and a sentence`() {
    let errors: [(RPCError, String)] = [
      (.missingParameter("Action"), "invalid-query-parameter"),
      (.missingName, "invalid-query-parameter"),
      (.reservedParameter(name: "a"), "reserved-parameter"),
      (.repeatedParameter(name: "a"), "duplicate-parameter"), (.emptyNonce, "invalid-nonce"),
      (.endpointPath("/a"), "invalid-endpoint"),
    ]
    for (error, code) in errors {
      #expect(error.code == code)
      #expect(error.description.hasSuffix("."))
    }
    #expect(Set(errors.map(\.0.description)).count == 6)
  }

  @Test func `show neither secret nor token`() throws {
    let signer = try signer(secret: "SecretNobodySees", token: "TokenNobodySees")
    let role = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
    let signed = try signer.sign(
      role.rpcRequest(method: .get), endpoint: endpoint.get(), nonce: "n", at: .epoch)
    #expect(signed.url.contains("TokenNobodySees"))
    for value in [signer, signed] as [any Sendable] {
      for text in ShownTexts.texts(value) {
        #expect(!text.contains("NobodySees"), "\(type(of: value))")
      }
    }
  }
}
