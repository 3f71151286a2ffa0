internal import OSSEndpoint
package import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Where an endpoint is, and what a client needs to use it.
struct ServedEndpoint {
  let address: String
  let port: UInt16
  let controlPort: UInt16
  let tokenPort: UInt16
  let key: KnownKey
  /// Whether the key is made up, so that it may be shown.
  let showsSecret: Bool
  let bucket: String
  let region: String

  private var endpoint: String { Self.url(address, port) }
  private var control: String { Self.url("127.0.0.1", controlPort) }
  private var tokens: String { Self.url(address, tokenPort) }

  /// The URL of a port.
  static func url(_ address: String, _ port: UInt16) -> String {
    "http://\(address.contains(":") ? "[\(address)]" : address):\(port)"
  }

  /// The line by which a program knows that the endpoint is ready.
  var json: JSONValue {
    var members: JSONObject = [
      "endpoint": .string(endpoint), "control": .string(control),
      "port": .number(JSONNumber(Int(port))), "controlPort": .number(JSONNumber(Int(controlPort))),
      "tokens": .string(tokens), "tokenPort": .number(JSONNumber(Int(tokenPort))),
      "accessKeyId": .string(key.id.text), "region": .string(region), "bucket": .string(bucket),
    ]
    if showsSecret { members["accessKeySecret"] = .string(key.secret.text) }
    return .object(members)
  }

  /// The variables of a command, `NAME=VALUE`: those of the tools, and the same for tests of SDKs.
  var variables: [String] {
    var pairs = [
      ("ENDPOINT", endpoint), ("ACCESS_KEY_ID", key.id.text),
      ("ACCESS_KEY_SECRET", key.secret.text),
      ("REGION", region), ("BUCKET", bucket),
    ]
    if let token = key.token {
      pairs += [("SESSION_TOKEN", token.text.text), ("SECURITY_TOKEN", token.text.text)]
    }
    return pairs.flatMap { ["OSS_\($0)=\($1)", "OSS_TEST_\($0)=\($1)"] }
      + [
        "OSS_CONFORM_CONTROL=\(control)", "OSS_STS_ENDPOINT=\(tokens)",
        "OSS_TOKEN_URL=\(tokens)/distribute-token.json",
        "ALIBABA_CLOUD_CREDENTIALS_URI=\(tokens)/credentials",
      ]
  }
}

/// What an endpoint knows: the causes of refusals, and how binding the clauses are.
package struct EndpointKnowledge: Sendable {
  /// Why nothing is known: a sentence that names the file.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// What explains refusals.
  package let knowledge: Knowledge
  private let levels: [String: Level]

  /// Reads the files and the pages beside the vectors; without a page each clause is a must.
  init(vectors folder: String) throws(CommandError) {
    self.init(try Knowledge(vectors: folder), besideVectors: folder)
  }

  init(_ knowledge: Knowledge, besideVectors folder: String) {
    self.knowledge = knowledge
    let clauses = Specification(besideVectors: folder)?.clauses ?? []
    levels = Dictionary(clauses.map { ($0.id, $0.level) }) { first, _ in first }
  }

  /// Reads the files of the package whose sources this program was built from.
  package static func ofPackage() throws(Fault) -> EndpointKnowledge {
    do throws(CommandError) {
      return try EndpointKnowledge(vectors: VectorsFolder.packageRoot + "/vectors")
    } catch {
      throw Fault(description: error.description)
    }
  }

  /// The ids of all clauses; nil where a page is missing.
  var clauses: Set<String>? { levels.isEmpty ? nil : Set(levels.keys) }

  /// The clause of a mistake with a version, and whether it is a must; nil for an id that is not known.
  package func rule(
    of mistake: String, _ version: SignatureKind
  ) -> (clause: String, isMust: Bool)? {
    guard let cause = knowledge.cause(mistake),
      let clause = cause.clause(version) ?? cause.clauses.first
    else { return nil }
    return (clause, cause.clauses.contains { levels[$0] ?? .must == .must })
  }
}

/// What an endpoint knows, read when the first refusal asks for it: the start is fast without, and a right
/// client never needs it.
final class LateKnowledge {
  private let folder: String
  /// What ends the server where a file cannot be read.
  var alarm: Alarm?
  /// Why a file could not be read.
  private(set) var fault: CommandError?
  /// What is known; nil where a file could not be read.
  private(set) lazy var known: EndpointKnowledge? = read()

  /// Takes a folder of vectors, in which the files must be.
  init(vectors folder: String) throws(CommandError) {
    for name in Knowledge.files where !FileAccess.exists(folder + "/" + name) {
      throw .of(VectorError.unreadable(path: folder + "/" + name))
    }
    self.folder = folder
  }

  private func read() -> EndpointKnowledge? {
    do throws(CommandError) { return try EndpointKnowledge(vectors: folder) } catch {
      fault = error
      alarm?.ring()
      return nil
    }
  }
}

/// What can be asked of an endpoint that runs on this machine, through its control port.
///
/// A container of the tool has no other program that could ask.
enum ControlCall: String, CaseIterable {
  case health, journal

  /// What the endpoint answers, as JSON: within ten seconds.
  func answer(of port: UInt16) throws(CommandError) -> String {
    let deadline = MonotonicClock.now() + 10_000_000_000
    let request = "GET /\(rawValue) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".bytes
    var (answer, piece, isWhole) = (Bytes(), Bytes(repeating: 0, count: 1 << 16), false)
    let socket = try rethrowing(Socket.connected(to: "127.0.0.1", port: port))
    // So few bytes have room in any socket.
    var isBroken = socket.deliver(request, from: 0) != .moved(request.count)
    while !isWhole && !isBroken && MonotonicClock.now() < deadline {
      var poll = Poll()
      poll.add(socket, toRead: true, toWrite: false)
      poll.wait(until: deadline)
      switch socket.receive(into: &piece) {
      case .moved(let count): answer += piece[..<count]
      case .blocked: continue
      case .ended: isWhole = true
      case .broken: isBroken = true
      }
    }
    guard isWhole, answer.begins(with: "HTTP/1.1 200 "),
      let end = answer.index(of: "\r\n\r\n".bytes)
    else { throw .serving("No endpoint answers at port \(port).") }
    return Bytes(answer[(end + 4)...]).text
  }
}

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
      throw .of(error)
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
  let trace: OSSEndpoint.Trace
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

/// The command of `serve`: it has the streams of this process and the variables of the endpoint, and ends
/// with it.
struct ServedCommand: ~Copyable {
  private let identifier: pid_t
  private let guardian: ProcessGuard
  private var lines: NamedLines?

  /// Starts a command, looked up in PATH as a shell does it.
  ///
  /// - Parameter name: what each line that it writes begins with. The lines go to the errors then, for the
  ///   output has a report; with nil it has the streams of this process.
  init(
    _ command: [String], variables: [String], name: String? = nil
  ) throws(CommandError) {
    let pipe = name == nil ? nil : ChildProcess.makePipe()
    if name != nil, pipe == nil { throw .serving("This process has no descriptor left.") }
    let spawned = ChildProcess.spawn(
      command[0], command, input: STDIN_FILENO, output: pipe?.write ?? STDOUT_FILENO,
      showsErrors: true, joinsErrors: pipe != nil, variables: variables)
    if let pipe { ChildProcess.closeAll(pipe.write) }
    guard spawned.failure == 0 else {
      if let pipe { ChildProcess.closeAll(pipe.read) }
      let reason = unsafe String(cString: strerror(spawned.failure))
      throw .serving("\(command[0]) cannot be started: \(reason).")
    }
    identifier = spawned.identifier
    guardian = ProcessGuard(of: identifier)
    if let pipe, let name { lines = NamedLines(of: pipe.read, name) }
  }

  /// Shows the lines that the command wrote since this was done last.
  ///
  /// - Parameter isEnd: whether what is left is a line, too.
  mutating func showLines(on console: any Console, isEnd: Bool = false) {
    lines?.show(on: console, isEnd: isEnd)
  }

  /// Whether the command has ended; what it started is left as it is.
  var hasEnded: Bool { ChildProcess.hasEnded(identifier) }

  /// Ends what is left of the command.
  ///
  /// - Returns: its exit status; 128 and the signal where a signal ended it, as a shell has it.
  mutating func end() -> Int32 {
    guard let status = ChildProcess.reap(identifier) else { return 1 }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// What a command writes, shown in the errors of this process line by line, each behind a name.
private struct NamedLines: ~Copyable {
  private let channel: ByteChannel
  private let name: String
  private var line = Bytes()
  private var piece = Bytes(repeating: 0, count: 1 << 12)

  /// Longer lines are cut in two.
  private static let limit = 1 << 16

  init(of descriptor: Int32, _ name: String) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    channel = ByteChannel(reading: descriptor, writing: -1)
    self.name = name
  }

  /// Shows the lines that are whole by now; at the end the rest, too.
  mutating func show(on console: any Console, isEnd: Bool) {
    // No more than a pipe holds, or a command that never stops would be all that is served.
    for _ in 0..<32 {
      guard case .moved(let count) = channel.receive(into: &piece, at: 0) else { break }
      for byte in piece[..<count] {
        if byte == 0x0A || line.count == Self.limit { write(on: console) }
        if byte != 0x0A { line.append(byte) }
      }
    }
    if isEnd, !line.isEmpty { write(on: console) }
  }

  private mutating func write(on console: any Console) {
    console.complain("\(name): \(String(decoding: line, as: UTF8.self))\n")
    line.removeAll()
  }
}

/// What `serve` says at the end of a command: what was refused, each reason once, and the counts.
struct ServedText {
  let journal: Journal
  let status: Int32

  /// The text; only its last line where it is to be short.
  func text(isShort: Bool) -> String {
    var text = ""
    for (entry, count) in isShort ? [] : refused {
      text += "\(entry.method) \(entry.target.cut(after: 60)): \(entry.status) \(entry.code ?? "")"
      text += count > 1 ? ", and \(count - 1) more for the same reason\n" : "\n"
      text += "  \(entry.headline ?? "")\n"
      if let reason = entry.reasons.first, reason.certainty != .possible {
        text += "  \(reason.isProved ? "proved" : reason.certainty.rawValue): \(reason.id)\n"
        text += "  fix: \(reason.fix)\n"
      }
      text += "\n"
    }
    let served = journal.requestCount - journal.refusedCount
    text += "\(journal.requestCount) requests: \(served) verified, \(journal.refusedCount) refused."
    if journal.requestCount == 0 {
      text += " The command sent nothing to the endpoint; does it use OSS_ENDPOINT?"
    }
    if status != 0 { text += " The command ended with \(status)." }
    return text + "\n"
  }

  /// The first entry of each reason, and how many have it.
  private var refused: [(entry: JournalEntry, count: Int)] {
    var found: [(entry: JournalEntry, count: Int)] = []
    for entry in journal.entries where entry.isRefused {
      let name = entry.reasons.first?.id ?? entry.headline
      let index = found.firstIndex {
        ($0.entry.reasons.first?.id ?? $0.entry.headline) == name
      }
      if let index { found[index].count += 1 } else { found.append((entry, 1)) }
    }
    return found
  }
}
