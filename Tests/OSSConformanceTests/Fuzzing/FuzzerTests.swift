import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import Testing

struct FuzzerTests {
  /// A mistake, the one feature that it takes, and the smallest request that shows it.
  struct Planted: Sendable, CustomTestStringConvertible {
    let feature: String
    let clauses: [String]
    let input: String
    let mistake: @Sendable () -> MistakenAdapter
    var testDescription: String { feature }
  }

  private static let rest =
    #""credentials":{"accessKeyId":"exampleAccessKeyID00","accessKeySecret":"ExampleSecret0000000000000000ab""#

  private static func input(
    key: String = "key.txt", headers: String = "", query: String = "", credentials: String = rest,
    time: Int = 1_702_743_657
  ) -> String {
    #"{"method":"GET","bucket":"examplebucket","key":"\#(key)","headers":[\#(headers)],"#
      + #""query":[\#(query)],\#(credentials)},"time":\#(time)}"#
  }

  /// Writes the days 1 to 9 with one digit where the clock makes the date.
  private static func shortDay(_ string: String, _ input: JSONObject) -> String {
    if input.headers.contains(where: { $0.name.lowercased() == "x-oss-date" }) { return string }
    var lines = string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[3] = lines[3].replacing(", 0", with: ", ")
    return lines.joined(separator: "\n")
  }

  private static func hasTabAtEnd(_ header: (name: String, value: String)) -> Bool {
    header.value.hasSuffix("\t") && header.value.contains { $0 != " " && $0 != "\t" }
  }

  static let planted: [Planted] = [
    Planted(
      feature: "the value of an x-oss- header that is 0", clauses: ["V1-HDR-1"],
      input: input(headers: #"["x-oss-meta-a","0"]"#)
    ) {
      MistakenAdapter(input: { input in
        var input = input
        let kept = (input["headers"]?.arrayValue ?? []).filter {
          let name = $0.arrayValue?[0].stringValue?.lowercased() ?? ""
          return $0.arrayValue?[1] != "0" || !name.hasPrefix("x-oss-")
        }
        input["headers"] = .array(kept)
        return input
      })
    },
    Planted(
      feature: "a security token", clauses: ["V1-TOK-1"],
      input: input(credentials: rest + #","securityToken":"a""#)
    ) { MistakenAdapter(input: { $0.withCredential("securityToken", nil) }) },
    Planted(
      feature: "a key that is 0", clauses: ["V1-RES-3"], input: input(key: "0")
    ) {
      MistakenAdapter(string: { string, input in
        input["key"] == "0" ? string.replacing("/0?", with: "/?").cut("/0") : string
      })
    },
    Planted(
      feature: "a secret of more than 64 bytes", clauses: ["V1-SIG-2"],
      input: input(
        credentials: rest.replacing(
          "ExampleSecret0000000000000000ab", with: String(repeating: "a", count: 65)))
    ) {
      MistakenAdapter(
        input: { input in
          let secret = input["credentials"]?.objectValue?["accessKeySecret"]?.stringValue ?? ""
          return input.withCredential("accessKeySecret", .string(String(secret.prefix(64))))
        }, showsString: false)
    },
    Planted(
      feature: "one of the first nine days of a month", clauses: ["V1-DATE-1"],
      input: input(time: 1_701_534_057)
    ) { MistakenAdapter(string: shortDay) },
    Planted(
      feature: "the value of an x-oss- header with a tab at an end", clauses: ["V1-HDR-3"],
      input: input(headers: #"["x-oss-meta-a","a\t"]"#)
    ) {
      MistakenAdapter(string: { string, input in
        input.headers.filter(hasTabAtEnd).reduce(string) { string, header in
          let name = header.name.lowercased()
          let text = String(header.value.drop { $0 == " " || $0 == "\t" })
          let right = String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
          return string.replacing("\n\(name):\(right)\n", with: "\n\(name):\(right)\t\n")
        }
      })
    },
  ]

  @Test(arguments: planted)
  func `shrinks a request to the one feature that a mistake takes`(planted: Planted) {
    var adapter = planted.mistake()
    let result = fuzz(&adapter)
    #expect(result.kinds.map(\.features) == [[planted.feature]])
    #expect(result.kinds.map(\.clauses) == [planted.clauses])
    #expect(
      result.kinds.map { JSONValue.object($0.finding.vector.input).compact() } == [planted.input])
    #expect(result.kinds.first.map { $0.count > 0 && $0.count <= result.failed } == true)
    #expect(result.agreed + result.failed == 250)
    #expect(result.unexplained == 0)
    #expect(result.exitStatus == .failures)
    #expect(adapter.asked == 250 + result.shrinking)
  }

  @Test func `finds a rare mistake behind a frequent one`() {
    var adapter = MistakenAdapter(
      input: { $0.withCredential("securityToken", nil) },
      string: Self.shortDay, showsString: false)
    let result = fuzz(&adapter)
    #expect(
      result.kinds.map(\.features).sorted { $0[0] < $1[0] } == [
        ["a security token"], ["one of the first nine days of a month"],
      ])
    #expect(result.unexplained == 0)
  }

  @Test func `names the subresources that an SDK does not know`() {
    var adapter = MistakenAdapter(input: { input in
      var input = input
      let kept = (input["query"]?.arrayValue ?? []).filter {
        !["vod", "img"].contains($0.arrayValue?[0].stringValue)
      }
      input["query"] = .array(kept)
      return input
    })
    let result = fuzz(&adapter)
    #expect(
      result.kinds.map(\.features) == [["the name of a subresource in the documents’ list"]])
    #expect(result.kinds.map(\.names) == [["img", "vod"]])
  }

  @Test func `reports a wrong answer to everything once`() {
    var adapter = MistakenAdapter(string: { string, _ in string + " " })
    let result = fuzz(&adapter)
    #expect(result.kinds.map(\.title) == ["every request"])
    #expect(result.kinds.map(\.count) == [250])
    #expect(result.failed == 250)
  }

  @Test func `an SDK that refuses everything has signed nothing`() {
    var adapter = MistakenAdapter(reply: { input in
      .rejected(
        errorClass: nil, message: "bad 'x\(input.members.count)' in line \(input.members.count)")
    })
    let result = fuzz(&adapter)
    #expect(result.rejected.total == 250)
    #expect(result.rejected.groups.map(\.message) == ["no class: bad '…' in line #"])
    #expect(result.kinds.isEmpty)
    #expect(result.exitStatus == .nothingRun)
  }

  @Test func `refusals are counted and are no mistakes of signing`() {
    var adapter = MistakenAdapter(reply: { input in
      input["bucket"] == "under_score"
        ? .rejected(errorClass: "invalid-bucket-name", message: "no bucket under_score") : nil
    })
    let result = fuzz(&adapter, count: 600)
    #expect(result.rejected.groups.map(\.message) == ["invalid-bucket-name: no bucket …"])
    #expect(result.rejected.total > 0)
    #expect(result.failed == 0)
    #expect(result.exitStatus == .asExpected)
  }

  @Test func `stops at the number of kinds and counts on`() {
    var fuzzer = Fuzzer()
    fuzzer.findings = 1
    var adapter = MistakenAdapter(
      input: { $0.withCredential("securityToken", nil) },
      string: Self.shortDay)
    let result = fuzz(&adapter, fuzzer)
    #expect(result.kinds.count == 1)
    #expect(result.count == 250)
    #expect(result.unexplained > 0)
  }

  @Test func `asks whoever knows mistakes by name`() {
    var fuzzer = Fuzzer()
    fuzzer.diagnose = { vector, reply in
      guard case .ok = reply else { return nil }
      return "The token of \(vector.operation.rawValue) is not signed."
    }
    var adapter = MistakenAdapter(input: { $0.withCredential("securityToken", nil) })
    let result = fuzz(&adapter, fuzzer)
    #expect(result.kinds.map(\.diagnosis) == ["The token of v1.header is not signed."])
    #expect(
      FuzzText().text(result).contains(
        "\n  diagnosis: The token of v1.header is not signed.\n"))
  }

  private func fuzz(
    _ adapter: inout MistakenAdapter, _ asked: Fuzzer = Fuzzer(), count: Int = 250
  ) -> FuzzResult {
    // Enough for each planted mistake; CI asks 20,000 requests in a release build.
    var fuzzer = asked
    fuzzer.count = count
    do throws(AdapterError) {
      return try fuzzer.run(with: &adapter)
    } catch {
      preconditionFailure("an adapter in process runs always: \(error)")
    }
  }
}

extension String {
  /// The text without an ending.
  fileprivate func cut(_ ending: String) -> String {
    hasSuffix(ending) ? String(dropLast(ending.count - 1)) : self
  }
}
