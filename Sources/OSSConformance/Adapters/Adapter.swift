public import OSSJSON
internal import OSSPrimitives
public import OSSVectors

/// Something that answers requests: the built-in reference, or the program that speaks for an SDK.
///
/// The judge sees only replies, so it cannot tell the one from the other.
package protocol Adapter: ~Copyable {
  /// What the adapter says of itself.
  var identity: AdapterIdentity { get }

  /// Answers every request, and hands each reply over as soon as it is known.
  ///
  /// A request that the adapter cannot do, does not answer or does not survive still has a reply. An
  /// error is thrown only when the adapter cannot run at all.
  ///
  /// - Parameters:
  ///   - requests: What is asked.
  ///   - take: Called once for each request, with its place among them, in any order.
  mutating func ask(
    _ requests: [AdapterRequest], _ take: (Int, Reply) -> Void
  ) throws(AdapterError)
}

extension Adapter where Self: ~Copyable {
  /// The replies to a few requests, in the order of the requests.
  package mutating func replies(
    to requests: [AdapterRequest], progress: (Int, Reply) -> Void = { _, _ in }
  ) throws(AdapterError) -> [Reply] {
    var replies = [Reply?](repeating: nil, count: requests.count)
    try ask(requests) { place, reply in
      replies[place] = reply
      progress(place, reply)
    }
    // Every request has been settled by now; the default only satisfies the type.
    return replies.map { $0 ?? .failed(message: nil) }
  }
}

/// What an adapter is asked: an operation, its input, and what it must understand to read that input.
///
/// The vector's id, comment, flags and expectation are not here, so they cannot reach an adapter
/// (ADP-RUN-2). Time is in the input alone (ADP-RUN-4).
public struct AdapterRequest: Hashable, Sendable {
  /// The operation, by its name in the protocol.
  public let operation: Operation

  /// The members of the input, as the vector has them.
  public let input: JSONObject

  /// The features without which the input would be misread.
  public let requires: [String]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - input: What it is done to.
  ///   - requires: Features that the adapter has to list before it is sent this request.
  public init(operation: Operation, input: JSONObject, requires: [String] = []) {
    self.operation = operation
    self.input = input
    self.requires = requires
  }

  /// What a vector asks; all else that it holds stays here.
  ///
  /// - Parameter vector: The vector.
  public init(_ vector: Vector) {
    self.init(operation: vector.operation, input: vector.input)
  }
}

/// What an adapter says of itself in the handshake.
public struct AdapterIdentity: Hashable, Sendable {
  /// The SDK's name, such as the one that its package registry knows.
  public let name: String

  /// The SDK's version.
  public let version: String

  /// The language that the SDK is written in.
  public let language: String

  /// The names of the operations that the SDK can do, including any that this runner does not know.
  public let operations: [String]

  /// The names of the optional parts of the protocol that the adapter understands.
  public let features: [String]

  /// The names of the profiles that the SDK claims, including any that this runner does not know; nil
  /// where the adapter names none.
  public let profiles: [String]?

  /// The names of the SDK's habits (ADP-HABIT-1), including any that this runner does not know.
  public let habits: [String]

  /// How many requests may be outstanding at once; at least 1 (ADP-HELLO-2).
  public let window: Int

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - name: The SDK's name.
  ///   - version: The SDK's version.
  ///   - language: The SDK's language.
  ///   - operations: What the SDK can do.
  ///   - features: Which optional parts of the protocol the adapter understands.
  ///   - profiles: Which profiles the SDK claims; nil for what ADP-PROF-2 says.
  ///   - habits: What the SDK always does, and OSS accepts.
  ///   - window: How many requests may be outstanding; less than 1 counts as 1.
  public init(
    name: String, version: String, language: String, operations: [String],
    features: [String] = [], profiles: [String]? = nil, habits: [String] = [], window: Int = 1
  ) {
    self.name = name
    self.version = version
    self.language = language
    self.operations = operations
    self.features = features
    self.profiles = profiles
    self.habits = habits
    self.window = max(window, 1)
  }

  /// Says why a request must not be sent to this adapter, or nothing if it may be (ADP-HELLO-1,
  /// ADP-HELLO-5).
  ///
  /// - Parameter request: The request to look at.
  /// - Returns: The reason for the reply `unsupported`, which is then given without asking.
  package func objection(to request: AdapterRequest) -> String? {
    let operation = request.operation.rawValue
    guard operations.contains(operation) else {
      return "the adapter does not list the operation \(operation)"
    }
    for feature in request.requires where !features.contains(feature) {
      return "the adapter does not list the feature \(feature)"
    }
    return nil
  }
}

/// How long the runner waits for an adapter, when it stops trying, and in which time zone it starts it;
/// times are nanoseconds.
package struct AdapterLimits: Hashable, Sendable {
  /// How long a request may be the oldest outstanding one (ADP-RUN-5).
  package var request: Int64 = 2_000_000_000

  /// How long the answer to the handshake may take, for runtimes that start slowly (ADP-HELLO-4).
  package var handshake: Int64 = 30_000_000_000

  /// How long an adapter may take to end after it was asked to (ADP-RUN-8).
  package var farewell: Int64 = 1_000_000_000

  /// How long a check waits until the clock of the machine is in another second (ADP-RUN-4).
  package var tick: Int64 = 1_100_000_000

  /// How many requests may be outstanding, however many more the adapter would take.
  package var window = 64

  /// How many processes may say something that is no reply, before one has answered (ADP-RUN-10).
  package var misunderstandings = 3

  /// How many requests in a row have to fail alone before the rest may be given up (ADP-RUN-7).
  package var failuresInARow = 16

  /// How long no request must have been answered before the rest may be given up.
  ///
  /// Both limits together: sixteen vectors that end an SDK may well stand side by side in a corpus,
  /// and an adapter that fails fast costs little, so only one that also costs time is given up.
  package var fruitless: Int64 = 20_000_000_000

  /// How many fresh adapters in a row may fail to shake hands before the rest is given up.
  package var failedStartsInARow = 2

  /// The longest line that is read, without its LF (ADP-LINE-4).
  package var lineByteCount = 1 << 20

  /// The time zone in which the adapter is started (ADP-RUN-14).
  package var zone = AdapterZone.usual

  /// Creates the limits of the protocol.
  package init() {}
}

/// Why an adapter could not run at all.
///
/// Each ends the run with exit status 3, because no vector was tried. What goes wrong after a first
/// handshake is not here: it is charged to the request that it belongs to.
package enum AdapterError: Error, Equatable, Sendable {
  /// No command was given.
  case noCommand

  /// The system did not start the command, for the reason given.
  case cannotStart(command: String, reason: String)

  /// The adapter ended before it answered the handshake; `ending` says how.
  case endedBeforeHandshake(command: String, ending: String)

  /// The adapter was started and did not answer the handshake within the limit.
  case mute(command: String, seconds: Int)

  /// The adapter's answer to the handshake is not one; `fault` names the line and what is wrong.
  case brokenHandshake(command: String, fault: String)

  /// The adapter does not speak this version of the protocol; `message` is its own (ADP-HELLO-3).
  case refusedProtocol(command: String, speaks: Int64?, message: String?)

  /// A signal is about to end the program.
  case interrupted

  /// What goes over the pipe cannot be written down as it should be.
  case trace(FileError)

  /// The adapter answered nothing, and said something else each time; here are the first request, the
  /// first line that came back, and what is wrong with it (ADP-RUN-10).
  case noReplies(command: String, fault: String, request: String, reply: String)
}

extension AdapterError: CustomStringConvertible {
  /// One sentence that names the command and the fault.
  package var description: String {
    switch self {
    case .noCommand: "No adapter command was given."
    case .interrupted: "The run was interrupted."
    case .trace(let error): error.description
    case .cannotStart(let command, _), .endedBeforeHandshake(let command, _),
      .mute(let command, _), .brokenHandshake(let command, _),
      .refusedProtocol(let command, _, _), .noReplies(let command, _, _, _):
      "The adapter “\(command)” \(predicate)."
    }
  }

  /// What the adapter did or did not do, to stand behind its name.
  var predicate: String {
    switch self {
    case .noCommand: "has no command"
    case .interrupted: "was interrupted"
    case .trace(let error): "was ended: \(error)"
    case .cannotStart(_, let reason): "could not be started: \(reason)"
    case .endedBeforeHandshake(_, let ending): "did not answer the handshake: \(ending)"
    case .mute(_, let seconds): "did not answer the handshake within \(seconds) s"
    case .brokenHandshake(_, let fault):
      "did not answer the handshake as the protocol asks: \(fault)"
    case .refusedProtocol(_, let speaks, let message):
      "does not speak protocol version 1" + (speaks.map { ", but version \($0)" } ?? "")
        + (message.map { ": \($0)" } ?? "")
    case .noReplies(_, let fault, _, _): "answered no request: \(fault)"
    }
  }

  /// What a person needs beside the sentence, each line with its name.
  var details: [String] {
    guard case .noReplies(_, _, let request, let reply) = self else { return [] }
    return ["first request  " + request, "first reply    " + reply]
  }
}

/// The time zone in which an adapter is started (ADP-RUN-14).
package struct AdapterZone: Hashable, Sendable {
  /// Its name in the database of time zones, such as `Asia/Kathmandu`.
  package let name: String

  /// The zone of a run that names none: 05:45 ahead of UTC, as no server and hardly any device is, so
  /// that a client that writes local time for UTC is seen on every machine.
  package static let usual = AdapterZone(known: "Asia/Kathmandu")

  /// Where the system has its time zones.
  package static let folder = "/usr/share/zoneinfo"

  private init(known name: String) { self.name = name }

  /// The zone of a name, or nothing if the machine has no such zone.
  ///
  /// A machine without ``folder`` has every name of letters, digits, `_`, `+`, `-` and `/`: many
  /// languages bring zones of their own.
  package init?(_ name: String) {
    let pieces = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard name.utf8.count <= 64, pieces.allSatisfy(Self.isPiece) else { return nil }
    self.name = name
    if FileSystem.isFolder(Self.folder), !isThere { return nil }
  }

  /// Whether the system has the zone; where it has not, C and what is built on it take UTC for it.
  package var isThere: Bool {
    FileAccess.read("\(Self.folder)/\(name)")?.starts(with: "TZif".utf8) == true
  }

  private static func isPiece(_ piece: Substring.UTF8View) -> Bool {
    !piece.isEmpty
      && piece.allSatisfy { $0.isLetterOrDigit || "_+-".utf8.contains($0) }
  }
}
