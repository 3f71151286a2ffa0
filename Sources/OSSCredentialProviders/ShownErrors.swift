internal import OSSCredentials
internal import OSSPrimitives

/// What may be shown of the errors that an app or its transport throws.
enum Shown {
  /// The sentence of an error of this package, such as why a rule refuses a request; of any other
  /// error its type alone, for its text may hold a URL, and that a token (CRED-MODE-19).
  static func text(of error: any Error) -> String {
    (error as? any PlainError)?.description ?? "An error of the type \(type(of: error)) was thrown."
  }
}

extension FetchFailure {
  /// The failure of a fetch that threw an error.
  init(thrown error: any Error) {
    switch error {
    case let failure as FetchFailure: self = failure
    case let error as TokenResponseError: self = .response(error)
    case TokenTransportError.timedOut: self = .timedOut
    case TokenTransportError.cancelled, is CancellationError: self = .cancelled
    default: self = .transport(Shown.text(of: error))
    }
  }
}
