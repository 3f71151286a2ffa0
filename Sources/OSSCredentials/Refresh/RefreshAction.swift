/// What a provider of credentials is to do.
public enum RefreshAction: Hashable, Sendable {
  /// Begin a fetch, and say how it ended.
  case fetch(FetchID)
  /// Answer a caller with credentials.
  case handOut(ProvidedCredentials, CallerID)
  /// Answer a caller with an error.
  case fail(CredentialsError, CallerID)
}
