/// What happens to a provider of credentials.
public enum RefreshEvent: Hashable, Sendable {
  /// A caller asks for credentials.
  case asked(CallerID)
  /// A caller no longer waits for them.
  case cancelled(CallerID)
  /// A fetch ended with credentials.
  case fetched(FederationToken, FetchID)
  /// A fetch ended without any.
  case failed(FetchFailure, FetchID)
  /// OSS rejected the credentials of this generation.
  case rejected(generation: Int)
  /// The application puts in credentials of its own.
  case replaced(FederationToken)
  /// Somebody learned how far the device's clock is off.
  case clockCorrected(ClockOffset)
}
