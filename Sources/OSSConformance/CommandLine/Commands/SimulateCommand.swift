internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

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
