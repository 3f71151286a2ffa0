extension ResponseVerdict: CustomStringConvertible, CustomDebugStringConvertible {
  /// The verdict and the size of its text, in which a security token may stand (ERR-SEC-1).
  public var description: String {
    switch self {
    case .success: "success"
    case .failure(let text?): "failure(text: \(text.utf8.count) bytes)"
    case .failure(nil): "failure"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension ResponseVerdict: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
