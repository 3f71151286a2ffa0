public import OSSPrimitives
package import OSSSigning

/// All that a provider of credentials remembers between two events.
///
/// Its moments are on the device's clock, for that is the one clock it is told of; the correction
/// that was learned is added when a moment is held against an expiry.
public struct RefreshState: Sendable {
  /// Credentials that are held, and when they came.
  package struct Held: Sendable {
    /// What is handed out.
    package var credentials: ProvidedCredentials
    /// When they were obtained, on the device's clock; nil until the first event.
    package var obtained: Moment?
  }

  /// Fetches that failed in a row, and when the next may begin.
  package struct Failures: Sendable {
    /// How many failed since the last success.
    package var count: Int
    /// Why the last one failed.
    package var cause: FetchFailure
    /// When the last one failed, on the device's clock.
    package var since: Moment
    /// How long no other fetch begins.
    package var delay: TimeSpan

    /// The moment from which the next fetch may begin.
    package var retryAt: Moment { since.adding(delay) }
  }

  /// When a credential is refreshed.
  package let policy: RefreshPolicy
  /// What is held; nil where nothing is, or where OSS rejected it.
  package var held: Held?
  /// The credentials that OSS rejected last.
  package var lastRejected: Credentials?
  /// How many credentials there have been.
  package var generation = 0
  /// The fetches that have not ended: one at most.
  package var fetches: [FetchID] = []
  /// Whether the result of the fetch that has not ended is wanted no more.
  package var dropsResult = false
  /// How many fetches have begun.
  package var fetchCount: UInt64 = 0
  /// What failed since the last success; nil where nothing did.
  package var failures: Failures?
  /// What is added to the device's clock.
  package var offset = ClockOffset.zero
  /// The source of the waits after failures.
  package var backOff: BackOff
  /// Who waits.
  package var waiting = WaitingCallers()

  /// The state of a provider to which nothing has happened.
  ///
  /// - Parameters:
  ///   - policy: when a credential is refreshed.
  ///   - seed: what the waits after failures are drawn from.
  ///   - token: what the provider holds at first.
  ///   - obtained: when it was obtained, on the device's clock; nil for the moment of the first event.
  public init(
    policy: RefreshPolicy, seed: UInt64, holding token: FederationToken? = nil,
    obtainedAt obtained: Moment? = nil
  ) {
    self.policy = policy
    backOff = BackOff(seed: seed)
    guard let token else { return }
    generation = 1
    held = Held(
      credentials: ProvidedCredentials(
        token.credentials, expiration: token.expiration, generation: 1), obtained: obtained)
  }
}
