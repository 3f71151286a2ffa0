import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

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
