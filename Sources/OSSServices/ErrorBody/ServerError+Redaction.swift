extension ServerError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The code, the EC and the request id; never what was signed and with which key (ERR-SEC-1).
  public var description: String {
    var parts = "code: \(code ?? "none")"
    if let ec { parts += ", EC: \(ec)" }
    if let requestID { parts += ", request: \(requestID)" }
    return "ServerError(\(parts))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension ServerError: CustomReflectable {
    /// A mirror of the code alone, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: ["code": code ?? "none"]) }
  }
#endif
