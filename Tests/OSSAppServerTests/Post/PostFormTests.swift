import OSSAppServer
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

// The vectors of post/form-check hold which form passes; what the faults say is here.
@Suite struct `Upload forms` {
  static let now = Moment.epoch

  /// The faults of a V1 form with these fields beside those of the signature.
  private func faults(
    _ conditions: [PostCondition], _ fields: [FormField] = [], size: Int64 = 5,
    bucket: String = "b", expiration: Int64 = 1, at now: Moment = now
  ) throws -> [PostFormFault] {
    let policy = try PostPolicy(expiration: Moment(seconds: expiration), conditions: conditions)
    let credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    let signed = try PostSigner(credentials, .v1).sign(policy.bytes.span, at: .epoch)
    let form = PostForm(
      bucket: bucket, fields: signed.fields + [FormField("key", "user/a.jpg")] + fields,
      fileByteCount: size)
    return policy.faults(of: form, at: now)
  }

  @Test func `report every condition that fails, by its index`() throws {
    let conditions: [PostCondition] = [
      .bucket("other"), .startsWith("key", "user/"), .contentLength(6...9), .equal("key", "x"),
    ]
    let faults = try faults(conditions, expiration: 0)
    #expect(
      faults == [
        .policyExpired(.epoch), .conditionFailed(index: 0, conditions[0]),
        .conditionFailed(index: 2, conditions[2]), .conditionFailed(index: 3, conditions[3]),
      ])
    #expect(
      faults.map(\.code) == [
        "policy-expired", "policy-condition-failed", "policy-condition-failed",
        "policy-condition-failed",
      ])
    #expect(
      faults[2].description == "Condition 3 of the policy does not hold: the file has another size."
    )
    #expect(
      faults[3].description
        == "Condition 4 of the policy does not hold: the field 'key' has another value.")
  }

  /// POST-FORM-4: which value counts is open; this kit takes the first.
  @Test func `show conditions the first value of a field that is given twice`() throws {
    let fields = [FormField("x-oss-meta-a", "1"), FormField("X-Oss-Meta-A", "2")]
    #expect(try faults([.equal("x-oss-meta-a", "1")], fields) == [.repeatedField("X-Oss-Meta-A")])
    #expect(try faults([.equal("x-oss-meta-a", "2")], fields).count == 2)
  }

  /// Quadratic work on so many conditions would take minutes.
  @Test(.timeLimit(.minutes(10))) func `are judged by many conditions`() throws {
    let names = (0..<20_000).map { "x-oss-meta-\($0)" }
    let conditions = names.map { PostCondition.equal($0, "a") }
    #expect(try faults(conditions, names.map { FormField($0, "a") }) == [])
  }

  @Test func `have the fields of a signature, each once and filled`() throws {
    let policy = try PostPolicy(expiration: .latest, conditions: [.bucket("b")])
    let form = PostForm(
      bucket: "b",
      fields: [
        FormField("KEY", ""), FormField("policy", "e30="), FormField("Signature", "x"),
        FormField("signature", "y"), FormField("extra", "1"),
      ], fileByteCount: 0)
    let faults = policy.faults(of: form, at: Self.now)
    #expect(
      faults == [
        .missingField("key"), .missingField("OSSAccessKeyId"), .repeatedField("signature"),
        .otherPolicy,
      ])
    let version = FormField("x-oss-signature-version", "OSS4-HMAC-SHA256")
    let v4 = PostForm(bucket: "b", fields: [version, FormField("policy", "")], fileByteCount: 0)
    let due = ["key", "policy", "x-oss-credential", "x-oss-date", "x-oss-signature"]
    #expect(
      policy.faults(of: v4, at: Self.now)
        == due.map { .missingField($0) } + [.uncoveredField(version.name)])
  }

  @Test func `describe each fault in one sentence with a class`() {
    let faults: [PostFormFault] = [
      .policyExpired(.epoch), .conditionFailed(index: 0, .bucket("b")), .missingField("key"),
      .repeatedField("key"), .otherPolicy, .invalidField("x-oss-date"),
      .uncoveredField("x-oss-date"), .signatureNotYetValid(.epoch), .signatureExpired(.epoch),
    ]
    #expect(Set(faults.map(\.description)).count == 9)
    #expect(Set(faults.map(\.code)).count == 7)
    for fault in faults { #expect(fault.description.hasSuffix(".")) }
  }
}
