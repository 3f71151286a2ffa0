import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The list of known failures` {
  @Test func `prefers an entry of an id to a pattern's`() {
    let list = Expectations(
      sdk: "s 1",
      entries: [
        ExpectedFailure(target: .pattern(Glob("get-*")), status: .unsupported, reason: "All."),
        ExpectedFailure(target: .id("get-a"), status: .failure(.crash), reason: "One."),
      ])
    #expect(list.entry(for: "get-a")?.reason == "One.")
    #expect(list.entry(for: "get-b")?.reason == "All.")
    #expect(list.entry(for: "put-b") == nil)
  }

  @Test func `is rewritten with its reasons and what is new`() throws {
    let list = try ReportSamples.report(ReportSamples.expectations).updatingExpectations().list
    #expect(
      String(decoding: list.canonicalBytes(), as: UTF8.self)
        == #"""
        {
          "format": 1,
          "sdk": "oss2 2.19.1",
          "expectations": [
            {"id":"get-untrimmed","status":"mismatch","reason":"V1-HDR-3: canonicalizedHeaders differs at byte 13, the first of 3 differences."},
            {"id":"get-may","status":"rejected","reason":"V1-HDR-3: The input is right and was refused as an error without a class (no\u001b[31m)."},
            {"pattern":"get-l*","status":"timeout","reason":"It is slow.","link":"https://example.com/1"},
            {"id":"get-dead","status":"crash","reason":"V1-HDR-3: The adapter died: it was ended by signal 11"}
          ]
        }

        """#)
  }

  @Test func `replaces a pattern that no longer holds for all`() throws {
    let list = Expectations(
      sdk: "oss2 2.19.1",
      entries: [
        ExpectedFailure(
          target: .pattern(Glob("get-*t*")), status: .failure(.timeout), reason: "It is slow.")
      ])
    let updated = try ReportSamples.report(list).updatingExpectations().list
    #expect(
      updated.entries.map(\.target)
        == ["get-untrimmed", "get-may", "get-late", "get-dead"].map { .id($0) })
    #expect(updated.entry(for: "get-late")?.reason == "It is slow.")
  }

  @Test func `keeps entries about vectors that were not run`() throws {
    let vectors = [VectorSamples.header("one"), VectorSamples.header("two")]
    let entry = ExpectedFailure(target: .id("two"), status: .failure(.crash), reason: "It dies.")
    let run = Run(
      of: ReportSamples.identity,
      in: try Corpus(suites: [Suite(name: "sample", vectors: vectors)]),
      [(vectors[0], VectorSamples.ok(VectorSamples.headerMembers))])
    let report = Report(
      run, Weighing(expectations: Expectations(sdk: "oss2 2.19.1", entries: [entry])))
    #expect(report.updatingExpectations().list.entries == [entry])
  }

  /// A run of V1 by a signer with mistakes.
  private func report(_ ids: [String], _ list: Expectations?) throws -> Report {
    try ReportSamples.report(planted: ids, Weighing(expectations: list)) {
      $0.operation == .v1Header && $0.id.hasPrefix("v1-h")
    }
  }

  @Test func `has one entry for a mistake, and notices its end`() throws {
    let id = "header-values-not-trimmed"
    let first = try report([id], nil)
    let failed = first.results.count { !$0.finding.verdict.isPass }
    #expect(failed > 3)
    let (list, again) = first.updatingExpectations()
    #expect(list.entries.map(\.target) == [.mistake(id)])
    #expect((again.summary.red, again.summary.expectedFailures) == (0, failed))
    #expect(try report([id], list).summary.red == 0)
    // Another mistake beside it is not known, and the known one is gone in the end.
    let both = try report([id, "string-blank-line-without-headers"], list)
    #expect(both.summary.failed > 0 && both.summary.expectedFailures > 0)
    let fixed = try report([], list).summary
    #expect((fixed.red, fixed.unexpectedPasses) == (1, 1))
  }

  @Test func `gives the places of vectors to the mistake behind them, with their one reason`()
    throws
  {
    let id = "header-values-not-trimmed"
    let failed = try report([id], nil).results.map(\.finding).filter { !$0.verdict.isPass }
    var entries = failed.map {
      ExpectedFailure(
        target: .id($0.vector.id), status: .failure(.mismatch), reason: "It keeps blanks.",
        link: "https://example.com/3")
    }
    func listed() throws -> [ExpectedFailure] {
      try report([id], Expectations(sdk: "s 1", entries: entries)).updatingExpectations().list
        .entries
    }
    let mistake = ExpectedFailure(
      target: .mistake(id), level: .must, status: nil, reason: "It keeps blanks.",
      link: "https://example.com/3")
    #expect(try listed() == [mistake])
    entries[0].reason = "It keeps a tab."
    #expect(
      try listed().map(\.reason) == ["Header values are signed with the blanks at their ends."])
  }

  @Test func `names vectors where no name is certain`() throws {
    let id = "header-values-not-trimmed"
    let findings = try report([id], nil).results.map(\.finding)
    var right = 3
    // So many failures that the mistake would cause have other answers.
    let replies = findings.map { finding in
      right -= finding.verdict.isPass ? 0 : 1
      return finding.verdict.isPass || right >= 0
        ? finding.reply
        : VectorSamples.ok(["signature": .string(VectorSamples.otherSignature)])
    }
    var weighing = Weighing()
    weighing.known = try PlantedSDK.known.get()
    let run = Run(
      of: ReportSamples.identity, in: try RealVectors.corpus.get(),
      Array(zip(findings.map(\.vector), replies)))
    let report = Report(run, weighing)
    let (list, again) = report.updatingExpectations()
    #expect(list.entries.count == findings.count { !$0.verdict.isPass })
    #expect(again.summary.red == 0)
  }

  @Test func `an entry of a mistake is about a must only if it says so`() throws {
    let id = "header-values-not-trimmed"
    let first = try report([id], nil)
    let musts = first.results.count { $0.standing == .failed }
    #expect(musts > 0)
    let old = ExpectedFailure(
      target: .mistake(id), status: nil, reason: "Fixed in 3.", link: "https://example.com/3")
    let stale = try report([id], Expectations(sdk: "s 1", entries: [old]))
    #expect(stale.summary.failed == musts)
    let (list, again) = stale.updatingExpectations()
    var due = old
    due.level = .must
    #expect(list.entries == [due] && again.summary.red == 0)
  }

  @Test func `one update takes out all mistakes that the SDK no longer makes`() throws {
    let gone = ["header-values-not-trimmed", "header-names-not-lowered"]
    let untested = "role-another-version"
    let entries = (gone + [untested]).map {
      ExpectedFailure(target: .mistake($0), level: .must, status: nil, reason: "R.")
    }
    let (list, again) = try report([], Expectations(sdk: "s 1", entries: entries))
      .updatingExpectations()
    #expect(list.entries.map(\.target) == [.mistake(untested)] && again.summary.red == 0)
  }

  @Test(
    arguments: [
      (nil, Verdict.passed(notes: []), "passed"),
      (nil, .failed(Failure(kind: .crash, message: "")), "failed"),
      (nil, .unsupported(reason: nil), "unsupported"),
      (nil, .notComparable(reason: "a habit"), "unsupported"),
      (.failure(.crash), .notComparable(reason: "a habit"), "fails-differently"),
      (.failure(.crash), .failed(Failure(kind: .crash, message: "")), "expected-failure"),
      (.failure(.crash), .failed(Failure(kind: .timeout, message: "")), "fails-differently"),
      (.failure(.crash), .unsupported(reason: nil), "fails-differently"),
      (.failure(.crash), .passed(notes: []), "unexpected-pass"),
      (.unsupported, .unsupported(reason: nil), "unsupported"),
      (.unsupported, .failed(Failure(kind: .crash, message: "")), "fails-differently"),
      (.unsupported, .passed(notes: []), "unexpected-pass"),
    ] as [(ExpectedStatus?, Verdict, String)])
  func `weighs a verdict against the list`(
    status: ExpectedStatus?, verdict: Verdict, word: String
  ) {
    let list = status.map {
      Expectations(
        sdk: "s 1", entries: [ExpectedFailure(target: .id("get-meta"), status: $0, reason: "R.")])
    }
    let finding = Finding(vector: VectorSamples.header(), reply: .timeout, verdict: verdict)
    #expect(Standing(finding, expectations: list).word == word)
  }
}
