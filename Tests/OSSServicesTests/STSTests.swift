import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `Parameters of AssumeRole` {
  // The vectors of sts/assume-role and sts/refusals hold what is taken and refused; what the errors
  // say is here.
  @Test(
    arguments: [
      (["arn": "acs:ram:1:role/a"], .invalidRoleARN(offset: 8)),
      (["arn": "acs:ram::1x:role/a"], .invalidRoleARN(offset: 10)),
      (["arn": "acs:ram::1:role/a\n"], .invalidRoleARN(offset: 17)),
      (["arn": "acs:ram::\u{661}:role/a"], .invalidRoleARN(offset: 9)),
      (["name": "a"], .sessionNameLength(1)), (["name": "ab+"], .sessionNameByte(0x2B, offset: 2)),
      (["duration": "901", "maximum": "43201"], .invalidMaximumDuration(seconds: 43_201)),
      (
        ["duration": "3601", "maximum": "3600"],
        .invalidDuration(seconds: 3601, allowed: 900...3600)
      ),
      (["policy": ""], .policyLength(0)), (["policy": "[]"], .policyNotAnObject),
      (["external": "a"], .externalIDLength(1)),
      (["external": "aé"], .externalIDByte(0xC3, offset: 1)),
    ] as [([String: String], AssumeRoleError)])
  func `have errors that say what is wrong and where`(
    changes: [String: String], error: AssumeRoleError
  ) {
    #expect(throws: error) {
      try AssumeRoleRequest(
        roleARN: changes["arn"] ?? "acs:ram::1:role/a",
        roleSessionName: changes["name"] ?? "client",
        durationSeconds: changes["duration"].flatMap { Int($0) },
        roleMaximumSeconds: changes["maximum"].flatMap { Int($0) } ?? 43_200,
        policy: changes["policy"], externalID: changes["external"])
    }
  }

  @Test func `are posted, and answered in JSON`() throws {
    let call = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
      .rpcRequest()
    #expect(call.method == .post && call.format == .json)
  }
}

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

  @Test func `show neither secret nor token`() throws {
    let signer = try signer(secret: "SecretNobodySees", token: "TokenNobodySees")
    let role = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
    let signed = try signer.sign(
      role.rpcRequest(method: .get), endpoint: endpoint.get(), nonce: "n", at: .epoch)
    #expect(signed.url.contains("TokenNobodySees"))
    for text in ShownTexts.texts(ofEach: [signer, signed]) {
      #expect(!text.contains("NobodySees") && !text.contains(signed.signature))
    }
  }
}
