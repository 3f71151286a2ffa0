import FoundationEssentials
import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The causes of refusals` {
  @Test func `the causes of refusals are each listed once, in sentences`() {
    let ids = RefusalCause.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 217)
    for mistake in RefusalCause.all {
      #expect(mistake.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(mistake.id)")
      #expect(mistake.sentence.hasSuffix(".") && mistake.change.hasSuffix("."), "\(mistake.id)")
      #expect(mistake.v1 != nil || mistake.v4 != nil || mistake.changeV4 == nil, "\(mistake.id)")
      #expect(mistake.changeV4?.hasSuffix(".") != false, "\(mistake.id)")
    }
  }

  @Test func `the causes of refusals name vectors that cite the clause of their version`() throws {
    let corpus = try RealVectors.corpus.get()
    var counted = (v1: 0, v4: 0)
    func check(_ mistake: RefusalCause, _ clause: String, _ id: String) throws {
      let vector = try #require(corpus[id: id], "\(mistake.id): \(id)")
      #expect(vector.clauses.contains(clause), "\(mistake.id): \(id) does not cite \(clause)")
    }
    for mistake in RefusalCause.all {
      if let clause = mistake.v1?.clause, let id = mistake.v1?.vector {
        try check(mistake, clause, id)
        counted.v1 += 1
      }
      if let ruling = mistake.v4 {
        let id = try #require(ruling.vector, "\(mistake.id): no vector for \(ruling.clause)")
        try check(mistake, ruling.clause, id)
        counted.v4 += 1
      }
    }
    #expect(counted.v1 > 70)
    #expect(counted.v4 > 95)
  }

  @Test func `the causes of refusals are listed on the page of the specification`() throws {
    let path = RealVectors.folder + "/../spec/explain.md"
    let page = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    for mistake in RefusalCause.all {
      let row =
        "| `\(mistake.id)` | \(mistake.sentence) | \(mistake.v1?.clause ?? "") | \(mistake.v4?.clause ?? "") |"
      #expect(page.contains(row), "\(row)")
    }
  }

  /// EXP-ANS-15.
  @Test func `the rules of answers are the rows of the table on the page`() throws {
    let path = RealVectors.folder + "/../spec/explain.md"
    let page = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    func cell(_ texts: [String]) -> String { texts.map { "`\($0)`" }.joined(separator: ", ") }
    let rows = AnswerRule.all.map { rule in
      let codes = cell(rule.codes) + (rule.word.map { " with `\($0)`" } ?? "")
      return "| `\(rule.cause.id)` | \(codes) | \(cell(rule.phrases)) | \(cell(rule.exactCauses)) |"
    }
    #expect(page.contains("\n" + rows.joined(separator: "\n") + "\n\n"))
  }

  static let prints: [@Sendable (String) -> String] = [
    { "com.aliyun.oss.OSSException: Oops.\n[ErrorCode]: \($0)\n[RequestId]: 6661D99C\n" },
    { "[StatusCode]: 400, [Code]: \($0), [Message]: Oops." },
    { "{'status': 400, 'details': {'Code': '\($0)', 'Message': 'Oops.'}}" },
    { "oss: service returned error: StatusCode=400, ErrorCode=\($0), ErrorMessage=\"Oops.\"" },
    { "Http Status Code: 400.\nError Code: \($0).\nMessage: Oops." },
    { "OssException: Oops.; ErrorCode: \($0); RequestID: 6661D99C" },
    { "\($0)Error: Oops.\n  status: 400, code: '\($0)'" },
    { "UserInfo={__name=Error, Message=Oops., Code=\($0), RequestId=5C}" },
    { "An error occurred (\($0)) when calling the PutObject operation: Oops." },
    { "api error \($0): Oops." },
    { #"{"RequestId":"932AEBB5","HostId":"sts.aliyuncs.com","Code":"\#($0)","Message":"Oops."}"# },
  ]

  /// EXP-EV-5, EXP-ANS-15.
  @Test(arguments: prints.indices)
  func `the causes of refusals are found in what SDKs print`(index: Int) {
    for rule in AnswerRule.all where rule.word == nil {
      for code in rule.codes {
        let text = Self.prints[index](code)
        let found = Explainer.explain(Evidence(body: Bytes(text.utf8)))
        #expect(found.first?.mistake == rule.cause, "\(text)")
        #expect(found.first?.certainty != .certain || text.hasPrefix("{\""), "\(text)")
      }
    }
  }

  /// EXP-FIND-4.
  @Test func `the causes of refusals cite a clause of V4 for a request of V4`() throws {
    let others: Set = [
      "none", "signature-version-legacy", "signature-version-refused", "signature-version-mixed",
      "signature-of-the-secret",
    ]
    var counted = 0
    for vector in try RealVectors.suite("explain/v4").vectors
    where others.isDisjoint(with: vector.flags) {
      let members = vector.input
      func bytes(_ name: String) -> Bytes? { members[name]?.stringValue.map { Bytes($0.utf8) } }
      func secret(_ name: String) -> String {
        members["credentials"]?.objectValue?[name]?.stringValue ?? ""
      }
      let secrets = GivenCredentials(
        accessKeyID: secret("accessKeyId"), accessKeySecret: secret("accessKeySecret"),
        securityToken: nil)
      let found = Explainer.explain(
        Evidence(
          body: bytes("body"), request: bytes("request"), string: bytes("string"),
          url: bytes("url"), secrets: members["credentials"] == nil ? nil : secrets))
      let first = try #require(found.first, "\(vector.id)")
      #expect(first.clause?.hasPrefix("V4-") == true, "\(vector.id): \(first.mistake.id)")
      counted += 1
    }
    #expect(counted > 100)
  }
}
