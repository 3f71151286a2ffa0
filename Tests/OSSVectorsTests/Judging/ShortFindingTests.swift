import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// What is kept of a reply that has been judged.
@Suite struct `A finding with a long reply` {
  private static let vector = VectorSamples.vector(
    "made", .contentType, answer: ["contentType": "text/plain"])

  private static func finding(_ members: JSONObject, _ stages: JSONObject = [:]) -> Finding {
    Finding(vector: vector, reply: .ok(Answer(members: members, stages: stages)))
  }

  private static func text(_ count: Int, _ end: String = "") -> JSONValue {
    .string(String(repeating: "é", count: count / 2) + end)
  }

  /// Whatever may be long in a reply.
  static let replies: [Reply] = [
    .ok(Answer(members: ["contentType": text(1_000_000)])),
    .ok(Answer(members: ["contentType": ["base64": text(1_000_000)]])),
    .ok(Answer(members: ["contentType": .array(Array(repeating: text(10), count: 100_000))])),
    .ok(Answer(members: ["other": text(900_000)], stages: ["stringToSign": text(900_000)])),
    .ok(
      Answer(
        members: JSONObject(
          (0..<50_000).map { JSONMember(name: "m\($0)", value: .array([.string("v")])) }))),
    .ok(
      Answer(
        members: JSONObject([JSONMember(name: String(repeating: "n", count: 900_000), value: 1)]))),
    .rejected(errorClass: String(repeating: "c", count: 900_000), message: nil),
    .rejected(errorClass: nil, message: String(repeating: "\n", count: 900_000)),
    .refusedByTransport(
      message: String(repeating: "m", count: 900_000),
      signed: Answer(members: ["contentType": text(900_000)])),
    .unsupported(reason: String(repeating: "r", count: 900_000)),
    .failed(message: String(repeating: "m", count: 900_000)),
    .crash(String(repeating: "h", count: 900_000)),
  ]

  @Test(arguments: replies)
  func `keeps a beginning, and shows what the whole shows`(reply: Reply) {
    let whole = Finding(vector: Self.vector, reply: reply)
    let short = whole.shortened
    #expect("\(short.reply) \(short.verdict)".utf8.count < 30_000)
    #expect(short.vector == whole.vector)
    #expect(short.shown == Fingerprint(of: reply, to: Self.vector))
    #expect(short.verdict.failure?.kind == whole.verdict.failure?.kind)
    #expect(short.verdict.isPass == whole.verdict.isPass)
  }

  @Test func `keeps what is not long as it is`() {
    let finding = Self.finding(["contentType": Self.text(4_000)], ["a": Self.text(2_000)])
    #expect(finding.shortened == finding)
  }

  @Test func `keeps apart long values that differ at their ends`() throws {
    func value(_ end: String) throws -> JSONValue {
      let finding = Self.finding(["contentType": Self.text(100_000, end)]).shortened
      guard case .ok(let answer) = finding.reply else { return .null }
      return try #require(answer.members["contentType"])
    }
    #expect(try value("a") == value("a"))
    #expect(try value("a") != value("b"))
    #expect(try value("a").stringValue?.hasPrefix("éé") == true)
    #expect(try value("a").stringValue?.contains("… (100001 bytes, SHA-256 ") == true)
  }

  @Test func `shows the first byte of a long text that is not due`() throws {
    let due = String(repeating: "d", count: 5_000)
    let vector = VectorSamples.vector("made", .contentType, answer: ["contentType": .string(due)])
    let reply = Reply.ok(
      Answer(members: ["contentType": .string(due + String(repeating: "e", count: 900_000))]))
    let whole = Finding(vector: vector, reply: reply)
    let first = try #require(whole.shortened.verdict.failure?.differences.first)
    #expect(first.offset == 5_000)
    #expect(first.expected == Bytes(due.utf8))
    #expect((first.actual?.count ?? 0) < 8_000)
  }
}
