extension AdapterError: CustomStringConvertible {
  /// One sentence that names the command and the fault.
  public var description: String {
    switch self {
    case .noCommand: "No adapter command was given."
    case .cannotStart(let command, _), .endedBeforeHandshake(let command, _),
      .mute(let command, _), .brokenHandshake(let command, _),
      .refusedProtocol(let command, _, _):
      "The adapter “\(command)” \(predicate)."
    }
  }

  /// What the adapter did or did not do, to stand behind its name.
  var predicate: String {
    switch self {
    case .noCommand: "has no command"
    case .cannotStart(_, let reason): "could not be started: \(reason)"
    case .endedBeforeHandshake(_, let ending): "did not answer the handshake: \(ending)"
    case .mute(_, let seconds): "did not answer the handshake within \(seconds) s"
    case .brokenHandshake(_, let fault):
      "did not answer the handshake as the protocol asks: \(fault)"
    case .refusedProtocol(_, let speaks, let message):
      "does not speak protocol version 1" + (speaks.map { ", but version \($0)" } ?? "")
        + (message.map { ": \($0)" } ?? "")
    }
  }
}
