import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Policies of upload forms` {
  private func text(_ conditions: [PostCondition]) throws -> String {
    let time = try Moment(iso8601: "2014-12-01T12:00:00Z")
    let policy = try PostPolicy(expiration: time, conditions: conditions)
    return String(decoding: policy.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (.bucket("b"), #"{"bucket":"b"}"#), (.field("x-oss-date", equals: ""), #"{"x-oss-date":""}"#),
      (.equal("key", "a/b"), #"["eq","$key","a/b"]"#),
      (.startsWith("key", ""), #"["starts-with","$key",""]"#),
      (.contentLength(0...0), #"["content-length-range",0,0]"#),
      (
        .contentLength(1...Int64.max), #"["content-length-range",1,9223372036854775807]"#
      ),
      (.oneOf("content-type", ["image/jpg", "b"]), #"["in","$content-type",["image/jpg","b"]]"#),
      (.noneOf("cache-control", ["no-cache"]), #"["not-in","$cache-control",["no-cache"]]"#),
      (.equal("key", "user/${filename}"), #"["eq","$key","user/\\${filename}"]"#),
      (.field("key", equals: "$$\\$"), #"{"key":"\\$\\$\\\\$"}"#),
      (.oneOf("a", ["$1"]), #"["in","$a",["\\$1"]]"#),
      (.equal("k", "é\"\\\n🙂"), #"["eq","$k","\u00e9\"\\\n\ud83d\ude42"]"#),
    ] as [(PostCondition, String)])
  func `write each condition, and read it again`(condition: PostCondition, json: String) throws {
    let text = try text([condition])
    #expect(text == #"{"expiration":"2014-12-01T12:00:00.000Z","conditions":["# + json + "]}")
    let policy = try PostPolicy(bytes: Bytes(text.utf8))
    #expect(policy.conditions == [condition])
    #expect(policy.expiration.iso8601 == "2014-12-01T12:00:00Z")
    #expect(policy.bytes == Bytes(text.utf8))
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
    #expect(Self.unwritable.count == 8)
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
