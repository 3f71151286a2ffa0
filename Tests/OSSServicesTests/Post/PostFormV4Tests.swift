import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Upload forms signed with V4` {
  static let time = Result { try Moment(iso8601Basic: "20231203T121212Z") }

  private func signer(token: String? = nil) throws -> PostSigner {
    try PostSigner(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token),
      .v4(region: "cn-hangzhou"))
  }

  /// The faults of a form with fields of the signature replaced or added, or left out with nil.
  private func faults(
    _ changes: [(String, String?)] = [], without condition: Int? = nil, token: String? = nil,
    after seconds: Int64 = 0
  ) throws -> [PostFormFault] {
    let time = try Self.time.get()
    var conditions = try signer(token: token).conditions(at: time)
    if let condition { conditions.remove(at: condition) }
    let policy = try PostPolicy(expiration: .latest, conditions: conditions)
    var fields = try signer(token: token).sign(policy.bytes.span, at: time).fields
    fields.append(FormField("key", "a"))
    for (name, value) in changes {
      fields.removeAll { $0.name == name }
      if let value { fields.append(FormField(name, value)) }
    }
    let form = PostForm(bucket: "b", fields: fields, fileByteCount: 1)
    return policy.faults(of: form, at: try time.adding(seconds: seconds))
  }

  @Test func `are without fault as they are made`() throws {
    #expect(try faults() == [])
    #expect(try faults(token: "t") == [])
  }

  @Test(arguments: [
    (-901, "20231203T121212Z"), (-900, ""), (0, ""), (604_800, ""), (604_801, "20231210T121212Z"),
  ])
  func `work from 15 minutes before to seven days after`(seconds: Int64, limit: String) throws {
    let faults = try faults(after: seconds)
    if limit.isEmpty {
      #expect(faults == [])
    } else {
      let time = try Moment(iso8601Basic: limit)
      #expect(faults == [seconds < 0 ? .signatureNotYetValid(time) : .signatureExpired(time)])
    }
  }

  @Test(arguments: [
    (0, "x-oss-signature-version"), (1, "x-oss-credential"), (2, "x-oss-security-token"),
    (3, "x-oss-date"),
  ])
  func `need a condition for each field`(index: Int, name: String) throws {
    #expect(try faults(without: index, token: "t") == [.uncoveredField(name)])
  }

  @Test func `need a condition of equality`() throws {
    let time = try Self.time.get()
    var conditions = try signer().conditions(at: time)
    conditions[2] = .startsWith("x-oss-date", "2023")
    conditions[1] = .equal("X-Oss-Credential", "ak/20231203/cn-hangzhou/oss/aliyun_v4_request")
    let policy = try PostPolicy(expiration: .latest, conditions: conditions)
    let fields = try signer().sign(policy.bytes.span, at: time).fields
    let form = PostForm(
      bucket: "b", fields: fields + [FormField("key", "a")], fileByteCount: 1)
    #expect(policy.faults(of: form, at: time) == [.uncoveredField("x-oss-date")])
  }

  @Test func `need every field, filled`() throws {
    for name in ["policy", "x-oss-credential", "x-oss-date", "x-oss-signature", "key"] {
      #expect(try faults([(name, nil)]).first == .missingField(name))
      #expect(try faults([(name, "")]).first == .missingField(name))
    }
    // Without a version the form is one of V1.
    #expect(
      try faults([("x-oss-signature-version", nil)]).prefix(2)
        == [.missingField("OSSAccessKeyId"), .missingField("Signature")])
  }

  @Test(arguments: [
    ("x-oss-signature-version", "OSS2"), ("x-oss-signature-version", "oss4-hmac-sha256"),
    ("x-oss-date", "2023-12-03T12:12:12Z"), ("x-oss-date", "20231203"),
    ("x-oss-credential", "ak/20231204/cn-hangzhou/oss/aliyun_v4_request"),
    ("x-oss-credential", "ak/20231203/cn-hangzhou/oss"),
    ("x-oss-credential", "ak/20231203//oss/aliyun_v4_request"),
    ("x-oss-credential", "ak/20231203/cn-hangzhou/oss/aws4_request"),
  ])
  func `have values of V4`(name: String, value: String) throws {
    let faults = try faults([(name, value)])
    #expect(faults.contains(.invalidField(name)))
    #expect(faults.contains(.uncoveredField(name)))
    #expect(faults.contains { $0.code == "policy-condition-failed" })
  }
}
