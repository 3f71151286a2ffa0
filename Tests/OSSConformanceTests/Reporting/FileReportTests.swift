import OSSConformance
import Testing

struct FileReportTests {
  @Test func `writes JSON for programs`() throws {
    let report = try ReportSamples.report(ReportSamples.expectations)
    #expect(String(decoding: report.json(), as: UTF8.self) == ExpectedReports.json)
  }

  @Test func `writes JUnit for build servers, without control characters`() throws {
    let report = try ReportSamples.report(ReportSamples.expectations)
    #expect(String(decoding: report.junit(), as: UTF8.self) == ExpectedReports.junit)
  }
}
