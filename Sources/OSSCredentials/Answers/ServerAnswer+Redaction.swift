extension ServerAnswer: CustomStringConvertible, CustomDebugStringConvertible {
  /// The status and how much there is of the rest; a body may hold a security token (ERR-SEC-1).
  public var description: String {
    var parts = "status: \(status)"
    if let body { parts += ", body: \(body.count) bytes" }
    if let errorHeader { parts += ", x-oss-err: \(errorHeader.utf8.count) bytes" }
    if let ecHeader { parts += ", x-oss-ec: \(ecHeader)" }
    if let date { parts += ", date: \(date)" }
    if let age { parts += ", age: \(age)" }
    return "ServerAnswer(\(parts))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension ServerAnswer: CustomReflectable {
    /// A mirror of the status alone, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: ["status": status]) }
  }
#endif
