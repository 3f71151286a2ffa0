internal import OSSCredentials

extension FetchFailure {
  /// The failure of a fetch that threw an error.
  ///
  /// Of an error that is not this package's only the type is told: its text may hold a URL, and
  /// that a token.
  init(thrown error: any Error) {
    switch error {
    case let failure as FetchFailure: self = failure
    case let error as TokenResponseError: self = .response(error)
    case HTTPError.timedOut: self = .timedOut
    case HTTPError.cancelled, is CancellationError: self = .cancelled
    case let error as HTTPError: self = .transport(error.description)
    default: self = .transport("\(type(of: error))")
    }
  }
}
