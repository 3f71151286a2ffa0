internal import OSSEndpoint
internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// `serve`: an OSS in memory that verifies each request and says what is wrong with it.
enum ServeCommand: CommandWork {
  static let port = Flag("--port", "PORT", "the port of the endpoint; a free one if not given")
  static let controlPort = Flag(
    "--control-port", "PORT", "the port of the page and of the control; a free one if not given")
  static let listen = Flag(
    "--listen", "ADDRESS", "the endpoint's address; 127.0.0.1 if not given, others are for all")
  static let bucket = Flag(
    "--bucket", "NAME", isRepeatable: true, "a bucket that is there; conform-bucket if not given")
  static let region = Flag(
    "--region", "REGION", "the region of the buckets; cn-hangzhou if not given")
  static let name = Flag(
    "--endpoint-name", "HOST", isRepeatable: true, "a host whose subdomains are buckets")
  static let domain = Flag(
    "--cname", "DOMAIN=BUCKET", isRepeatable: true, "a domain of a bucket")
  static let rules = Flag(
    "--rules", "FILE", "a JSON object: open clauses, each 'accept' or 'refuse'")
  static let reportOnly = Flag(
    "--report-only", "serve what is signed wrongly, too, and report it all the same")
  static let ask = Flag(
    "--ask", "CALL", "ask the endpoint behind --control-port for its 'health' or 'journal'")
  static let usage = CommandUsage(
    summary: "be an OSS on this machine that says why it refuses a request",
    operands: .command(isRequired: false),
    flags: [
      port, controlPort, listen, bucket, region, name, domain, .credentials, rules, reportOnly,
      ScenarioCommand.scenario, ScenarioCommand.known, ScenarioCommand.writeKnown, .report,
      ask, .vectors, .quiet, .json,
    ],
    details: [
      "Any client can be pointed at it: it verifies V1, V2 and V4, in headers and URLs, from the",
      "bytes on the wire. The answer to a refused request says why in the header x-oss-conform, and",
      "the page of the control port shows both strings that were signed. The first line of the output",
      "is JSON with both addresses and a made-up key, of --credentials the ID alone. After --, a",
      "command gets all in OSS_ENDPOINT, OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET, OSS_SESSION_TOKEN,",
      "OSS_REGION and OSS_BUCKET, and a server of tokens in OSS_TOKEN_URL, OSS_STS_ENDPOINT and",
      "ALIBABA_CLOUD_CREDENTIALS_URI; the endpoint ends with it,",
      "and the exit status is 1 if a request was refused or the command failed, 3 if none came.",
      "With --scenario the servers fail as a file of spec/scenarios says, and the command is run",
      "once for each, with what it has to do in OSS_TASK and a token server in OSS_TOKEN_URL; the",
      "exit status is 1 if it did otherwise than a right client. A command that cannot do a task",
      "ends with 77.",
    ])

  static func run(_ arguments: Arguments) throws(CommandError) -> RunnerStatus {
    if let word = arguments.one(ask) {
      guard let call = ControlCall(rawValue: word) else {
        throw .invalidValue(ask, word, expected: "'health' or 'journal'")
      }
      arguments.console.write(try call.answer(of: try controlPort(arguments)))
      return .asExpected
    }
    if arguments.has(ScenarioCommand.scenario) { return try ScenarioCommand.run(arguments) }
    for flag in [ScenarioCommand.known, ScenarioCommand.writeKnown, .report]
    where arguments.has(flag) {
      throw .missingFlag(ScenarioCommand.scenario, command: arguments.command)
    }
    let address = arguments.one(listen) ?? "127.0.0.1"
    let key = try key(arguments)
    let buckets = arguments.has(bucket) ? arguments.all(bucket) : ["conform-bucket"]
    let folder = try arguments.vectorsFolder()
    let late = try LateKnowledge(vectors: folder)
    let page = explainPage(besideVectors: folder)
    let verifier = Verifier(
      hosts: HostTable(
        endpoints: arguments.all(name), domains: try domains(arguments),
        region: arguments.one(region) ?? "cn-hangzhou"),
      keys: [key], rulings: try rulings(arguments), variations: late.known?.knowledge.variations,
      isMust: { late.known?.rule(of: $0, $1) })
    let service = EndpointService(
      LiveEndpoint(
        verifier, buckets: buckets, knowledge: late.known?.knowledge,
        isReportOnly: arguments.has(reportOnly)),
      clock: { WallClock.now() })
    let (first, second) = (try port(arguments), try controlPort(arguments))
    let server: Server
    let ports: (UInt16, UInt16, UInt16)
    do throws(SocketError) {
      server = try Server()
      late.alarm = server.stop
      let port = try server.listen(on: address, port: first, service)
      let control = ControlService(
        service, address: ServedEndpoint.url(address, port), expected: Self.expected,
        explainPage: page)
      // The control port takes keys and shows what was asked, so it is for this machine alone.
      ports = (
        port, try server.listen(port: second, control),
        try server.listen(on: address, TokenService(service))
      )
    } catch {
      throw .of(error)
    }
    let served = ServedEndpoint(
      address: address, port: ports.0, controlPort: ports.1, tokenPort: ports.2, key: key,
      showsSecret: !arguments.has(.credentials), bucket: buckets[0],
      region: verifier.hosts.region)
    let status = try serve(served, server, service, arguments)
    if let fault = late.fault { throw fault }
    return status
  }

  /// What a vector expects, by the reference.
  private static func expected(_ operation: String, _ input: JSONObject) -> JSONObject? {
    guard let operation = OSSVectors.Operation(rawValue: operation),
      case .ok(let answer) = ReferenceAdapter().answer(operation, input)
    else { return nil }
    return answer.merged(with: [:])
  }

  /// Reads the explain page, which the archive has beside the vectors and a build in its own folder; nil
  /// without one.
  private static func explainPage(besideVectors folder: String) -> (() -> Bytes?)? {
    let path = ["/../explain.html", "/../.build/explain.html"].map { folder + $0 }
      .first { FileAccess.exists($0) }
    return path.map { path in { FileAccess.read(path) } }
  }

  /// Serves until the command ends; without a command, until somebody ends the tool.
  private static func serve(
    _ served: ServedEndpoint, _ server: Server, _ service: EndpointService, _ arguments: Arguments
  ) throws(CommandError) -> RunnerStatus {
    let command = arguments.adapterCommand
    if served.address != "127.0.0.1" {
      arguments.console.complain(
        "oss-conform: the endpoint listens on \(served.address): others can reach it.\n")
    }
    guard !command.isEmpty else {
      arguments.console.write(served.json.compact() + "\n")
      server.run()
      return .asExpected
    }
    var child = try ServedCommand(command, variables: served.variables)
    server.run(while: { !child.hasEnded })
    let status = child.end()
    let text = ServedText(journal: service.endpoint.journal, status: status)
    arguments.write(service.endpoint.journal.json(), or: text.text(isShort: arguments.has(.quiet)))
    if service.endpoint.journal.requestCount == 0 { return .nothingRun }
    return service.endpoint.journal.refusedCount > 0 || status != 0 ? .failures : .asExpected
  }

  static func port(_ arguments: Arguments) throws(CommandError) -> UInt16 {
    UInt16(try arguments.number(port, in: 0...65_535) ?? 0)
  }

  static func controlPort(_ arguments: Arguments) throws(CommandError) -> UInt16 {
    UInt16(try arguments.number(controlPort, in: 0...65_535) ?? 0)
  }

  /// The key that clients have to use.
  private static func key(_ arguments: Arguments) throws(CommandError) -> KnownKey {
    guard arguments.has(.credentials) else {
      return KnownKey(id: "conform-access-key-id".bytes, secret: "conform-access-key-secret".bytes)
    }
    let given = try CredentialsSource.read(arguments)
    if KnownKey.looksReal(given.accessKeyID.bytes) {
      throw .serving(
        "The access key ID looks like one of a real account; give one that is made up.")
    }
    return KnownKey(
      id: given.accessKeyID.bytes, secret: given.accessKeySecret.bytes,
      token: given.securityToken.map { KnownKey.Token($0.bytes) })
  }

  private static func domains(
    _ arguments: Arguments
  ) throws(CommandError) -> [(domain: String, bucket: String)] {
    var domains: [(domain: String, bucket: String)] = []
    for text in arguments.all(domain) {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw .invalidValue(domain, text, expected: "a domain, = and a bucket")
      }
      domains.append((parts[0], parts[1]))
    }
    return domains
  }

  /// The open clauses that a file fixes.
  private static func rulings(
    _ arguments: Arguments
  ) throws(CommandError) -> [String: Verifier.Ruling] {
    guard let path = arguments.one(rules) else { return [:] }
    var rulings: [String: Verifier.Ruling] = [:]
    for member in try object(path, arguments).members {
      guard let ruling = member.value.stringValue.flatMap(Verifier.Ruling.init) else {
        throw .invalidValue(rules, member.name, expected: "'accept' or 'refuse' for each clause")
      }
      rulings[member.name] = ruling
    }
    return rulings
  }

  private static func object(
    _ path: String, _ arguments: Arguments
  ) throws(CommandError) -> JSONObject {
    let bytes = try arguments.console.read(path)
    let json: JSONValue
    do throws(JSONError) { json = try JSONReader.read(bytes) } catch {
      throw .notJSON(error, file: path)
    }
    guard let object = json.objectValue else { throw .notObject(file: path) }
    return object
  }
}

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
    knowledge = EndpointKnowledge(try arguments.knowledge(), besideVectors: folder)
    clauses = knowledge.clauses
    let own = folder + "/../spec/scenarios"
    for name in (FileSystem.names(in: own) ?? []).sorted() where name.hasSuffix(".json") {
      all.append(try scenario(at: own + "/" + name))
    }
  }

  private func scenario(at path: String) throws(CommandError) -> Scenario {
    let bytes = try rethrowing(FileAccess.bytes(of: path))
    return try rethrowing(Scenario(bytes, file: path, clauses: clauses))
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
    let port = try rethrowing(stage.server.listen(port: asked, control))
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
      try rethrowing(FileAccess.write(bytes, to: path))
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
    return try rethrowing(Expectations.read(path))
  }
}
