package import OSSPrimitives
internal import OSSSigning

/// The rules of the machine, each a function, so that a machine with one known mistake differs in one.
///
/// A moment that a rule is given is on the device's clock, unless it is called a true time.
package struct RefreshSteps: Sendable {
  /// Brings remembered moments back that are later than now (CRED-RUN-25).
  package var bound: @Sendable (inout RefreshState, Moment) -> Void
  /// The true time, as far as it is known (CRED-RUN-23).
  package var trueTime: @Sendable (RefreshState, Moment) -> Moment
  /// How what is held stands; expired where nothing is held (CRED-RUN-1).
  package var standing: @Sendable (RefreshState, _ trueTime: Moment) -> CredentialStanding.Phase
  /// Whether no fetch is in flight that would make another one needless (CRED-RUN-6).
  package var isAlone: @Sendable (RefreshState) -> Bool
  /// Whether failures allow the next fetch (CRED-RUN-13).
  package var backOffIsOver: @Sendable (RefreshState, Moment) -> Bool
  /// Whether the last success allows the next fetch (CRED-RUN-15).
  package var intervalIsOver:
    @Sendable (RefreshState, CredentialStanding.Phase, _ now: Moment) -> Bool
  /// Whether a caller is answered with what is held, without waiting (CRED-RUN-3 to CRED-RUN-5).
  package var answersAtOnce: @Sendable (RefreshState, CredentialStanding.Phase) -> Bool
  /// Why credentials that were fetched cannot be used; nil where they can (CRED-RUN-9, -20).
  package var fault: @Sendable (RefreshState, FederationToken, _ trueTime: Moment) -> FetchFailure?
  /// Holds new credentials (CRED-RUN-8).
  package var hold: @Sendable (inout RefreshState, FederationToken, Moment) -> Void
  /// Who is answered when a fetch succeeds (CRED-RUN-7).
  package var servedBySuccess: @Sendable (inout RefreshState) -> [CallerID]
  /// Remembers a failure (CRED-RUN-10, CRED-RUN-13).
  package var remember:
    @Sendable (inout RefreshState, FetchFailure, _ delay: TimeSpan, Moment) -> Void
  /// The wait after so many failures in a row (CRED-RUN-14).
  package var delay: @Sendable (_ failures: Int, inout BackOff) -> TimeSpan
  /// Who is answered when a fetch fails (CRED-RUN-7).
  package var servedByFailure: @Sendable (inout RefreshState) -> [CallerID]
  /// Whether those whose fetch failed get what is held (CRED-RUN-11).
  package var survivesFailure: @Sendable (RefreshState, CredentialStanding.Phase) -> Bool
  /// Takes out a caller that no longer waits (CRED-RUN-16).
  package var cancel: @Sendable (inout RefreshState, CallerID) -> [RefreshAction]
  /// Drops what OSS rejected (CRED-RUN-17 to CRED-RUN-19).
  package var reject: @Sendable (inout RefreshState, _ generation: Int) -> [RefreshAction]
  /// Whether credentials that the application puts in are taken (CRED-RUN-21).
  package var takesReplacement:
    @Sendable (RefreshState, FederationToken, _ trueTime: Moment) -> Bool
  /// Whether the result of a fetch still counts (CRED-RUN-22).
  package var wantsResult: @Sendable (RefreshState) -> Bool
  /// Takes a correction of the clock (CRED-RUN-23).
  package var correct: @Sendable (inout RefreshState, ClockOffset) -> Void

  /// The rules as the specification has them.
  package static let standard = RefreshSteps(
    bound: { $0.bound(to: $1) },
    trueTime: { $0.trueTime(at: $1) },
    standing: { $0.standing(atTrueTime: $1) },
    isAlone: { $0.fetches.isEmpty },
    backOffIsOver: { state, now in state.failures.map { now >= $0.retryAt } ?? true },
    intervalIsOver: { $0.intervalIsOver(standing: $1, at: $2) },
    answersAtOnce: { $0.answersAtOnce($1) },
    fault: { $0.fault(of: $1, atTrueTime: $2) },
    hold: { $0.hold($1, at: $2) },
    servedBySuccess: { $0.waiting.removeAll() },
    remember: { $0.remember($1, delay: $2, at: $3) },
    delay: { $1.delay(afterFailures: $0) },
    servedByFailure: { $0.waiting.removeAll() },
    survivesFailure: { $1 != .expired && $0.held != nil },
    cancel: { state, caller in
      _ = state.waiting.remove(caller)
      return []
    },
    reject: { state, generation in
      state.reject(generation: generation)
      return []
    },
    takesReplacement: { _, token, time in token.expiration.map { $0 > time } ?? true },
    wantsResult: { !$0.dropsResult },
    correct: { $0.offset = $1 })
}
