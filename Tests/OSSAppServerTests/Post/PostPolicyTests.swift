import OSSAppServer
import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import TestSupport
import Testing

@Suite struct `Policies of upload forms` {
  private func text(_ conditions: [PostCondition]) throws -> String {
    let time = try Moment(iso8601: "2014-12-01T12:00:00Z")
    let policy = try PostPolicy(expiration: time, conditions: conditions)
    return String(decoding: policy.bytes, as: UTF8.self)
  }

  static let unwritable: [([PostCondition], PostPolicyError)] = [
    ([], .noConditions),
    ([.bucket("b"), .equal("", "a")], .invalidCondition(index: 1, .fieldName)),
    ([.equal("$key", "a")], .invalidCondition(index: 0, .fieldName)),
    ([.field("", equals: "a")], .invalidCondition(index: 0, .fieldName)),
    ([.startsWith("$", "a")], .invalidCondition(index: 0, .fieldName)),
    ([.contentLength(-1...1)], .invalidCondition(index: 0, .sizeRange)),
    ([.oneOf("a", [])], .invalidCondition(index: 0, .emptyList)),
    ([.noneOf("", ["a"])], .invalidCondition(index: 0, .fieldName)),
  ]

  @Test(arguments: unwritable)
  func `do not write what OSS does not read`(conditions: [PostCondition], error: PostPolicyError) {
    #expect(throws: error) { try text(conditions) }
    #expect(error.code == "invalid-policy")
  }

  @Test func `are read as the documents write them`() throws {
    let policy = try PostPolicy(bytes: Bytes(`Damaged policies`.text.utf8))
    #expect(policy.conditions.count == 10)
    #expect(policy.conditions[8] == .oneOf("content-type", ["image/jpg", "image/png"]))
    #expect(policy.conditions[6] == .equal("success_action_status", "201"))
    // A fraction may be left out, and members that nobody knows are passed over.
    let short = #"{"a":1,"expiration":"2013-12-01T12:00:00Z","conditions":[["eq","$k","$v"]]}"#
    #expect(try PostPolicy(bytes: Bytes(short.utf8)).conditions == [.equal("k", "$v")])
  }

  @Test func `are equal when their bytes are`() throws {
    let composed = try PostPolicy(expiration: .epoch, conditions: [.equal("k", "\u{E9}")])
    let decomposed = try PostPolicy(expiration: .epoch, conditions: [.equal("k", "e\u{301}")])
    #expect(composed != decomposed)
    #expect(composed.conditions != decomposed.conditions)
    #expect(PostCondition.equal("k", "a") != .field("k", equals: "a"))
  }
}

@Suite struct `Bytes that are no policy` {
  private static func policy(_ conditions: String) -> String {
    #"{"expiration":"2014-12-01T12:00:00.000Z","conditions":"# + conditions + "}"
  }

  private static func condition(_ json: String) -> String {
    policy(#"[{"bucket":"b"},"# + json + "]")
  }

  // The vectors of post/refusals hold more; what each error says is here.
  static let refused: [String: PostPolicyError] = [
    "": .invalidJSON(.empty), "{": .invalidJSON(.unexpectedEnd(offset: 1)),
    #"{"expiration": "2025-01-01T00:00:00.000Z", // a comment"#:
      .invalidJSON(.unexpectedByte(0x2F, offset: 43)),
    #"{"expiration":"a","expiration":"b"}"#:
      .invalidJSON(.duplicateName("expiration", offset: 18)),
    "[]": .notAnObject, #"{"conditions":[{"a":"b"}]}"#: .missingMember("expiration"),
    #"{"expiration":"2014-12-01T12:00:00Z"}"#: .missingMember("conditions"),
    policy("{}"): .missingMember("conditions"), policy("[]"): .noConditions,
    #"{"expiration":"2014-12-01T12:00:00+08:00","conditions":[]}"#: .expirationNotInUTC,
    #"{"expiration":"2014-13-01T12:00:00Z","conditions":[]}"#:
      .invalidExpiration(.fieldOutOfRange(offset: 5)),
  ]

  /// What is wrong with a condition that follows another.
  static let conditions: [String: PostConditionFault] = [
    "123": .type, "{}": .memberCount(0), #"{"$a":"b"}"#: .fieldName, #"{"a":1}"#: .valueType,
    #"["EQ","$a","b"]"#: .unknownMatch, #"[1,"$a","b"]"#: .unknownMatch,
    #"["eq","$a"]"#: .elementCount(2), #"["eq","a","b"]"#: .fieldName,
    #"["eq","$$a","b"]"#: .fieldName, #"["eq",1,"b"]"#: .valueType,
    // The example of error code 0006-00000224, with the dollar sign that it lacks.
    #"["not-in","$cache-control","no-cache"]"#: .valueType, #"["in","$a",[]]"#: .emptyList,
    #"["in","$a",["b",1]]"#: .valueType, #"["content-length-range",1.0,2]"#: .valueType,
    #"["content-length-range",2,1]"#: .sizeRange, #"["content-length-range",1]"#: .elementCount(2),
  ]

  @Test(
    arguments: refused.map { ($0, $1) }
      + conditions.map { (condition($0), .invalidCondition(index: 1, $1)) })
  func `are refused with the place of the fault`(text: String, error: PostPolicyError) {
    #expect(throws: error) { try PostPolicy(bytes: Bytes(text.utf8)) }
    #expect(error.code == "invalid-policy")
    #expect(error.description.hasSuffix("."))
  }

  @Test func `are refused by a sentence that counts conditions from 1`() {
    #expect(
      PostPolicyError.invalidCondition(index: 0, .fieldName).description
        == "The condition 1 of the policy names no field.")
  }

  @Test func `are refused when they are too many, too deep or not UTF-8`() {
    let long = Bytes(repeating: 0x20, count: (64 << 10) + 1)
    #expect(throws: PostPolicyError.invalidJSON(.tooLarge(byteCount: 65_537, limit: 65_536))) {
      try PostPolicy(bytes: long)
    }
    let deep = Bytes(Self.condition("[[[[[[[[[]]]]]]]]]").utf8)
    #expect(throws: PostPolicyError.self) { try PostPolicy(bytes: deep) }
    let damaged = Bytes("{\"".utf8) + [0xFF] + Bytes("\":1}".utf8)
    #expect(throws: PostPolicyError.invalidJSON(.invalidUTF8(0xFF, offset: 2))) {
      try PostPolicy(bytes: damaged)
    }
  }
}

@Suite struct `Damaged policies` {
  /// The policy on the page of the documents about V4, to the byte.
  static let text = """
    {
      "expiration": "2023-12-03T13:00:00.000Z",
      "conditions": [
        {"bucket": "examplebucket"},
        {"x-oss-signature-version": "OSS4-HMAC-SHA256"},
        {"x-oss-credential": "AKIDEXAMPLE/20231203/cn-hangzhou/oss/aliyun_v4_request"},
        {"x-oss-security-token": "CAIS******"},
        {"x-oss-date": "20231203T121212Z"},
        ["content-length-range", 1, 10],
        ["eq", "$success_action_status", "201"],
        ["starts-with", "$key", "user/eric/"],
        ["in", "$content-type", ["image/jpg", "image/png"]],
        ["not-in", "$cache-control", ["no-cache"]]
      ]
    }
    """

  private let documented = Bytes(`Damaged policies`.text.utf8)

  @Test func `are refused when they are cut short`() {
    let read = documented.indices.count {
      (try? PostPolicy(bytes: Bytes(documented[..<$0]))) != nil
    }
    #expect(read == 0)
    #expect(documented.count > 500)
  }

  @Test func `are refused, or keep the bytes that they were read from`() throws {
    var read = 0
    for index in documented.indices {
      for bit in 0..<8 {
        var bytes = documented
        bytes[index] ^= 1 << bit
        guard let policy = try? PostPolicy(bytes: bytes) else { continue }
        read += 1
        if policy.bytes != bytes || policy.conditions.count != 10 { Issue.record("byte \(index)") }
        // What was read is written and read as the same conditions.
        let again = try PostPolicy(expiration: policy.expiration, conditions: policy.conditions)
        if try PostPolicy(bytes: again.bytes).conditions != policy.conditions {
          Issue.record("byte \(index)")
        }
      }
    }
    // Most changes fall into texts, which they leave texts.
    #expect(read > 1_000)
  }
}

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
