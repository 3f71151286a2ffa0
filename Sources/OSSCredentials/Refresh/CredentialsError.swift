public import OSSPrimitives

/// Why a caller gets no credentials.
///
/// Each case names the cause and the moment from which asking again makes another fetch, on the
/// device's clock; none holds a secret.
public indirect enum CredentialsError: Error, Equatable, Sendable {
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

extension CredentialsError: PlainError, CustomStringConvertible {
  /// One or two sentences: what happened and why.
  public var description: String {
    switch self {
    case .fetchFailed(let cause, _):
      "There are no credentials, for the fetch failed. %".filled(cause.description)
    case .backingOff(let cause, let moment):
      ("There are no credentials, and the next fetch is not due before %, "
        + "for the last one failed. %").filled(moment.description, cause.description)
    }
  }
}

/// Why a fetch brought no credentials that could be used.
///
/// No case holds anything of the credentials themselves.
public indirect enum FetchFailure: Error, Equatable, Sendable {
  /// No answer came; the text is what the transport says of it, and must hold no secret.
  case transport(String)
  /// The server answered, and what it answered holds no token that can be used.
  case response(TokenResponseError)
  /// STS answered, and what it answered holds no token that can be used.
  case stsResponse(TokenResponseError)
  /// The fetch returned nothing and gave no reason.
  case nothingReturned
  /// The fetch took longer than its provider allows.
  case timedOut
  /// The fetch was ended by the provider.
  case cancelled
  /// The credentials had expired when they came.
  case expired(Moment)
  /// The credentials are those that OSS rejected last.
  case sameAsRejected(accessKeyID: String)
}

extension FetchFailure: PlainError, CustomStringConvertible {
  /// One sentence that names the cause.
  public var description: String {
    switch self {
    case .transport(let text): "The fetch brought no answer: %".filled(text)
    case .response(let error): error.description
    case .stsResponse(let error): error.sentence(of: .sts)
    case .nothingReturned: "The fetch returned nothing and gave no reason."
    case .timedOut: "The fetch took too long."
    case .cancelled: "The fetch was ended before it had a result."
    case .expired(let moment):
      "The credentials that came had expired at %.".filled(
        moment.description)
    case .sameAsRejected(let id):
      "The credentials that came, of the access key ID %, are those that OSS rejected.".filled(
        id.shown)
    }
  }
}
