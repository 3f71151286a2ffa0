internal import OSSEndpoint
internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A talk with an adapter that may break the protocol.
///
/// ``ProcessAdapter`` ends a process at the first line that is no reply. Here such a line is noted and
/// the talk goes on, so that one fault hides no other.
struct AdapterTalk: ~Copyable {
  /// What came back for one request.
  enum Heard: Equatable {
    /// A reply.
    case reply(Reply)
    /// A line that names the request, and whose other members make no sense.
    case nonsense(LineFault)
    /// No line.
    case nothing(Silence)
  }

  /// Why no line came.
  enum Silence: Error, Hashable {
    /// The time was over; perhaps lines came when the input was closed.
    case late(cameAtEnd: Bool)
    /// The process ended; the text says how.
    case ended(String)
  }

  /// What came back for the handshake.
  enum HandshakeAnswer {
    case line(HandshakeLine)
    case fault(LineFault)
    case nothing(Silence)
  }

  /// The first line that is no reply, and what is wrong with it.
  private(set) var stray: String?
  /// Why the trace lacks lines, if it does.
  private(set) var traceFault: FileError?
  /// The first reply that names no request, or one that has its reply.
  private(set) var misnamed: String?

  private let command: [String]
  private let limits: AdapterLimits
  private let trace: AdapterTrace?
  private var connection: AdapterConnection?
  private var numbers = SplitMix64(seed: .random(in: .min ... .max))

  /// How long lines may still come after the input was closed, in nanoseconds.
  private static let rest: Int64 = 1_000_000_000

  /// Prepares a talk; ``shakeHands()`` starts the adapter.
  init(command: [String], limits: AdapterLimits, trace: AdapterTrace?) {
    self.command = command
    self.limits = limits
    self.trace = trace
  }

  /// Starts the adapter and reads its answer to the handshake, before which other lines may come.
  mutating func shakeHands() throws(AdapterError) -> HandshakeAnswer {
    var connection = try AdapterConnection(
      command: command, showsErrors: true, limits: limits, trace: trace)
    RequestLine.appendHello(to: &connection.outgoing)
    let deadline = MonotonicClock.now() + limits.handshake
    while true {
      let line: Bytes
      do throws(Silence) { line = try nextLine(&connection, until: deadline) } catch {
        return .nothing(error)
      }
      do throws(LineFault) {
        let answer = try HandshakeLine(line, in: 0..<line.count)
        self.connection = consume connection
        return .line(answer)
      } catch {
        if error.isStray {
          stray = stray ?? connection.place(of: error)
        } else {
          return .fault(error)
        }
      }
    }
  }

  /// Sends requests at once and waits for all their replies.
  ///
  /// - Returns: What came back for each, in the order of the requests.
  mutating func ask(_ requests: [ProbeRequest]) -> [Heard] {
    var heard = [Heard?](repeating: nil, count: requests.count)
    do throws(Silence) {
      var connection = try takeConnection()
      var places: [String: Int] = [:]
      for (place, request) in requests.enumerated() {
        let seq = AdapterSession.seq(numbers.next())
        places[seq] = place
        connection.outgoing += request.line(seq: seq, limit: limits.lineByteCount)
      }
      var deadline = MonotonicClock.now() + limits.request
      while heard.contains(nil) {
        let line = try nextLine(&connection, until: deadline)
        if take(line, at: connection.incoming.lineNumber, places, &heard) {
          deadline = MonotonicClock.now() + limits.request
        }
      }
      self.connection = consume connection
    } catch {
      return heard.map { $0 ?? .nothing(error) }
    }
    return heard.compactMap { $0 }
  }

  /// Takes leave.
  ///
  /// - Parameter saysBye: Whether `bye` comes before the end of the input.
  mutating func leave(saysBye: Bool) -> ChildProcess.Ending? {
    guard var connection = try? takeConnection() else { return nil }
    return connection.close(after: limits.farewell, saysBye: saysBye)
  }

  /// The connection that there is, or one with a process that was started again.
  private mutating func takeConnection() throws(Silence) -> AdapterConnection {
    if let connection = connection.take() { return connection }
    let answer: HandshakeAnswer
    do throws(AdapterError) { answer = try shakeHands() } catch {
      throw .ended("it " + error.predicate)
    }
    if case .nothing(let silence) = answer { throw silence }
    guard let connection = connection.take() else { throw .ended("it did not shake hands again") }
    return connection
  }

  /// Reads a line after the handshake.
  ///
  /// - Returns: Whether a request has its reply by it.
  private mutating func take(
    _ bytes: Bytes, at number: Int, _ places: [String: Int], _ heard: inout [Heard?]
  ) -> Bool {
    do throws(LineFault) {
      let line = try ReplyLine(bytes, in: 0..<bytes.count)
      guard let place = places[line.seq] else { throw .unknownSeq(line.seq) }
      guard heard[place] == nil else { throw .secondReply(line.seq) }
      do throws(LineFault) {
        heard[place] = .reply(try line.reply())
      } catch {
        heard[place] = .nonsense(error)
      }
      return true
    } catch {
      let sentence = "line \(number) of the adapter's output \(error)"
      if error.isStray { stray = stray ?? sentence } else { misnamed = misnamed ?? sentence }
      return false
    }
  }

  private mutating func nextLine(
    _ connection: inout AdapterConnection, until deadline: Int64
  ) throws(Silence) -> Bytes {
    while true {
      do throws(LineFault) {
        if let range = try connection.nextLine() {
          return Bytes(connection.incoming.storage[range])
        }
      } catch {
        throw .ended("it was ended, because a line \(error)")
      }
      let exchange = connection.exchange(until: deadline)
      traceFault = traceFault ?? connection.traceFault
      if exchange == .ended { throw .ended(connection.ending()) }
      if MonotonicClock.now() >= deadline {
        throw .late(cameAtEnd: Self.speaks(&connection, until: deadline + Self.rest))
      }
    }
  }

  /// Whether a line comes once the input is closed, as from a program that does not flush.
  private static func speaks(_ connection: inout AdapterConnection, until deadline: Int64) -> Bool {
    connection.closeInput()
    while MonotonicClock.now() < deadline {
      if (try? connection.nextLine()) != nil { return true }
      if connection.exchange(until: deadline) == .ended { return false }
    }
    return false
  }
}

extension LineFault {
  /// Whether the line is something else than a line of the protocol, such as a log.
  fileprivate var isStray: Bool {
    switch self {
    case .notJSON, .notAnObject: true
    case .tooLong, .missing, .wrongType, .longText, .unknownStatus, .unknownRefuser, .unknownSeq,
      .secondReply:
      false
    }
  }
}

/// A request that shows how an adapter speaks the protocol, whatever its SDK signs.
struct ProbeRequest {
  /// The operation, which may be one that nobody knows.
  var operation: String
  var input: JSONObject
  /// How the line is written.
  var form = Form.plain

  /// One of several lines that mean the same.
  enum Form: Hashable {
    /// As the runner writes it: in ASCII, each other character as an escape of JSON.
    case plain
    /// With a text that the input has, in UTF-8.
    case utf8(String)
    /// With a member that the protocol does not have (ADP-LINE-3).
    case extended
    /// As long as a line may be (ADP-LINE-7).
    case long
  }

  /// The line, with its LF.
  ///
  /// - Parameters:
  ///   - seq: What the reply names.
  ///   - limit: How long a line may be, in bytes without its LF.
  func line(seq: String, limit: Int) -> Bytes {
    var members: JSONObject = [
      "op": "run", "seq": .string(seq), "operation": .string(operation), "input": .object(input),
    ]
    if form == .extended { members["note"] = ["of": ["a newer", 2], "null": nil] }
    if form == .long { members["note"] = "" }
    var line = JSONValue.object(members).compact()
    if form == .long {
      // The note is last, and a text of a line's length is not written as JSON needlessly.
      let rest = max(0, limit - line.utf8.count)
      return line.bytes.dropLast(2) + Bytes(repeating: UInt8(ascii: "x"), count: rest)
        + [0x22, 0x7D, 0x0A]
    }
    if case .utf8(let text) = form {
      line = line.replacing(JSONValue.string(text).compact(), with: "\"\(text)\"")
    }
    return line.bytes + [0x0A]
  }
}

/// A plain input of an operation, and what an adapter answered to it.
struct ProbeSample {
  let operation: OSSVectors.Operation
  let input: JSONObject
  let reply: Reply

  /// The plainest input of an operation; of a request without headers and parameters, for which an SDK
  /// may have no way.
  static func input(of operation: OSSVectors.Operation, in corpus: Corpus) -> JSONObject? {
    var input = UsualMembers(of: operation, in: corpus).plainInput
    for name in ["headers", "query"] where operation.takesRequest { input?[name] = nil }
    return input
  }

  /// The request for the same, once more.
  var request: ProbeRequest { ProbeRequest(operation: operation.rawValue, input: input) }

  /// The same request with another text in the place where the operation takes any; nil if it has none.
  func request(text: JSONValue) -> ProbeRequest? {
    guard let member = operation.textMember else { return nil }
    var request = request
    request.input[member] = text
    return request
  }

  /// The same request at another time; nil if the operation does not depend on the clock.
  func request(later seconds: Int64) -> ProbeRequest? {
    guard operation.readsClock, let time = input["time"]?.integerValue else { return nil }
    var request = request
    request.input["time"] = .number(JSONNumber(time + seconds))
    return request
  }

  /// Whether two replies to this operation mean the same.
  func isSame(_ one: AdapterTalk.Heard, _ other: AdapterTalk.Heard) -> Bool {
    guard case .reply(let first) = one, case .reply(let second) = other else { return one == other }
    return first.status == second.status
      && (first.status != "ok" || first.isSame(as: second, to: operation, input))
  }
}

extension OSSVectors.Operation {
  /// Whether the input is a request with headers and a query.
  fileprivate var takesRequest: Bool {
    [.v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign].contains(self)
  }

  /// The member of the input that may be any text; nil where the text must have a form.
  fileprivate var textMember: String? {
    switch self {
    case .v1Header, .v1Presign, .v2Header, .v2Presign, .v4Header, .v4Presign, .publicURL: "key"
    case .v1String: "stringToSign"
    case .md5, .sha1, .sha256, .hmacSHA1, .hmacSHA256: "data"
    case .base64: "encode"
    default: nil
    }
  }

  /// Whether the answer depends on `time`.
  fileprivate var readsClock: Bool {
    [
      .v1Header, .v2Header, .v4Header, .v4Presign, .stsRPC, .stsACS3, .serviceHeader, .postV4,
    ].contains(self)
  }
}

extension Reply {
  /// Whether both are the same answer with the same steps, or refusals of one class.
  ///
  /// Answers are compared as the judge compares them: the order of parameters in a URL is free.
  func isSame(as other: Reply, to operation: OSSVectors.Operation, _ input: JSONObject) -> Bool {
    switch (self, other) {
    case (.rejected(let one, _), .rejected(let other, _)): return one == other
    case (.ok(let answer), .ok) where self != other:
      let vector = Vector(
        id: "compared", operation: operation, level: .must, clauses: [], comment: "",
        provenance: .derived(reason: ""), input: input,
        expectation: Expectation(outcome: .answer(answer)))
      // A step that differs beside a right result is a note.
      return Judge.verdict(of: vector, reply: other) == .passed(notes: [])
    default: return self == other
    }
  }
}
