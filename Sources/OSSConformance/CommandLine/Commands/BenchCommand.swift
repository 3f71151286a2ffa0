internal import OSSPrimitives
internal import OSSVectors

/// `bench`: times the reference's operations, alone or beside an SDK's.
enum BenchCommand {
  static let rounds = Flag("--rounds", "COUNT", "how many rounds to run; 21 if not given")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true, "an operation to time; all if not given")
  static let flags = [rounds, operation, Flag.json]
  static let details = [
    "What an application keeps is made before the measurement: the request, the signer and the V4",
    "signing key of the day, unless the line says that the key is derived. Lines of the whole way",
    "also make the request from its raw parts and end with what is sent. An SDK keeps what it does.",
    "The ratio is the median of the rounds' ratios: how many times longer the SDK takes. Use",
    "-c release.",
  ]

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    var trial = SpeedTrial()
    trial.rounds = try arguments.number(rounds, in: 1...1_000) ?? trial.rounds
    let operations = try operations(arguments)
    let progress = arguments.progress(
      operations.count, "operations", asksAdapter: !arguments.adapterCommand.isEmpty)
    trial.progress = progress.show
    defer { progress.end() }
    let report = try report(trial, operations, command: arguments.adapterCommand)
    progress.end()
    arguments.write(report.json, or: report.text)
    // An SDK of which no operation could be timed was not compared with anything.
    let isCompared = report.sdk == nil || report.comparisons.contains { $0.ratio != nil }
    return isCompared ? .asExpected : .nothingRun
  }

  private static func report(
    _ trial: SpeedTrial, _ operations: [TimedOperation], command: [String]
  ) throws(CommandError) -> SpeedReport {
    let reference = ReferenceAdapter()
    guard !command.isEmpty else {
      return SpeedReport(sdk: nil, comparisons: trial.run(operations, of: reference))
    }
    var adapter = try rethrowing(as: CommandError.adapter, ProcessAdapter(command: command))
    let comparisons = try rethrowing(
      as: CommandError.bench, trial.run(operations, of: reference, beside: &adapter))
    adapter.end()
    return SpeedReport(sdk: adapter.identity, comparisons: comparisons)
  }

  private static func operations(_ arguments: Arguments) throws(CommandError) -> [TimedOperation] {
    let all = TimedOperation.standard
    let names = arguments.all(operation)
    let known = all.filter { $0.preparation == .whole }.map(\.name)
    for name in names where !known.contains(name) {
      let list = known.joined(separator: ", ")
      throw .invalidValue(operation, name, expected: "one of \(list)")
    }
    return names.isEmpty ? all : all.filter { names.contains($0.request.operation.rawValue) }
  }
}
