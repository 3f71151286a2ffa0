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
  func `accepts other spellings and headers that mean nothing`(headers: JSONValue) {
    #expect(differences(headers) == [])
  }

  @Test func `wants every expected header with its value`() {
    #expect(
      differences([Self.authorization])
        == [Difference("headers", "header date", "Sat, 16 Dec 2023 16:20:57 GMT", nil)])
    #expect(
      differences([["Date", "now"], Self.authorization])
        == [Difference("headers", "header date", "Sat, 16 Dec 2023 16:20:57 GMT", "now")])
  }

  @Test(arguments: ["x-oss-security-token", "Content-Type", "content-md5", "X-OSS-Meta-A"])
  func `refuses further headers that change what the server computes`(name: String) {
    #expect(
      differences([Self.date, Self.authorization, [.string(name), "v"]])
        == [Difference("headers", "header " + name.lowercased(), nil, "v")])
  }

  @Test func `refuses a second value of an expected header`() {
    #expect(
      differences([Self.date, Self.date, Self.authorization])
        == [Difference("headers", "header date", nil, "Sat, 16 Dec 2023 16:20:57 GMT")])
    #expect(
      differences([Self.date, Self.authorization, ["Authorization", "Basic eA=="]])
        == [Difference("headers", "header authorization", nil, "Basic eA==")])
  }

  @Test func `lets a Date stand beside the caller's x-oss-date`() {
    let input: JSONObject = ["headers": [["X-Oss-Date", "20231216T162057Z"]]]
    #expect(differences([Self.date, Self.date, Self.authorization], input: input) == [])
    #expect(
      differences([["Date", "now"], Self.authorization], input: input)
        == [Difference("headers", "header date", "Sat, 16 Dec 2023 16:20:57 GMT", "now")])
  }

  @Test func `names the part of Authorization that differs`() {
    #expect(
      differences([Self.date, ["Authorization", "OSS ie:c2ln"]])
        == [Difference("headers", "header authorization, access key ID", "id", "ie")])
  }

  @Test(arguments: ["none", ["Date"], [["Date"]], [["Date", 5]]] as [JSONValue])
  func `refuses what is no list of headers`(headers: JSONValue) {
    #expect(differences(headers).map(\.part) == ["not a list of names and values"])
  }

  @Test func `wants the additional headers that are signed`() throws {
    let suite = try RealVectors.suite("v4/additional-headers")
    let vector = try #require(suite.vectors.first { $0.id == "v4-add-one" })
    let answer = try #require(vector.expectation.outcome.answer)
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

  @Test func `names the pair of an Authorization header that differs`() {
    let expected = `The judge of Authorization`.pairsV4
    let vector = VectorSamples.headerV4([
      "signature": "4a41", "headers": [["Authorization", .string(expected)]],
    ])
    func found(_ value: String) -> [Difference]? {
      vector.judged([
        "signature": "4a41", "headers": [["authorization", .string(value)]],
      ]).failure?.differences
    }
    #expect(found(expected.replacing(",", with: ", ")) == nil)
    let commas = expected.replacing(";", with: ",")
    #expect(found(commas) == [Difference("headers", "header authorization", expected, commas)])
    #expect(
      found(expected.replacing("4a41", with: "4a42"))
        == [Difference("headers", "header authorization, signature", "4a41", "4a42")])
  }

  private func differences(_ headers: JSONValue, input: JSONObject = [:]) -> [Difference] {
    let vector = VectorSamples.header(
      members: ["signature": "c2ln", "headers": [Self.date, Self.authorization]], input: input)
    let verdict = vector.judged(["signature": "c2ln", "headers": headers])
    return verdict.failure?.differences ?? []
  }
}

@Suite struct `The judge of Authorization` {
  @Test(arguments: [
    ("abc;range", "range;abc", true), ("abc;range", "abc", false), ("a;b", "a;b;b", false),
    ("a", "", false),
  ])
  func `takes the additional headers of V2 in any order`(
    due: String, given: String, isRight: Bool
  ) {
    func value(_ list: String) -> String {
      "OSS2 AccessKeyId:id,AdditionalHeaders:\(list),Signature:c2ln"
    }
    let vector = VectorSamples.vector(
      "list", .v2Header, answer: ["authorization": .string(value(due))])
    let reply = VectorSamples.ok(["authorization": .string(value(given))])
    #expect(Judge.verdict(of: vector, reply: reply).isPass == isRight)
  }

  @Test(arguments: [
    ("OSS id:c2lm", "signature", "c2ln", "c2lm"),
    ("OSS ie:c2ln", "access key ID", "id", "ie"),
    ("OSS a:id:c2ln", "access key ID", "id", "a:id"),
    ("oss id:c2ln", nil, "OSS id:c2ln", "oss id:c2ln"),
    ("OSS  id:c2ln", nil, "OSS id:c2ln", "OSS  id:c2ln"),
    ("OSS id:c2ln ", nil, "OSS id:c2ln", "OSS id:c2ln "),
    ("OSS id c2ln", nil, "OSS id:c2ln", "OSS id c2ln"),
    ("OSS :c2ln", nil, "OSS id:c2ln", "OSS :c2ln"),
    ("OSS id:", nil, "OSS id:c2ln", "OSS id:"),
    ("", nil, "OSS id:c2ln", ""),
  ])
  func `names the part that differs`(
    given: String, part: String?, expected: String, actual: String
  ) {
    let vector = VectorSamples.header(members: ["authorization": "OSS id:c2ln"])
    let verdict = vector.judged(["authorization": .string(given)])
    #expect(verdict.failure?.differences == [Difference("authorization", part, expected, actual)])
  }

  static let pairsV2 = "OSS2 AccessKeyId:id,AdditionalHeaders:abc;zabc,Signature:c2ln"
  private static let scope = "id/20231216/cn-hangzhou/oss/aliyun_v4_request"
  static let pairsV4 =
    "OSS4-HMAC-SHA256 Credential=\(scope),AdditionalHeaders=abc;zabc,Signature=4a41"

  private func verdict(_ expected: String, _ given: String, exact: [String] = []) -> Verdict {
    let vector = VectorSamples.headerV4(["authorization": .string(expected)], exact: exact)
    return vector.judged(["authorization": .string(given)])
  }

  @Test(arguments: [
    "OSS4-HMAC-SHA256 Credential=\(scope), AdditionalHeaders=abc;zabc, Signature=4a41",
    "OSS4-HMAC-SHA256 Credential=\(scope), Signature=4a41, AdditionalHeaders=abc;zabc",
    "OSS4-HMAC-SHA256 Signature=4a41,AdditionalHeaders=abc;zabc,\tCredential=\(scope)",
    "OSS2 AccessKeyId:id, AdditionalHeaders:abc;zabc, Signature:c2ln",
    "OSS2 Signature:c2ln,AccessKeyId:id,AdditionalHeaders:abc;zabc",
  ])
  func `takes the pairs of V2 and V4 in any order, with blanks`(given: String) {
    let due = given.hasPrefix("OSS2 ") ? Self.pairsV2 : Self.pairsV4
    #expect(verdict(due, given) == .passed(notes: []))
    #expect(verdict(due, given, exact: ["authorization"]).failure?.kind == .mismatch)
  }

  @Test(
    arguments: [
      ("Signature=4a41", "Signature=4a42", "signature", "4a41", "4a42"),
      ("Signature=4a41", "Signature=4A41", "signature", "4a41", "4A41"),
      ("abc;zabc", "zabc;abc", "AdditionalHeaders", "abc;zabc", "zabc;abc"),
      ("AdditionalHeaders=abc;zabc,", "", "AdditionalHeaders", "abc;zabc", nil),
      ("Credential=id/", "Credential=ie/", "Credential", scope, "ie\(scope.dropFirst(2))"),
      ("Signature=4a41", "Signature=4a41,Signature=4a41", "signature", nil, "4a41"),
      ("Signature=4a41", "Signature=4a41,Region=cn", "Region", nil, "cn"),
      ("Signature:c2ln", "Signature:c2lm", "signature", "c2ln", "c2lm"),
      ("AccessKeyId:id", "AccessKeyId:ie", "AccessKeyId", "id", "ie"),
      (":abc;zabc", ":abc", "AdditionalHeaders", "abc;zabc", "abc"),
    ] as [(String, String, String, String?, String?)])
  func `names the pair of V2 or V4 that differs`(
    old: String, new: String, part: String, expected: String?, actual: String?
  ) {
    let due = Self.pairsV4.contains(old) ? Self.pairsV4 : Self.pairsV2
    #expect(
      verdict(due, due.replacing(old, with: new)).failure?.differences
        == [Difference("authorization", part, expected, actual)])
  }

  @Test(arguments: [
    "OSS4-HMAC-SHA256  Credential=id,Signature=4a41", "OSS4-HMAC-SHA256",
    "oss4-hmac-sha256 Credential=id,Signature=4a41", "OSS4-HMAC-SHA256 Credential=id",
    "OSS4-HMAC-SHA256 Credential=id;Signature=4a41",
    "OSS4-HMAC-SHA256 Credential=id,,Signature=4a41",
    "OSS4-HMAC-SHA256 Credential=id,Signature", "OSS4-HMAC-SHA256 Credential=id,=4a41",
    "OSS4-HMAC-SHA256 Credential = id,Signature=4a41", "OSS id:4a41",
    "OSS2 AccessKeyId:id,Signature:4a41", "OSS4-HMAC-SHA256 Credential:id,Signature:4a41",
  ])
  func `compares as a whole what has no pairs of V4`(given: String) {
    #expect(
      verdict(Self.pairsV4, given).failure?.differences
        == [Difference("authorization", nil, Self.pairsV4, given)])
  }

  @Test func `finds a signature of V4 that the vector knows alone`() {
    let known = VectorSamples.headerV4(["signature": "4a41"])
    let presign = VectorSamples.vector("presign", .v4Presign, answer: ["signature": "4a41"])
    func passes(_ vector: Vector, _ member: String, _ text: String) -> Bool {
      vector.judged([member: .string(text)]).isPass
    }
    #expect(passes(known, "authorization", Self.pairsV4))
    #expect(!passes(known, "authorization", Self.pairsV4 + "0"))
    #expect(passes(presign, "url", "https://h/k?x-oss-signature=4a41&x-oss-date=1"))
    #expect(!passes(presign, "url", "https://h/k?x-oss-signature=4a42"))
  }
}
