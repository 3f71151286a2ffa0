import OSSConformance
import Testing

@Suite struct `The report in a file` {
  @Test func `the report in a file writes JSON for programs`() throws {
    let report = try ReportSamples.report(ReportSamples.expectations)
    #expect(String(decoding: report.json(), as: UTF8.self) == ExpectedReports.json)
  }

  @Test func `the report in a file writes JUnit for build servers, without control characters`()
    throws
  {
    let report = try ReportSamples.report(ReportSamples.expectations)
    #expect(String(decoding: report.junit(), as: UTF8.self) == ExpectedReports.junit)
  }
}
