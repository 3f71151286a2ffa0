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
