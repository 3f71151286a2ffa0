import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The judge of headers` {
  static let date: JSONValue = ["Date", "Sat, 16 Dec 2023 16:20:57 GMT"]
  static let authorization: JSONValue = ["Authorization", "OSS id:c2ln"]

  @Test(
    arguments: [
      [["DATE", "\t Sat, 16 Dec 2023 16:20:57 GMT "], ["authorization", "OSS id:c2ln"]],
      [date, authorization, ["User-Agent", "sdk/1"], ["Host", "h"], ["Content-Length", "0"]],
    ] as [JSONValue])
  func `the judge of headers accepts other spellings and headers that mean nothing`(
    headers: JSONValue
  ) {
    #expect(differences(headers) == [])
  }

  @Test func `the judge of headers wants every expected header with its value`() {
    #expect(
      differences([Self.authorization])
        == [Difference("headers", "header date", "Sat, 16 Dec 2023 16:20:57 GMT", nil)])
    #expect(
      differences([["Date", "now"], Self.authorization])
        == [Difference("headers", "header date", "Sat, 16 Dec 2023 16:20:57 GMT", "now")])
  }

  @Test(arguments: ["x-oss-security-token", "Content-Type", "content-md5", "X-OSS-Meta-A"])
  func `the judge of headers refuses further headers that change what the server computes`(
    name: String
  ) {
    #expect(
      differences([Self.date, Self.authorization, [.string(name), "v"]])
        == [Difference("headers", "header " + name.lowercased(), nil, "v")])
  }

  @Test func `the judge of headers refuses a second value of an expected header`() {
    #expect(
      differences([Self.date, Self.date, Self.authorization])
        == [Difference("headers", "header date", nil, "Sat, 16 Dec 2023 16:20:57 GMT")])
    #expect(
      differences([Self.date, Self.authorization, ["Authorization", "Basic eA=="]])
        == [Difference("headers", "header authorization", nil, "Basic eA==")])
  }

  @Test func `the judge of headers lets a Date stand beside the caller's x-oss-date`() {
    let input: JSONObject = ["headers": [["X-Oss-Date", "20231216T162057Z"]]]
    #expect(differences([Self.date, Self.date, Self.authorization], input: input) == [])
  }

  @Test func `the judge of headers names the part of Authorization that differs`() {
    #expect(
      differences([Self.date, ["Authorization", "OSS ie:c2ln"]])
        == [Difference("headers", "header authorization, access key ID", "id", "ie")])
  }

  @Test(arguments: ["none", ["Date"], [["Date"]], [["Date", 5]]] as [JSONValue])
  func `the judge of headers refuses what is no list of headers`(headers: JSONValue) {
    #expect(differences(headers).map(\.part) == ["not a list of names and values"])
  }

  @Test func `the judge of headers wants the additional headers that are signed`() throws {
    let suite = try RealVectors.suite("v4/additional-headers")
    let vector = try #require(suite.vectors.first { $0.id == "v4-add-one" })
    guard case .answer(let answer) = vector.expectation.outcome else {
      Issue.record("The vector expects a refusal.")
      return
    }
    let headers = try #require(answer.members["headers"]?.arrayValue)
    #expect(headers.first == ["Range", "bytes=0-9"])
    func found(_ sent: [JSONValue]) -> [Difference]? {
      var given = answer
      given.members["headers"] = .array(sent)
      return Judge.verdict(of: vector, reply: .ok(given)).failure?.differences
    }
    #expect(found(headers + [["User-Agent", "sdk/1"], ["Date", "today"]]) == nil)
    #expect(
      found(Array(headers.dropFirst()))
        == [Difference("headers", "header range", "bytes=0-9", nil)])
    #expect(
      found(headers + [["RANGE", "bytes=1-2"]])
        == [Difference("headers", "header range", nil, "bytes=1-2")])
  }

  @Test func `the judge of headers names the pair of an Authorization header that differs`() {
    let expected = `The judge of Authorization`.pairsV4
    let vector = VectorSamples.headerV4([
      "signature": "4a41", "headers": [["Authorization", .string(expected)]],
    ])
    func found(_ value: String) -> [Difference]? {
      Judge.verdict(
        of: vector,
        reply: VectorSamples.ok([
          "signature": "4a41", "headers": [["authorization", .string(value)]],
        ])
      ).failure?.differences
    }
    #expect(found(expected.replacing(",", with: ", ")) == nil)
    let commas = expected.replacing(";", with: ",")
    #expect(
      found(commas) == [Difference("headers", "header authorization", expected, commas)])
    #expect(
      found(expected.replacing("4a41", with: "4a42"))
        == [Difference("headers", "header authorization, signature", "4a41", "4a42")])
  }

  private func differences(_ headers: JSONValue, input: JSONObject = [:]) -> [Difference] {
    let vector = VectorSamples.header(
      members: ["signature": "c2ln", "headers": [Self.date, Self.authorization]], input: input)
    let verdict = Judge.verdict(
      of: vector, reply: VectorSamples.ok(["signature": "c2ln", "headers": headers]))
    return verdict.failure?.differences ?? []
  }
}
