internal import OSSPrimitives

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
    return state.waiting.removeAll().map { .handOut(.init(token, state.generation), $0) }
  }
}

extension ProvidedCredentials {
  fileprivate init(_ token: FederationToken, _ generation: Int) {
    self.init(token.credentials, expiration: token.expiration, generation: generation)
  }
}
