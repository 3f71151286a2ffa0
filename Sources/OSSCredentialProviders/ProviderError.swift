public import OSSCredentials
public import OSSPrimitives
internal import OSSServices
public import OSSSigning

/// Why a mode hands out no credentials, or signs nothing.
///
/// Where an error of the app or of its transport is behind it, that is kept as it was thrown
/// (CRED-MODE-8, CRED-MODE-16).
/// Nothing that describes the value shows it, since it may hold a secret or a token.
public enum ProviderError: Error, Sendable {
  /// The task that asked was cancelled while it waited; the fetch goes on for the others.
  case cancelled
  /// No credentials could be fetched, with what the fetch threw, if it threw something.
  case unavailable(CredentialsError, cause: (any Error)?)
  /// The token that the app has put in has ended at this moment.
  case expired(Moment)
  /// OSS rejected the token that the app has put in, of this generation.
  case rejected(generation: Int)
  /// The request cannot be signed.
  case unsignable(SigningError)
  /// The endpoint does not fit the request.
  case unusableEndpoint(EndpointError)
  /// No presigned URL can have this interval.
  case unusableInterval(PresignLimitError)
  /// The custom signer gave nothing that can be used, with what it threw, if it threw something.
  case unsigned(SignerError, cause: (any Error)?)
}

extension ProviderError {
  /// The HTTP status by which the token server refused the last fetch; nil where it did not.
  ///
  /// With 401, the user of the app has to log in again. It is there during the wait after the failure,
  /// too.
  public var tokenServerStatus: Int? {
    switch self {
    case .unavailable(let error, cause: _):
      guard case .response(.httpStatus(let status, _)) = error.cause else { return nil }
      return status
    case .cancelled, .expired, .rejected, .unsignable, .unusableEndpoint, .unusableInterval,
      .unsigned:
      return nil
    }
  }
}

extension ProviderError {
  /// The error that the app or its transport threw, as it was thrown; nil without one.
  public var underlyingError: (any Error)? {
    switch self {
    case .unavailable(_, let cause), .unsigned(_, let cause): cause
    case .cancelled, .expired, .rejected, .unsignable, .unusableEndpoint, .unusableInterval: nil
    }
  }
}

extension ProviderError: PlainError, Redacted {
  /// What happened; of an error that the app or its transport threw, its type alone, and of one of
  /// this package its sentence.
  public var description: String {
    switch self {
    case .cancelled: "The task that asked for credentials was cancelled."
    case .unavailable(let error, let cause):
      // The failure has what a fetch threw already, but not what a decoder did.
      if case .response(.notDecoded) = error.cause, let cause {
        error.description + " " + Shown.text(of: cause)
      } else {
        error.description
      }
    case .expired(let moment):
      "The token has ended at \(moment); put in another one."
    case .rejected(let generation):
      "OSS rejected the token of generation \(generation); put in another one."
    case .unsignable(let error): "The request cannot be signed. \(error)"
    case .unusableEndpoint(let error): error.description
    case .unusableInterval(let error): "No URL can be signed so. \(error)"
    case .unsigned(.failed, let cause?): "The custom signer failed. " + Shown.text(of: cause)
    case .unsigned(let error, cause: _): error.description
    }
  }
}

extension ProviderError {
  /// What a step gives; why it cannot, as the case of its error.
  static func wrap<Value, Fault: Error>(
    _ wrapped: (Fault) -> ProviderError, _ step: () throws(Fault) -> Value
  ) throws(ProviderError) -> Value {
    do throws(Fault) { return try step() } catch { throw wrapped(error) }
  }

  /// Refuses an endpoint that does not fit a request.
  static func check(
    _ endpoint: Endpoint, for request: SigningRequest, _ version: SignatureVersion
  ) throws(ProviderError) {
    try wrap(unusableEndpoint) { () throws(EndpointError) in
      try endpoint.check(for: request, version: version)
    }
  }
}

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
