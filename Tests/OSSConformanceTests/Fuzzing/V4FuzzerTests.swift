import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// SDKs with a mistake in V4, found and shrunk.
struct V4FuzzerTests {
  /// A mistake, the one feature that it takes, and the smallest request that shows it.
  struct Planted: Sendable, CustomTestStringConvertible {
    let feature: String
    let clauses: [String]
    let stage: String
    let input: String
    let mistake: @Sendable (JSONObject) -> JSONObject
    var testDescription: String { feature }
  }

  private static func input(
    headers: String = "", query: String = "", credentials: String = "",
    region: String = "cn-hangzhou", rest: String = ""
  ) -> String {
    #"{"method":"GET","bucket":"examplebucket","key":"key.txt","headers":[\#(headers)],"#
      + #""query":[\#(query)],"credentials":{"accessKeyId":"exampleAccessKeyID00","#
      + #""accessKeySecret":"ExampleSecret0000000000000000ab"\#(credentials)},"#
      + #""time":1702743657,"region":"\#(region)"\#(rest)}"#
  }

  /// The input with other elements of an array.
  private static func changing(
    _ member: String, _ change: @escaping @Sendable ([JSONValue]) -> [JSONValue]
  ) -> @Sendable (JSONObject) -> JSONObject {
    { input in
      var input = input
      if let elements = input[member]?.arrayValue { input[member] = .array(change(elements)) }
      return input
    }
  }

  static let planted: [Planted] = [
    Planted(
      feature: "another region", clauses: ["V4-SCO-1"], stage: "the credential scope",
      input: input(region: "a")
    ) { input in
      var input = input
      input["region"] = "cn-hangzhou"
      return input
    },
    Planted(
      feature: "an additional header", clauses: ["V4-ADD-1", "V4-ADD-2"],
      stage: "the canonical headers",
      input: input(
        headers: #"["cache-control","a"]"#, rest: #","additionalHeaders":["cache-control"]"#),
      mistake: changing("additionalHeaders") { _ in [] }),
    Planted(
      feature: "a parameter with a value", clauses: ["V4-QRY-3"], stage: "the canonical query",
      input: input(query: #"["a","a"]"#),
      mistake: changing("query") { $0.map { [$0.arrayValue?[0] ?? .null, .null] } }),
    Planted(
      feature: "a security token", clauses: ["V4-TOK-1"], stage: "the canonical headers",
      input: input(credentials: #","securityToken":"a""#)
    ) { $0.withCredential("securityToken", nil) },
    Planted(
      feature: "a secret of more than 64 bytes", clauses: ["V4-KEY-2"], stage: "the signing key",
      input: input().replacing(
        "ExampleSecret0000000000000000ab", with: String(repeating: "a", count: 66))
    ) { input in
      let secret = input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue ?? ""
      return input.withCredential("accessKeySecret", .string(String(secret.prefix(64))))
    },
  ]

  @Test(arguments: planted)
  func `shrinks a request of V4 to the one feature that a mistake takes`(planted: Planted) throws {
    let result = try Self.fuzz { operation, input in
      ReferenceAdapter().answer(operation, planted.mistake(input))
    }
    #expect(result.kinds.map(\.features) == [[planted.feature]])
    #expect(result.kinds.map(\.clauses) == [planted.clauses])
    #expect(result.kinds.map(\.stage) == [planted.stage])
    #expect(
      result.kinds.map { JSONValue.object($0.finding.vector.input).compact() } == [planted.input])
    #expect(result.unexplained == 0)
    #expect(result.exitStatus == .failures)
  }

  @Test func `shrinks a mistake in URLs to the seconds for which they work`() throws {
    let result = try Self.fuzz { operation, input in
      var input = input
      if operation == .v4Presign { input["expires"] = 3600 }
      return ReferenceAdapter().answer(operation, input)
    }
    #expect(
      result.kinds.map(\.title) == ["in a presigned URL of V4: another time for which it works"])
    #expect(result.kinds.map(\.clauses) == [["V4-PRE-3"]])
    #expect(result.kinds.map(\.stage) == ["the canonical query"])
    #expect(FuzzText().text(result).contains("\n    seconds of validity \""))
  }

  @Test func `names the part of a canonical request that is shown whole`() throws {
    let result = try Self.fuzz { operation, input in
      let change = Self.changing("additionalHeaders") { _ in [] }
      guard case .ok(var answer) = ReferenceAdapter().answer(operation, change(input)) else {
        return .failed(message: "not signed")
      }
      answer.stages = JSONObject(
        answer.stages.members.filter { ["canonicalRequest", "stringToSign"].contains($0.name) })
      return .ok(answer)
    }
    #expect(result.kinds.map(\.stage) == ["the canonical headers"])
    #expect(FuzzText().text(result).contains("\n  stage: the canonical headers\n"))
  }

  @Test func `separates the mistakes of two versions`() throws {
    let result = try Self.fuzz(operations: FuzzRequest.operations) { operation, input in
      ReferenceAdapter().answer(operation, input.withCredential("securityToken", nil))
    }
    #expect(
      result.kinds.map(\.title).sorted { $0.count < $1.count } == [
        "a security token", "with V4: a security token",
      ])
    #expect(result.unexplained == 0)
  }

  @Test func `reports a wrong V4 answer to everything once`() throws {
    let result = try Self.fuzz { operation, input in
      guard case .ok(var answer) = ReferenceAdapter().answer(operation, input) else {
        return .failed(message: "not signed")
      }
      answer.members = ["signature": "00"]
      answer.stages = [:]
      return .ok(answer)
    }
    #expect(result.kinds.map(\.title) == ["with V4: every request"])
    #expect(result.kinds.map(\.clauses) == [["V4-STS-1", "V4-STS-4"]])
    #expect(result.kinds.map(\.stage) == [nil])
    #expect(result.kinds.map(\.count) == [250])
  }

  private static func fuzz(
    operations: [OSSVectors.Operation] = [.v4Header, .v4Presign],
    _ answer: @escaping AnsweringAdapter.Answering
  ) throws -> FuzzResult {
    var fuzzer = Fuzzer()
    fuzzer.count = 250
    fuzzer.operations = Set(operations)
    var adapter = AnsweringAdapter(answer: answer)
    return try fuzzer.run(with: &adapter)
  }
}

/// An adapter that is a function.
private struct AnsweringAdapter: Adapter {
  typealias Answering = (OSSVectors.Operation, JSONObject) -> Reply

  let answer: Answering
  let identity = AdapterIdentity(
    name: "answering", version: "1", language: "swift",
    operations: FuzzRequest.operations.map(\.rawValue))

  mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void
  ) throws(AdapterError) -> [Reply] {
    requests.map { answer($0.operation, $0.input) }
  }
}
