internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `adapter-check`: says step by step what an adapter does wrong in the protocol.
enum AdapterCheckCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "show what an adapter does wrong in the protocol, step by step",
    operands: .command(isRequired: true),
    flags: [.vectors, .timeout, .zone, .trace],
    details: [
      "Each line has a clause of spec/adapter-protocol.md and what the adapter does. The answers of",
      "the SDK are compared with each other alone: the command check judges what it signs.",
      "The exit status is 1 if a line is wrong, and 3 if the program cannot be started.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let (limits, trace) = (try arguments.adapterLimits(), try arguments.trace())
    let corpus = try arguments.corpus()
    let check = try rethrowing(
      as: CommandError.adapter,
      AdapterCheck(
        command: arguments.adapterCommand, asking: corpus, limits: limits, trace: trace))
    arguments.console.write(text(check, arguments.console.style))
    return check.steps.contains(where: \.isWrong) ? .failures : .asExpected
  }

  private static func text(_ check: borrowing AdapterCheck, _ style: Style) -> String {
    let lines = check.steps.map { step in
      let line = "\(step.clause.padded(to: 12))\(step.promise)"
      switch step.outcome {
      case .right(let seen):
        return style.green("right  ") + line + (seen.isEmpty ? "" : ": \(seen.visible)") + "\n"
      case .untried(let reason): return style.yellow("-      ") + "\(line): \(reason.visible)\n"
      case .wrong(let what, let fix):
        return style.red("wrong  ") + "\(line): \(what.visible)\n"
          + "".padded(to: 19) + "Fix: \(fix.visible)\n"
      }
    }
    let wrong = check.steps.count(where: \.isWrong)
    let untried = check.steps.count { if case .untried = $0.outcome { true } else { false } }
    let right = check.steps.count - wrong - untried
    return lines.joined() + "\(right) right, \(wrong) wrong, \(untried) not tried.\n"
  }
}

/// `export`: writes the requests of the selected vectors to a file.
enum ExportCommand: CommandWork {
  static let output = Flag("--output", "FILE", "where to write; the standard output if not given")
  static let usage = CommandUsage(
    summary: "write the requests of vectors to a file",
    flags: Flag.selection + [.vectors, output])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    let vectors = try arguments.vectors(of: corpus).selected
    let lines = ExportedRequests.lines(for: vectors, corpusDigest: corpus.digest())
    try arguments.console.write(lines, to: arguments.one(output) ?? "-")
    return .asExpected
  }
}

/// `grade`: judges a file of replies to exported requests.
enum GradeCommand: CommandWork {
  static let usage = CommandUsage(
    summary: "judge a file of replies to exported requests", operands: .one("FILE"),
    flags: Flag.selection + Flag.judging)

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let output = try JudgingOutput(arguments)
    let corpus = try arguments.corpus()
    let weighing = try output.weighing(corpus)
    let (vectors, leftOut) = try arguments.vectors(of: corpus)
    let profiles = try arguments.profiles()
    let path = arguments.words[0]
    let bytes = try arguments.console.read(path)
    let fault = { (error: GradingError) in CommandError.grading(error, file: path) }
    let graded = try rethrowing(as: fault, GradedReplies(bytes, for: vectors))
    var run = Run(
      of: graded.identity, in: corpus, Array(zip(vectors, graded.replies)), profiles,
      comparesSteps: !arguments.has(.noSteps))
    run.leftOut = leftOut
    return try output.finish(Report(run, weighing))
  }
}

/// `adapter`: speaks for the built-in reference on the standard streams.
enum AdapterCommand: CommandWork {
  static let usage = CommandUsage(summary: "run the built-in reference as an adapter")

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    AdapterServer(ReferenceAdapter()).serveStandardStreams()
    return .asExpected
  }
}

extension Arguments {
  /// The runs whose JSON reports the flag `--from` names.
  func reportedRuns() throws(CommandError) -> [ReportedRun] {
    var runs: [ReportedRun] = []
    for path in all(MatrixCommand.from) {
      let bytes = try console.read(path)
      let run = try rethrowing(ReportedRun(bytes, file: path))
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
    return try rethrowing(Charges(bytes, file: path))
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
    return try rethrowing(report.reported(report.diagnosis()))
  }
}
