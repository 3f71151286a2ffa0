internal import OSSPrimitives
internal import OSSVectors

/// What the commands that judge are asked for: `check` and `grade`.
struct JudgingOptions {
  let detail: Report.Detail
  let reports: [ReportRequest]
  let expectationsPath: String?
  let updatesExpectations: Bool

  /// Reads the flags.
  init(_ arguments: Arguments) throws(UsageError) {
    try arguments.refuse(.quiet, with: .verbose)
    detail =
      arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    reports = try ReportRequest.read(arguments)
    expectationsPath = arguments.one(.expectations)
    updatesExpectations = arguments.has(.updateExpectations)
    if updatesExpectations, expectationsPath == nil {
      throw .missingFlag(.expectations, command: arguments.command)
    }
  }

  /// The known failures, if there is a list to compare with.
  ///
  /// A list that is to be written anew may be missing, and may name vectors that are gone.
  func expectations(_ corpus: Corpus) throws(CommandError) -> Expectations? {
    guard let path = expectationsPath else { return nil }
    do throws(ExpectationsError) {
      if !updatesExpectations { return try Expectations.read(path, corpus: corpus) }
      if FileAccess.read(path) == nil { return nil }
      return try Expectations.read(path).without(unknownTo: corpus)
    } catch {
      throw .expectations(error)
    }
  }
}

/// A report that is to be written: in which form, and where.
struct ReportRequest: Hashable {
  /// In which form.
  let format: ReportFormat
  /// The file's path; `-` for the standard output.
  let path: String

  /// Reads the values of the flag `--report`: `FORMAT=FILE`, joined by commas.
  static func read(_ arguments: Arguments) throws(UsageError) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for value in arguments.all(.report) {
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        let halves = part.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, let format = ReportFormat(rawValue: String(halves[0])) else {
          throw .invalidValue(
            .report, value, expected: "json=FILE or junit=FILE, or both joined by a comma")
        }
        requests.append(ReportRequest(format: format, path: String(halves[1])))
      }
    }
    if requests.count(where: { $0.path == "-" }) > 1 {
      throw .invalidValue(.report, "-", expected: "free for a second report")
    }
    return requests
  }
}

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
