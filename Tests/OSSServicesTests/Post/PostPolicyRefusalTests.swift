import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Bytes that are no policy` {
  private static func policy(_ conditions: String) -> String {
    #"{"expiration":"2014-12-01T12:00:00.000Z","conditions":"# + conditions + "}"
  }

  private static func condition(_ json: String) -> String {
    policy(#"[{"bucket":"b"},"# + json + "]")
  }

  // The vectors of post/refusals hold more; what each error says is here.
  static let refused: [(String, PostPolicyError)] = [
    ("", .invalidJSON(.empty)), ("{", .invalidJSON(.unexpectedEnd(offset: 1))),
    (
      #"{"expiration": "2025-01-01T00:00:00.000Z", // a comment"#,
      .invalidJSON(.unexpectedByte(0x2F, offset: 43))
    ),
    (
      #"{"expiration":"a","expiration":"b"}"#,
      .invalidJSON(.duplicateName("expiration", offset: 18))
    ),
    ("[]", .notAnObject),
    (#"{"conditions":[{"a":"b"}]}"#, .missingMember("expiration")),
    (#"{"expiration":"2014-12-01T12:00:00Z"}"#, .missingMember("conditions")),
    (policy("{}"), .missingMember("conditions")), (policy("[]"), .noConditions),
    (
      #"{"expiration":"2014-12-01T12:00:00+08:00","conditions":[]}"#, .expirationNotInUTC
    ),
    (
      #"{"expiration":"2014-13-01T12:00:00Z","conditions":[]}"#,
      .invalidExpiration(.fieldOutOfRange(offset: 5))
    ),
    (condition("123"), .invalidCondition(index: 1, .type)),
    (condition("{}"), .invalidCondition(index: 1, .memberCount(0))),
    (condition(#"{"$a":"b"}"#), .invalidCondition(index: 1, .fieldName)),
    (condition(#"{"a":1}"#), .invalidCondition(index: 1, .valueType)),
    (condition(#"["EQ","$a","b"]"#), .invalidCondition(index: 1, .unknownMatch)),
    (condition(#"[1,"$a","b"]"#), .invalidCondition(index: 1, .unknownMatch)),
    (condition(#"["eq","$a"]"#), .invalidCondition(index: 1, .elementCount(2))),
    (condition(#"["eq","a","b"]"#), .invalidCondition(index: 1, .fieldName)),
    (condition(#"["eq","$$a","b"]"#), .invalidCondition(index: 1, .fieldName)),
    (condition(#"["eq",1,"b"]"#), .invalidCondition(index: 1, .valueType)),
    // The example of error code 0006-00000224, with the dollar sign that it lacks.
    (
      condition(#"["not-in","$cache-control","no-cache"]"#), .invalidCondition(index: 1, .valueType)
    ),
    (condition(#"["in","$a",[]]"#), .invalidCondition(index: 1, .emptyList)),
    (condition(#"["in","$a",["b",1]]"#), .invalidCondition(index: 1, .valueType)),
    (condition(#"["content-length-range",1.0,2]"#), .invalidCondition(index: 1, .valueType)),
    (condition(#"["content-length-range",2,1]"#), .invalidCondition(index: 1, .sizeRange)),
    (condition(#"["content-length-range",1]"#), .invalidCondition(index: 1, .elementCount(2))),
  ]

  @Test(arguments: refused)
  func `are refused with the place of the fault`(text: String, error: PostPolicyError) {
    #expect(throws: error) { try PostPolicy(bytes: Bytes(text.utf8)) }
    #expect(error.code == "invalid-policy")
    #expect(error.description.hasSuffix("."))
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
