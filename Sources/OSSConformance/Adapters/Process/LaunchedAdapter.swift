internal import OSSPrimitives

/// An adapter that was started and has yet to answer the handshake.
///
/// Many runtimes take a tenth of a second and more to start. A runner that launches the adapter first
/// and then reads its vectors does both at once.
package struct LaunchedAdapter: ~Copyable, Sendable {
  private let command: [String]
  private let limits: AdapterLimits
  private let showsErrors: Bool
  private let trace: AdapterTrace?
  private let deadline: Int64
  private var connection: AdapterConnection

  /// Starts an adapter and sends it the opening of the handshake.
  ///
  /// From now on this process ignores SIGPIPE.
  ///
  /// - Parameters:
  ///   - command: The program, looked up in PATH, and its arguments.
  ///   - limits: How long to wait and when to stop trying.
  ///   - showsErrors: Whether the adapter's standard error is this process's own, which its author
  ///     wants, or not at all.
  ///   - trace: What writes down all lines that go over the pipe, if anything does.
  /// - Throws: An ``AdapterError`` if the command cannot be started.
  package init(
    command: [String], limits: AdapterLimits = AdapterLimits(), showsErrors: Bool = true,
    trace: AdapterTrace? = nil
  ) throws(AdapterError) {
    connection = try AdapterConnection(
      command: command, showsErrors: showsErrors, limits: limits, trace: trace)
    self.trace = trace
    self.command = command
    self.limits = limits
    self.showsErrors = showsErrors
    deadline = ByteChannel.now() + limits.handshake
    RequestLine.appendHello(to: &connection.outgoing)
    // Sends the line if the pipe takes it, as it does, and waits for nothing.
    _ = connection.exchange(until: 0)
  }

  /// Waits until the adapter has answered the handshake.
  ///
  /// - Returns: The adapter, ready for requests.
  /// - Throws: An ``AdapterError`` if it does not answer in time, or not as it should.
  package consuming func shakeHands() throws(AdapterError) -> ProcessAdapter {
    let (command, limits, showsErrors, trace) = (command, limits, showsErrors, trace)
    return ProcessAdapter(
      try introduced(), command: command, limits: limits, showsErrors: showsErrors, trace: trace)
  }

  /// An adapter that has answered the handshake.
  struct Introduced: ~Copyable {
    var identity: AdapterIdentity
    var connection: AdapterConnection
  }

  /// Waits as ``shakeHands()`` does.
  consuming func introduced() throws(AdapterError) -> Introduced {
    switch try answer() {
    case .identity(let identity):
      return Introduced(identity: identity, connection: consume connection)
    case .refusal(let speaks, let message):
      throw .refusedProtocol(command: name, speaks: speaks, message: message)
    }
  }

  private var name: String { command.joined(separator: " ") }

  private mutating func answer() throws(AdapterError) -> HandshakeLine {
    while true {
      // A line may have come already.
      do throws(LineFault) {
        if let line = try connection.nextLine() {
          return try HandshakeLine(connection.incoming.storage, in: line)
        }
      } catch {
        throw .brokenHandshake(command: name, fault: connection.place(of: error))
      }
      if HeldSignals.isPending { throw .interrupted }
      if let fault = connection.traceFault { throw .trace(fault) }
      switch connection.exchange(until: deadline) {
      case .received: break
      case .ended:
        throw .endedBeforeHandshake(command: name, ending: connection.ending())
      case .quiet where ByteChannel.now() >= deadline:
        let seconds = (limits.handshake + 999_999_999) / 1_000_000_000
        throw .mute(command: name, seconds: Int(seconds))
      case .quiet: break
      }
    }
  }
}
