import OSSConformance
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The summary of a run` {
  @Test func `the summary of a run counts what happened`() throws {
    let summary = try ReportSamples.report().summary
    #expect((summary.declared, summary.selected, summary.executed) == (7, 7, 6))
    #expect((summary.failed, summary.failedMay, summary.unmappedRefusals) == (3, 1, 1))
    #expect((summary.timeouts, summary.crashes, summary.expectedFailures) == (1, 1, 0))
    #expect(summary.levels[.must]?.selected == 6)
    #expect(summary.levels[.must]?.unsupported == 1)
    #expect(summary.levels[.should] == nil)
    #expect(summary.exitStatus == .failures)
  }

  @Test func `the summary of a run turns red where the list of known failures is wrong`() throws {
    let summary = try ReportSamples.report(ReportSamples.expectations).summary
    #expect((summary.failed, summary.unexpectedPasses, summary.failsDifferently) == (1, 1, 1))
    #expect(summary.red == 3)
  }

  @Test func `the summary of a run is content with failures at level may and with known ones`()
    throws
  {
    let vector = VectorSamples.header("may", level: .may)
    let right = VectorSamples.header("right")
    let report = try report([
      (vector, .timeout), (right, VectorSamples.ok(VectorSamples.headerMembers)),
    ])
    #expect(report.summary.exitStatus == .asExpected)
    #expect(
      report.text(detail: .quiet) == "All results are as expected: 1 failed at level may.\n")
  }

  @Test func `the summary of a run never calls it a success that nothing was run`() throws {
    let report = try report([(VectorSamples.header(), .unsupported(reason: nil))])
    #expect(report.summary.exitStatus == .nothingRun)
    #expect(
      report.text(detail: .quiet) == "Nothing was run: the SDK supports none of 1 vector.\n")
  }

  @Test func `the summary of a run has the exit statuses of the protocol`() {
    let statuses: [RunnerStatus] = [.asExpected, .failures, .usage, .nothingRun]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3])
  }

  private func report(_ pairs: [(Vector, Reply)]) throws -> Report {
    let vectors = pairs.map(\.0)
    return Report(
      identity: ReportSamples.identity,
      corpus: try Corpus(suites: [Suite(name: "sample", vectors: vectors)]),
      vectors: vectors, replies: pairs.map(\.1))
  }
}
