package import OSSPrimitives

/// A request that the server sends before it answers: a callback.
package struct OutgoingCall: Sendable {
  /// What came back.
  package enum Outcome: Sendable {
    /// An answer with its status and its body.
    case answered(status: Int, body: Bytes)
    /// No whole answer came in time.
    case failed
  }

  /// The host and the port, on this machine.
  package let host: String
  package let port: UInt16
  /// The request as HTTP/1.0 writes it.
  package let bytes: Bytes
  /// What the handler needs to go on.
  package let context: any Sendable

  /// Makes a call.
  package init(host: String, port: UInt16, bytes: Bytes, context: any Sendable) {
    (self.host, self.port, self.bytes, self.context) = (host, port, bytes, context)
  }
}

/// A call that is on its way. Nothing here waits: the loop of the server asks for its socket.
final class Outgoing {
  let call: OutgoingCall
  let socket: Socket
  /// When it has taken too long.
  let deadline: Int64
  private var sent = 0
  private var received = Bytes()

  /// Begins a call; nil where the address cannot be used.
  init?(_ call: OutgoingCall, _ limits: Limits, now: Int64) {
    self.call = call
    deadline = now + limits.callbackTime
    do throws(SocketError) {
      socket = try Socket.connecting(to: call.host, port: call.port)
    } catch {
      return nil
    }
  }

  var wantsOutput: Bool { sent < call.bytes.count }

  /// Sends and receives what can be without waiting; the outcome, once there is one.
  func work(with piece: inout Bytes, _ limits: Limits) -> OutgoingCall.Outcome? {
    while wantsOutput {
      switch socket.deliver(call.bytes, from: sent) {
      case .moved(let count): sent += count
      case .blocked: return nil
      case .ended, .broken: return .failed
      }
    }
    while true {
      switch socket.receive(into: &piece) {
      case .moved(let count):
        received += piece[..<count]
        if received.count > limits.callbackAnswer { return .failed }
        if let outcome = outcome(isEnd: false) { return outcome }
      case .blocked: return nil
      case .ended: return outcome(isEnd: true) ?? .failed
      case .broken: return .failed
      }
    }
  }

  /// The answer, where it is whole: by its length, or because the other side ended.
  private func outcome(isEnd: Bool) -> OutgoingCall.Outcome? {
    guard let end = received.index(of: "\r\n\r\n".bytes) else { return nil }
    let lines = Bytes(received[..<end]).parts(at: "\n").map { $0.stripped }
    let words = lines[0].parts(at: " ")
    guard words.count > 1, words[0].begins(with: "HTTP/1."),
      let status = UInt64(digits: words[1][...]), 200...599 ~= status
    else { return .failed }
    var length: Int?
    for line in lines.dropFirst() {
      let (name, value) = line.halves(at: ":")
      let text = (value ?? []).trimmingBlanks
      if name[...].isCaseless("content-length") {
        length = text.decimal.flatMap { Int(exactly: $0) }
      }
      if name[...].isCaseless("transfer-encoding") { return .failed }
    }
    let body = received[(end + 4)...]
    if let length {
      guard body.count >= length else { return nil }
      return .answered(status: Int(status), body: Bytes(body.prefix(length)))
    }
    return isEnd ? .answered(status: Int(status), body: Bytes(body)) : nil
  }
}
