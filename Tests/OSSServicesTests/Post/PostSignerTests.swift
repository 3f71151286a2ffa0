import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `A signer of forms of either version` {
  private func credentials() throws -> Credentials {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t")
  }

  @Test func `signs as the signer of its version`() throws {
    let credentials = try credentials()
    let policy = Bytes(#"{"a":1}"#.utf8)
    let v1 = try PostSigner(credentials, .v1).sign(policy.span, at: .epoch)
    #expect(v1.signature == "ehd6bjn5aZYCyDLYlNgQ+yx+Zp4=")
    let v4 = try PostSigner(credentials, .v4(region: "r")).sign(policy.span, at: .epoch)
    #expect(v4.fields[2].value == "ak/19700101/r/oss/aliyun_v4_request")
  }

  @Test func `asks for what its version needs`() throws {
    for (version, count) in [(SignatureVersion.v1, 1), (.v4(region: "r"), 5)] {
      let signer = try PostSigner(credentials(), version)
      let signed = try signer.sign(
        expiration: .latest, conditions: [.bucket("b")], at: .epoch)
      let bytes = try Base64.decode(signed.policy)
      let policy = try PostPolicy(bytes: bytes)
      #expect(policy.conditions == [.bucket("b")] + signer.conditions(at: .epoch))
      #expect(policy.conditions.count == count)
      let form = PostForm(
        bucket: "b", fields: signed.fields + [FormField("key", "a")], fileByteCount: 0)
      #expect(policy.faults(of: form, at: .epoch) == [])
      var dumped = ""
      dump(signer, to: &dumped)
      #expect(!dumped.contains("sk"))
    }
    #expect(throws: PostPolicyError.noConditions) {
      try PostSigner(credentials(), .v1).sign(expiration: .latest, conditions: [], at: .epoch)
    }
  }

  @Test func `is refused for V2, and for a region that no scope can hold`() throws {
    #expect(throws: PostSignerError.formsOfV2) { try PostSigner(credentials(), .v2) }
    #expect(throws: PostSignerError.invalidScope(.invalidRegion("oss-r"))) {
      try PostSigner(credentials(), .v4(region: "oss-r"))
    }
    #expect(
      PostSignerError.formsOfV2.description
        == "Upload forms are signed with V1 or V4, not with V2.")
    #expect(
      PostSignerError.invalidScope(.emptyAccessKeyID).description == "The access key ID is empty.")
  }

  @Test func `signs for a CloudBox`() throws {
    let scope = "19700101/cb-1/oss-cloudbox/aliyun_v4_request"
    let signer = try PostSigner(credentials(), .v4(cloudBoxID: "cb-1"))
    let fields = signer.sign(Bytes().span, at: .epoch).fields
    #expect(fields[2] == FormField("x-oss-credential", "ak/" + scope))
    let identity = try SigningIdentity(accessKeyID: "ak", .v4(cloudBoxID: "cb-1"))
    #expect(identity.scope(at: .epoch) == scope)
    #expect(throws: SigningError.invalidRegion("CB")) {
      try SigningIdentity(accessKeyID: "ak", .v4(cloudBoxID: "CB"))
    }
  }
}
