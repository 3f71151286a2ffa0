internal import OSSPrimitives
internal import OSSVectors

/// `fuzz`: compares an adapter with the reference on random requests, and shrinks what differs.
enum FuzzCommand {
  static let count = Flag("--count", "COUNT", "how many requests to make; 2000 if not given")
  static let seed = Flag("--seed", "NUMBER", "what the requests are made from; 1 if not given")
  static let findings = Flag(
    "--findings", "COUNT", "how many kinds of mistakes to tell; 20 if not given")
  static let into = Flag("--into", "FILE", "write the smallest requests as a suite of vectors")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true,
    "an operation to ask for; if not given, all that the adapter has")
  static let flags = [
    count, seed, findings, operation, into, Flag.timeout, Flag.window, Flag.quiet,
  ]

  static func run(_ arguments: Arguments, _ console: some Console) throws(CommandError)
    -> RunnerStatus
  {
    let fuzzer: Fuzzer
    let limits: AdapterLimits
    let suite: String?
    do throws(UsageError) {
      fuzzer = try self.fuzzer(arguments)
      limits = try arguments.adapterLimits()
      suite = try arguments.suiteName(into)
    } catch {
      throw .usage(error)
    }
    let isQuiet = arguments.has(.quiet)
    let progress = Progress(
      total: fuzzer.count, console: console, detail: isQuiet ? .quiet : .normal)
    let result: FuzzResult
    do throws(AdapterError) {
      result = try run(
        fuzzer, arguments.adapterCommand, limits, showsErrors: !isQuiet, progress)
    } catch {
      progress.end()
      throw .adapter(error)
    }
    progress.end()
    let text = FuzzText(style: console.style).text(result)
    console.write(isQuiet ? text.lastLine : text)
    if let suite, let path = arguments.one(into) {
      try write(result, suite, to: path, console)
    }
    return result.exitStatus
  }

  private static func run(
    _ fuzzer: Fuzzer, _ command: [String], _ limits: AdapterLimits, showsErrors: Bool,
    _ progress: Progress
  ) throws(AdapterError) -> FuzzResult {
    guard !command.isEmpty else {
      var reference = RoundTripReference()
      return try fuzzer.run(with: &reference, progress: progress.show)
    }
    var adapter = try ProcessAdapter(command: command, limits: limits, showsErrors: showsErrors)
    let result = try fuzzer.run(with: &adapter, progress: progress.show)
    adapter.end()
    return result
  }

  private static func write(
    _ result: FuzzResult, _ suite: String, to path: String, _ console: some Console
  ) throws(CommandError) {
    if result.kinds.isEmpty { return }
    do throws(FileError) {
      try FileAccess.write(result.suite(named: suite).canonicalBytes(), to: path)
    } catch {
      throw .file(error)
    }
    console.write("Written: \(path), vectors \(result.kinds.count).\n")
  }

  private static func fuzzer(_ arguments: Arguments) throws(UsageError) -> Fuzzer {
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
