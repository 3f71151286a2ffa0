import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Parameters of AssumeRole` {
  private func make(
    arn: String = "acs:ram::1234567890123:role/firstrole", name: String = "client",
    duration: Int? = nil, maximum: Int = 43_200, policy: String? = nil, external: String? = nil
  ) throws -> AssumeRoleRequest {
    try AssumeRoleRequest(
      roleARN: arn, roleSessionName: name, durationSeconds: duration,
      roleMaximumSeconds: maximum, policy: policy, externalID: external)
  }

  @Test func `become those of the call, in their order`() throws {
    let call = try make(duration: 900, policy: "{}", external: "a1").rpcRequest()
    #expect(call.action == "AssumeRole" && call.version == "2015-04-01")
    #expect(call.method == .post && call.format == .json)
    #expect(
      call.parameters == [
        QueryParameter("RoleArn", "acs:ram::1234567890123:role/firstrole"),
        QueryParameter("RoleSessionName", "client"), QueryParameter("DurationSeconds", "900"),
        QueryParameter("Policy", "{}"), QueryParameter("ExternalId", "a1"),
      ])
    #expect(try make().rpcRequest().parameters.count == 2)
  }

  @Test(arguments: [
    "acs:ram::1:role/a", "acs:ram::1234567890123456:role/AliyunOSSRole",
    "acs:ram::1:role/a.b-c_d", "acs:ram::1:role/\(String(repeating: "a", count: 64))",
  ])
  func `take the name of a role`(arn: String) throws {
    #expect(try make(arn: arn).roleARN == arn)
  }

  static let foreignARNs: [(String, Int)] = [
    ("", 0), ("role-1", 0), ("acs:ram:1:role/a", 8), ("ACS:ram::1:role/a", 0),
    ("acs:ram:::role/a", 9), ("acs:ram::x:role/a", 9), ("acs:ram::1x:role/a", 10),
    ("acs:ram::1:user/a", 11), ("acs:ram::1:role/", 16), ("acs:ram::1:role", 15),
    ("acs:ram::1:role/a/b", 17), ("acs:ram::1:role/a ", 17), ("acs:ram::1:role/é", 16),
    ("acs:ram::1:role/a\n", 17), (" acs:ram::1:role/a", 0), ("acs:ram::*:role/a", 9),
    ("acs:ram::1:role/\(String(repeating: "a", count: 65))", 80),
    ("acs:ram::\u{661}:role/a", 9),
  ]

  @Test(arguments: foreignARNs)
  func `refuse what names no role`(arn: String, offset: Int) {
    #expect(throws: AssumeRoleError.invalidRoleARN(offset: offset)) { try make(arn: arn) }
    #expect(Self.foreignARNs.count == 18)
  }

  @Test(arguments: ["ab", "a@b.c-d_E9", String(repeating: "a", count: 64)])
  func `take a session name`(name: String) throws {
    #expect(try make(name: name).roleSessionName == name)
  }

  @Test(
    arguments: [
      ("", .sessionNameLength(0)), ("a", .sessionNameLength(1)),
      (String(repeating: "a", count: 65), .sessionNameLength(65)),
      ("a b", .sessionNameByte(0x20, offset: 1)), ("ab+", .sessionNameByte(0x2B, offset: 2)),
      ("é", .sessionNameByte(0xC3, offset: 0)), ("a/b", .sessionNameByte(0x2F, offset: 1)),
      ("ab\n", .sessionNameByte(0x0A, offset: 2)),
    ] as [(String, AssumeRoleError)])
  func `refuse another session name`(name: String, error: AssumeRoleError) {
    #expect(throws: error) { try make(name: name) }
  }

  @Test(arguments: [
    (899, 43_200, false), (900, 43_200, true), (3600, 3600, true), (3601, 3600, false),
    (43_200, 43_200, true), (43_201, 43_200, false), (0, 3600, false), (-900, 3600, false),
    (Int.max, 43_200, false),
  ])
  func `last from 900 seconds to what the role allows`(
    duration: Int, maximum: Int, isTaken: Bool
  ) throws {
    if isTaken {
      #expect(try make(duration: duration, maximum: maximum).durationSeconds == duration)
    } else {
      #expect(
        throws: AssumeRoleError.invalidDuration(seconds: duration, allowed: 900...maximum)
      ) {
        try make(duration: duration, maximum: maximum)
      }
    }
  }

  @Test(arguments: [3599, 43_201, 0, -1])
  func `are for a role that allows an hour to twelve`(maximum: Int) {
    #expect(throws: AssumeRoleError.invalidMaximumDuration(seconds: maximum)) {
      try make(maximum: maximum)
    }
  }

  @Test func `have a policy of up to 2048 characters`() throws {
    func policy(_ count: Int, _ letter: String) -> String {
      #"{"a":""# + String(repeating: letter, count: count - 8) + #""}"#
    }
    #expect(try make(policy: policy(2048, "a")).policy?.utf8.count == 2048)
    #expect(try make(policy: policy(2048, "名")).policy?.utf8.count == 6128)
    #expect(throws: AssumeRoleError.policyLength(2049)) { try make(policy: policy(2049, "名")) }
    #expect(throws: AssumeRoleError.policyLength(0)) { try make(policy: "") }
  }

  @Test(arguments: ["[]", "a", "{", "{}x", "null", "{\"a\":1,}", " "])
  func `have a policy that is an object`(policy: String) {
    #expect(throws: AssumeRoleError.policyNotAnObject) { try make(policy: policy) }
  }

  @Test(
    arguments: [
      ("a", .externalIDLength(1)), ("", .externalIDLength(0)),
      (String(repeating: "a", count: 1225), .externalIDLength(1225)),
      ("a b", .externalIDByte(0x20, offset: 1)), ("ab*", .externalIDByte(0x2A, offset: 2)),
      ("aé", .externalIDByte(0xC3, offset: 1)),
    ] as [(String, AssumeRoleError)])
  func `refuse another external ID`(external: String, error: AssumeRoleError) throws {
    #expect(throws: error) { try make(external: external) }
    let longest = String(repeating: "9_=+,.@:/-", count: 122) + "abcd"
    #expect(try make(external: longest).externalID == longest)
  }

  @Test func `have errors with a class and a sentence`() {
    let errors: [(AssumeRoleError, String)] = [
      (.invalidRoleARN(offset: 0), "invalid-role-arn"),
      (.sessionNameLength(1), "invalid-session-name"),
      (.sessionNameByte(0x20, offset: 0), "invalid-session-name"),
      (.invalidDuration(seconds: 1, allowed: 900...3600), "invalid-duration"),
      (.invalidMaximumDuration(seconds: 1), "invalid-duration"),
      (.policyLength(0), "invalid-policy"), (.policyNotAnObject, "invalid-policy"),
      (.externalIDLength(1), "invalid-external-id"),
      (.externalIDByte(0x20, offset: 0), "invalid-external-id"),
    ]
    for (error, code) in errors {
      #expect(error.code == code)
      #expect(error.description.hasSuffix("."))
    }
    #expect(Set(errors.map(\.0.description)).count == 9)
  }
}
