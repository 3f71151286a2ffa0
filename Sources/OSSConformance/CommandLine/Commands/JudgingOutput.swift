internal import OSSPrimitives

/// Tells the outcome of the commands that judge, and ends them.
struct JudgingOutput {
  let options: JudgingOptions

  /// Writes everything that was asked for.
  ///
  /// - Returns: How the program ends.
  func finish(_ report: Report, _ console: some Console) throws(CommandError) -> RunnerStatus {
    let (report, remark) = try updated(report)
    for request in options.reports { try write(report, request, console) }
    let isOutputTaken = options.reports.contains { $0.path == "-" }
    let style = isOutputTaken ? Style(hasColor: false) : console.style
    let text = TextReport(style: style, detail: options.detail).text(report) + remark
    if isOutputTaken { console.complain(text) } else { console.write(text) }
    return report.summary.exitStatus
  }

  private func write(
    _ report: Report, _ request: ReportRequest, _ console: some Console
  ) throws(CommandError) {
    let bytes =
      switch request.format {
      case .json: report.json()
      case .junit: report.junit()
      }
    if request.path == "-" {
      console.write(bytes)
      return
    }
    try save(bytes, request.path)
  }

  /// The report beside the list that fits it, which is written, and a line that says so.
  private func updated(_ report: Report) throws(CommandError) -> (Report, String) {
    guard options.updatesExpectations, let path = options.expectationsPath,
      report.summary.executed > 0
    else { return (report, "") }
    let list = report.updatedExpectations()
    try save(list.canonicalBytes(), path)
    return (
      report.judged(by: list), "Written: \(path), known failures \(list.entries.count).\n"
    )
  }

  private func save(_ bytes: Bytes, _ path: String) throws(CommandError) {
    do throws(FileError) {
      try FileAccess.write(bytes, to: path)
    } catch {
      throw .file(error)
    }
  }
}
