internal import OSSPrimitives
internal import OSSVectors

/// `check`: asks an adapter, or the built-in reference, and judges what it answers.
enum CheckCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "run vectors through an SDK's adapter or the reference",
    operands: .command(isRequired: false),
    flags: Flag.selection + Flag.judging + [.timeout, .window, .zone, .trace],
    details: [
      "Without a command the built-in reference is checked.",
      "Two --id flags select both vectors; --id and --level select what matches both.",
      "Only a must that fails fails the run; with --strict a should, too. With a list of known",
      "failures every result counts that the list does not say, at any level.",
      "The handshake says which profiles and habits the SDK has: see spec/adapter-protocol.md.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let limits = try arguments.adapterLimits()
    let output = try JudgingOutput(arguments)
    // First of all: its runtime starts while the vectors are read.
    let trace = try arguments.trace()
    var launched = try launched(
      arguments.adapterCommand, limits, showsErrors: output.detail != .quiet, trace)
    let corpus = try arguments.corpus()
    let weighing = try output.weighing(corpus)
    let (vectors, leftOut) = try arguments.vectors(of: corpus)
    let profiles = try arguments.profiles()
    var run = try rethrowing(as: CommandError.adapter) { () throws(AdapterError) in
      guard let launched = launched.take() else {
        var reference = ReferenceAdapter()
        return try Run(
          asking: &reference, vectors, of: corpus, profiles,
          comparesSteps: !arguments.has(.noSteps))
      }
      return try asking(launched, vectors, of: corpus, profiles, limits.zone, arguments)
    }
    run.leftOut = leftOut
    return try output.finish(Report(run, weighing))
  }

  /// Asks a started adapter, and shows how far it is.
  static func asking(
    _ launched: consuming LaunchedAdapter, _ vectors: [Vector], of corpus: Corpus,
    _ profiles: ProfileChoice, _ zone: AdapterZone, _ arguments: Arguments
  ) throws(AdapterError) -> Run {
    var adapter = try launched.shakeHands()
    let progress = arguments.progress(vectors.count, "vectors", asksAdapter: true)
    defer { progress.end() }
    var run = try Run(
      asking: &adapter, vectors, of: corpus, profiles, comparesSteps: !arguments.has(.noSteps),
      progress: progress.show)
    progress.end()
    run.zone = zone
    run.notes += adapter.notes
    if !zone.isThere {
      run.notes.append(
        "The time zone \(zone.name) is not in \(AdapterZone.folder): "
          + "where the adapter takes UTC for it, a mistake of the time zone passes.")
    }
    adapter.end()
    return run
  }

  /// The adapter, started, if there is a command for one.
  static func launched(
    _ command: [String], _ limits: AdapterLimits, showsErrors: Bool, _ trace: AdapterTrace?
  ) throws(CommandError) -> LaunchedAdapter? {
    guard !command.isEmpty else { return nil }
    return try rethrowing(
      as: CommandError.adapter,
      LaunchedAdapter(command: command, limits: limits, showsErrors: showsErrors, trace: trace))
  }
}

extension Arguments {
  /// The limits of an adapter, as far as flags change them.
  func adapterLimits() throws(CommandError) -> AdapterLimits {
    var limits = AdapterLimits()
    if let seconds = try seconds(.timeout) { limits.request = seconds }
    if let text = one(.window) {
      guard let window = Int(text), window > 0 else {
        throw .invalidValue(.window, text, expected: "a number from 1")
      }
      limits.window = window
    }
    if let text = one(.zone) {
      guard let zone = AdapterZone(text) else {
        throw .invalidValue(
          .zone, text,
          expected: "the name of a time zone of this machine, such as \(AdapterZone.usual.name)")
      }
      limits.zone = zone
    }
    return limits
  }

  /// What writes down the lines of an adapter, if a flag asks for it.
  func trace() throws(CommandError) -> AdapterTrace? {
    guard let path = one(.trace) else { return nil }
    if path == "-" { return AdapterTrace() }
    return try rethrowing(AdapterTrace(path: path))
  }

  /// The nanoseconds of a flag that says seconds, if it is given.
  func seconds(_ flag: Flag) throws(CommandError) -> Int64? {
    guard let text = one(flag) else { return nil }
    guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
      throw .invalidValue(flag, text, expected: "a number of seconds up to 86400")
    }
    return Int64(seconds * 1_000_000_000)
  }
}

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
      throw .of(FileError.unwritable(path: path))
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
      if updatesExpectations, !FileAccess.canWrite(path) {
        throw .of(FileError.unwritable(path: path))
      }
    }
  }

  /// Looks whether a list of known failures can be read; one that is to be written may be missing.
  private func checkExpectations(_ path: String) throws(CommandError) {
    do throws(FileError) {
      _ = try FileAccess.bytes(of: path)
    } catch {
      if case .tooLarge = error { throw .of(error) }
      if !updatesExpectations { throw .noExpectations(path) }
    }
  }

  /// By what the run is weighed. The known mistakes are read where a list may name some; else ``finish(_:)``
  /// reads them once a vector has failed.
  func weighing(_ corpus: Corpus) throws(CommandError) -> Weighing {
    var weighing = Weighing(isStrict: arguments.has(.strict))
    if let path = expectationsPath {
      weighing.known = try arguments.knownMistakes(of: corpus)
      weighing.expectations = try expectations(path, corpus, weighing.known)
    }
    return weighing
  }

  /// The known failures to compare with.
  ///
  /// A list that is to be written again may be missing, and may name vectors that are gone.
  private func expectations(
    _ path: String, _ corpus: Corpus, _ known: KnownMistakes
  ) throws(CommandError) -> Expectations? {
    if !updatesExpectations {
      return try rethrowing(Expectations.read(path, corpus: corpus, known))
    }
    if FileAccess.read(path) == nil { return nil }
    return try rethrowing(Expectations.read(path)).without(unknownTo: corpus)
  }

  /// Writes everything that was asked for.
  ///
  /// - Returns: How the program ends.
  func finish(_ report: Report) throws(CommandError) -> RunnerStatus {
    let console = arguments.console
    var (report, remark) = try updated(report)
    // The last line alone names no mistake, so none is searched for.
    let isBrief = detail == .quiet && files.isEmpty
    let namesMistakes = report.hasFailures && !isBrief
    var lack = "\(KnownMistakes.fingerprintsFile) is not there, or of other vectors."
    if namesMistakes && expectationsPath == nil {
      // To read them takes as long as a run. What is wrong with the files costs their names, not the run.
      do throws(CommandError) {
        report.known = try arguments.knownMistakes(of: report.corpus)
      } catch {
        lack = error.description
      }
    }
    if namesMistakes && report.lacksNames { report.notes.append("No mistake is named: \(lack)") }
    let diagnosis = isBrief ? Diagnosis(of: [], by: .none) : report.diagnosis()
    var pages: Specification?
    if files.contains(where: { $0.format.needsPages }) {
      pages = try arguments.specification()
    } else if namesMistakes {
      pages = Specification(besideVectors: try arguments.vectorsFolder())
    }
    let isOutputTaken = files.contains { $0.path == "-" }
    let text =
      report.text(
        diagnosis, detail: detail, hasColor: !isOutputTaken && console.style.hasColor,
        specification: pages) + remark
    // First, for a file may still turn out to be unwritable.
    if isOutputTaken { console.complain(text) } else { console.write(text) }
    for (format, path) in files {
      let bytes = try rethrowing(report.bytes(format, diagnosis, pages))
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
    try rethrowing(FileAccess.write(list.canonicalBytes(), to: path))
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
