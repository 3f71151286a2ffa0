internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `serve --scenario`: servers that fail in the ways of a scenario, and what a client then does.
struct ScenarioCommand {
  static let scenario = Flag(
    "--scenario", "NAME", isRepeatable: true,
    "play a scenario, a group of them, all, or one of a file .json, in place of a right OSS")
  static let known = Flag(
    "--known", "FILE", "with --scenario: the list of known failures to compare with")
  static let writeKnown = Flag(
    "--write-known", "with --scenario: write the list of known failures from this run")

  private let arguments: Arguments
  private let files: [(format: ReportFormat, path: String)]
  private let knowledge: EndpointKnowledge
  private let clauses: Set<String>?
  private var all: [Scenario] = []

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    for flag in [
      ServeCommand.listen, ServeCommand.bucket, ServeCommand.region, ServeCommand.domain,
      ServeCommand.rules, ServeCommand.reportOnly, .credentials,
    ] {
      try arguments.refuse(flag, with: scenario)
    }
    if arguments.has(writeKnown), !arguments.has(known) {
      throw .missingFlag(known, command: arguments.command)
    }
    let command = try ScenarioCommand(arguments)
    let chosen = try command.chosen()
    if arguments.adapterCommand.isEmpty { return try command.serve(chosen) }
    return try command.judge(chosen)
  }

  private init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    files = try arguments.reports([.json, .junit])
    let folder = try arguments.vectorsFolder()
    knowledge = try EndpointKnowledge(vectors: folder)
    clauses = knowledge.clauses
    let own = folder + "/../spec/scenarios"
    for name in (FileSystem.names(in: own) ?? []).sorted() where name.hasSuffix(".json") {
      all.append(try scenario(at: own + "/" + name))
    }
  }

  private func scenario(at path: String) throws(CommandError) -> Scenario {
    let bytes = try rethrowing(as: CommandError.file, FileAccess.bytes(of: path))
    return try rethrowing(
      as: { (fault: ScenarioError) in CommandError.serving(fault.description) },
      try Scenario(bytes, file: path, clauses: clauses))
  }

  /// The scenarios that the flags name, each once.
  private func chosen() throws(CommandError) -> [Scenario] {
    var chosen: [Scenario] = []
    for word in arguments.all(Self.scenario).flatMap({ $0.split(separator: ",").map(String.init) })
    {
      var found = word.hasSuffix(".json") ? [try scenario(at: word)] : []
      if found.isEmpty {
        found = all.filter {
          word == "all" || $0.group.rawValue.hasSameBytes(as: word)
            || $0.name.hasSameBytes(as: word)
        }
      }
      guard !found.isEmpty else {
        let names = all.map(\.name) + Scenario.Group.allCases.map(\.rawValue)
        throw .serving("There is no scenario \(word)" + word.nearest(of: names).asHint)
      }
      for scenario in found where !chosen.contains(where: { $0.name == scenario.name }) {
        chosen.append(scenario)
      }
    }
    return chosen
  }

  /// Serves a scenario until somebody ends the tool; the control port starts others.
  private func serve(_ chosen: [Scenario]) throws(CommandError) -> RunnerStatus {
    let stage = try ServedStage(
      chosen[0], knowledge, port: ServeCommand.port(arguments), endpoints: endpoints)
    let control = ControlService(
      stage.stage.service, address: stage.address, stage: stage.stage,
      scenarios: chosen + all)
    let asked = try ServeCommand.controlPort(arguments)
    let port = try rethrowing(
      as: { (fault: SocketError) in CommandError.serving(fault.description) },
      try stage.server.listen(port: asked, control))
    arguments.console.write(stage.json(controlPort: port).compact() + "\n")
    stage.server.run()
    return .asExpected
  }

  /// Runs the command once for each scenario, and judges what it did.
  private func judge(_ chosen: [Scenario]) throws(CommandError) -> RunnerStatus {
    let old = try knownFailures()
    var results = ScenarioResults(known: old)
    for scenario in chosen {
      let stage = try ServedStage(scenario, knowledge, endpoints: endpoints)
      let run = try stage.run(arguments.adapterCommand, arguments.console)
      results.runs.append(run)
      if !arguments.has(.quiet), !arguments.has(.json) {
        arguments.console.write(results.text(of: run))
      }
    }
    var remark = ""
    if arguments.has(Self.writeKnown), let path = arguments.one(Self.known) {
      results.known = results.updated(sdk: arguments.adapterCommand.joined(separator: " "))
      let bytes = results.known?.canonicalBytes() ?? []
      try rethrowing(as: CommandError.file, FileAccess.write(bytes, to: path))
      remark = "Written: \(path), known failures \(results.known?.entries.count ?? 0).\n"
    }
    arguments.write(results.json, or: results.lastLines + remark)
    for (format, path) in files {
      let bytes = format == .json ? results.json.canonical() : results.junit.bytes
      try arguments.console.write(bytes, to: path)
    }
    return results.exitStatus
  }

  /// Further hosts of the endpoint, whose subdomains are buckets.
  private var endpoints: [String] { arguments.all(ServeCommand.name) }

  /// The list of known failures; one that is to be written may be missing.
  private func knownFailures() throws(CommandError) -> Expectations? {
    guard let path = arguments.one(Self.known) else { return nil }
    if arguments.has(Self.writeKnown), FileAccess.read(path) == nil { return nil }
    return try rethrowing(as: CommandError.expectations, Expectations.read(path))
  }
}
