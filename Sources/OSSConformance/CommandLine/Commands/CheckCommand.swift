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
