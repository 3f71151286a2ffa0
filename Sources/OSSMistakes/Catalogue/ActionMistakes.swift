internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is done about an answer of OSS (ACT).
enum ActionMistakes {
  private static let rows = MistakeRows(\.actions, in: [.errorAction])
  /// Codes after which the credentials are kept.
  private static let kept = rows.breaking("ACT-CRED-2")
    .fix("Drop credentials that OSS rejects, and fetch others.")
    .by { (code: @escaping @Sendable () -> String) in { $0.rules.removeAll { $0.code == code() } } }
  /// Actions that are tried after each refusal.
  private static let endless = rows.breaking("ACT-CRED-3")
    .fix("Fetch credentials once, correct the clock once and repeat three times.")
    .by { (action: @escaping @Sendable () -> String) in { $0.limits[action()] = nil } }
  private static let refreshed = rows.breaking("ACT-CRED-4")
    .fix("Give up: a key pair and a custom signer cannot be fetched again.").setting(\.canRefresh)
  private static let corrected = rows.breaking("ACT-TIME-1")
    .fix("Learn the time from the answer, and sign the request again.")
  private static let retried = rows.breaking("ACT-RETRY-1")
    .fix("Retry without an answer, and after each status from 500 to 599.")
  private static let stopped = rows.breaking("ACT-STOP-1", "ACT-CODE-1")
    .fix("Give up what will be refused again.")
  private static let source = rows.breaking("ACT-CODE-1")
    .fix("Parse the body where it has a byte, and else x-oss-err.").setting(\.source)
  /// Other errors than the one that is read of a body, from the text of it.
  private static let reading = rows.breaking("ACT-CODE-1", "ACT-STOP-1")
    .fix("Parse the body, and compare the member Code byte by byte.")
    .by { (change: @escaping @Sendable (String, inout ActionError) -> Void) in
      {
        $0.error = { [read = $0.error] body, header, model in
          var error = read(body, header, model)
          if let body { change(body.text, &error) }
          return error
        }
      }
    }
  private static let cause = rows.breaking("ACT-CODE-2")
    .fix("Where there is no code, use `EC` of the body, and x-oss-ec where there is none.")
    .setting(\.cause)
  private static let codes = ActionModel().rules.compactMap(\.code)

  static let all: [Mistake] = [
    // Credentials.
    kept("action-expired-token-kept", "A token that OSS calls expired is kept.")
      .breaking("ACT-CRED-1")
      .seen("The retry type that refreshes credentials is never returned.", .iOS)
      .seen("403 is not retried, and nothing drops the cached token.", .android)
      .seen("401 is retried and 403 is not; nothing drops the cached token.", .swiftV2)
      .change { "SecurityTokenExpired" },
    kept("action-invalid-token-kept", "A token that OSS calls invalid is kept.")
      .change { "InvalidSecurityToken" },
    kept("action-inconsistent-token-kept", "Credentials whose parts do not match are kept.")
      .change { "AccessKeyIdAndSecurityTokenNotMatch" },
    kept("action-unknown-id-kept", "An access key ID that OSS does not know is kept.")
      .seen("Issues 86 and 87: with a new key requests fail until a restart.", .android)
      .change { "InvalidAccessKeyId" },
    rows("action-credentials-kept", "No refusal has credentials fetched again.")
      .breaking("ACT-CRED-1", "ACT-CRED-2")
      .fix("Drop credentials that OSS rejects, and fetch others once.")
      .seen("No answer has the provider asked again.", .pythonV2)
      .change { $0.rules.removeAll { $0.action == "refresh-credentials" } },
    rows("action-401-repeated", "A request that got 401 is sent again as it is.")
      .breaking("ACT-CRED-1").fix("Look at the code: the same credentials are refused again.")
      .seen("401 is among the statuses that are retried.", .pythonV2)
      .seen("401 is retried and 403 is not.", .swiftV2)
      .change { $0.rules.insert(ActionRule(action: "retry", statuses: 401...401), at: 0) },
    rows("action-refresh-after-403-alone")
      .sentence("A code that rejects credentials counts with the status 403 alone.")
      .breaking("ACT-CRED-1", "ACT-CRED-2").fix("Read the code of every answer from 400 to 499.")
      .change {
        for index in $0.rules.indices where $0.rules[index].action == "refresh-credentials" {
          $0.rules[index].statuses = 403...403
        }
      },
    refreshed("action-static-refreshed", "A key pair is refreshed.") { $0 != "signer" },
    refreshed("action-signer-refreshed", "A custom signer is refreshed.") { $0 != "static" },
    endless("action-refreshed-without-end", "Credentials are fetched at each refusal.")
      .change { "refresh-credentials" },
    endless("action-clock-without-end", "The clock is corrected at each refusal.")
      .breaking("ACT-TIME-3").change { "correct-clock" },
    endless("action-retried-without-end", "A request is repeated at each refusal.")
      .breaking("ACT-RETRY-2").change { "retry" },
    rows("action-one-counter", "The tries of all actions are counted together.")
      .breaking("ACT-CRED-3", "ACT-TIME-3", "ACT-RETRY-2")
      .fix("Count the tries of each action by themselves.").change { $0.counts = { _, _ in true } },
    rows("action-three-in-all", "After three actions of any kind a request is given up.")
      .breaking("ACT-CRED-3", "ACT-RETRY-2")
      .fix("Count the tries of each action by themselves.").change { $0.total = 3 },
    rows("action-tried-once-too-often", "Each action is tried once more than it may be.")
      .breaking("ACT-CRED-3", "ACT-TIME-3", "ACT-RETRY-2")
      .fix("Count the tries so far with >= and not with >.")
      .change { $0.limits = $0.limits.mapValues { $0 + 1 } },
    // Clock.
    corrected("action-skew-given-up", "A wrong clock is reported as a refusal.")
      .change { $0.rules.removeAll { $0.code == "RequestTimeTooSkewed" } },
    corrected("action-skew-sent-again")
      .sentence("A request that came at the wrong time is sent again with the same wrong time.")
      .breaking("ACT-TIME-1", "ACT-TIME-3", "ACT-STOP-1")
      .seen("RequestTimeTooSkewed is among the codes that are retried.", .pythonV2).change {
        $0.rules.insert(
          ActionRule(action: "retry", statuses: 0...599, code: "RequestTimeTooSkewed"), at: 0)
      },
    corrected("action-signing-date-given-up", "The refusal of the day of the scope is given up.")
      .breaking("ACT-TIME-2").change { $0.rules.removeAll { $0.message != nil } },
    corrected("action-any-invalid-argument-corrects-clock")
      .sentence("Every InvalidArgument with 400 corrects the clock.")
      .breaking("ACT-TIME-2").fix("Compare the whole message: InvalidArgument has many causes.")
      .change { for index in $0.rules.indices { $0.rules[index].message = nil } },
    reading("action-signing-date-by-part", "A message that holds Invalid signing date is enough.")
      .breaking("ACT-TIME-2").fix("Compare the whole message, byte by byte.").change { _, error in
        let rule = ActionModel().rules.first { $0.message != nil }
        if error.message?.contains("Invalid signing date") == true { error.message = rule?.message }
      },
    // Repetitions.
    retried("action-silence-given-up", "A request without an answer is given up.")
      .change { $0.withoutAnswer = "give-up" },
    retried("action-500-given-up", "Of the failures of a server 503 alone is retried.")
      .change { $0.rules[0].statuses = 503...503 },
    retried("action-some-failures-retried", "Only the statuses 500 to 504 are retried.")
      .change { $0.rules[0].statuses = 500...504 },
    retried("action-503-given-up", "A server that is busy is given up.")
      .change { $0.rules.insert(ActionRule(action: "give-up", statuses: 503...503), at: 0) },
    retried("action-server-error-with-code-given-up")
      .sentence("A failure of the server is retried only if its body has no code.")
      .change { $0.rules[0].isWithoutCode = true },
    retried("action-above-599-retried", "Every status from 500 on is retried.")
      .breaking("ACT-STOP-1").seen("Every status from 500 on is retried.", .goV2)
      .change { $0.rules[0].statuses = 500...999 },
    rows("action-retried-twice", "A request is repeated twice.")
      .breaking("ACT-RETRY-2").fix("Repeat a request three times.")
      .seen("Three attempts in all.", .goV2, .swiftV2).change { $0.limits["retry"] = 2 },
    stopped("action-any-403-refreshes", "Every 403 refreshes credentials.")
      .change { $0.rules.append(ActionRule(action: "refresh-credentials", statuses: 403...403)) },
    stopped("action-unclear-403-refreshes", "A 403 from which no code can be read refreshes.")
      .change {
        $0.rules.append(
          ActionRule(action: "refresh-credentials", statuses: 403...403, isWithoutCode: true))
      },
    stopped("action-access-denied-refreshes", "AccessDenied refreshes the credentials.")
      .breaking("ACT-STOP-1").fix("Give up: other credentials have the same rights.").change {
        $0.rules.append(
          ActionRule(action: "refresh-credentials", statuses: 400...499, code: "AccessDenied"))
      },
    stopped("action-any-refusal-retried", "Every refusal is repeated.")
      .change { $0.rules.append(ActionRule(action: "retry", statuses: 400...499)) },
    rows("action-redirect-repeated", "A redirect is followed, or sent again.")
      .breaking("ACT-STOP-3").fix("Give up: signature and token are for the host that was asked.")
      .change { $0.rules.append(ActionRule(action: "retry", statuses: 300...399)) },
    stopped("action-status-ignored", "The code counts whatever the status is.")
      .breaking("ACT-STOP-1").change {
        for index in $0.rules.indices.dropFirst() { $0.rules[index].statuses = 200...499 }
      },
    // Sources.
    source("action-header-beside-other-body", "Beside a body that is no error x-oss-err is read.")
      .fix("Read the header only where there is no body.")
      .change { body, header in
        body?.text.contains("<Error") == true || header == nil ? (body, nil) : (nil, header)
      },
    source("action-header-not-read", "The header x-oss-err is not read.")
      .seen("No such header is read.", .iOS)
      .seen("The header x-oss-error is read instead.", .swiftV2).change { body, _ in (body, nil) },
    Mistake(
      "error-empty-body-counts", ["ACT-CODE-1", "CLK-SRC-4"],
      "An empty body keeps the header x-oss-err from being read.",
      fix: "Parse the body where it has a byte, and else x-oss-err.",
      in: [.errorAction, .clockOffset]
    ) { model in
      model.actions.source = { body, header in body == nil ? (nil, header) : (body, nil) }
      let read = model.credentials.clock.errorInput
      model.credentials.clock.errorInput = { $0.body?.isEmpty == true ? nil : read($0) }
    },
    reading("action-body-searched", "The whole body is searched for the codes.")
      .change { body, error in error.code = codes.first { body.contains($0) } ?? error.code },
    reading("action-code-as-part", "A code counts as a part of a longer code or of the message.")
      .breaking("ACT-CODE-1").change { _, error in
        let text = "\(error.code ?? "") \(error.message ?? "")"
        error.code = codes.first { text.contains($0) } ?? error.code
      },
    cause("action-cause-not-read", "The header x-oss-ec is not read.")
      .seen("No such header is read.", .iOS).change { body, _ in body },
    rows("action-cause-beside-body-not-read", "The header x-oss-ec is not read beside a body.")
      .breaking("ACT-CODE-2").fix("Read x-oss-ec where the body gives no code and no `EC`.").change
    { $0.readsCause = { $0 == nil } },
    cause("action-cause-of-body-not-read", "The EC of a body is not used.") { _, header in header },
    cause("action-cause-of-header-first", "The exact cause is that of x-oss-ec in any case.") {
      $1 ?? $0
    },
    rows("action-cause-before-code", "The exact cause counts before the code.")
      .breaking("ACT-CODE-2").fix("Use the exact cause only where there is no code.")
      .change { $0.code = { $1 ?? $0 } },
    Mistake(
      "action-empty-cause-counts", ["ACT-CODE-2"],
      "An empty `EC` of the body keeps the header `x-oss-ec` from being read.",
      fix: "Read the header where `EC` is left out or empty.", in: [.errorAction]
    ) { $0.errorBodies.ec = { $0 ?? $1 } },
  ]
}
