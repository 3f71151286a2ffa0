import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

/// SDKs with a planted mistake, found and shrunk.
@Suite struct `The fuzzer` {
  /// A mistake, the one feature that it takes, and the smallest request that shows it.
  struct Planted: Sendable, CustomTestStringConvertible {
    let feature: String
    let clauses: [String]
    /// The part of a signature of V4 that differs; nil for V1.
    var stage: String?
    let input: String
    let answer: FunctionAdapter.Answering
    var testDescription: String { "\(stage == nil ? "V1" : "V4"): \(feature)" }
  }

  private static let secret = "ExampleSecret0000000000000000ab"

  private static func input(
    key: String = "key.txt", headers: String = "", query: String = "", secret: String = secret,
    credentials: String = "", time: Int = 1_702_743_657, rest: String = ""
  ) -> String {
    #"{"method":"GET","bucket":"examplebucket","key":"\#(key)","headers":[\#(headers)],"#
      + #""query":[\#(query)],"credentials":{"accessKeyId":"exampleAccessKeyID00","#
      + #""accessKeySecret":"\#(secret)"\#(credentials)},"time":\#(time)\#(rest)}"#
  }

  private static func inputV4(
    headers: String = "", query: String = "", secret: String = secret, credentials: String = "",
    region: String = "cn-hangzhou", rest: String = ""
  ) -> String {
    input(
      headers: headers, query: query, secret: secret, credentials: credentials,
      rest: #","region":"\#(region)"\#(rest)"#)
  }

  static let planted: [Planted] = [
    Planted(
      feature: "the value of an x-oss- header that is 0", clauses: ["V1-HDR-1"],
      input: input(headers: #"["x-oss-meta-a","0"]"#),
      answer: Signing.v1(
        changing("headers") { headers in
          headers.filter { header in
            let name = header.arrayValue?[0].stringValue?.lowercased() ?? ""
            return header.arrayValue?[1] != "0" || !name.hasPrefix("x-oss-")
          }
        })),
    Planted(
      feature: "a security token", clauses: ["V1-TOK-1"],
      input: input(credentials: #","securityToken":"a""#), answer: Signing.v1(withoutToken)),
    Planted(
      feature: "a key that is 0", clauses: ["V1-RES-3"], input: input(key: "0"),
      answer: Signing.v1String { string, input in
        guard input["key"] == "0" else { return string }
        let cut = string.replacing("/0?", with: "/?")
        return cut.hasSuffix("/0") ? String(cut.dropLast()) : cut
      }),
    Planted(
      feature: "a secret of more than 64 bytes", clauses: ["V1-SIG-2"],
      input: input(secret: String(repeating: "a", count: 65)),
      answer: Signing.v1(withShortSecret, showsString: false)),
    Planted(
      feature: "one of the first nine days of a month", clauses: ["V1-DATE-1"],
      input: input(time: 1_701_534_057), answer: Signing.v1String(shortDay)),
    Planted(
      feature: "the value of an x-oss- header with a tab at an end", clauses: ["V1-HDR-3"],
      input: input(headers: #"["x-oss-meta-a","a\t"]"#),
      answer: Signing.v1String { string, input in
        headers(of: input).filter { name, value in
          value.hasSuffix("\t") && value.contains { $0 != " " && $0 != "\t" }
        }.reduce(string) { string, header in
          let left = header.value.drop { $0 == " " || $0 == "\t" }
          let value = String(left.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
          let line = "\n\(header.name.lowercased()):\(value)"
          return string.replacing(line + "\n", with: line + "\t\n")
        }
      }),
    Planted(
      feature: "another region", clauses: ["V4-SCO-1"], stage: "the credential scope",
      input: inputV4(region: "a"), answer: Signing.other { $0["region"] = "cn-hangzhou" }),
    Planted(
      feature: "an additional header", clauses: ["V4-ADD-1", "V4-ADD-2"],
      stage: "the canonical headers",
      input: inputV4(
        headers: #"["cache-control","a"]"#, rest: #","additionalHeaders":["cache-control"]"#),
      answer: Signing.other(changing("additionalHeaders") { _ in [] })),
    Planted(
      feature: "a parameter with a value", clauses: ["V4-QRY-3"], stage: "the canonical query",
      input: inputV4(query: #"["a","a"]"#),
      answer: Signing.other(
        changing("query") { $0.map { [$0.arrayValue?[0] ?? .null, .null] } })),
    Planted(
      feature: "a security token", clauses: ["V4-TOK-1"], stage: "the canonical headers",
      input: inputV4(credentials: #","securityToken":"a""#), answer: Signing.other(withoutToken)),
    Planted(
      feature: "a secret of more than 64 bytes", clauses: ["V4-KEY-2"], stage: "the signing key",
      input: inputV4(secret: String(repeating: "a", count: 66)),
      answer: Signing.other(withShortSecret)),
  ]

  @Test(arguments: planted)
  func `shrinks a request to the one feature that a mistake takes`(planted: Planted) throws {
    let operations = planted.stage == nil ? Self.v1 : Self.v4
    let (result, asked) = try Self.fuzz(operations, planted.answer)
    #expect(result.kinds.map(\.features) == [[planted.feature]])
    #expect(result.kinds.map(\.clauses) == [planted.clauses])
    #expect(result.kinds.map(\.stage) == [planted.stage])
    #expect(
      result.kinds.map { JSONValue.object($0.finding.vector.input).compact() } == [planted.input])
    #expect(result.kinds.first.map { $0.count > 0 && $0.count <= result.failed } == true)
    #expect(result.agreed + result.failed == 250)
    #expect(result.unexplained == 0)
    #expect(result.exitStatus == .failures)
    #expect(asked == 250 + result.shrinking)
  }

  @Test func `finds a rare mistake behind a frequent one`() throws {
    let (result, _) = try Self.fuzz(
      Self.v1, Signing.v1(Self.withoutToken, string: Self.shortDay, showsString: false))
    #expect(
      result.kinds.map(\.features).sorted { $0[0] < $1[0] } == [
        ["a security token"], ["one of the first nine days of a month"],
      ])
    #expect(result.unexplained == 0)
  }

  @Test func `names the subresources that an SDK does not know`() throws {
    let (result, _) = try Self.fuzz(
      Self.v1,
      Signing.v1(
        Self.changing("query") { query in
          query.filter { !["vod", "img"].contains($0.arrayValue?[0].stringValue) }
        }))
    #expect(result.kinds.map(\.features) == [["the name of a subresource that few clients send"]])
    #expect(result.kinds.map(\.names) == [["img", "vod"]])
  }

  @Test func `reports a wrong answer to every request once`() throws {
    let (result, _) = try Self.fuzz(Self.v1, Signing.v1String { string, _ in string + " " })
    #expect(result.kinds.map(\.title) == ["every request"])
    #expect(result.kinds.map(\.count) == [250])
    #expect(result.failed == 250)
    let (other, _) = try Self.fuzz(Self.v4) { _, _ in
      .ok(Answer(members: ["signature": "00"]))
    }
    #expect(other.kinds.map(\.title) == ["with V4: every request"])
    #expect(other.kinds.map(\.clauses) == [["V4-STS-1", "V4-STS-4"]])
    #expect(other.kinds.map(\.stage) == [nil])
    #expect(other.kinds.map(\.count) == [250])
  }

  @Test func `shrinks a mistake in URLs of V4 to the seconds for which they work`() throws {
    let (result, _) = try Self.fuzz(Self.v4) { operation, input in
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
    let change = Self.changing("additionalHeaders") { _ in [] }
    let (result, _) = try Self.fuzz(Self.v4) { operation, input in
      guard case .ok(var answer) = Signing.other(change)(operation, input) else {
        return .failed(message: "not signed")
      }
      answer.stages = JSONObject(
        answer.stages.members.filter { ["canonicalRequest", "stringToSign"].contains($0.name) })
      return .ok(answer)
    }
    #expect(result.kinds.map(\.stage) == ["the canonical headers"])
    #expect(FuzzText().text(result).contains("\n  stage: the canonical headers\n"))
  }

  @Test func `reports the mistakes of two versions apart`() throws {
    let (result, _) = try Self.fuzz(FuzzRequest.operations, Signing.other(Self.withoutToken))
    #expect(
      result.kinds.map(\.title).sorted { $0.count < $1.count } == [
        "a security token", "with V4: a security token",
      ])
    #expect(result.unexplained == 0)
  }

  @Test func `says of an SDK that refuses every request that it has signed nothing`() throws {
    let (result, _) = try Self.fuzz(Self.v1) { _, input in
      let count = input.members.count
      return .rejected(errorClass: nil, message: "bad 'x\(count)' in line \(count)")
    }
    #expect(result.rejected.total == 250)
    #expect(result.rejected.groups.map(\.message) == ["no class: bad '…' in line #"])
    #expect(result.kinds.isEmpty)
    #expect(result.exitStatus == .nothingRun)
  }

  @Test func `counts refusals, which are no mistakes of signing`() throws {
    let (result, _) = try Self.fuzz(Self.v1, count: 600) { operation, input in
      input["bucket"] == "under_score"
        ? .rejected(errorClass: "invalid-bucket-name", message: "no bucket under_score")
        : ReferenceAdapter().answer(operation, input)
    }
    #expect(result.rejected.groups.map(\.message) == ["invalid-bucket-name: no bucket …"])
    #expect(result.rejected.total > 0)
    #expect(result.failed == 0)
    #expect(result.exitStatus == .asExpected)
  }

  @Test func `stops at the number of kinds and continues to count`() throws {
    var fuzzer = Fuzzer()
    fuzzer.findings = 1
    let (result, _) = try Self.fuzz(
      Self.v1, by: fuzzer, Signing.v1(Self.withoutToken, string: Self.shortDay))
    #expect(result.kinds.count == 1)
    #expect(result.count == 250)
    #expect(result.unexplained > 0)
  }

  @Test func `asks the diagnosis for the name of a mistake`() throws {
    var fuzzer = Fuzzer()
    fuzzer.diagnose = { vector, reply in
      guard case .ok = reply else { return nil }
      return "The token of \(vector.operation.rawValue) is not signed."
    }
    let (result, _) = try Self.fuzz(Self.v1, by: fuzzer, Signing.v1(Self.withoutToken))
    #expect(result.kinds.map(\.diagnosis) == ["The token of v1.header is not signed."])
    #expect(
      FuzzText().text(result).contains(
        "\n  diagnosis: The token of v1.header is not signed.\n"))
  }

  @Test func `ends what takes too long to shrink, and counts on`() throws {
    var fuzzer = Fuzzer()
    fuzzer.shrinkingTime = 0
    let (result, asked) = try Self.fuzz(Self.v1, by: fuzzer) { _, _ in
      .ok(Answer(members: ["signature": "AAAA"]))
    }
    #expect(result.isCutShort)
    #expect(result.failed == 250)
    #expect(asked == 250 + result.shrinking)
    #expect(result.shrinking < 60)
    #expect(result.exitStatus == .failures)
    #expect(FuzzText().text(result).contains("; it took too long and was ended\n"))
  }

  @Test func `ends with an adapter that answers only in eights`() throws {
    let script = """
      window=8 operations='"v1.header"'; hello
      while :; do
        set --; while [ $# -lt 8 ]; do ask; set -- "$@" "$seq"; done
        for seq; do say '"status":"ok","output":{"signature":"AAAA"}'; done
      done
      """
    var limits = AdapterLimits()
    limits.request = 200_000_000
    var adapter = try ProcessAdapter(
      command: ShellAdapter.command(script), limits: limits, showsErrors: false)
    var fuzzer = Fuzzer()
    fuzzer.count = 60
    fuzzer.shrinkingTime = 1_000_000_000
    let start = ContinuousClock.now
    let result = try fuzzer.run(with: &adapter)
    adapter.end()
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(result.count == 60)
    #expect(result.isCutShort)
  }

  private static let v1: [OSSVectors.Operation] = [.v1Header, .v1Presign]
  private static let v4: [OSSVectors.Operation] = [.v4Header, .v4Presign]

  /// Runs a fuzzer over enough requests for each planted mistake.
  ///
  /// - Returns: What it found, and how often the adapter was asked.
  private static func fuzz(
    _ operations: [OSSVectors.Operation], by asked: Fuzzer = Fuzzer(), count: Int = 250,
    _ answer: @escaping FunctionAdapter.Answering
  ) throws -> (FuzzResult, asked: Int) {
    var fuzzer = asked
    fuzzer.count = count
    fuzzer.operations = Set(operations)
    var adapter = FunctionAdapter(answer: answer)
    return (try fuzzer.run(with: &adapter), adapter.asked)
  }
}
