internal import OSSCredentials
internal import OSSSigning

extension ProviderError: CustomStringConvertible, CustomDebugStringConvertible {
  /// What happened; of an error that the app or its HTTP client threw, its type alone.
  public var description: String {
    switch self {
    case .cancelled: "The task that asked for credentials was cancelled."
    case .unavailable(let error, let cause): error.description + Self.text(of: cause)
    case .expired(let moment):
      "The token has ended at \(moment); put in another one."
    case .rejected(let generation):
      "OSS rejected the token of generation \(generation); put in another one."
    case .unsignable(let error): "The request cannot be signed. \(error)"
    case .unusableInterval(let error): "No URL can be signed so. \(error)"
    case .unsigned(let error, let cause): error.description + Self.text(of: cause)
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  private static func text(of cause: (any Error)?) -> String {
    cause.map { " It threw a \(type(of: $0))." } ?? ""
  }
}

extension ProviderError: CustomReflectable {
  /// A mirror of the description, so that `dump` shows no more.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
