import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The report as text` {
  static let screen = #"""
    oss2 2.19.1 (python) · profiles signing · corpus of 7 vectors
    6 vectors run: 2 passed, 4 failed (3 must, 1 may)

    The adapter or the SDK broke on 2 vectors. Fix this first: it hides the rest.
    oss-conform adapter-check -- COMMAND shows it step by step.
      1      No reply came in time.
        e.g. get-late: v1.header {"method":"GET","headers":[["x-oss-meta-a"," b"]]}
      1      The adapter died: it was ended by signal 11
        e.g. get-dead: v1.header {"method":"GET","headers":[["x-oss-meta-a"," b"]]}

    Not explained: 1 must, 1 should or may
      get-untrimmed (V1-HDR-3): canonicalizedHeaders: extra " "
        catches: Header values are not trimmed.
        canonicalizedHeaders
          expected  x-oss-meta-a:b
          yours     x-oss-meta-a: b
      get-may (V1-HDR-3): the SDK refused (no error class), and must answer
        catches: Header values are not trimmed.

    Not run: 1 vector unsupported, for 1 reason.
    note: The adapter answers with the unknown error class “Oops”.
    note: Of what passed: 1 refused for another reason than the clause names.

    Failed: 3 must vectors failed (exit status 1).
    --verbose shows every failed vector; --report html=FILE each mistake in full;
    oss-conform show ID a vector, a clause or a mistake.

    """#

  @Test func `the report is one screen, with what to fix first`() throws {
    #expect(try ReportSamples.report().text() == Self.screen)
  }

  @Test func `the report of six planted mistakes has 60 lines of 80 columns, no mistake twice`()
    throws
  {
    let ids = [
      "header-values-not-trimmed", "presign-x-oss-date-on-line", "token-unsigned",
      "resource-key-encoded", "accepts-invalid-method", "accepts-empty-secret",
    ]
    let report = try ReportSamples.report(planted: ids, Weighing()) {
      [.v1Header, .v1Presign].contains($0.operation)
    }
    let text = report.text(specification: Specification(besideVectors: RealVectors.folder))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 60)
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 80 })
    // Every name that was found is there, and none is a row twice;
    let named = Set(report.diagnosis().mistakes.map(\.mistake.id))
    #expect(named.count >= 5)
    for id in named {
      #expect(lines.contains { $0.contains(id) }, "\(id)")
      #expect(lines.count { $0.contains("\(id) · ") || $0.contains("  \(id) (") } <= 1, "\(id)")
    }
    #expect(text.contains("\n1  resource-key-encoded · "))
    #expect(text.contains("\n   fix       Sign the raw key; encode it for the URL alone.\n"))
    #expect(text.contains("\n   evidence  "))
    #expect(text == report.text(specification: Specification(besideVectors: RealVectors.folder)))
  }

  @Test func `the report of more than ten mistakes has a line for each, and says how to see more`()
    throws
  {
    let planted = [
      "post-v4-four-lines-signed", "post-v1-id-under-name-of-s3", "callback-json-bare",
      "role-another-version", "clock-offset-negated", "signer-signature-encoded",
      "live-resource-with-live", "post-expiration-in-local-time", "rpc-slash-as-it-is",
      "response-flat-unknown", "post-extra-fields-refused", "v2-url-id-unsigned",
    ]
    // Of each an operation in which it breaks a must.
    let operations: Set<OSSVectors.Operation> = [
      .postV4, .postV1, .callbackParameter, .stsRole, .clockOffset, .signerValue, .livePublish,
      .postPolicy, .stsRPC, .tokenParse, .postCheck, .v2Presign,
    ]
    let report = try ReportSamples.report(planted: planted, Weighing()) {
      operations.contains($0.operation)
    }
    let lines = report.text().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let must = lines.filter { $0.first?.isNumber == true && $0.contains(" · ") }
    #expect(must.count > 10)
    #expect(must.indices.allSatisfy { must[$0].hasPrefix("\($0 + 1) ") })
    #expect(lines.count <= 60)
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 80 })
    // The first is shown in full; the last has its line, and where there is room sentence and fix.
    #expect(lines.count { $0.hasPrefix("   fix ") } >= 1)
    let last = try #require(must.last.flatMap { lines.firstIndex(of: $0) })
    #expect(lines[last...].prefix(6).contains(""))
  }

  @Test func `where only a hash differs, the expected text is shown`() throws {
    let vector = VectorSamples.vector(
      "hidden", .v4Header, input: [:],
      expectation: Expectation(
        outcome: .answer(
          Answer(members: ["signature": "aa"], stages: ["canonicalRequest": "GET\n/a \n"]))))
    let report = try ReportSamples.report([(vector, VectorSamples.ok(["signature": "bb"]))])
    let lines = ["expected canonicalRequest; print yours beside it:", "  | GET", "  | /a␠", "  |"]
    for (detail, margin) in [(Report.Detail.normal, "    "), (.verbose, "  ")] {
      let block = lines.map { margin + $0 }.joined(separator: "\n")
      #expect(report.text(detail: detail).contains("\n\(block)\n"))
    }
  }

  @Test func `where nothing passed, the adapter is suspected first`() throws {
    let report = try ReportSamples.report(
      (0..<10).map {
        (VectorSamples.header("header-\($0)"), VectorSamples.ok(["signature": "x"]))
      })
    #expect(report.text().contains("\n\nNo vector passed. Look at the adapter first: "))
  }

  @Test func `where nothing passed, a certain name is on the screen, and no doubt of the adapter`()
    throws
  {
    let id = "callback-signature-with-sha-1"
    let report = try ReportSamples.report(planted: [id], Weighing()) {
      $0.operation == .callbackVerify
    }
    #expect(report.summary.levels.values.allSatisfy { $0.passed == 0 })
    #expect(report.text().contains("\n1  \(id) · "))
    #expect(!report.text().contains("Look at the adapter first"))
  }

  @Test(arguments: [Level.must, .should])
  func `the missing subresources are in the report, in what must be fixed and in advice`(
    level: Level
  ) throws {
    let report = try ReportSamples.report(planted: ["subresources-not-listed"], Weighing()) {
      $0.operation == .v1Header && $0.id.hasPrefix("v1-sub") && $0.level == level
    }
    let named = try #require(report.diagnosis().mistakes.first)
    #expect(named.mistake.id == "subresources-not-listed" && named.mistake.names.count > 3)
    let shown = report.text().split { " \n,.".contains($0) }.map(String.init)
    #expect(Set(named.mistake.names).subtracting(shown).count <= named.mistake.names.count / 2)
    let all = report.text(detail: .verbose).split { " \n,.".contains($0) }.map(String.init)
    #expect(Set(named.mistake.names).isSubset(of: all))
  }

  @Test func `a screen that is full has the names of the first mistake`() throws {
    let report = try ReportSamples.report(
      planted: ["subresources-not-listed", "resource-key-encoded", "rpc-slash-as-it-is"],
      Weighing()
    ) { [.v1Header, .v1Presign, .v2Header, .v2Presign, .stsRPC].contains($0.operation) }
    let text = report.text()
    #expect(text.contains("\n   The list of subresources lacks ") && text.contains(" bucketInfo,"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
  }

  @Test func `what the client itself refuses comes behind what OSS refuses`() throws {
    let own = "id-of-sts-refused"
    let report = try ReportSamples.report(
      planted: [own, "header-values-not-trimmed"], Weighing()
    ) { $0.operation == .v4Header }
    let must = report.text().split(separator: "\n").filter {
      $0.first?.isNumber == true && $0.contains(" · ")
    }
    #expect(must.count == 2 && must.last?.contains(own) == true)
  }

  @Test func `the report shows known failures in one line, and what the list does not say in full`()
    throws
  {
    let text = try ReportSamples.report(ReportSamples.expectations).text()
    #expect(text.contains("\nKnown failures: 1 vector, as the list says; --verbose shows them.\n"))
    #expect(text.contains("\nUNEXPECTED PASS get-right (must, V1-HDR-3)\n"))
    #expect(text.contains("\nFAIL get-untrimmed (must, V1-HDR-3)\n"))
    #expect(text.contains("\nFAILS DIFFERENTLY get-dead (must, V1-HDR-3)\n"))
    #expect(!text.contains("FAIL get-late"))
    #expect(
      text.contains(
        "\nnote: The known failures were written for oss2 2.19.0, and this is oss2 2.19.1.\n"))
    #expect(
      text.contains(
        "\nFailed: 4 results that the list of known failures does not say (exit status 1).\n"))
  }

  @Test func `the report shows five notes, or four and how many there are besides`() throws {
    var report = try ReportSamples.report()
    // One more note is about the passes.
    for (count, rest) in [4: nil, 5: "2 other notes", 7: "4 other notes"] as [Int: String?] {
      report.notes = (1...count).map { "It is note \($0)." }
      let lines = report.text().split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("note: ") } == (rest == nil ? 5 : 4))
      let last = lines.filter { $0.hasSuffix(": --verbose shows them") }
      #expect(last == (rest.map { ["… and \($0): --verbose shows them"] } ?? []))
    }
  }

  @Test func `the verbose report shows each failed vector with its request and its answer`() throws
  {
    let report = try ReportSamples.report(ReportSamples.expectations)
    let text = report.text(detail: .verbose)
    #expect(text.contains("\n  catches: Header values are not trimmed.\n"))
    #expect(text.contains("\n  request   v1.header {"))
    #expect(text.contains("\n  answer    {\"signature\":"))
    #expect(text.contains("\n  known: It is slow.\n  see https://example.com/1\n"))
    #expect(text.contains("    actual    x-oss-meta-a: b\\n\n"))
  }

  @Test func `colours only what is asked for in colour`() throws {
    let report = try ReportSamples.report()
    #expect(!report.text().contains("\u{1b}"))
    let colored = report.text(hasColor: true)
    #expect(colored.hasPrefix("\u{1b}[1moss2 2.19.1"))
    #expect(colored.contains("yours     \u{1b}[31mx-oss-meta-a: b\u{1b}[0m\n"))
  }

  @Test func `cuts long texts around the byte that differs`() throws {
    let long = String(repeating: "a", count: 100)
    let lines = try text(expected: long + "\u{e9}\\" + long, actual: long)
    #expect(
      lines == [
        "    expected  ... " + String(repeating: "a", count: 40) + #"\xc3\xa9\\"#
          + String(repeating: "a", count: 30) + " ...",
        "    actual    ... " + String(repeating: "a", count: 40),
        String(repeating: " ", count: 58) + "^ byte 100",
        "    expected  61 61 61 61 [c3] a9 5c 61 61 61 61 61",
        "    actual    61 61 61 61 [end]",
      ])
  }

  @Test func `says that a side is empty or not there`() throws {
    #expect(
      try text(expected: "", actual: nil) == ["    expected  (empty)", "    actual    (nothing)"])
  }

  /// The lines about a digest that differs.
  private func text(expected: String, actual: String?) throws -> [String] {
    let vector = VectorSamples.digest("hash", expected)
    let reply = VectorSamples.ok(actual.map { ["digest": .string($0)] } ?? [:])
    let report = try ReportSamples.report([(vector, reply)])
    return report.text(detail: .verbose).split(separator: "\n").map(String.init)
      .prefix { !$0.hasPrefix("  mistake") }.filter { $0.hasPrefix("    ") }
  }
}

@Suite struct `The summary of a run` {
  static let below = "Passed: no must vector failed; 1 below must did (exit status 0).\n"

  @Test(arguments: [
    (Level.must, false, RunnerStatus.failures, "Failed: 1 must vector failed (exit status 1).\n"),
    (.should, false, .asExpected, Self.below),
    (.should, true, .failures, "Failed: 1 should vector failed (exit status 1).\n"),
    (.may, true, .asExpected, Self.below),
  ])
  func `fails for a must, and for a should if it is strict`(
    level: Level, isStrict: Bool, status: RunnerStatus, line: String
  ) throws {
    let report = try ReportSamples.report(
      [(VectorSamples.header(level: level), .timeout)], Weighing(isStrict: isStrict))
    #expect(report.summary.exitStatus == status)
    #expect(report.text(detail: .quiet) == line)
  }

  @Test(arguments: Level.allCases)
  func `fails for a failure of any level that a list does not name`(level: Level) throws {
    let terms = Weighing(expectations: Expectations(sdk: "oss2 2.19.1"))
    let report = try ReportSamples.report([(VectorSamples.header(level: level), .timeout)], terms)
    #expect(report.summary.exitStatus == .failures)
  }
}

/// A small run in which everything happens that a report can tell.
enum ReportSamples {
  static let identity = AdapterIdentity(
    name: "oss2", version: "2.19.1", language: "python", operations: ["v1.header", "sha1"])

  static let wrongStages: JSONObject = [
    "canonicalizedHeaders": "x-oss-meta-a: b\n", "canonicalizedResource": "/bucket/key",
    "stringToSign": "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\nx-oss-meta-a: b\n/bucket/key",
  ]

  static let pairs: [(Vector, Reply)] = [
    (VectorSamples.header("get-right"), VectorSamples.ok(VectorSamples.headerMembers)),
    (
      VectorSamples.header("get-untrimmed"),
      VectorSamples.ok(["signature": .string(VectorSamples.otherSignature)], stages: wrongStages)
    ),
    (
      VectorSamples.header("get-may", level: .may),
      .rejected(errorClass: nil, message: "no\u{1b}[31m")
    ),
    (VectorSamples.refusal(), .rejected(errorClass: "Oops", message: nil)),
    (VectorSamples.digest("hash", "86f7"), .unsupported(reason: "no SHA-1")),
    (VectorSamples.header("get-late"), .timeout),
    (VectorSamples.header("get-dead"), .crash("it was ended by signal 11")),
  ]

  static let expectations = Expectations(
    sdk: "oss2 2.19.0",
    entries: [
      ExpectedFailure(
        target: .id("get-right"), status: .failure(.mismatch), reason: "It was wrong once."),
      ExpectedFailure(
        target: .pattern(Glob("get-l*")), status: .failure(.timeout), reason: "It is slow.",
        link: "https://example.com/1"),
      ExpectedFailure(
        target: .id("get-dead"), status: .failure(.mismatch), reason: "It was alive."),
    ])

  static func report(_ expectations: Expectations? = nil) throws -> Report {
    try report(pairs, Weighing(expectations: expectations))
  }

  /// The report of vectors, which are all that there are, with their replies.
  static func report(
    _ pairs: [(Vector, Reply)], _ weighing: Weighing = Weighing()
  ) throws -> Report {
    let corpus = try Corpus(suites: [Suite(name: "sample", vectors: pairs.map(\.0))])
    return Report(Run(of: identity, in: corpus, pairs), weighing)
  }

  /// The report of a signer that makes these mistakes, over some of the vectors.
  static func report(
    planted ids: [String], _ weighing: Weighing, over isAsked: (Vector) -> Bool
  ) throws -> Report {
    let corpus = try RealVectors.corpus.get()
    let vectors = corpus.vectors.filter(isAsked)
    var weighing = weighing
    weighing.known = try PlantedSDK.known.get()
    let replies = try PlantedSDK.replies(ids, to: vectors)
    return Report(Run(of: identity, in: corpus, Array(zip(vectors, replies))), weighing)
  }
}
