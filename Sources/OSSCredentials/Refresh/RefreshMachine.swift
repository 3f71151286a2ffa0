package import OSSPrimitives

/// Keeps credentials valid: what happens goes in, what is to be done comes out.
///
/// The machine waits for nothing, reads no clock and fetches nothing. Its owner hands it each event
/// with the device's time and carries out the actions, so a run can be repeated exactly, and an actor
/// around it is a few lines. The rules are those of CRED-RUN.
package struct RefreshMachine: Sendable {
  /// All that the machine remembers.
  package private(set) var state: RefreshState
  private let steps: RefreshSteps

  /// Makes a machine to which nothing has happened.
  ///
  /// - Parameters:
  ///   - policy: when a credential is refreshed.
  ///   - seed: what the waits after failures are drawn from; each device must have another one.
  ///   - token: what is held at first.
  ///   - obtained: when it was obtained, on the device's clock; nil for the moment of the first event.
  package init(
    policy: RefreshPolicy = .scaled, seed: UInt64, holding token: FederationToken? = nil,
    obtainedAt obtained: Moment? = nil
  ) {
    self.init(
      RefreshState(policy: policy, seed: seed, holding: token, obtainedAt: obtained),
      steps: .standard)
  }

  /// Makes a machine of a state and of other rules than the specification's.
  package init(_ state: RefreshState, steps: RefreshSteps) {
    self.state = state
    self.steps = steps
  }

  /// Takes in what happened and says what is to be done, in this order.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - now: the device's time, not corrected.
  /// - Complexity: O(1) on average; O(*n*) where *n* callers are answered at once.
  package mutating func handle(
    _ event: RefreshEvent, at now: Moment
  ) -> [RefreshAction] {
    steps.handle(event, at: now, in: &state)
  }

  /// Ends the wait after failures: the next caller who needs a fetch begins one (CRED-MODE-29).
  package mutating func forgetFailures() { state.failures = nil }

  /// What is held, if it is fresh: then there is nothing to fetch and nobody waits.
  ///
  /// A caller that gets an answer here would get the same one by asking; so the machine need not
  /// hear of it.
  package func freshCredentials(at now: Moment) -> ProvidedCredentials? {
    guard let held = state.held, steps.standing(state, steps.trueTime(state, now)) == .fresh
    else { return nil }
    return held.credentials
  }

  /// The state after an event, and what is to be done, by the rules of the specification.
  package static func step(
    _ state: RefreshState, _ event: RefreshEvent, at now: Moment
  ) -> (state: RefreshState, actions: [RefreshAction]) {
    var next = state
    let actions = RefreshSteps.standard.handle(event, at: now, in: &next)
    return (next, actions)
  }
}

/// What happens to a provider of credentials.
package enum RefreshEvent: Equatable, Sendable {
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
package struct FetchID: Hashable, Sendable {
  /// The number, counted from 1.
  package let number: UInt64

  /// Names a fetch by its number.
  package init(_ number: UInt64) { self.number = number }
}
