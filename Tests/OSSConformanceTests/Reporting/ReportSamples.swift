import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport

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
      VectorSamples.ok(
        ["signature": .string(VectorSamples.otherSignature)], stages: wrongStages)
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
    let vectors = pairs.map(\.0)
    return Report(
      identity: identity,
      corpus: try Corpus(suites: [Suite(name: "sample", vectors: vectors)]),
      vectors: vectors, replies: pairs.map(\.1),
      terms: Report.Terms(expectations: expectations))
  }
}
