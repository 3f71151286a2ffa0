import OSSConformance
import OSSJSON
import OSSPrimitives
import OSSVectors
import TestSupport
import Testing

@Suite struct `The report as text` {
  static let shown = #"""
    FAIL get-untrimmed (must, V1-HDR-3)
      Catches a signer that does not trim header values.
      canonicalizedHeaders differs at byte 13, the first of 3 differences.
        expected  x-oss-meta-a:b\n
        actual    x-oss-meta-a: b\n
                               ^ byte 13
        expected  61 2d 61 3a [62] 0a
        actual    61 2d 61 3a [20] 62 0a
      also: stringToSign, signature

    FAIL (may) get-may (may, V1-HDR-3)
      Catches a signer that does not trim header values.
      The input is right and was refused as an error without a class (no\u{1b}[31m).
      The evidence is not conclusive: It is unsure.

    FAIL get-late (must, V1-HDR-3)
      Catches a signer that does not trim header values.
      No reply came in time.

    FAIL get-dead (must, V1-HDR-3)
      Catches a signer that does not trim header values.
      The adapter died: it was ended by signal 11

    diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-untrimmed): canonicalizedHeaders differs
    diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-may): refused as an error without a class where an answer is due
    diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-late): no reply came in time
    diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-dead): the adapter died

    note: Rejected, unmapped: Oops. (no-secret)
    unsupported: no SHA-1 (hash)

    adapter     oss2 2.19.1 (python)
    vectors     6 of 7 run
    must        2 passed, 3 failed, 1 unsupported
    may         0 passed, 1 failed
    among them  rejected, unmapped 1, timeouts 1, crashes 1
    3 unexpected results, and 1 failed at level may.

    """#

  @Test func `the report as text shows what failed, what is odd and the numbers`() throws {
    #expect(try ReportSamples.report().text() == Self.shown)
  }

  @Test func `the report as text keeps known failures back and shows where the list is wrong`()
    throws
  {
    let text = try ReportSamples.report(ReportSamples.expectations).text()
    #expect(
      text.hasPrefix(
        """
        UNEXPECTED PASS get-right (must, V1-HDR-3)
          The list of known failures expects mismatch: It was wrong once.

        FAIL get-untrimmed
        """))
    #expect(!text.contains("FAIL get-late"))
    #expect(
      text.contains(
        """
        FAILS DIFFERENTLY get-dead (must, V1-HDR-3)
          Catches a signer that does not trim header values.
          The adapter died: it was ended by signal 11
          The list of known failures expects mismatch: It was alive.

        diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-untrimmed): canonicalizedHeaders differs
        diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-may): refused as an error without a class where an answer is due
        diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-late): no reply came in time
        diagnosis   unexplained (1 vector, V1-HDR-3, e.g. get-dead): the adapter died

        note: The known failures were written for oss2 2.19.0, and this is oss2 2.19.1.

        """))
    #expect(
      text.hasSuffix(
        """
        among them  expected failures 1, unexpected passes 1, fail differently 1, \
        rejected, unmapped 1, timeouts 1, crashes 1
        4 unexpected results.

        """))
  }

  @Test func `the report as text shows known failures to whoever asks for all`() throws {
    let report = try ReportSamples.report(ReportSamples.expectations)
    #expect(
      report.text(detail: .verbose).contains(
        """
        expected failure get-late (must, V1-HDR-3)
          Catches a signer that does not trim header values.
          No reply came in time.
          known: It is slow.
          see https://example.com/1

        """))
    #expect(
      report.text(detail: .quiet)
        == "4 unexpected results.\n")
  }

  @Test func `the report as text colours only what is asked for in colour`() throws {
    let report = try ReportSamples.report()
    #expect(!report.text().contains("\u{1b}"))
    let colored = report.text(hasColor: true)
    #expect(colored.hasPrefix("\u{1b}[31mFAIL\u{1b}[0m \u{1b}[1mget-untrimmed\u{1b}[0m (must"))
    #expect(colored.contains("    actual    \u{1b}[31mx-oss-meta-a: b\\n\u{1b}[0m\n"))
  }

  @Test func `the report as text cuts long texts around the byte that differs`() throws {
    let long = String(repeating: "a", count: 100)
    let lines = try text(expected: long + "\u{e9}\\" + long, actual: long)
    #expect(
      lines == [
        "    expected  ... " + String(repeating: "a", count: 40) + #"\xc3\xa9\\"#
          + String(repeating: "a", count: 37) + " ...",
        "    actual    ... " + String(repeating: "a", count: 40),
        String(repeating: " ", count: 58) + "^ byte 100",
        "    expected  61 61 61 61 [c3] a9 5c 61 61 61 61 61",
        "    actual    61 61 61 61 [end]",
      ])
  }

  @Test func `the report as text says that a side is empty or not there`() throws {
    #expect(
      try text(expected: "", actual: nil) == ["    expected  (empty)", "    actual    (nothing)"])
  }

  /// The lines about a digest that differs.
  private func text(expected: String, actual: String?) throws -> [String] {
    let vector = VectorSamples.digest("hash", expected)
    let report = Report(
      identity: ReportSamples.identity,
      corpus: try Corpus(suites: [Suite(name: "sample", vectors: [vector])]),
      vectors: [vector],
      replies: [VectorSamples.ok(actual.map { ["digest": .string($0)] } ?? [:])])
    return report.text().split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("    ") }
  }
}
