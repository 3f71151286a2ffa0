internal import OSSPrimitives

extension ProcessAdapter {
  /// An adapter that has answered the handshake.
  struct Started: ~Copyable {
    var connection: AdapterConnection
    var identity: AdapterIdentity
  }

  /// Starts a process and shakes hands with it.
  static func start(
    _ command: [String], limits: AdapterLimits, showsErrors: Bool
  ) throws(AdapterError) -> Started {
    var connection = try AdapterConnection(
      command: command, showsErrors: showsErrors, limits: limits)
    let name = command.joined(separator: " ")
    switch try handshake(&connection, name: name, limits: limits) {
    case .identity(let identity):
      return Started(connection: connection, identity: identity)
    case .refusal(let speaks, let message):
      throw .refusedProtocol(command: name, speaks: speaks, message: message)
    }
  }

  private static func handshake(
    _ connection: inout AdapterConnection, name: String, limits: AdapterLimits
  ) throws(AdapterError) -> HandshakeLine {
    let deadline = ByteChannel.now() + limits.handshake
    RequestLine.appendHello(to: &connection.outgoing)
    while true {
      let exchange = connection.exchange(until: deadline)
      do throws(LineFault) {
        if let line = try connection.nextLine() {
          return try HandshakeLine(connection.incoming.storage, in: line)
        }
      } catch {
        throw .brokenHandshake(command: name, fault: connection.place(of: error))
      }
      if exchange == .ended {
        throw .endedBeforeHandshake(command: name, ending: connection.ending())
      }
      if ByteChannel.now() >= deadline {
        throw .mute(command: name, seconds: Int((limits.handshake + 999_999_999) / 1_000_000_000))
      }
    }
  }
}
