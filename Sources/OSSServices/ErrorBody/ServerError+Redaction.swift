public import OSSPrimitives

extension ServerError: Redacted {
  /// The code, the EC and the request id; never what was signed and with which key (ERR-SEC-1).
  public var description: String {
    var parts = "code: \(code ?? "none")"
    if let ec { parts += ", EC: \(ec)" }
    if let requestID { parts += ", request: \(requestID)" }
    return "ServerError(\(parts))"
  }
}
