internal import OSSPrimitives
package import OSSSigning

/// The steps by which an action is found, so that one of them can be replaced.
package struct ActionSteps: Sendable {
  /// The action where no answer came (ACT-RETRY-1).
  package var withoutAnswer: ErrorAction
  /// Whether a status says that the same may succeed later (ACT-RETRY-1).
  package var isTransient: @Sendable (_ status: Int) -> Bool
  /// The error of an answer (ACT-CODE-1).
  package var error: @Sendable (ServerAnswer) -> ServerError?
  /// What an error says about the clock (ACT-TIME-1, ACT-TIME-2).
  package var clockFault: @Sendable (_ status: Int, ServerError) -> ClockFault?
  /// Whether OSS rejects the credentials (ACT-CRED-1, ACT-CRED-2, ACT-CODE-2).
  package var rejectsCredentials: @Sendable (_ code: String?, _ ec: String?) -> Bool
  /// The action for any other refusal, by its status (ACT-STOP-1, ACT-STOP-2).
  package var other: @Sendable (_ status: Int) -> ErrorAction
  /// Whether other credentials can be fetched (ACT-CRED-4).
  package var canRefresh: @Sendable (SigningCredential) -> Bool
  /// Whether an action may be tried after others (ACT-CRED-3, ACT-TIME-3, ACT-RETRY-2).
  package var mayTry: @Sendable (ErrorAction, _ tried: [ErrorAction]) -> Bool

  /// The steps as the specification has them.
  package static let standard = ActionSteps(
    withoutAnswer: .retry,
    isTransient: { 500...599 ~= $0 },
    error: { $0.error },
    clockFault: { ClockFault(status: $0, error: $1) },
    rejectsCredentials: { code, ec in
      if let code, !code.utf8.isEmpty { return contains(code, in: codes) }
      guard let ec else { return false }
      return contains(HeaderText.trimmed(ec), in: exactCauses)
    },
    other: { _ in .giveUp },
    canRefresh: { $0 == .temporary },
    mayTry: { action, tried in
      let count = tried.count { $0 == action }
      return count < (action == .retry ? 3 : 1)
    })

  /// The codes by which OSS rejects credentials.
  private static let codes = [
    "SecurityTokenExpired", "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
    "InvalidAccessKeyId",
  ]
  /// The exact causes that stand for those codes.
  private static let exactCauses = [
    "0002-00000003", "0002-00000004", "0002-00000006", "0002-00000007", "0002-00000008",
  ]

  private static func contains(_ text: String, in list: [String]) -> Bool {
    list.contains { $0.hasSameBytes(as: text) }
  }
}
