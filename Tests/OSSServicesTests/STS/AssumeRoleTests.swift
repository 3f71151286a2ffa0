import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Parameters of AssumeRole` {
  // The vectors of sts/assume-role and sts/refusals hold what is taken and refused; what the errors
  // say is here.
  @Test(
    arguments: [
      (["arn": "acs:ram:1:role/a"], .invalidRoleARN(offset: 8)),
      (["arn": "acs:ram::1x:role/a"], .invalidRoleARN(offset: 10)),
      (["arn": "acs:ram::1:role/a\n"], .invalidRoleARN(offset: 17)),
      (["arn": "acs:ram::\u{661}:role/a"], .invalidRoleARN(offset: 9)),
      (["name": "a"], .sessionNameLength(1)), (["name": "ab+"], .sessionNameByte(0x2B, offset: 2)),
      (["duration": "901", "maximum": "43201"], .invalidMaximumDuration(seconds: 43_201)),
      (
        ["duration": "3601", "maximum": "3600"],
        .invalidDuration(seconds: 3601, allowed: 900...3600)
      ),
      (["policy": ""], .policyLength(0)), (["policy": "[]"], .policyNotAnObject),
      (["external": "a"], .externalIDLength(1)),
      (["external": "aé"], .externalIDByte(0xC3, offset: 1)),
    ] as [([String: String], AssumeRoleError)])
  func `have errors that say what is wrong and where`(
    changes: [String: String], error: AssumeRoleError
  ) {
    #expect(throws: error) {
      try AssumeRoleRequest(
        roleARN: changes["arn"] ?? "acs:ram::1:role/a",
        roleSessionName: changes["name"] ?? "client",
        durationSeconds: changes["duration"].flatMap { Int($0) },
        roleMaximumSeconds: changes["maximum"].flatMap { Int($0) } ?? 43_200,
        policy: changes["policy"], externalID: changes["external"])
    }
  }

  @Test func `are posted, and answered in JSON`() throws {
    let call = try AssumeRoleRequest(roleARN: "acs:ram::1:role/a", roleSessionName: "ab")
      .rpcRequest()
    #expect(call.method == .post && call.format == .json)
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
