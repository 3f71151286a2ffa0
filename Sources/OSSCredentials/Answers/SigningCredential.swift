/// What signed a request, as far as it decides what to do when OSS refuses it.
public enum SigningCredential: String, CaseIterable, Hashable, Sendable {
  /// A key pair, or a token that an application put in by hand.
  case fixed = "static"
  /// Credentials of STS that can be fetched again.
  case temporary
  /// A custom signer, which holds the credentials elsewhere.
  case signer
}
