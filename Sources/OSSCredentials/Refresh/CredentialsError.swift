public import OSSPrimitives

/// Why a caller gets no credentials.
///
/// Each case names the cause and the moment from which asking again makes another fetch, on the
/// device's clock; none holds a secret.
public enum CredentialsError: Error, Equatable, Sendable {
  /// The fetch that the caller waited for failed, and nothing valid is held (CRED-RUN-12).
  case fetchFailed(FetchFailure, retryAt: Moment)
  /// The last fetch failed, nothing valid is held and it is too early for the next (CRED-RUN-13).
  case backingOff(FetchFailure, retryAt: Moment)

  /// Why the last fetch failed.
  public var cause: FetchFailure {
    switch self {
    case .fetchFailed(let cause, _), .backingOff(let cause, _): cause
    }
  }

  /// The moment from which asking again makes another fetch, on the device's clock.
  public var retryAt: Moment {
    switch self {
    case .fetchFailed(_, let moment), .backingOff(_, let moment): moment
    }
  }
}

extension CredentialsError: CustomStringConvertible {
  /// One or two sentences: what happened and why.
  public var description: String {
    switch self {
    case .fetchFailed(let cause, _):
      "There are no credentials, for the fetch failed. \(cause.description)"
    case .backingOff(let cause, let moment):
      "There are no credentials, and the next fetch is not due before \(moment), "
        + "for the last one failed. \(cause.description)"
    }
  }
}
