public import OSSPrimitives
internal import OSSSigning

/// What signs a URL, as far as the URL's life depends on it.
public enum PresignCredential: Hashable, Sendable {
  /// A key pair without an end.
  case longTerm
  /// Credentials of STS with the moment when they end; nil where nothing is known of it.
  case temporary(expiration: Moment?)

  /// What a provider handed out: temporary where it has a security token or an end.
  ///
  /// - Parameter provided: the credentials that will sign the URL.
  public init(_ provided: ProvidedCredentials) {
    let isTemporary = provided.credentials.securityToken != nil || provided.expiration != nil
    self = isTemporary ? .temporary(expiration: provided.expiration) : .longTerm
  }
}
