internal import OSSVectors

/// `check`: asks an adapter, or the built-in reference, and judges what it answers.
enum CheckCommand {
  static let details = [
    "Without a command the built-in reference is checked.",
    "Two --id flags select both vectors; --id and --level select what matches both.",
    "Only a must that fails fails the run; with --strict a should, too. With a list of known",
    "failures every result counts that the list does not say, at any level.",
    "The handshake says which profiles and habits the SDK has: see spec/adapter-protocol.md.",
  ]

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let limits = try arguments.adapterLimits()
    let output = try JudgingOutput(arguments)
    // First of all: its runtime starts while the vectors are read.
    let trace = try arguments.trace()
    var launched = try launched(
      arguments.adapterCommand, limits, showsErrors: output.detail != .quiet, trace)
    let corpus = try arguments.corpus()
    var terms = try output.terms(corpus)
    let vectors: [Vector]
    (vectors, terms.leftOut) = try arguments.vectors(of: corpus)
    let profiles = try arguments.profiles()
    if launched != nil { terms.zone = limits.zone }
    let report = try rethrowing(as: CommandError.adapter) { () throws(AdapterError) in
      guard let launched = launched.take() else {
        var reference = ReferenceAdapter()
        return try Report.check(vectors, of: corpus, with: &reference, profiles, terms: terms)
      }
      return try check(vectors, of: corpus, with: launched, profiles, terms, arguments)
    }
    return try output.finish(report)
  }

  /// Asks a started adapter, and shows how far it is.
  static func check(
    _ vectors: [Vector], of corpus: Corpus, with launched: consuming LaunchedAdapter,
    _ profiles: ProfileChoice, _ terms: Report.Terms, _ arguments: Arguments
  ) throws(AdapterError) -> Report {
    var adapter = try launched.shakeHands()
    let progress = arguments.progress(vectors.count, "vectors", asksAdapter: true)
    defer { progress.end() }
    var report = try Report.check(
      vectors, of: corpus, with: &adapter, profiles, terms: terms, progress: progress.show,
      asked: progress.end)
    report.notes += adapter.notes
    if let zone = terms.zone, !zone.isThere {
      report.notes.append(
        "The time zone \(zone.name) is not in \(AdapterZone.folder): "
          + "where the adapter takes UTC for it, a mistake of the time zone passes.")
    }
    adapter.end()
    return report
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
    return try rethrowing(as: CommandError.file, AdapterTrace(path: path))
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

/// `export`: writes the requests of the selected vectors to a file.
enum ExportCommand {
  static let output = Flag("--output", "FILE", "where to write; the standard output if not given")
  static let flags = [output]

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let corpus = try arguments.corpus()
    let vectors = try arguments.vectors(of: corpus).selected
    let lines = ExportedRequests.lines(for: vectors, corpusDigest: corpus.digest())
    try arguments.console.write(lines, to: arguments.one(output) ?? "-")
    return .asExpected
  }
}

/// `grade`: judges a file of replies to exported requests.
enum GradeCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let output = try JudgingOutput(arguments)
    let corpus = try arguments.corpus()
    var terms = try output.terms(corpus)
    let vectors: [Vector]
    (vectors, terms.leftOut) = try arguments.vectors(of: corpus)
    let profiles = try arguments.profiles()
    let path = arguments.words[0]
    let bytes = try arguments.console.read(path)
    let fault = { (error: GradingError) in CommandError.grading(error, file: path) }
    let graded = try rethrowing(as: fault, GradedReplies(bytes, for: vectors))
    let asked: [Vector]
    (asked, terms.unclaimed) = profiles.cut(vectors, of: corpus, for: graded.identity)
    let replies = Dictionary(uniqueKeysWithValues: zip(vectors.map(\.id), graded.replies))
    let report = Report(
      identity: graded.identity, corpus: corpus, vectors: asked,
      replies: asked.compactMap { replies[$0.id] }, terms: terms)
    return try output.finish(report)
  }
}

/// `adapter`: speaks for the built-in reference on the standard streams.
enum AdapterCommand {
  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    AdapterServer(ReferenceAdapter()).serveStandardStreams()
    return .asExpected
  }
}
