internal import OSSEndpoint
public import OSSJSON
package import OSSPrimitives
public import OSSVectors

/// Something that answers in this process, and that a server can put behind the protocol.
public protocol Answerer: Sendable {
  /// What the server says of it in the handshake.
  var identity: AdapterIdentity { get }

  /// Answers one request.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - input: What it is done to.
  func answer(_ operation: OSSVectors.Operation, _ input: JSONObject) -> Reply

  /// Prepares an operation so that it can be done over and over and be timed.
  ///
  /// What an application does once, such as making the request value, belongs into the preparation.
  ///
  /// - Parameter request: What is to be done, and to what.
  /// - Returns: A function that does it so many times, or nothing if it cannot be timed.
  func workload(for request: AdapterRequest) -> ((_ count: Int) -> Void)?
}

/// Speaks the adapter's side of the protocol for something that answers in this process.
///
/// It is what `oss-conform adapter` runs. Whatever comes in, it answers: a line that it cannot read
/// has a reply whose seq is null, because there is nothing else to name.
public struct AdapterServer<Subject: Answerer>: Sendable {
  let subject: Subject
  let clock: @Sendable () -> Int64

  /// Makes a server.
  ///
  /// - Parameter subject: Gives the answers.
  public init(_ subject: Subject) {
    self.init(subject) { MonotonicClock.now() }
  }

  /// Makes a server that takes the time of its benchmarks from elsewhere, such as a test.
  package init(_ subject: Subject, clock: @escaping @Sendable () -> Int64) {
    self.subject = subject
    self.clock = clock
  }

  /// Serves the standard streams of this process until they end or leave is taken.
  ///
  /// The caller ignores SIGPIPE, as a runner may go at any time.
  public func serveStandardStreams() {
    let channel = ByteChannel()
    var incoming = LineBuffer(limit: AdapterLimits().lineByteCount)
    var outgoing = Bytes()
    var isOpen = true
    while isOpen {
      let received = incoming.fill { storage, offset in
        if case .moved(let count) = channel.receive(into: &storage, at: offset) { return count }
        return 0
      }
      isOpen = answerLines(of: &incoming, to: &outgoing) && received > 0
      // A last line without LF is still a line.
      if received == 0, incoming.holdsPart {
        _ = incoming.fill { storage, offset in
          storage[offset] = 0x0A
          return 1
        }
        _ = answerLines(of: &incoming, to: &outgoing)
      }
      guard channel.sendAll(outgoing) else { return }
      outgoing.removeAll(keepingCapacity: true)
    }
  }

  /// Answers every complete line, and says whether to go on.
  private func answerLines(of incoming: inout LineBuffer, to outgoing: inout Bytes) -> Bool {
    while true {
      switch incoming.next() {
      case .found(let range):
        let isOpen = answer(
          incoming.storage, in: range, number: incoming.lineNumber, to: &outgoing)
        if !isOpen { return false }
      case .incomplete:
        return true
      case .tooLong:
        refuse(
          .tooLong(limit: incoming.limit), line: incoming.lineNumber + 1, to: &outgoing)
        return false
      }
    }
  }

  /// How often a bench request may ask for an operation; more would look like a hang.
  private static var greatestCount: Int64 { 100_000_000 }

  /// Answers every line of a text, up to the one that takes leave.
  ///
  /// - Parameter text: Lines that a runner sends.
  /// - Returns: The lines of the replies.
  package func replies(to text: Bytes) -> Bytes {
    var lines = FileLines(text)
    var outgoing = Bytes()
    while let range = lines.next() {
      guard answer(text, in: range, number: lines.number, to: &outgoing) else { break }
    }
    return outgoing
  }

  /// Answers one line.
  ///
  /// - Returns: Whether to go on; not after the runner has taken leave.
  func answer(
    _ bytes: borrowing Bytes, in range: Range<Int>, number: Int, to outgoing: inout Bytes
  ) -> Bool {
    var seq = JSONValue.null
    do throws(LineFault) {
      let line = try ProtocolLine(bytes, in: range)
      if let name = line.member("seq"), name.stringValue != nil { seq = name }
      switch try line.text("op") {
      case "hello": hello(line, to: &outgoing)
      case "run": try run(line, seq: seq, to: &outgoing)
      case "bench": try bench(line, seq: seq, to: &outgoing)
      case "bye": return false
      default: throw .wrongType("op", expected: "hello, run, bench or bye")
      }
    } catch {
      refuse(error, line: number, seq: seq, to: &outgoing)
    }
    return true
  }

  /// Says that a line could not be read.
  func refuse(
    _ fault: LineFault, line number: Int, seq: JSONValue = .null, to outgoing: inout Bytes
  ) {
    Reply.failed(message: "line \(number) of the adapter's input \(fault)")
      .append(seq: seq, to: &outgoing)
  }

  private func hello(_ line: ProtocolLine, to outgoing: inout Bytes) {
    guard line.member("protocol")?.integerValue == RequestLine.protocolVersion else {
      let refusal: JSONObject = [
        "protocol": .number(JSONNumber(RequestLine.protocolVersion)),
        "error": "This adapter speaks protocol version 1 only.",
      ]
      return refusal.append(lineTo: &outgoing)
    }
    subject.identity.append(to: &outgoing)
  }

  private func run(
    _ line: ProtocolLine, seq: JSONValue, to outgoing: inout Bytes
  ) throws(LineFault) {
    let name = try line.text("operation")
    let input = try line.members("input")
    guard let operation = Operation(rawValue: name) else {
      return Reply.unsupported(reason: "the operation is unknown").append(seq: seq, to: &outgoing)
    }
    subject.answer(operation, input).append(seq: seq, to: &outgoing)
  }

  private func bench(
    _ line: ProtocolLine, seq: JSONValue, to outgoing: inout Bytes
  ) throws(LineFault) {
    let name = try line.text("operation")
    let input = try line.members("input")
    guard let count = line.member("count")?.integerValue, 1...Self.greatestCount ~= count else {
      throw .wrongType("count", expected: "a whole number from 1 to \(Self.greatestCount)")
    }
    guard let operation = Operation(rawValue: name),
      let work = subject.workload(for: AdapterRequest(operation: operation, input: input))
    else {
      return Reply.unsupported(reason: "the operation cannot be timed with this input")
        .append(seq: seq, to: &outgoing)
    }
    let start = clock()
    work(Int(count))
    let duration = clock() - start
    let reply: JSONObject = ["seq": seq, "nanoseconds": .number(JSONNumber(duration))]
    reply.append(lineTo: &outgoing)
  }
}
