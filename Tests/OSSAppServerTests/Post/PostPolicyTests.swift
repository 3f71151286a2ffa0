import OSSAppServer
import OSSJSON
import OSSPrimitives
import OSSSigning
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
