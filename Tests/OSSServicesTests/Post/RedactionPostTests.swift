import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

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
    for value in values {
      for text in ShownTexts.texts(value) {
        #expect(!text.contains("ToKeN") && !text.contains("SeCrEt"), "\(text)")
        // The policy as bytes or as base64 would show the token too.
        #expect(!text.contains("84, 111, 75") && !text.contains(policy.base64.prefix(20)))
      }
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
        == "The condition 2 of the policy does not hold: eq for the field 'x-oss-security-token'.")
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
