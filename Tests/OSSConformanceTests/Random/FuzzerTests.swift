import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

/// SDKs with a planted mistake, found and reduced.
@Suite struct `The fuzzer` {
  /// A mistake, and all that is left of an input that shows it.
  struct Planted: Sendable, CustomTestStringConvertible {
    let what: String
    let operation: OSSVectors.Operation
    let input: String
    let answer: FunctionAdapter.Answering
    var testDescription: String { "\(operation.rawValue): \(what)" }
  }

  private static func input(
    _ rest: String, secret: String = "a", credentials: String = "", time: Int = 1_702_743_657
  ) -> String {
    #"{\#(rest)"credentials":{"accessKeyId":"a","accessKeySecret":"\#(secret)"\#(credentials)},"#
      + #""time":\#(time)}"#
  }

  static let planted: [Planted] = [
    Planted(
      what: "an x-oss- header whose value is 0 is left out", operation: .v1Header,
      input: input(#""headers":[["x-oss-","0"]],"#),
      answer: Signing.v1(
        changing("headers") { headers in
          headers.filter { header in
            let name = header.arrayValue?[0].stringValue?.lowercased() ?? ""
            return header.arrayValue?[1] != "0" || !name.hasPrefix("x-oss-")
          }
        })),
    Planted(
      what: "the token is left out", operation: .v1Header,
      input: input("", credentials: #","securityToken":"a""#), answer: Signing.v1(withoutToken)),
    Planted(
      what: "the key 0 is left out", operation: .v1Header,
      input: input(#""bucket":"a","key":"0","#),
      answer: Signing.v1String { string, input in
        guard input["key"] == "0" else { return string }
        let cut = string.replacing("/0?", with: "/?")
        return cut.hasSuffix("/0") ? String(cut.dropLast()) : cut
      }),
    Planted(
      what: "a secret is cut after 64 bytes", operation: .v1Header,
      input: input("", secret: String(repeating: "a", count: 65)),
      answer: Signing.v1(withShortSecret, showsString: false)),
    Planted(
      what: "a day has one digit", operation: .v1Header, input: input("", time: 0),
      answer: Signing.v1String(shortDay)),
    Planted(
      what: "a tab at the end of a value stays", operation: .v1Header,
      input: input(#""headers":[["x-oss-","a\t"]],"#),
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
  ]

  @Test(arguments: planted)
  func `reduces an input until nothing of it can be taken away`(planted: Planted) throws {
    let (result, asked) = try Self.fuzz([planted.operation], planted.answer)
    #expect(
      result.kinds.map { JSONValue.object($0.finding.vector.input).compact() } == [planted.input])
    #expect(result.kinds.first.map { $0.count > 0 && $0.count <= result.failed } == true)
    #expect(result.agreed + result.failed == result.count)
    #expect(result.unexplained == 0)
    #expect(result.exitStatus == .failures)
    #expect(asked == result.count + result.reducing)
  }

  @Test func `reduces mistakes of V4 in the place where the answers differ first`() throws {
    for (change, place) in Self.changes {
      // Few secrets are longer than a block of the hash.
      let isLong = { (vector: Vector) in
        let secret = vector.input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue
        return place != "signingKey" || (secret?.utf8.count ?? 0) > 64
      }
      let (result, _) = try Self.fuzz(
        [.v4Header], count: 40, findings: 1, over: isLong, Signing.other(change))
      let first = try #require(result.kinds.first?.finding.verdict.failure?.differences.first)
      #expect(first.name == place)
      #expect(result.unexplained == 0)
    }
  }

  private static let changes: [(change: Signing.Change, place: String)] = [
    ({ $0["region"] = "cn-hangzhou" }, "scope"),
    (changing("additionalHeaders") { _ in [] }, "canonicalHeaders"),
    (changing("query") { $0.map { [$0.arrayValue?[0] ?? .null, .null] } }, "canonicalQuery"),
    (withoutToken, "canonicalHeaders"), (withShortSecret, "signingKey"),
  ]

  @Test func `finds a rare mistake behind a frequent one`() throws {
    let (result, _) = try Self.fuzz(
      [.v1Header], Signing.v1(Self.withoutToken, string: Self.shortDay, showsString: false))
    let rests = result.kinds.map { JSONValue.object($0.finding.vector.input).compact() }
    #expect(rests.contains { $0.contains("securityToken") })
    #expect(rests.contains { !$0.contains("securityToken") })
    #expect(result.unexplained == 0)
  }

  @Test func `shows names that an SDK does not know as one kind`() throws {
    let (result, _) = try Self.fuzz(
      [.v1Header],
      Signing.v1(
        Self.changing("query") { query in
          query.filter { !["uploads", "acl"].contains($0.arrayValue?[0].stringValue) }
        }))
    #expect(result.kinds.count == 1)
    let kind = try #require(result.kinds.first)
    let names = ([kind.finding.vector.input] + kind.others).map {
      $0["query"]?.arrayValue?.first?.arrayValue?.first?.stringValue
    }
    #expect(Set(names) == ["acl", "uploads"])
  }

  @Test func `reports a wrong answer to every input once for each operation`() throws {
    let (result, _) = try Self.fuzz([.v1Header, .v1Presign], count: 300) { _, _ in
      .ok(Answer(members: ["signature": "00"]))
    }
    #expect(Set(result.kinds.map(\.finding.vector.operation)) == [.v1Header, .v1Presign])
    #expect(result.kinds.count == 2)
    #expect(result.failed == 300)
  }

  @Test func `finds what is refused wrongly and what is wrongly accepted, where nothing is signed`()
    throws
  {
    let (result, _) = try Self.fuzz([.tokenParse, .base64], count: 200) { operation, input in
      let reply = ReferenceAdapter().answer(operation, input)
      return switch (operation, reply) {
      case (.base64, .rejected): .ok(Answer(members: ["text": "AA=="]))
      case (.tokenParse, .ok): .rejected(errorClass: "token-response-malformed", message: nil)
      default: reply
      }
    }
    let kinds = Set(result.kinds.compactMap(\.finding.verdict.failure?.kind))
    #expect(kinds == [.accepted, .rejected])
    #expect(result.rejected.total == 0)
  }

  @Test func `says of an SDK that refuses every request that it has signed nothing`() throws {
    let (result, _) = try Self.fuzz([.v1Header], count: 50) { _, input in
      let count = input.members.count
      return .rejected(errorClass: nil, message: "bad 'x\(count)' in line \(count)")
    }
    #expect(result.rejected.total == 50)
    #expect(result.rejected.groups.map(\.message) == ["no class: bad '…' in line #"])
    #expect(result.kinds.isEmpty)
    #expect(result.exitStatus == .nothingRun)
  }

  @Test func `counts refusals, which are no mistakes of signing`() throws {
    let (result, _) = try Self.fuzz([.v1Header]) { operation, input in
      input["bucket"] == "examplebucket" && input["method"] == "PUT"
        ? .rejected(errorClass: "invalid-bucket-name", message: "no bucket examplebucket")
        : ReferenceAdapter().answer(operation, input)
    }
    #expect(result.rejected.groups.map(\.message).contains("invalid-bucket-name: no bucket …"))
    #expect(result.failed == 0)
    #expect(result.exitStatus == .asExpected)
  }

  @Test func `stops at the number of kinds, and counts what belongs to none`() throws {
    let (result, _) = try Self.fuzz(
      [.v1Header], findings: 1, Signing.v1(Self.withoutToken, string: Self.shortDay))
    #expect(result.kinds.count == 1)
    #expect(result.count == 400)
    #expect(result.unexplained > 0)
  }

  @Test func `ends what takes too long to reduce`() throws {
    let (result, asked) = try Self.fuzz([.v1Header], time: 0) { _, _ in
      .ok(Answer(members: ["signature": "AAAA"]))
    }
    #expect(result.isCutShort)
    #expect(result.failed == 400)
    #expect(asked == 400)
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
    var fuzzer = Fuzzer(try RealVectors.corpus.get().vectors)
    (fuzzer.count, fuzzer.reducingTime) = (60, 1_000_000_000)
    let start = ContinuousClock.now
    let result = try fuzzer.run(with: &adapter)
    adapter.end()
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(result.count == 60)
    #expect(result.isCutShort)
  }

  /// Inputs of V1 in which each planted mistake is near, so that the corpus may grow as it likes.
  private static func samples(_ vectors: [Vector]) -> [Vector] {
    [
      #"{"method":"GET","bucket":"b","key":"photo.jpg","query":[["acl",null],["x-id","1"]],"#,
      #"{"method":"PUT","bucket":"examplebucket","key":"0","headers":[["x-oss-meta-a","0"]],"#,
      #"{"method":"PUT","bucket":"examplebucket","headers":[["x-oss-meta-a","v\t"],["X-Oss-B","1"]],"#,
      #"{"method":"POST","bucket":"b","key":"é/0","query":[["uploads",null]],"#,
    ].enumerated().flatMap { index, start in
      [(64, #","securityToken":"t""#, 1_702_743_657), (65 + index, "", 1_704_412_800)].compactMap {
        length, token, time in
        let text =
          start + #""credentials":{"accessKeyId":"id","accessKeySecret":""#
          + String(repeating: "s", count: length) + "\"\(token)},\"time\":\(time)}"
        guard let input = (try? JSONReader.read(text))?.objectValue else { return nil }
        return vectors.first.map {
          Vector(
            id: "sample", operation: .v1Header, level: .must, reason: nil, clauses: $0.clauses,
            comment: $0.comment, flags: [], provenance: $0.provenance, input: input,
            expectation: $0.expectation)
        }
      }
    }
  }

  /// Runs a fuzzer over enough inputs for each planted mistake.
  ///
  /// - Returns: What it found, and how often the adapter was asked.
  private static func fuzz(
    _ operations: [OSSVectors.Operation], count: Int = 400, time: Int64 = 60_000_000_000,
    findings: Int = 20, over isChosen: (Vector) -> Bool = { _ in true },
    _ answer: @escaping FunctionAdapter.Answering
  ) throws -> (FuzzResult, asked: Int) {
    let vectors = try RealVectors.corpus.get().vectors.filter {
      operations.contains($0.operation) && isChosen($0)
    }
    var fuzzer = Fuzzer(operations == [.v1Header] ? samples(vectors) : vectors)
    (fuzzer.count, fuzzer.reducingTime, fuzzer.findings) = (count, time, findings)
    var adapter = FunctionAdapter(answer: answer)
    let result = try fuzzer.run(with: &adapter)
    return (result, adapter.asked)
  }
}

@Suite struct `The reducer` {
  private static let input: JSONObject = [
    "list": [["name", "value"], ["other", "é value\t"], ["last", ""]],
    "object": ["flag": true, "number": 77, "moment": 1_800_000_000, "none": nil],
    "events": [
      ["at": 5_000, "what": "first"], ["at": 5_700, "what": "second"],
      ["at": 9_000, "what": "third"],
    ],
  ]

  /// What an input must hold, and all that is left of it.
  static let kept: [(needed: String, rest: String)] = [
    ("\\t", #"{"list":[["\t"]]}"#),
    ("u00e9", #"{"list":[["\u00e9"]]}"#),
    ("true", #"{"object":{"flag":true}}"#),
    ("number", #"{"object":{"number":0}}"#),
    ("moment", #"{"object":{"moment":1702743657}}"#),
    ("third", #"{"events":[{"what":"third"}]}"#),
    ("{", "{}"),
  ]

  @Test(arguments: kept)
  func `leaves nothing that can be taken away`(needed: String, rest: String) {
    var reducer = Reducer(limit: 2_000)
    let reduced = reducer.reduce(Self.input) { inputs in
      inputs.map { JSONValue.object($0).compact().contains(needed) }
    }
    #expect(JSONValue.object(reduced).compact() == rest)
    #expect((1...500).contains(reducer.tried))
  }

  @Test func `moves what happens together, so that what lies between stays`() {
    var reducer = Reducer(limit: 2_000)
    let reduced = reducer.reduce(Self.input) { inputs in
      inputs.map { input in
        let moments = (input["events"]?.arrayValue ?? []).map {
          $0.objectValue?["at"]?.integerValue
        }
        return zip(moments, moments.dropFirst()).contains { pair in
          guard let first = pair.0, let second = pair.1 else { return false }
          return second - first >= 700
        }
      }
    }
    #expect(JSONValue.object(reduced).compact() == #"{"events":[{"at":0},{"at":700}]}"#)
  }

  @Test func `ends at its limit with what it has by then`() {
    var reducer = Reducer(limit: 20)
    let reduced = reducer.reduce(Self.input) { inputs in
      inputs.map { JSONValue.object($0).compact().contains("u00e9") }
    }
    #expect(reducer.tried == 20)
    #expect(reduced != Self.input)
    #expect(JSONValue.object(reduced).compact().contains("u00e9"))
  }
}
