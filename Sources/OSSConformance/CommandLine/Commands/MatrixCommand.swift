internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

extension Arguments {
  /// The runs whose JSON reports the flag `--from` names.
  func reportedRuns() throws(CommandError) -> [ReportedRun] {
    var runs: [ReportedRun] = []
    for path in all(MatrixCommand.from) {
      let bytes = try console.read(path)
      let run = try rethrowing(as: CommandError.vectors, ReportedRun(bytes, file: path))
      runs.append(run)
    }
    return runs
  }
}

extension Arguments {
  /// What the file of the flag `--charges` says; nothing without it.
  fileprivate func charges() throws(CommandError) -> Charges {
    guard let path = one(MatrixCommand.charges) else { return Charges() }
    let bytes = try console.read(path)
    return try rethrowing(as: CommandError.vectors, Charges(bytes, file: path))
  }
}

/// `matrix`: several adapters or reports side by side.
enum MatrixCommand: CommandWork {
  static let from = Flag(
    "--from", "FILE", isRepeatable: true, "a JSON report of check or grade; its order is kept")
  static let adapter = Flag(
    "--adapter", "COMMAND", isRepeatable: true, "an adapter to run, as the shell starts it")
  private static let formats: [ReportFormat] = [.json, .markdown, .html]
  private static let report = Flag(
    Flag.report.name, "FORMAT=FILE,...", isRepeatable: true,
    "write a file too: \(ReportFormat.list(formats)); - is the standard output")
  static let charges = Flag(
    "--charges", "FILE", "which public call makes each mistake, for the report in Markdown")
  static let usage = CommandUsage(
    summary: "show several SDKs side by side, clause by clause",
    flags: [from, adapter, .profiles, .timeout, .vectors, report, charges],
    details: [
      "The reports come first, then the adapters, in the order given.",
      "The table has the clauses that an SDK fails, with the number of failed vectors. A failure counts",
      "for the clauses that its mistake breaks.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let files = try arguments.reports(formats)
    guard !(arguments.all(from) + arguments.all(adapter)).isEmpty else {
      throw .missingFlag(from, command: arguments.command)
    }
    var runs = try arguments.reportedRuns()
    let specification = try arguments.specification()
    for command in arguments.all(adapter) { runs.append(try run(command, arguments)) }
    let matrix = Matrix(runs, specification)
    let charged = try arguments.charges()
    let corpus = arguments.one(charges) == nil ? nil : try arguments.corpus()
    let known = try corpus.map(arguments.knownMistakes) ?? nil
    for (format, path) in files {
      let bytes =
        switch format {
        case .html: MatrixPage(runs, specification).html().bytes
        case .markdown:
          Bytes(
            ResultsPage(specification, charged, vectors: corpus?.vectors ?? [], known).text(runs)
              .utf8)
        case .json, .junit: matrix.json().canonical()
        }
      try arguments.console.write(bytes, to: path)
    }
    if !files.contains(where: { $0.path == "-" }) { arguments.console.write(matrix.text()) }
    return runs.contains { $0.levels.values.contains(.must) } ? .failures : .asExpected
  }

  /// Runs an adapter over the whole corpus.
  private static func run(
    _ command: String, _ arguments: Arguments
  ) throws(CommandError) -> ReportedRun {
    let limits = try arguments.adapterLimits()
    var launched = try CheckCommand.launched(
      ["/bin/sh", "-c", "exec " + command], limits, showsErrors: true, nil)
    let corpus = try arguments.corpus()
    let profiles = try arguments.profiles()
    let run = try rethrowing(as: CommandError.adapter) { () throws(AdapterError) in
      guard let launched = launched.take() else { throw .noCommand }
      return try CheckCommand.asking(
        launched, corpus.vectors, of: corpus, profiles, limits.zone, arguments)
    }
    var weighing = Weighing()
    weighing.known = try arguments.knownMistakes(of: corpus)
    let report = Report(run, weighing)
    return try rethrowing(as: CommandError.vectors, report.reported(report.diagnosis()))
  }
}
