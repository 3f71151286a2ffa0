internal import OSSPrimitives
internal import OSSVectors

/// `fuzz`: compares an adapter with the reference on random requests, and shrinks what differs.
enum FuzzCommand {
  static let count = Flag("--count", "COUNT", "how many requests to make; 2000 if not given")
  static let seed = Flag("--seed", "NUMBER", "what the requests are made from; 1 if not given")
  static let findings = Flag(
    "--findings", "COUNT", "how many kinds of mistakes to show; 20 if not given")
  static let into = Flag("--into", "FILE", "write the smallest requests as a suite of vectors")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true,
    "an operation to ask for; if not given, all that the adapter has")
  static let usage = CommandUsage(
    summary: "compare an SDK with the reference on random requests",
    operands: .command(isRequired: false),
    flags: [count, seed, findings, operation, into, .timeout, .window, .zone, .quiet],
    details: [
      "Without a command the reference is compared with itself through the adapter protocol.",
      "Requests of V1 and V4 alternate, if the adapter supports both.",
      "Each failing request is made smaller for as long as it fails in the same way.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let fuzzer = try fuzzer(arguments)
    let limits = try arguments.adapterLimits()
    let suite = try arguments.suiteName(into)
    let isQuiet = arguments.has(.quiet)
    let result = try rethrowing(
      as: CommandError.adapter,
      run(fuzzer, arguments, limits))
    let text = FuzzText(style: arguments.console.style).text(result)
    arguments.console.write(isQuiet ? text.lastLine : text)
    if let suite, let path = arguments.one(into), !result.kinds.isEmpty {
      try arguments.console.write(result.suite(named: suite).canonicalBytes(), to: path)
      arguments.console.write("Written: \(path), vectors \(result.kinds.count).\n")
    }
    return result.exitStatus
  }

  private static func run(
    _ fuzzer: Fuzzer, _ arguments: Arguments, _ limits: AdapterLimits
  ) throws(AdapterError) -> FuzzResult {
    let command = arguments.adapterCommand
    guard !command.isEmpty else {
      var reference = RoundTripReference()
      let progress = arguments.progress(fuzzer.count, "requests")
      defer { progress.end() }
      return try fuzzer.run(with: &reference, progress: progress.show)
    }
    var adapter = try ProcessAdapter(
      command: command, limits: limits, showsErrors: !arguments.has(.quiet))
    let progress = arguments.progress(fuzzer.count, "requests", asksAdapter: true)
    defer { progress.end() }
    let result = try fuzzer.run(with: &adapter, progress: progress.show)
    progress.end()
    adapter.end()
    return result
  }

  private static func fuzzer(_ arguments: Arguments) throws(CommandError) -> Fuzzer {
    var fuzzer = Fuzzer()
    fuzzer.count = try arguments.number(count, in: 1...10_000_000) ?? fuzzer.count
    fuzzer.findings = try arguments.number(findings, in: 1...1_000) ?? fuzzer.findings
    let named = try arguments.fuzzOperations(operation)
    if !named.isEmpty { fuzzer.operations = named }
    fuzzer.seed = try arguments.seed(seed) ?? fuzzer.seed
    return fuzzer
  }
}

extension String {
  /// The last line of a text that ends with a line feed, and that line feed.
  fileprivate var lastLine: String {
    (split(separator: "\n").last.map(String.init) ?? "") + "\n"
  }
}
