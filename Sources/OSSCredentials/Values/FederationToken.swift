public import OSSPrimitives
public import OSSSigning

/// Temporary credentials as a server hands them out, with the moment when they end.
///
/// The three parts and the expiry are one value, so that parts of two answers never mix.
/// Nothing that describes it shows the secret or the token.
public struct FederationToken: Hashable, Sendable {
  /// The access key ID, its secret and the security token.
  public let credentials: Credentials
  /// The moment when they end; nil where nothing is known of it.
  public let expiration: Moment?

  /// Makes a token of its credentials and the moment when they end.
  public init(_ credentials: Credentials, expiration: Moment?) {
    self.credentials = credentials
    self.expiration = expiration
  }
}
