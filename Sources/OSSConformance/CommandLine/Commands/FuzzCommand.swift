internal import OSSPrimitives
internal import OSSVectors

/// `fuzz`: compares an adapter with the reference on random inputs, and reduces what differs.
enum FuzzCommand: CommandWork {
  static let count = Flag("--count", "COUNT", "how many inputs to make; 10000 if not given")
  static let seed = Flag("--seed", "NUMBER", "what the inputs are made from; 1 if not given")
  static let findings = Flag(
    "--findings", "COUNT", "how many kinds of mistakes to show; 20 if not given")
  static let into = Flag("--into", "FILE", "write the smallest inputs as a suite of vectors")
  static let operation = Flag(
    "--operation", "NAME", isRepeatable: true,
    "an operation to ask for; if not given, all that the adapter has")
  static let usage = CommandUsage(
    summary: "compare an SDK with the reference on random inputs",
    operands: .command(isRequired: true),
    flags: [count, seed, findings, operation, into, .vectors, .timeout, .window, .zone, .quiet],
    details: [
      "The inputs are those of the vectors of the profiles that the adapter claims, each changed in",
      "one to three places. One that fails is reduced until nothing of it can be taken away.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let limits = try arguments.adapterLimits()
    let suite = try arguments.suiteName(into)
    let isQuiet = arguments.has(.quiet)
    let settings = try settings(arguments)
    let corpus = try arguments.corpus()
    let result = try rethrowing(
      as: CommandError.adapter, run(settings, corpus, arguments, limits))
    let text = FuzzText(style: arguments.console.style).text(result)
    arguments.console.write(isQuiet ? text.lastLine : text)
    if let suite, let path = arguments.one(into), !result.kinds.isEmpty {
      try arguments.console.write(result.suite(named: suite).canonicalBytes(), to: path)
      arguments.console.write("Written: \(path), vectors \(result.kinds.count).\n")
    }
    return result.exitStatus
  }

  private static func run(
    _ settings: Settings, _ corpus: Corpus, _ arguments: Arguments, _ limits: AdapterLimits
  ) throws(AdapterError) -> FuzzResult {
    let progress = arguments.progress(settings.count, "inputs", asksAdapter: true)
    defer { progress.end() }
    var adapter = try ProcessAdapter(
      command: arguments.adapterCommand, limits: limits, showsErrors: !arguments.has(.quiet))
    let result = try settings.fuzzer(corpus, adapter.identity)
      .run(with: &adapter, progress: progress.show)
    progress.end()
    adapter.end()
    return result
  }

  /// What the flags say.
  private struct Settings {
    var (count, findings, seed) = (10_000, 20, 1 as UInt64)
    var operations: [OSSVectors.Operation] = []

    /// The fuzzer for an adapter, of the vectors that it can be asked for.
    func fuzzer(_ corpus: Corpus, _ identity: AdapterIdentity) -> Fuzzer {
      let vectors = ProfileChoice.claimed.cut(corpus.vectors, of: corpus, for: identity).asked
      var fuzzer = Fuzzer(vectors.filter { operations.contains($0.operation) })
      (fuzzer.count, fuzzer.findings, fuzzer.seed) = (count, findings, seed)
      return fuzzer
    }
  }

  private static func settings(_ arguments: Arguments) throws(CommandError) -> Settings {
    var settings = Settings()
    settings.count = try arguments.number(count, in: 1...10_000_000) ?? settings.count
    settings.findings = try arguments.number(findings, in: 1...1_000) ?? settings.findings
    settings.operations = try arguments.randomOperations(operation)
    settings.seed = try arguments.seed(seed) ?? settings.seed
    return settings
  }
}

extension String {
  /// The last line of a text that ends with a line feed, and that line feed.
  fileprivate var lastLine: String {
    (split(separator: "\n").last.map(String.init) ?? "") + "\n"
  }
}
