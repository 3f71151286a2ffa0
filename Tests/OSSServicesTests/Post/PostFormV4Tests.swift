import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

// The vectors of post/form-check hold the times, the fields and the values of V4.
@Suite struct `Upload forms signed with V4` {
  static let time = Result { try Moment(iso8601Basic: "20231203T121212Z") }

  private func signer(token: String? = nil) throws -> PostSigner {
    try PostSigner(
      Credentials(accessKeyID: "ak", accessKeySecret: "sk", securityToken: token),
      .v4(region: "cn-hangzhou"))
  }

  /// The faults of a form with fields of the signature replaced or added, or left out with nil.
  private func faults(
    _ changes: [(String, String?)] = [], token: String? = nil
  ) throws -> [PostFormFault] {
    let time = try Self.time.get()
    let conditions = try signer(token: token).conditions(at: time)
    let policy = try PostPolicy(expiration: .latest, conditions: conditions)
    var fields = try signer(token: token).sign(policy.bytes.span, at: time).fields
    fields.append(FormField("key", "a"))
    for (name, value) in changes {
      fields.removeAll { $0.name == name }
      if let value { fields.append(FormField(name, value)) }
    }
    let form = PostForm(bucket: "b", fields: fields, fileByteCount: 1)
    return policy.faults(of: form, at: time)
  }

  @Test func `are without fault as they are made`() throws {
    #expect(try faults() == [])
    #expect(try faults(token: "t") == [])
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
}
