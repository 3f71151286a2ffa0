/// What happens to a provider of credentials.
package enum RefreshEvent: Sendable {
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

/// What a provider of credentials is to do.
package enum RefreshAction: Equatable, Sendable {
  /// Begin a fetch, and say how it ended.
  case fetch(FetchID)
  /// Answer a caller with credentials.
  case handOut(ProvidedCredentials, CallerID)
  /// Answer a caller with an error.
  case fail(CredentialsError, CallerID)
}

/// Who asks for credentials: a number that its provider gives each caller.
package struct CallerID: Hashable, Sendable {
  /// The number; no two callers of one provider share it while one of them waits.
  package let number: UInt64

  /// Names a caller by a number.
  package init(_ number: UInt64) { self.number = number }
}

/// One fetch of credentials: a number that the machine gives it, so that its result finds its place.
package struct FetchID: Equatable, Sendable {
  /// The number, counted from 1.
  package let number: UInt64

  /// Names a fetch by its number.
  package init(_ number: UInt64) { self.number = number }
}
