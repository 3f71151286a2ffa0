internal import OSSPrimitives
internal import OSSServices

/// What a client does about a request that OSS did not carry out.
///
/// The first three mean that the request is signed again and sent once more.
///
///     let action = ErrorAction.due(after: answer, credential: .temporary, tried: [.retry])
public enum ErrorAction: String, CaseIterable, Hashable, Sendable {
  /// Drop the credentials that the request was signed with and fetch others.
  case refreshCredentials = "refresh-credentials"
  /// Learn the clock's offset from the answer: see ``ClockOffset/learned(from:of:deviceTime:known:)``.
  case correctClock = "correct-clock"
  /// Wait a little and try the same again.
  case retry
  /// Hand the error to the caller.
  case giveUp = "give-up"

  /// The action that is due.
  ///
  /// - Parameters:
  ///   - answer: what came back; nil where nothing did.
  ///   - credential: what signed the request.
  ///   - tried: the actions that this request has cost so far, in any order.
  /// - Returns: the action; none is due forever, so a request ends whatever OSS says.
  /// - Complexity: O(*n*) in the size of the answer.
  public static func due(
    after answer: ServerAnswer?, credential: SigningCredential, tried: [ErrorAction]
  ) -> ErrorAction {
    // No answer is tried again (ACT-RETRY-1).
    let action = answer.map { Self.action(for: $0) } ?? .retry
    // Only credentials that came from a server can be fetched again (ACT-CRED-4).
    if action == .refreshCredentials, credential != .temporary { return .giveUp }
    return action.isLeft(after: tried) ? action : .giveUp
  }

  /// Whether a request that has cost these actions may cost this one too: each is taken once, and a
  /// retry three times (ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2).
  package func isLeft(after tried: [ErrorAction]) -> Bool {
    tried.count { $0 == self } < (self == .retry ? 3 : 1)
  }

  /// The action for an answer, if nothing were tried yet.
  ///
  /// 5xx is tried again (ACT-RETRY-1), a wrong clock is corrected (ACT-TIME-1, ACT-TIME-2), and any
  /// other refusal is given up (ACT-STOP-1, ACT-STOP-2, ACT-STOP-3).
  private static func action(for answer: ServerAnswer) -> ErrorAction {
    if 500...599 ~= answer.status { return .retry }
    guard 400...499 ~= answer.status else { return .giveUp }
    let error = answer.error
    if let error, ClockFault(status: answer.status, error: error) != nil { return .correctClock }
    return rejectsCredentials(error?.code, error?.ec ?? answer.ecHeader)
      ? .refreshCredentials : .giveUp
  }

  /// Whether OSS rejects the credentials: by the code, or by the exact cause where there is no code
  /// (ACT-CRED-1, ACT-CRED-2, ACT-CODE-1, ACT-CODE-2).
  private static func rejectsCredentials(_ code: String?, _ ec: String?) -> Bool {
    if let code, !code.utf8.isEmpty { return codes.contains { $0.hasSameBytes(as: code) } }
    guard let cause = ec.map({ $0.trimmingBlanks }) else { return false }
    return exactCauses.contains { $0.hasSameBytes(as: cause) }
  }

  /// The codes by which OSS rejects credentials.
  private static let codes = [
    "SecurityTokenExpired", "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
    "InvalidAccessKeyId",
  ]
  /// The exact causes that stand for those codes.
  private static let exactCauses = [
    "0002-00000003", "0002-00000004", "0002-00000006", "0002-00000007", "0002-00000008",
  ]
}

/// What signed a request, as far as it decides what to do when OSS refuses it.
public enum SigningCredential: String, CaseIterable, Hashable, Sendable {
  /// A key pair, or a token that an application put in by hand.
  case fixed = "static"
  /// Credentials of STS that can be fetched again.
  case temporary
  /// A custom signer, which holds the credentials elsewhere.
  case signer
}
