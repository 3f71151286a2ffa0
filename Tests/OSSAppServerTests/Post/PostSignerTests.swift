import OSSAppServer
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `A signer of forms of either version` {
  private func credentials() throws -> Credentials {
    try Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: "t")
  }

  @Test(arguments: [0, -1] as [Int64])
  func `signs no policy that has ended already`(milliseconds: Int64) throws {
    let now = Moment(milliseconds: 1_000)
    let end = now.adding(.milliseconds(milliseconds))
    let signer = try PostSigner(credentials(), .v1)
    #expect(throws: PostPolicyError.expired(end)) {
      try signer.sign(expiration: end, conditions: [.bucket("b")], at: now)
    }
    #expect(PostPolicyError.expired(.epoch).description.hasSuffix("before it is signed."))
  }

  @Test func `asks for what its version needs`() throws {
    for (version, count) in [(SignatureVersion.v1, 1), (.v4(region: "r"), 5)] {
      let signer = try PostSigner(credentials(), version)
      let signed = try signer.sign(expiration: .latest, conditions: [.bucket("b")], at: .epoch)
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

  @Test func `signs bytes, whatever they are`() throws {
    // HMAC-SHA1 with the key "sk" over the base64 text, from Python.
    let bytes: Bytes = [0xFF, 0x00, 0x0A]
    let signed = try PostSigner(credentials(), .v1).sign(bytes.span, at: .epoch)
    #expect(signed.signature == "ZxX3zFqSwj0eHF7IIV5VMgkgoZQ=")
    #expect(signed.fields.last == FormField("x-oss-security-token", "t"))
  }
}

@Suite struct `What upload forms show of themselves` {
  @Test func `holds no token`() throws {
    let credentials = try Credentials(
      accessKeyID: "ak", accessKeySecret: "SeCrEt", securityToken: "ToKeN")
    let signer = try PostSigner(credentials, .v4(region: "cn-hangzhou"))
    let conditions = signer.conditions(at: .epoch)
    let policy = try PostPolicy(expiration: .latest, conditions: conditions)
    let fields = signer.sign(policy.bytes.span, at: .epoch).fields
    let form = PostForm(bucket: "b", fields: fields, fileByteCount: 1)
    let other = PostForm(bucket: "b", fields: [], fileByteCount: 1)
    let faults = policy.faults(of: other, at: .epoch)
    let others: [PostCondition] = [
      .equal("x-oss-security-token", "ToKeN"), .startsWith("x-oss-security-token", "ToKeN"),
      .oneOf("x-oss-security-token", ["ToKeN"]), .noneOf("x-oss-security-token", ["ToKeN"]),
    ]
    var values: [Any] = [
      signer, signer.sign(Bytes().span, at: .epoch), policy, form, conditions, fields,
    ]
    for fault in faults { values.append(fault) }
    for condition in others { values.append(condition) }
    let signature = signer.sign(policy.bytes.span, at: .epoch).signature
    for text in ShownTexts.texts(ofEach: values + [signer.sign(policy.bytes.span, at: .epoch)]) {
      #expect(!text.contains("ToKeN") && !text.contains("SeCrEt"), "\(text)")
      #expect(!text.contains(signature))
      // The policy as bytes or as base64 would show the token too.
      #expect(!text.contains("84, 111, 75") && !text.contains(policy.base64.prefix(20)))
    }
    // Four fields that are missing beside the conditions: the form is one of V1.
    #expect(faults.count == 8)
    #expect(values.count == 18)
  }

  @Test func `is the way to match and the name`() throws {
    let failed = PostFormFault.conditionFailed(
      index: 2, .field("x-oss-security-token", equals: "ToKeN"))
    #expect(
      failed.description
        == "Condition 3 of the policy does not hold: "
        + "the field 'x-oss-security-token' has another value.")
    let conditions: [PostCondition] = [
      .bucket("b"), .equal("key", "a"), .startsWith("key", "a"), .contentLength(1...2),
      .oneOf("a", ["b"]), .noneOf("a", ["b"]),
    ]
    #expect(
      conditions.map(\.description) == [
        "PostCondition(eq for the field 'bucket')", "PostCondition(eq for the field 'key')",
        "PostCondition(starts-with for the field 'key')", "PostCondition(content-length-range)",
        "PostCondition(in for the field 'a')", "PostCondition(not-in for the field 'a')",
      ])
    let policy = try PostPolicy(expiration: .epoch, conditions: conditions)
    #expect("\(policy)" == "PostPolicy(expiration: 1970-01-01T00:00:00Z, conditions: 6)")
    let form = PostForm(bucket: "b", fields: [FormField("a", "1")], fileByteCount: 3)
    #expect("\(form)" == "PostForm(bucket: b, fields: 1, fileByteCount: 3)")
    #expect("\(form.fields[0])" == "FormField(a)")
  }
}
