internal import OSSJSON
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

/// `simulate`: looks for orders of events and random scripts in which credentials are kept wrongly.
enum SimulateCommand: CommandWork {
  static let depth = Flag(
    "--depth", "COUNT", "at how many moments other orders are tried; 8 if not given")
  static let orders = Flag(
    "--orders", "COUNT", "how many orders of one timeline; 2000 if not given, 24 of an adapter")
  static let steps = Flag(
    "--steps", "COUNT", "how many steps of random scripts; 100000 if not given, 5000 of an adapter")
  static let seed = Flag("--seed", "NUMBER", "what the scripts are made from; 1 if not given")
  static let usage = CommandUsage(
    summary: "search for orders of events that break rules for credentials",
    operands: .command(isRequired: false),
    flags: [depth, orders, steps, seed, .vectors, .timeout, .window, .zone, .quiet, .json],
    details: [
      "Events at one moment may happen in any order: callers come and leave, fetches end. Every",
      "order of every timeline is tried, then random scripts are played. The first that breaks a",
      "bound is made as short as possible. An adapter gets only the orders that a script can state.",
      "Timelines that it fails in the script's own order are counted; check shows them.",
    ])

  private struct Options {
    var search = TimelineSearch()
    var adapterSearch = AdapterTimelineSearch()
    var limits = AdapterLimits()
    var steps = 0
    var seed: UInt64 = 1
  }

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let options = try options(arguments)
    let timelines = TimelineSearch.timelines(of: try arguments.corpus())
    var result = TimelineSearch.Result()
    let command = arguments.adapterCommand
    if command.isEmpty {
      play(timelines, options, arguments, into: &result)
    } else {
      try rethrowing(as: CommandError.adapter) { () throws(AdapterError) in
        var adapter = try ProcessAdapter(
          command: command, limits: options.limits, showsErrors: !arguments.has(.quiet))
        let progress = arguments.progress(timelines.count, "timelines", asksAdapter: true)
        defer { progress.end() }
        try options.adapterSearch.orders(
          of: timelines, with: &adapter, into: &result, progress: progress.show)
        progress.end()
        if result.finding == nil {
          try options.adapterSearch.random(
            seed: options.seed, from: timelines, steps: options.steps, with: &adapter,
            into: &result)
        }
        adapter.end()
      }
    }
    write(result, arguments)
    if result.finding != nil { return .failures }
    return result.orders + result.steps == 0 ? .nothingRun : .asExpected
  }

  private static func write(_ result: TimelineSearch.Result, _ arguments: Arguments) {
    if arguments.has(.json) {
      arguments.console.write(result.json.canonical())
    } else {
      let text = TimelineSearchText(style: arguments.console.style)
      arguments.console.write(
        arguments.has(.quiet) ? text.closing(result) + "\n" : text.text(result))
    }
  }

  private static func play(
    _ timelines: [TimelineSearch.Timeline], _ options: Options, _ arguments: Arguments,
    into result: inout TimelineSearch.Result
  ) {
    let orders = arguments.progress(timelines.count, "timelines")
    options.search.orders(of: timelines, into: &result, progress: orders.show)
    orders.end()
    guard result.finding == nil else { return }
    let steps = arguments.progress(options.steps, "random steps")
    options.search.random(
      seed: options.seed, from: timelines, steps: options.steps, into: &result,
      progress: steps.show)
    steps.end()
  }

  private static func options(_ arguments: Arguments) throws(CommandError) -> Options {
    var options = Options()
    options.limits = try arguments.adapterLimits()
    options.search.depth = try arguments.number(depth, in: 0...100) ?? options.search.depth
    if let limit = try arguments.number(orders, in: 0...1_000_000) {
      options.search.limit = limit
      options.adapterSearch.limit = limit
    }
    let usual = arguments.adapterCommand.isEmpty ? 100_000 : 5_000
    options.steps = try arguments.number(steps, in: 0...1_000_000_000) ?? usual
    options.seed = try arguments.seed(seed) ?? options.seed
    return options
  }
}
