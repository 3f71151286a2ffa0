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

extension ProviderError: Redacted {
  /// What happened; of an error that the app or its transport threw, its type alone, but of a
  /// refusal by a rule its sentence, which holds no secret.
  public var description: String {
    switch self {
    case .cancelled: "The task that asked for credentials was cancelled."
    case .unavailable(let error, let cause): error.description + Self.text(of: cause)
    case .expired(let moment):
      "The token has ended at \(moment); put in another one."
    case .rejected(let generation):
      "OSS rejected the token of generation \(generation); put in another one."
    case .unsignable(let error): "The request cannot be signed. \(error)"
    case .unusableEndpoint(let error): error.description
    case .unusableInterval(let error): "No URL can be signed so. \(error)"
    case .unsigned(.failed, let refusal as SigningRuleError):
      "The custom signer refused. \(refusal)"
    case .unsigned(.failed, let cause?): "The custom signer threw the error \(type(of: cause))."
    case .unsigned(let error, let cause): error.description + Self.text(of: cause)
    }
  }

  private static func text(of cause: (any Error)?) -> String {
    cause.map { " It threw the error \(type(of: $0))." } ?? ""
  }
}

extension ProviderError {
  /// What a step gives; why it cannot, as the case of its error.
  static func wrap<Value, Fault: Error>(
    _ wrapped: (Fault) -> ProviderError, _ step: () throws(Fault) -> Value
  ) throws(ProviderError) -> Value {
    do throws(Fault) { return try step() } catch { throw wrapped(error) }
  }
}
