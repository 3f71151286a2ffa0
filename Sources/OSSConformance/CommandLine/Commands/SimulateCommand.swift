internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSVectors

/// `simulate`: looks for orders of events and random scripts in which credentials are kept wrongly.
enum SimulateCommand {
  static let depth = Flag(
    "--depth", "COUNT", "at how many moments other orders are tried; 8 if not given")
  static let orders = Flag(
    "--orders", "COUNT", "how many orders of one timeline; 2000 if not given, 24 of an adapter")
  static let steps = Flag(
    "--steps", "COUNT", "how many steps of random scripts; 100000 if not given")
  static let seed = Flag("--seed", "NUMBER", "what the scripts are made from; 1 if not given")
  static let mutant = Flag(
    "--mutant", "ID", "play the machine with this mistake, to test the search")
  static let mutants = Flag(
    "--mutants", "play the machine with each mistake, and show the shortest script that finds it")
  static let flags = [
    depth, orders, steps, seed, mutant, mutants, Flag.vectors, Flag.timeout, Flag.window,
    Flag.quiet, Flag.json,
  ]
  static let details = [
    "Events at one moment may happen in any order: callers come and leave, fetches end. Every",
    "order of every timeline is tried, then random scripts are played. The first that breaks a",
    "bound is made as short as possible. An adapter gets only the orders that a script can state,",
    "and no random scripts. Timelines that it fails in the script's own order are counted; the",
    "command check shows them.",
  ]

  private struct Options {
    var search = TimelineSearch()
    var adapterSearch = AdapterOrderSearch()
    var limits = AdapterLimits()
    var steps = 100_000
    var seed: UInt64 = 1
  }

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    let options = try options(arguments)
    let timelines = TimelineSearch.timelines(of: try arguments.corpus())
    if arguments.has(mutants) {
      return searchMutants(timelines, options, arguments)
    }
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
        try options.adapterSearch.run(
          timelines, with: &adapter, into: &result, progress: progress.show)
        progress.end()
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
      seed: options.seed, steps: options.steps, into: &result, progress: steps.show)
    steps.end()
  }

  /// Searches each machine with a known mistake, and reports what was found of it.
  private static func searchMutants(
    _ timelines: [TimelineSearch.Timeline], _ options: Options, _ arguments: Arguments
  ) -> RunnerStatus {
    var (unseen, long) = (0, 0)
    let broken = Catalogue.all.filter {
      $0.operations.contains(.credentialTimeline) && $0.equivalent == nil
    }
    let progress = arguments.progress(broken.count, "broken machines")
    var lines: [String] = []
    for mutant in broken {
      var search = options.search
      search.steps = mutant.model.credentials.refresh
      var result = TimelineSearch.Result()
      search.orders(of: timelines, into: &result)
      if result.finding == nil {
        search.random(seed: options.seed, steps: options.steps, into: &result)
      }
      // What credential.standing shows as well may break no bound of a script.
      let isMachineAlone = mutant.operations == [.credentialTimeline]
      if result.finding == nil, isMachineAlone { unseen += 1 }
      if let script = result.finding?.script, !isShort(script) { long += 1 }
      let found = result.finding.map { finding in
        "\(finding.script.events.count) events  \(finding.violation.sentence)"
      }
      let missed = isMachineAlone ? "not found" : "credential.standing alone shows it"
      lines.append(mutant.id.padded(to: 40) + (found ?? missed) + "\n")
      progress.show(lines.count)
    }
    progress.end()
    if !arguments.has(.quiet) { arguments.console.write(lines.joined()) }
    arguments.console.write(
      "\(broken.count) broken machines, \(unseen) not found, "
        + "\(long) shown by more than \(longest) events.\n")
    return unseen + long == 0 ? .asExpected : .failures
  }

  /// The events of the longest script that a known mistake needs: a wait without an end shows after
  /// seven failures only, which take eight callers.
  private static let longest = 8

  /// Whether a script was shrunk as far as it must be, and can be stated as a vector.
  private static func isShort(_ script: Script) -> Bool {
    script.events.count <= longest && (try? Script(script.json)) == script
  }

  private static func options(_ arguments: Arguments) throws(CommandError) -> Options {
    try arguments.refuse(mutants, with: mutant)
    try arguments.refuse(mutants, with: .json)
    if arguments.has(mutants) || arguments.has(mutant), let word = arguments.adapterCommand.first {
      throw .unexpectedWord(word, command: .simulate)
    }
    var options = Options()
    options.limits = try arguments.adapterLimits()
    options.search.depth = try arguments.number(depth, in: 0...100) ?? options.search.depth
    if let limit = try arguments.number(orders, in: 0...1_000_000) {
      options.search.limit = limit
      options.adapterSearch.limit = limit
    }
    options.steps = try arguments.number(steps, in: 0...1_000_000_000) ?? options.steps
    options.seed = try arguments.seed(seed) ?? options.seed
    if let id = arguments.one(mutant) {
      guard let mutant = Catalogue.named(id), mutant.operations.contains(.credentialTimeline) else {
        throw .invalidValue(self.mutant, id, expected: "the id of a mistake in credential.timeline")
      }
      options.search.steps = mutant.model.credentials.refresh
    }
    return options
  }
}
