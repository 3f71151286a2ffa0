internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives

/// A stage on ports of 127.0.0.1, and what a client needs to use it.
struct ServedStage {
  let stage: Stage
  let server: Server
  private let port, tokenPort: UInt16

  /// Listens on three ports.
  ///
  /// - Parameters:
  ///   - port: that of the endpoint; 0 for a free one.
  ///   - endpoints: further hosts of the endpoint.
  init(
    _ scenario: Scenario, _ known: EndpointKnowledge, port: UInt16 = 0, endpoints: [String] = []
  ) throws(CommandError) {
    stage = Stage(
      scenario, endpoints: endpoints, knowledge: known.knowledge, isMust: known.rule,
      clock: { WallClock.now() })
    do throws(SocketError) {
      server = try Server()
      self.port = try server.listen(port: port, stage.handler(of: .oss))
      tokenPort = try server.listen(stage.handler(of: .token))
      stage.strangerPort = try server.listen(stage.handler(of: .stranger))
    } catch {
      throw .serving(error.description)
    }
  }

  var address: String { ServedEndpoint.url("127.0.0.1", port) }

  private func endpoint(_ controlPort: UInt16) -> ServedEndpoint {
    ServedEndpoint(
      address: "127.0.0.1", port: port, controlPort: controlPort, tokenPort: tokenPort,
      key: stage.startKey, showsSecret: true, bucket: "conform-bucket", region: "cn-hangzhou")
  }

  /// The variables of a command, `NAME=VALUE`. Where the scenario has no token, those of one are empty.
  private var variables: [String] {
    let isLasting = stage.scenario.start == .lasting
    let emptied = ["OSS_SESSION_TOKEN=", "OSS_TOKEN_URL=", "ALIBABA_CLOUD_CREDENTIALS_URI="]
    return endpoint(0).variables.filter { variable in
      !variable.hasPrefix("OSS_CONFORM_CONTROL=")
        && !(isLasting && emptied.contains { variable.hasPrefix($0) })
    } + (isLasting ? emptied : []) + [
      "OSS_SCENARIO=" + stage.scenario.name, "OSS_TASK=" + stage.scenario.task.rawValue,
      "OSS_STS_ACCESS_KEY_ID=" + Stage.lastingKey.id.text,
      "OSS_STS_ACCESS_KEY_SECRET=" + Stage.lastingKey.secret.text,
    ]
  }

  /// The line by which a program knows that the stage is ready: that of an endpoint, with the scenario.
  func json(controlPort: UInt16) -> JSONValue {
    var members = endpoint(controlPort).json.objectValue ?? [:]
    members["scenario"] = .string(stage.scenario.name)
    members["task"] = .string(stage.scenario.task.rawValue)
    if let token = stage.startKey.token { members["securityToken"] = .string(token.text.text) }
    return .object(members)
  }

  /// For how long a command may run, in nanoseconds.
  private static let limit: Int64 = 60_000_000_000

  /// Runs a command to its end, or for a minute, and judges what it did.
  ///
  /// - Parameter console: where the lines of the command go, as errors: the output is the verdict.
  func run(_ command: [String], _ console: any Console) throws(CommandError) -> ScenarioRun {
    let start = MonotonicClock.now()
    var child = try ServedCommand(command, variables: variables, name: stage.scenario.name)
    server.run(while: {
      child.showLines(on: console)
      return !child.hasEnded && MonotonicClock.now() - start < Self.limit
    })
    let isLate = !child.hasEnded
    let status = child.end()
    child.showLines(on: console, isEnd: true)
    var findings = stage.findings(exitStatus: status)
    if isLate {
      findings.append(
        ScenarioFinding(
          "SCN-OK-1", "The command did not end within 60 seconds.",
          calls: ScenarioVerdict(stage.scenario, stage.trace, exitStatus: status).lastCalls))
    }
    return ScenarioRun(
      scenario: stage.scenario, trace: stage.trace, status: status,
      findings: status == ScenarioRun.skipStatus ? [] : findings,
      missing: stage.missingFaults,
      duration: MonotonicClock.now() - start)
  }
}

/// What a command did in a scenario.
struct ScenarioRun {
  let scenario: Scenario
  let trace: Trace
  let status: Int32
  let findings: [ScenarioFinding]
  /// The faults that never happened.
  let missing: [MissingFault]
  /// Nanoseconds.
  let duration: Int64

  /// The exit status of a command that cannot do the task, as test programs have it.
  static let skipStatus: Int32 = 77

  var isSkipped: Bool { status == Self.skipStatus }

  /// Whether something was found, or all happened that a right client meets.
  var isAsked: Bool { !findings.isEmpty || missing.allSatisfy(\.isRight) }
}
