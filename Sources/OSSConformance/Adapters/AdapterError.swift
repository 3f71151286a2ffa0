/// Why an adapter could not run at all.
///
/// Each ends the run with exit status 3, because no vector was tried. What goes wrong after a first
/// handshake is not here: it is charged to the request that it belongs to.
public enum AdapterError: Error, Hashable, Sendable {
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

  /// The adapter does not speak this version of the protocol; `message` is its own.
  case refusedProtocol(command: String, speaks: Int64?, message: String?)
}
