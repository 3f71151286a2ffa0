internal import OSSPrimitives
internal import OSSVectors

/// `bench`: times the reference's operations, alone or beside an SDK's.
enum BenchCommand {
  static let rounds = Flag("--rounds", "COUNT", "how many rounds to run; 21 if not given")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true, "an operation to time; all if not given")
  static let flags = [rounds, operation, Flag.json]
  static let details = [
    "What an application keeps is made before: the request, the signer and, unless the line says",
    "that the key is derived, the V4 signing key of the day. An SDK keeps what it keeps. The ratio",
    "is the median of the rounds' ratios: how many times longer the SDK takes. Use -c release.",
  ]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    var trial = SpeedTrial()
    trial.allocationCount = console.allocationCount
    let operations: [TimedOperation]
    do throws(UsageError) {
      trial.rounds = try roundCount(arguments)
      operations = try self.operations(arguments)
    } catch {
      throw .usage(error)
    }
    let report = try report(trial, operations, command: arguments.adapterCommand)
    if arguments.has(.json) {
      console.write(report.json.canonical())
    } else {
      console.write(report.text)
    }
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
    var adapter: ProcessAdapter
    do throws(AdapterError) {
      adapter = try ProcessAdapter(command: command)
    } catch {
      throw .adapter(error)
    }
    do throws(BenchError) {
      let comparisons = try trial.run(operations, of: reference, beside: &adapter)
      adapter.end()
      return SpeedReport(sdk: adapter.identity, comparisons: comparisons)
    } catch {
      throw .bench(error)
    }
  }

  private static func roundCount(_ arguments: Arguments) throws(UsageError) -> Int {
    guard let text = arguments.one(rounds) else { return SpeedTrial().rounds }
    guard let count = Int(text), 1...1_000 ~= count else {
      throw .invalidValue(rounds, text, expected: "a number from 1 to 1000")
    }
    return count
  }

  private static func operations(_ arguments: Arguments) throws(UsageError) -> [TimedOperation] {
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
