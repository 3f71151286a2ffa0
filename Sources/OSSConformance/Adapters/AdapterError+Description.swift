extension AdapterError: CustomStringConvertible {
  /// One sentence that names the command and the fault.
  public var description: String {
    switch self {
    case .noCommand:
      "No adapter command was given."
    case .cannotStart(let command, let reason):
      "The adapter “\(command)” could not be started: \(reason)."
    case .endedBeforeHandshake(let command, let ending):
      "The adapter “\(command)” ended before it answered the handshake (\(ending))."
    case .mute(let command, let seconds):
      "The adapter “\(command)” did not answer the handshake within \(seconds) s."
    case .brokenHandshake(let command, let fault):
      "The adapter “\(command)” did not answer the handshake as the protocol asks: \(fault)."
    case .refusedProtocol(let command, let speaks, let message):
      "The adapter “\(command)” does not speak protocol version 1"
        + (speaks.map { ", but version \($0)" } ?? "")
        + (message.map { ": \($0)" } ?? "") + "."
    }
  }
}
