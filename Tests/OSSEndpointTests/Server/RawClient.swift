import Foundation
import OSSEndpoint
import OSSExplain
import OSSPrimitives
import TestSupport

/// Answers with what it was asked; some paths are special.
final class EchoHandler: RequestHandler {
  private var faults: [String] = []

  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    switch request.sent.path.text {
    case "/refused": return .refuse(WireResponse(status: 403, body: "refused".bytes))
    case "/empty": return .readBody { _ in WireResponse(status: 204) }
    case "/large": return .readBody { _ in WireResponse(status: 200, body: Self.large) }
    case "/calls":
      let port = (request.sent.parameters("port").first ?? nil)?.decimal.flatMap {
        UInt16(exactly: $0)
      }
      var response = WireResponse(status: 200)
      response.call = OutgoingCall(
        host: "127.0.0.1", port: port ?? connection.port,
        bytes: "POST /called HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc".bytes, context: 0)
      return .readBody { _ in response }
    case "/faults":
      let text = faults.joined(separator: "\n").bytes
      return .readBody { _ in WireResponse(status: 200, body: text) }
    default:
      return .readBody { request in
        let sent = request.sent
        let text = "\(sent.method.text) \(sent.path.text) \(connection.request) "
        let sum = request.body.reduce(0) { $0 &+ Int($1) }
        return WireResponse(status: 200, body: "\(text)\(request.body.count) \(sum)".bytes)
      }
    }
  }

  func finished(_ call: OutgoingCall, _ outcome: OutgoingCall.Outcome) -> WireResponse {
    switch outcome {
    case .answered(let status, let body):
      WireResponse(status: 200, body: "\(status) ".bytes + body)
    case .failed: WireResponse(status: 200, body: "failed".bytes)
    }
  }

  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse {
    faults.append("\(request?.sent.path.text ?? "-") \(fault.sentence)")
    return WireResponse(status: 400, body: fault.sentence.bytes)
  }

  static let large = Bytes(repeating: 7, count: 4 << 20)
}

/// Serves on a thread of its own while the work is done on another one, with the port.
func serving(
  _ limits: Limits = Limits(),
  _ handler: @autoclosure @escaping @Sendable () -> any RequestHandler = EchoHandler(),
  _ work: @escaping @Sendable (UInt16) throws -> Void
) async throws {
  let handlers: @Sendable () -> [any RequestHandler] = { [handler()] }
  try await serving(limits, handlers) { ports in
    try await onOwnThread { try work(ports[0]) }
  }
}

/// Serves a port for each handler on a thread of its own while the work is done, with the ports.
func serving(
  _ limits: Limits = Limits(), _ handlers: @escaping @Sendable () -> [any RequestHandler],
  _ work: ([UInt16]) async throws -> Void
) async throws {
  let (ports, stop) = try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<([UInt16], Alarm), any Error>) in
    Thread.detachNewThread {
      do {
        let server = try Server(limits)
        let ports = try handlers().map { try server.listen($0) }
        continuation.resume(returning: (ports, server.stop))
        server.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
  defer { stop.ring() }
  try await work(ports)
}

/// Why a client got no answer.
enum ClientError: Error {
  case noAnswer(String)
}

/// For how long a test waits for what must come, in nanoseconds: a busy machine is no fault of a server.
let patience: Int64 = 30_000_000_000

/// A request without a body.
func get(_ path: String, _ more: String = "", method: String = "GET") -> String {
  "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(more)\r\n"
}

/// A client that sends any bytes, and waits for each answer.
final class RawClient {
  struct Answer {
    let head: String
    let body: Bytes
    var status: String { String(head.dropFirst(9).prefix(3)) }
    var text: String { body.text }
  }

  private let socket: Socket
  private var buffer = Bytes()

  init(_ port: UInt16) throws { socket = try Socket.connected(to: "127.0.0.1", port: port) }

  /// Sends all; false if the server does not take it.
  @discardableResult
  func send(_ bytes: Bytes) -> Bool {
    var sent = 0
    while sent < bytes.count {
      switch socket.deliver(bytes, from: sent) {
      case .moved(let count): sent += count
      case .blocked: if !wait(toWrite: true) { return false }
      case .ended, .broken: return false
      }
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(text.bytes) }

  func endOutput() { socket.endOutput() }

  /// The port of this side, on which nobody listens.
  var port: UInt16 { socket.port }

  /// The next answer, which has a body unless it is to a HEAD.
  func answer(toHead isHead: Bool = false) throws -> Answer {
    let end = "\r\n\r\n".bytes
    while buffer.index(of: end) == nil {
      if !receive() { throw ClientError.noAnswer(buffer.text) }
    }
    let size = (buffer.index(of: end) ?? 0) + 4
    let head = Bytes(buffer[..<size])
    let length = head.between("Content-Length: ", "\r\n").flatMap { Int($0.text) } ?? 0
    let count = isHead ? 0 : length
    while buffer.count < size + count {
      if !receive() { throw ClientError.noAnswer(buffer.text) }
    }
    defer { buffer.removeSubrange(..<(size + count)) }
    return Answer(head: head.text, body: Bytes(buffer[size..<(size + count)]))
  }

  func answer(to text: String) throws -> Answer {
    send(text)
    return try answer()
  }

  /// Whether the server ends the connection, and sends nothing before.
  func isEnded() -> Bool { !receive() && buffer.isEmpty && hasEnded }

  /// Whether nothing comes for 30 milliseconds, and the connection stays.
  func hearsNothing() -> Bool { !receive(within: 30_000_000) && !hasEnded }

  private var hasEnded = false

  /// Waits for bytes; false if none come.
  private func receive(within time: Int64 = patience) -> Bool {
    var piece = Bytes(repeating: 0, count: 1 << 16)
    while true {
      switch socket.receive(into: &piece) {
      case .moved(let count):
        buffer += piece[..<count]
        return true
      case .blocked: if !wait(toWrite: false, within: time) { return false }
      case .ended, .broken:
        hasEnded = true
        return false
      }
    }
  }

  private func wait(toWrite: Bool, within time: Int64 = patience) -> Bool {
    var poll = Poll()
    poll.add(socket, toRead: !toWrite, toWrite: toWrite)
    poll.wait(until: MonotonicClock.now() + time)
    return poll.isReady(0)
  }
}

extension WireRequest {
  /// A request of its lines, the first one without the version, and its body.
  init(_ lines: [String], body: Bytes = []) throws {
    let head = ([lines[0] + " HTTP/1.1"] + lines.dropFirst()).joined(separator: "\r\n")
    let sent = try SentRequest(wire: (head + "\r\n\r\n").bytes)
    self.init(sent, framing: .counted(body.count), body: body)
  }
}

extension RequestHandler {
  /// What it answers to a request, without a socket.
  func answer(
    _ line: String, _ headers: [String] = [], body: String = ""
  ) throws -> WireResponse {
    let request = try WireRequest([line] + headers, body: body.bytes)
    switch head(
      WireRequest(request.sent, framing: request.framing), ConnectionInfo(number: 1))
    {
    case .refuse(let response): return response
    case .readBody(let then): return then(request)
    }
  }
}

extension LiveEndpoint {
  /// What it answers to a request, without a server.
  mutating func answer(
    to request: WireRequest, at time: Moment = .epoch, port: UInt16 = 0
  ) -> WireResponse {
    switch decide(request, at: time, port: port) {
    case .answer(let response): response
    case .read(let verified): answer(request, verified)
    }
  }
}

/// The signature of V1 of a text.
func signatureV1(of text: String, secret: Bytes) -> String {
  let code = HMACSHA1Key(secret.span).authenticationCode(for: text.bytes.span)
  return Base64.encode(code.bytes.span)
}
