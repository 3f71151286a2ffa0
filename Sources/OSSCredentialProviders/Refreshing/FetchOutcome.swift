internal import OSSCredentials

/// How one fetch of a token ended.
enum FetchOutcome: Sendable {
  /// With a token, and with the answer that it came in, which may tell the time.
  case token(FederationToken, from: ServerAnswer?)
  /// Without any, and with what was thrown, if something was.
  case failure(FetchFailure, cause: (any Error)?)
}
