public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// Why a mode hands out no credentials, or signs nothing.
///
/// Where an error of the app or of its HTTP client is behind it, that is kept as it was thrown.
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
  /// No presigned URL can have this interval.
  case unusableInterval(PresignLimitError)
  /// The custom signer gave nothing that can be used, with what it threw, if it threw something.
  case unsigned(SignerError, cause: (any Error)?)
}
