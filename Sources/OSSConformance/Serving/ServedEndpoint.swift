internal import OSSEndpoint
package import OSSExplain
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

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
    knowledge = try Knowledge(vectors: folder)
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
      throw .vectors(.unreadable(path: folder + "/" + name))
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
    let socket = try rethrowing(
      as: { CommandError.serving($0.description) },
      doing: { () throws(SocketError) in try Socket.connected(to: "127.0.0.1", port: port) })
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
