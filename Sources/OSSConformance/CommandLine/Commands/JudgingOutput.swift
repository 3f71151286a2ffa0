internal import OSSPrimitives
internal import OSSVectors

/// What the commands that judge, `check` and `grade`, are asked for, and what they print.
struct JudgingOutput {
  /// How much a person is shown.
  let detail: Report.Detail
  /// The files that are written too; the path `-` is the standard output.
  private let files: [(format: ReportFormat, path: String)]
  private let arguments: Arguments
  private var expectationsPath: String? { arguments.one(.expectations) }
  private var updatesExpectations: Bool { arguments.has(.updateExpectations) }

  init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    try arguments.refuse(.quiet, with: .verbose)
    detail =
      arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    files = try arguments.reports()
    for (_, path) in files where path != "-" && !FileAccess.canWrite(path) {
      throw .file(.unwritable(path: path))
    }
    try arguments.refuse(files.map { (Flag.report, $0.path) }, besideFilesOf: .trace, .expectations)
    try arguments.refuse(
      arguments.one(.trace).map { [(Flag.trace, $0)] } ?? [], besideFilesOf: .expectations)
    try arguments.refuse(.strict, with: .expectations)
    if updatesExpectations, expectationsPath == nil {
      throw .missingFlag(.expectations, command: arguments.command)
    }
    if let path = expectationsPath {
      try checkExpectations(path)
      if updatesExpectations, !FileAccess.canWrite(path) { throw .file(.unwritable(path: path)) }
    }
  }

  /// Looks whether a list of known failures can be read; one that is to be written may be missing.
  private func checkExpectations(_ path: String) throws(CommandError) {
    do throws(FileError) {
      _ = try FileAccess.bytes(of: path)
    } catch {
      if case .tooLarge = error { throw .file(error) }
      if !updatesExpectations { throw .noExpectations(path) }
    }
  }

  /// By what the run is weighed.
  func weighing(_ corpus: Corpus) throws(CommandError) -> Weighing {
    let known = try arguments.knownMistakes(of: corpus)
    var weighing = Weighing(
      expectations: try expectations(corpus, known), isStrict: arguments.has(.strict))
    weighing.known = known
    return weighing
  }

  /// The known failures, if there is a list to compare with.
  ///
  /// A list that is to be written again may be missing, and may name vectors that are gone.
  private func expectations(
    _ corpus: Corpus, _ known: KnownMistakes
  ) throws(CommandError) -> Expectations? {
    guard let path = expectationsPath else { return nil }
    return try rethrowing(as: CommandError.expectations) { () throws(ExpectationsError) in
      if !updatesExpectations { return try Expectations.read(path, corpus: corpus, known) }
      if FileAccess.read(path) == nil { return nil }
      return try Expectations.read(path).without(unknownTo: corpus)
    }
  }

  /// Writes everything that was asked for.
  ///
  /// - Returns: How the program ends.
  func finish(_ report: Report) throws(CommandError) -> RunnerStatus {
    let console = arguments.console
    var (report, remark) = try updated(report)
    if report.lacksNames {
      report.notes.append(
        "No mistake is named: \(KnownMistakes.fingerprintsFile) is not there, or of other vectors.")
    }
    // The last line alone names no mistake, so none is searched for.
    let isBrief = detail == .quiet && files.isEmpty
    let diagnosis = isBrief ? Diagnosis(of: [], by: .none) : report.diagnosis()
    let needsPages = files.contains { $0.format.needsPages }
    let pages =
      needsPages
      ? try arguments.specification()
      : isBrief ? nil : Specification(besideVectors: try arguments.vectorsFolder())
    let isOutputTaken = files.contains { $0.path == "-" }
    let text =
      report.text(
        diagnosis, detail: detail, hasColor: !isOutputTaken && console.style.hasColor,
        specification: pages) + remark
    // First, for a file may still turn out to be unwritable.
    if isOutputTaken { console.complain(text) } else { console.write(text) }
    for (format, path) in files {
      let bytes = try rethrowing(as: CommandError.vectors, report.bytes(format, diagnosis, pages))
      try console.write(bytes, to: path)
    }
    return report.summary.exitStatus
  }

  /// The report beside the list that fits it, which is written, and a line that says so.
  private func updated(_ report: Report) throws(CommandError) -> (Report, String) {
    guard updatesExpectations, let path = expectationsPath, report.summary.executed > 0 else {
      return (report, "")
    }
    let (list, updated) = report.updatingExpectations()
    try rethrowing(as: CommandError.file, FileAccess.write(list.canonicalBytes(), to: path))
    return (updated, "Written: \(path), known failures \(list.entries.count).\n")
  }
}

extension Arguments {
  /// Reads the values of the flag `--report`: `FORMAT=FILE`, joined by commas.
  func reports(
    _ formats: [ReportFormat] = ReportFormat.allCases
  ) throws(CommandError) -> [(format: ReportFormat, path: String)] {
    var files: [(format: ReportFormat, path: String)] = []
    for value in all(.report) {
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        let halves = part.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, let format = ReportFormat(rawValue: String(halves[0])),
          formats.contains(format)
        else {
          throw .invalidValue(
            .report, value,
            expected: "one of \(ReportFormat.list(formats)), or several joined by commas")
        }
        files.append((format, String(halves[1])))
      }
    }
    var taken: Set<String> = []
    for (_, path) in files where !taken.insert(FileAccess.identity(of: path)).inserted {
      throw .invalidValue(.report, path, expected: "free for a second report")
    }
    return files
  }

  /// Refuses files to write that other flags name too, by whatever path.
  fileprivate func refuse(
    _ files: [(flag: Flag, path: String)], besideFilesOf others: Flag...
  ) throws(CommandError) {
    for (flag, path) in files where path != "-" {
      for other in others where one(other).map(FileAccess.identity) == FileAccess.identity(of: path)
      {
        throw .invalidValue(flag, path, expected: "another file than that of \(other.name)")
      }
    }
  }
}
