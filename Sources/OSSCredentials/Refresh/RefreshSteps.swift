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
  /// How near its expiry the credential is that is held; expired where nothing is held (CRED-RUN-1,
  /// CRED-RUN-24).
  package var standing: @Sendable (RefreshState, _ trueTime: Moment) -> CredentialStanding.Phase
  /// Whether no fetch is in flight that would make another one needless (CRED-RUN-6).
  package var isAlone: @Sendable (RefreshState) -> Bool
  /// Whether failures allow the next fetch (CRED-RUN-13).
  package var backOffIsOver: @Sendable (RefreshState, Moment) -> Bool
  /// Whether the last success allows the next fetch (CRED-RUN-15).
  package var intervalIsOver:
    @Sendable (RefreshState, CredentialStanding.Phase, _ now: Moment) -> Bool
  /// Whether a caller is answered with what is held, without waiting: CRED-RUN-2, CRED-RUN-3,
  /// CRED-RUN-4 and CRED-RUN-5.
  package var answersAtOnce: @Sendable (RefreshState, CredentialStanding.Phase) -> Bool
  /// Why fetched credentials cannot be used; nil where they can (CRED-RUN-9, CRED-RUN-20).
  package var fault: @Sendable (RefreshState, FederationToken, _ trueTime: Moment) -> FetchFailure?
  /// Holds new credentials, and counts generations (CRED-RUN-8, CRED-RUN-29).
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
  /// Drops what OSS rejected (CRED-RUN-17, CRED-RUN-18, CRED-RUN-19).
  package var reject: @Sendable (inout RefreshState, _ generation: Int) -> [RefreshAction]
  /// Whether credentials that the application puts in are taken (CRED-RUN-21).
  package var takesReplacement:
    @Sendable (RefreshState, FederationToken, _ trueTime: Moment) -> Bool
  /// Who is answered with credentials that the application puts in (CRED-RUN-21).
  package var servedByReplacement: @Sendable (inout RefreshState) -> [CallerID]
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
    servedByReplacement: { $0.waiting.removeAll() },
    wantsResult: { !$0.dropsResult },
    correct: { $0.offset = $1 })
}

extension RefreshSteps {
  /// Takes in what happened; the actions are to be carried out in their order.
  func handle(
    _ event: RefreshEvent, at now: Moment, in state: inout RefreshState
  ) -> [RefreshAction] {
    bound(&state, now)
    switch event {
    case .asked(let caller): return ask([caller], at: now, in: &state)
    case .cancelled(let caller): return cancel(&state, caller)
    case .fetched(let token, let id): return end(id, .success(token), at: now, in: &state)
    case .failed(let cause, let id): return end(id, .failure(cause), at: now, in: &state)
    case .rejected(let generation): return reject(&state, generation)
    case .replaced(let token): return replace(with: token, at: now, in: &state)
    case .clockCorrected(let offset):
      correct(&state, offset)
      return []
    }
  }

  private func standing(of state: RefreshState, at now: Moment)
    -> CredentialStanding.Phase
  {
    standing(state, trueTime(state, now))
  }
}

extension RefreshSteps {
  /// Answers callers, lets them wait or turns them away, and begins a fetch where one is due.
  private func ask(
    _ callers: [CallerID], at now: Moment, in state: inout RefreshState
  ) -> [RefreshAction] {
    var actions: [RefreshAction] = []
    let standing = standing(of: state, at: now)
    for caller in callers {
      var begun: [RefreshAction] = []
      if standing != .fresh, mayFetch(standing, at: now, state) { begun = [state.beginFetch()] }
      if let held = state.held, answersAtOnce(state, standing) {
        actions.append(.handOut(held.credentials, caller))
      } else if !state.fetches.isEmpty {
        state.waiting.append(caller)
      } else {
        let cause = state.failures?.cause ?? .nothingReturned
        let moment = state.failures?.retryAt ?? now
        actions.append(.fail(.backingOff(cause, retryAt: moment), caller))
      }
      actions += begun
    }
    return actions
  }

  private func mayFetch(
    _ standing: CredentialStanding.Phase, at now: Moment, _ state: RefreshState
  ) -> Bool {
    isAlone(state) && backOffIsOver(state, now) && intervalIsOver(state, standing, now)
  }
}

extension RefreshSteps {
  /// Takes the result of a fetch; one that is not in flight means nothing.
  private func end(
    _ id: FetchID, _ result: Result<FederationToken, FetchFailure>, at now: Moment,
    in state: inout RefreshState
  ) -> [RefreshAction] {
    guard let index = state.fetches.firstIndex(of: id) else { return [] }
    state.fetches.remove(at: index)
    let isWanted = wantsResult(state)
    state.dropsResult = false
    guard isWanted else { return ask(state.waiting.removeAll(), at: now, in: &state) }
    switch result {
    case .failure(let cause): return fail(cause, at: now, in: &state)
    case .success(let token):
      if let cause = fault(state, token, trueTime(state, now)) {
        return fail(cause, at: now, in: &state)
      }
      hold(&state, token, now)
      return serve(servedBySuccess(&state), at: now, in: &state)
    }
  }

  private func fail(
    _ cause: FetchFailure, at now: Moment, in state: inout RefreshState
  ) -> [RefreshAction] {
    let delay = delay((state.failures?.count ?? 0) + 1, &state.backOff)
    remember(&state, cause, delay, now)
    let callers = servedByFailure(&state)
    if survivesFailure(state, standing(of: state, at: now)) {
      return serve(callers, at: now, in: &state)
    }
    let moment = state.failures?.retryAt ?? now
    let answers = callers.map { RefreshAction.fail(.fetchFailed(cause, retryAt: moment), $0) }
    return answers + goOn(in: &state)
  }

  /// Hands what is held to callers.
  private func serve(
    _ callers: [CallerID], at now: Moment, in state: inout RefreshState
  ) -> [RefreshAction] {
    var actions: [RefreshAction] = []
    if let held = state.held {
      for caller in callers { actions.append(.handOut(held.credentials, caller)) }
    }
    return actions + goOn(in: &state)
  }

  /// Begins a fetch for whoever was left waiting; by the specification nobody is.
  private func goOn(in state: inout RefreshState) -> [RefreshAction] {
    state.waiting.isEmpty || !state.fetches.isEmpty ? [] : [state.beginFetch()]
  }

  private func replace(
    with token: FederationToken, at now: Moment, in state: inout RefreshState
  ) -> [RefreshAction] {
    guard takesReplacement(state, token, trueTime(state, now)) else { return [] }
    hold(&state, token, now)
    state.dropsResult = !state.fetches.isEmpty
    // Nobody need wait for a fetch whose result no longer counts.
    return servedByReplacement(&state).map { .handOut(.init(token, state.generation), $0) }
  }
}

extension ProvidedCredentials {
  fileprivate init(_ token: FederationToken, _ generation: Int) {
    self.init(token.credentials, expiration: token.expiration, generation: generation)
  }
}
