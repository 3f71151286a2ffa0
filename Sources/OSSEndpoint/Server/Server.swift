internal import OSSPrimitives

/// A server of HTTP/1.1 on one thread: the ports that it listens on, and their connections.
package final class Server {
  private final class Port {
    let socket: Socket
    let handler: any RequestHandler

    init(_ socket: consuming Socket, _ handler: any RequestHandler) {
      self.socket = socket
      self.handler = handler
    }
  }

  /// Ends ``run()`` from another thread.
  package let stop: Alarm
  private let limits: Limits
  private var ports: [Port] = []
  private var connections: [Connection] = []
  /// Those that wait for a callback, in the order of the poll.
  private var callers: [Connection] = []
  private var count = 0
  private var poll = Poll()
  private var piece = Bytes(repeating: 0, count: 1 << 16)
  /// When the next connection may have waited too long; never later than that.
  private var nextDeadline = Int64.max
  /// Whether a connection is to be removed.
  private var hasClosed = false
  /// Until when no connection is taken, because this process has no descriptor left.
  private var exhaustedUntil = Int64.min

  /// Makes a server that listens on no port.
  package init(_ limits: Limits = Limits()) throws(SocketError) {
    self.limits = limits
    stop = try Alarm()
  }

  /// Listens on a port, 0 for one that the system chooses, and returns it. Clients can connect from now
  /// on, and are answered while the loop runs.
  package func listen(
    on host: String = "127.0.0.1", port: UInt16 = 0, _ handler: any RequestHandler
  ) throws(SocketError) -> UInt16 {
    let port = Port(try Socket.listening(on: host, port: port), handler)
    ports.append(port)
    return port.socket.port
  }

  /// How long the loop waits before it asks again whether it is still wanted, in nanoseconds.
  private static let askInterval: Int64 = 10_000_000

  /// Serves until ``stop`` rings, or until nobody wants it; then all connections end.
  ///
  /// - Parameter isWanted: asked between two waits; with nil the alarm alone ends the loop.
  package func run(while isWanted: (() -> Bool)? = nil) {
    while isWanted?() != false {
      let now = MonotonicClock.now()
      let accepts = connections.count < limits.connections && now >= exhaustedUntil
      poll.removeAll()
      poll.add(stop)
      for port in ports { poll.add(port.socket, toRead: accepts, toWrite: false) }
      for connection in connections {
        poll.add(
          connection.socket, toRead: connection.wantsInput, toWrite: connection.wantsOutput)
      }
      callers = connections.filter { $0.outgoing != nil }
      for case let outgoing? in callers.map(\.outgoing) {
        poll.add(outgoing.socket, toRead: !outgoing.wantsOutput, toWrite: outgoing.wantsOutput)
      }
      var end = now < exhaustedUntil ? min(nextDeadline, exhaustedUntil) : nextDeadline
      if isWanted != nil { end = min(end, now + Self.askInterval) }
      poll.wait(until: end)
      if poll.isReady(0), stop.isRinging() { break }
      serve(MonotonicClock.now())
    }
    connections = []
  }

  /// Does what can be done after a wait: what came is answered first, and then the answers are sent.
  ///
  /// A client that sleeps is woken by the first answer, and each wake costs as much as a request. It gets
  /// the further answers before it sleeps again.
  private func serve(_ now: Int64) {
    let first = 1 + ports.count
    let last = first + connections.count
    let ready =
      connections.indices.filter { poll.isReady(first + $0) }.map { connections[$0] }
      + callers.indices.filter { poll.isReady(last + $0) }.map { callers[$0] }
    for connection in ready { connection.work(with: &piece, now: now) }
    for connection in ready {
      connection.goOn(now)
      note(connection)
    }
    if now >= nextDeadline {
      nextDeadline = .max
      for connection in connections where !connection.isClosed {
        if connection.deadline <= now { connection.expire(now) }
        note(connection)
      }
    }
    for (index, port) in ports.enumerated() where poll.isReady(1 + index) { accept(port, now) }
    if hasClosed { connections.removeAll { $0.isClosed } }
    hasClosed = false
  }

  private func note(_ connection: Connection) {
    if connection.isClosed {
      hasClosed = true
    } else {
      nextDeadline = min(nextDeadline, connection.deadline)
    }
  }

  private func accept(_ port: Port, _ now: Int64) {
    var isExhausted = false
    while connections.count < limits.connections,
      let socket = port.socket.nextConnection(isExhausted: &isExhausted)
    {
      count += 1
      let connection = Connection(socket, port.handler, limits, number: count, now: now)
      connections.append(connection)
      connection.work(with: &piece, now: now)
      connection.goOn(now)
      note(connection)
    }
    // A tenth of a second, because the port stays ready, and the loop would not wait.
    if isExhausted { exhaustedUntil = now + 100_000_000 }
  }
}

/// Which connection a request came on.
package struct ConnectionInfo: Hashable, Sendable {
  /// The number of the connection, from 1; no other connection of the server has it.
  package let number: Int
  /// The number of the request on its connection, from 1; 0 before the first head.
  package internal(set) var request = 0
  /// The port of this side; 0 if that is not known.
  package let port: UInt16

  /// Takes a connection before its first head.
  package init(number: Int, port: UInt16 = 0) { (self.number, self.port) = (number, port) }
}

/// What is done with a request whose head is whole.
package enum HeadDecision {
  /// The body is read, then the request with it is answered. A client that waits for `100 Continue` has
  /// it now.
  case readBody(then: (WireRequest) -> WireResponse)
  /// The request is answered at once. If it has a body, that is dropped and the connection ends.
  case refuse(WireResponse)
}

/// What answers the requests of a port. The server calls it on the thread of its loop, for one request at
/// a time.
package protocol RequestHandler: AnyObject {
  /// Decides about a request before its body is read.
  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision

  /// The answer to a request, after what was to be sent first has come back or failed.
  func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse

  /// The answer to what is not right as HTTP. The connection ends after it.
  ///
  /// - Parameters:
  ///   - fault: With ``HTTPFault/endOfInput``, perhaps nobody reads the answer.
  ///   - request: The request at fault; nil where its head could not be split.
  ///   - connection: Where it came.
  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse

  /// Whether a client that waits for `100 Continue` does not get it. It is asked after the head.
  func withholdsContinue(_ connection: ConnectionInfo) -> Bool

  /// Takes note of bytes that came after the last answer of a connection, and were dropped.
  func dropped(_ count: Int, _ connection: ConnectionInfo)

  /// Takes note that a connection takes no further request.
  func ended(_ connection: ConnectionInfo)
}

extension RequestHandler {
  package func withholdsContinue(_ connection: ConnectionInfo) -> Bool { false }
  package func dropped(_ count: Int, _ connection: ConnectionInfo) {}
  package func ended(_ connection: ConnectionInfo) {}
}

extension RequestHandler {
  /// A handler that sends nothing is not asked.
  package func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    WireResponse(status: 500)
  }
}
