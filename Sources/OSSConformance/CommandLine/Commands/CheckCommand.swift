internal import OSSVectors

/// `check`: asks an adapter, or the built-in reference, and judges what it answers.
enum CheckCommand {
  private struct Options {
    let command: [String]
    let limits: AdapterLimits
    let judging: JudgingOptions
  }

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let options = try options(arguments)
    // First of all: its runtime starts while the vectors are read.
    var launched = try launched(options)
    let corpus = try arguments.corpus(console)
    let vectors = try arguments.vectors(of: corpus)
    let expectations = try options.judging.expectations(corpus)
    let progress = Progress(total: vectors.count, console: console, detail: options.judging.detail)
    let report: Report
    do throws(AdapterError) {
      report = try check(
        vectors, of: corpus, with: launched.take(), expectations, progress)
    } catch {
      progress.end()
      throw .adapter(error)
    }
    progress.end()
    return try JudgingOutput(options: options.judging).finish(report, console)
  }

  private static func check(
    _ vectors: [Vector], of corpus: Corpus, with launched: consuming LaunchedAdapter?,
    _ expectations: Expectations?, _ progress: Progress
  ) throws(AdapterError) -> Report {
    guard let launched else {
      var reference = ReferenceAdapter()
      return try Report.check(
        vectors, of: corpus, with: &reference, expectations: expectations)
    }
    var adapter = try launched.shakeHands()
    let report = try Report.check(
      vectors, of: corpus, with: &adapter, expectations: expectations, progress: progress.show)
    let notes = adapter.notes
    adapter.end()
    return report.adding(notes: notes)
  }

  /// The adapter, started, if there is a command for one.
  private static func launched(_ options: Options) throws(CommandError) -> LaunchedAdapter? {
    guard !options.command.isEmpty else { return nil }
    do throws(AdapterError) {
      return try LaunchedAdapter(
        command: options.command, limits: options.limits,
        showsErrors: options.judging.detail != .quiet)
    } catch {
      throw .adapter(error)
    }
  }

  private static func options(_ arguments: Arguments) throws(CommandError) -> Options {
    do throws(UsageError) {
      return Options(
        command: arguments.adapterCommand, limits: try arguments.adapterLimits(),
        judging: try JudgingOptions(arguments))
    } catch {
      throw .usage(error)
    }
  }
}

extension Arguments {
  /// The limits of an adapter, as far as flags change them.
  func adapterLimits() throws(UsageError) -> AdapterLimits {
    var limits = AdapterLimits()
    if let seconds = try seconds(.timeout) { limits.request = seconds }
    if let text = one(.window) {
      guard let window = Int(text), window > 0 else {
        throw .invalidValue(.window, text, expected: "a number from 1")
      }
      limits.window = window
    }
    return limits
  }

  /// The nanoseconds of a flag that says seconds, if it is given.
  func seconds(_ flag: Flag) throws(UsageError) -> Int64? {
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

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let corpus = try arguments.corpus(console)
    let vectors = try arguments.vectors(of: corpus)
    let lines = ExportedRequests.lines(for: vectors, corpusDigest: corpus.digest())
    guard let path = arguments.one(output), path != "-" else {
      console.write(lines)
      return .asExpected
    }
    do throws(FileError) {
      try FileAccess.write(lines, to: path)
    } catch {
      throw .file(error)
    }
    return .asExpected
  }
}

/// `grade`: judges a file of replies to exported requests.
enum GradeCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let options: JudgingOptions
    do throws(UsageError) {
      options = try JudgingOptions(arguments)
    } catch {
      throw .usage(error)
    }
    let corpus = try arguments.corpus(console)
    let vectors = try arguments.vectors(of: corpus)
    let expectations = try options.expectations(corpus)
    let path = arguments.words[0]
    guard let bytes = path == "-" ? console.readInput() : FileAccess.read(path) else {
      throw .file(.unreadable(path: path))
    }
    let graded: GradedReplies
    do throws(GradingError) {
      graded = try GradedReplies(bytes, for: vectors)
    } catch {
      throw .grading(error, file: path)
    }
    let report = Report(
      identity: graded.identity, corpus: corpus, vectors: vectors, replies: graded.replies,
      expectations: expectations)
    return try JudgingOutput(options: options).finish(report, console)
  }
}

/// `adapter`: speaks for the built-in reference on the standard streams.
enum AdapterCommand {
  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    AdapterServer(ReferenceAdapter()).serveStandardStreams()
    return .asExpected
  }
}
