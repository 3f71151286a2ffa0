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
    case let error as HTTPError where error == .timedOut: self = .timedOut
    case let error as HTTPError: self = .transport("\(error)")
    case is CancellationError: self = .cancelled
    default: self = .transport("\(type(of: error))")
    }
  }
}
