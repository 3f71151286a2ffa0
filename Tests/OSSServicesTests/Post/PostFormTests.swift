import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Upload forms` {
  static let now = Moment.epoch

  /// The faults of a V1 form with these fields beside those of the signature.
  private func faults(
    _ conditions: [PostCondition], _ fields: [FormField] = [], size: Int64 = 5,
    bucket: String = "b", expiration: Int64 = 1, at now: Moment = now
  ) throws -> [PostFormFault] {
    let policy = try PostPolicy(
      expiration: Moment(seconds: expiration), conditions: conditions)
    let credentials = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    let signed = try PostSigner(credentials, .v1).sign(policy.bytes.span, at: .epoch)
    let form = PostForm(
      bucket: bucket, fields: signed.fields + [FormField("key", "user/a.jpg")] + fields,
      fileByteCount: size)
    return policy.faults(of: form, at: now)
  }

  @Test(
    arguments: [
      (.bucket("b"), true), (.bucket("B"), false), (.equal("bucket", "b"), true),
      (.equal("key", "user/a.jpg"), true), (.equal("key", "user/a.JPG"), false),
      (.equal("KEY", "user/a.jpg"), true), (.field("key", equals: "user/a.jpg"), true),
      (.equal("key", "user/a"), false), (.startsWith("key", "user/"), true),
      (.startsWith("key", ""), true), (.startsWith("key", "user/a.jpg"), true),
      (.startsWith("key", "user/a.jpg2"), false), (.startsWith("key", "User/"), false),
      (.contentLength(5...5), true), (.contentLength(1...4), false),
      (.contentLength(6...9), false), (.contentLength(0...5), true),
      (.oneOf("content-type", ["image/jpg", "image/png"]), true),
      (.oneOf("content-type", ["image/png"]), false), (.oneOf("content-type", ["image"]), false),
      (.noneOf("content-type", ["image/png"]), true),
      (.noneOf("content-type", ["image/png", "image/jpg"]), false),
      // A field that is not there is an empty one.
      (.equal("x", ""), true), (.equal("x", "a"), false), (.startsWith("x", ""), true),
      (.startsWith("x", "a"), false), (.oneOf("x", ["a"]), false), (.noneOf("x", ["a"]), true),
      (.noneOf("x", [""]), false),
      // Two forms of one letter are two texts.
      (.equal("x-oss-meta-a", "\u{E9}"), true), (.equal("x-oss-meta-a", "e\u{301}"), false),
      (.startsWith("x-oss-meta-a", "e"), false), (.oneOf("x-oss-meta-a", ["e\u{301}"]), false),
      // The value is the one before OSS puts the name of the file in.
      (.equal("name", "user/${filename}"), true),
    ] as [(PostCondition, Bool)])
  func `pass or fail a condition`(condition: PostCondition, holds: Bool) throws {
    let fields = [
      FormField("Content-Type", "image/jpg"), FormField("x-oss-meta-a", "\u{E9}"),
      FormField("name", "user/${filename}"),
    ]
    let faults = try faults([.bucket("b"), condition], fields)
    #expect(faults == (holds ? [] : [.conditionFailed(index: 1, condition)]))
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
      faults[2].description
        == "The condition 2 of the policy does not hold: content-length-range.")
    #expect(
      faults[3].description
        == "The condition 3 of the policy does not hold: eq for the field 'key'.")
  }

  @Test(arguments: [(-1, false), (0, true), (1, true)])
  func `are sent before the expiration`(seconds: Int64, expired: Bool) throws {
    let faults = try faults([.bucket("b")], expiration: 0, at: Moment(seconds: seconds))
    #expect(faults == (expired ? [.policyExpired(.epoch)] : []))
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
    #expect(throws: PostFormFault.missingField("key")) { try policy.check(form, at: Self.now) }
  }

  @Test func `may have fields that the policy does not name`() throws {
    #expect(try faults([.bucket("b")], [FormField("x-oss-meta-a", "1")]) == [])
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
