internal import OSSSigning

/// What a client does about a request that OSS did not carry out.
///
/// The first three mean that the request is signed again and sent once more.
public enum ErrorAction: String, CaseIterable, Hashable, Sendable {
  /// Drop the credentials that the request was signed with and fetch others.
  case refreshCredentials = "refresh-credentials"
  /// Learn the clock's offset from the answer: see ``ClockOffset/learned(from:of:deviceTime:known:)``.
  case correctClock = "correct-clock"
  /// Wait a little and try the same again.
  case retry
  /// Hand the error to whoever asked.
  case giveUp = "give-up"

  /// The action that is due.
  ///
  /// - Parameters:
  ///   - answer: what came back; nil where nothing did.
  ///   - credential: what signed the request.
  ///   - tried: the actions that this request has cost so far, in any order.
  /// - Returns: the action; none is due for ever, so a request ends whatever OSS says.
  /// - Complexity: O(*n*) in the size of the answer.
  public static func due(
    after answer: ServerAnswer?, credential: SigningCredential, tried: [ErrorAction]
  ) -> ErrorAction {
    due(after: answer, credential: credential, tried: tried, steps: .standard)
  }

  package static func due(
    after answer: ServerAnswer?, credential: SigningCredential, tried: [ErrorAction],
    steps: ActionSteps
  ) -> ErrorAction {
    let action = answer.map { steps.action(for: $0) } ?? steps.withoutAnswer
    switch action {
    case .refreshCredentials where !steps.canRefresh(credential): return .giveUp
    default: return steps.mayTry(action, tried) ? action : .giveUp
    }
  }
}

extension ActionSteps {
  /// The action for an answer, if nothing were tried yet.
  fileprivate func action(for answer: ServerAnswer) -> ErrorAction {
    if isTransient(answer.status) { return .retry }
    guard 400...499 ~= answer.status else { return .giveUp }
    let error = error(answer)
    if let error, clockFault(answer.status, error) != nil { return .correctClock }
    return rejectsCredentials(error?.code, error?.ec ?? answer.ecHeader)
      ? .refreshCredentials : other(answer.status)
  }
}
