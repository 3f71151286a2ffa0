/// What signs a URL, as far as the URL's life depends on it.
public enum PresignCredential: Hashable, Sendable {
  /// A key pair without an end.
  case longTerm
  /// Credentials of STS with the moment when they end; nil where nothing is known of it.
  case temporary(expiration: UnixMilliseconds?)
}
