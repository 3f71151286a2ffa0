import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `A signer of forms of either version` {
  private func credentials() throws -> Credentials {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t")
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
      #expect(ShownTexts.texts(signer).allSatisfy { !$0.contains("sk") })
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

  @Test(arguments: ["", "oss-cn-hangzhou", "CN", "cn_1", "cn/1", "é", "cn-hangzhou\n"])
  func `is for a region and a product with names`(name: String) throws {
    #expect(throws: PostSignerError.invalidScope(.invalidRegion(name))) {
      try PostSigner(credentials(), .v4(region: name))
    }
    if name != "oss-cn-hangzhou" {
      #expect(throws: PostSignerError.invalidScope(.invalidProduct(name))) {
        try PostSigner(credentials(), .v4(region: "cn-hangzhou", product: name))
      }
    }
  }

  @Test func `signs bytes, whatever they are`() throws {
    // HMAC-SHA1 with the key "sk" over the base64 text, from Python.
    let bytes: Bytes = [0xFF, 0x00, 0x0A]
    let signed = try PostSigner(credentials(), .v1).sign(bytes.span, at: .epoch)
    #expect(signed.signature == "ZxX3zFqSwj0eHF7IIV5VMgkgoZQ=")
    #expect(signed.fields.last == FormField("x-oss-security-token", "t"))
  }
}
