import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The list of known failures` {
  @Test func `the list of known failures prefers an entry of an id to a pattern's`() {
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

  @Test func `the list of known failures is rewritten with its reasons and what is new`() throws {
    let list = try ReportSamples.report(ReportSamples.expectations).updatedExpectations()
    #expect(
      String(decoding: list.canonicalBytes(), as: UTF8.self)
        == #"""
        {
          "format": 1,
          "sdk": "oss2 2.19.1",
          "expectations": [
            {
              "id": "get-untrimmed",
              "status": "mismatch",
              "reason": "V1-HDR-3: canonicalizedHeaders differs at byte 13, the first of 3 differences."
            },
            {
              "id": "get-may",
              "status": "rejected",
              "reason": "V1-HDR-3: The input is right and was refused as an error without a class (no\u001b[31m)."
            },
            {
              "pattern": "get-l*",
              "status": "timeout",
              "reason": "It is slow.",
              "link": "https://example.com/1"
            },
            {
              "id": "get-dead",
              "status": "crash",
              "reason": "V1-HDR-3: The adapter died: it was ended by signal 11"
            }
          ]
        }

        """#)
  }

  @Test func `the list of known failures replaces a pattern that no longer holds for all`() throws {
    let list = Expectations(
      sdk: "oss2 2.19.1",
      entries: [
        ExpectedFailure(
          target: .pattern(Glob("get-*t*")), status: .failure(.timeout), reason: "It is slow.")
      ])
    let updated = try ReportSamples.report(list).updatedExpectations()
    #expect(
      updated.entries.map(\.target)
        == ["get-untrimmed", "get-may", "get-late", "get-dead"].map { .id($0) })
    #expect(updated.entry(for: "get-late")?.reason == "It is slow.")
  }

  @Test func `the list of known failures keeps entries about vectors that were not run`() throws {
    let vectors = [VectorSamples.header("one"), VectorSamples.header("two")]
    let entry = ExpectedFailure(
      target: .id("two"), status: .failure(.crash), reason: "It dies.")
    let report = Report(
      identity: ReportSamples.identity,
      corpus: try Corpus(suites: [Suite(name: "sample", vectors: vectors)]),
      vectors: [vectors[0]], replies: [VectorSamples.ok(VectorSamples.headerMembers)],
      terms: Report.Terms(expectations: Expectations(sdk: "oss2 2.19.1", entries: [entry])))
    #expect(report.updatedExpectations().entries == [entry])
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
  func `the list of known failures weighs a verdict against the list`(
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
