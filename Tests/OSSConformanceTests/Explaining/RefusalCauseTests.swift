import FoundationEssentials
import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The causes of refusals` {
  /// The page of the clauses.
  static let page = Result {
    try String(
      contentsOf: URL(filePath: RealVectors.folder + "/../spec/explain.md"), encoding: .utf8)
  }

  /// Every cause that a case or a sample of `Detectors` shows.
  static func causes() throws -> Set<RefusalCause> {
    let samples =
      `Detectors`.strings + `Detectors`.answers + `Detectors`.requests + `Detectors`.others
    let cases = try ExplainCase.all.get()
    let all = samples.map(\.evidence) + cases.map { Evidence(of: $0) }
    return Set(all.flatMap { Explainer.explain($0).map(\.mistake) })
  }

  @Test func `the causes of refusals are those that the page lists, each shown by a case`() throws {
    let lines = try Self.page.get().split(separator: "\n").map { String($0) }
    let start = try #require(lines.firstIndex(of: "| finding | the mistake | V1 | V4 |"))
    let listed = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    #expect(listed.count > 220 && Set(listed).count == listed.count)
    let rows = try Self.causes().map { mistake in
      "| `\(mistake.id)` | \(mistake.sentence) | \(mistake.v1?.clause ?? "") | \(mistake.v4?.clause ?? "") |"
    }
    #expect(Set(listed).symmetricDifference(rows) == [])
  }

  @Test func `the causes of refusals are sentences, and name vectors that cite the clause`() throws
  {
    let corpus = try RealVectors.corpus.get()
    var counted = (v1: 0, v4: 0)
    func check(_ mistake: RefusalCause, _ clause: String, _ id: String) throws {
      let vector = try #require(corpus[id: id], "\(mistake.id): \(id)")
      #expect(vector.clauses.contains(clause), "\(mistake.id): \(id) does not cite \(clause)")
    }
    for mistake in try Self.causes() {
      #expect(mistake.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(mistake.id)")
      #expect(mistake.sentence.hasSuffix(".") && mistake.change.hasSuffix("."), "\(mistake.id)")
      #expect(mistake.v1 != nil || mistake.v4 != nil || mistake.changeV4 == nil, "\(mistake.id)")
      #expect(mistake.changeV4?.hasSuffix(".") != false, "\(mistake.id)")
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

  /// EXP-ANS-15, EXP-ANS-16.
  @Test(arguments: [AnswerRule.all, AnswerRule.ofSignatures])
  func `the rules of answers are the rows of a table on the page`(rules: [AnswerRule]) throws {
    func cell(_ texts: [String]) -> String { texts.map { "`\($0)`" }.joined(separator: ", ") }
    let rows = rules.map { rule in
      let codes = cell(rule.codes) + (rule.word.map { " with `\($0)`" } ?? "")
      return "| `\(rule.cause.id)` | \(codes) | \(cell(rule.phrases)) | \(cell(rule.exactCauses)) |"
    }
    #expect(try Self.page.get().contains("-|\n" + rows.joined(separator: "\n") + "\n\n"))
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
    for sample in try ExplainCase.read("v4") where !others.contains(sample.finding) {
      let found = Explainer.explain(Evidence(of: sample))
      let first = try #require(found.first, "\(sample.id)")
      #expect(first.clause?.hasPrefix("V4-") == true, "\(sample.id): \(first.mistake.id)")
      counted += 1
    }
    #expect(counted > 100)
  }
}
