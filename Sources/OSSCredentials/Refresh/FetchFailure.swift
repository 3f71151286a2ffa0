public import OSSPrimitives

/// Why a fetch brought no credentials that could be used.
///
/// No case holds anything of the credentials themselves.
public enum FetchFailure: Error, Hashable, Sendable {
  /// No answer came; the text is what the transport says of it, and must hold no secret.
  case transport(String)
  /// The server answered, and what it answered holds no token that can be used.
  case response(TokenResponseError)
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
