internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is done about an answer of OSS (ACT-*).
enum ActionMistakes {
  static let all: [Mistake] = credentials + clock + repetitions + sources + codes

  private static let credentials: [Mistake] = [
    kept(
      "expired-token", "SecurityTokenExpired", "ACT-CRED-1",
      "A token that OSS calls expired is kept.",
      seen: [
        .iOS("The retry type that refreshes credentials is never returned."),
        .android("403 is not retried, and nothing drops the cached token."),
        .swiftV2("401 is retried and 403 is not; nothing drops the cached token."),
      ]),
    kept(
      "invalid-token", "InvalidSecurityToken", "ACT-CRED-2",
      "A token that OSS calls invalid is kept."),
    kept(
      "inconsistent-token", "AccessKeyIdAndSecurityTokenNotMatch", "ACT-CRED-2",
      "Credentials whose parts do not match are kept."),
    kept(
      "unknown-id", "InvalidAccessKeyId", "ACT-CRED-2",
      "An access key ID that OSS does not know is kept.",
      seen: [.android("Issues 86 and 87: with a new key requests fail until a restart.")]),
    .action(
      "one-in-all", ["ACT-CRED-3", "ACT-TIME-3"], "A request gets one other try in all.",
      fix: "Count each action for itself."
    ) {
      $0.count = { action, tried in action == "retry" ? tried.count { $0 == action } : tried.count }
    },
    .action(
      "static-refreshed", ["ACT-CRED-4"], "A key pair is refreshed.",
      fix: "Give up: a key pair cannot be fetched again."
    ) { $0.canRefresh = { $0 != "signer" } },
    .action(
      "signer-refreshed", ["ACT-CRED-4"], "A custom signer is refreshed.",
      fix: "Give up: a custom signer holds its credentials elsewhere."
    ) { $0.canRefresh = { $0 != "static" } },
    endless("refreshed", "refresh-credentials", "ACT-CRED-3", "Credentials are fetched", "once"),
  ]

  private static let clock: [Mistake] = [
    .action(
      "skew-given-up", ["ACT-TIME-1"], "A wrong clock is reported as a refusal.",
      fix: "Learn the time from the answer, and sign the request again."
    ) { $0.rules.removeAll { $0.code == "RequestTimeTooSkewed" } },
    .action(
      "skew-sent-again", ["ACT-TIME-1", "ACT-TIME-3", "ACT-STOP-1"],
      "A request that came at the wrong time is sent again with the same wrong time.",
      fix: "Learn the time from the answer, and sign the request again.",
      seen: [.pythonV2("RequestTimeTooSkewed is among the codes that are retried.")]
    ) {
      $0.rules.insert(
        ActionRule(action: "retry", statuses: 0...599, code: "RequestTimeTooSkewed"), at: 0)
    },
    .action(
      "clock-of-any-status", ["ACT-TIME-1", "ACT-TIME-2", "ACT-STOP-1"],
      "The status beside a code about the clock is not looked at.",
      fix: "Correct the clock after 403 RequestTimeTooSkewed and 400 InvalidArgument alone."
    ) { $0.widen(to: 400...499) { $0.action == "correct-clock" } },
    .action(
      "signing-date-given-up", ["ACT-TIME-2"], "The refusal of the day of the scope is given up.",
      fix: "Learn the time from the answer, and sign the request again."
    ) { $0.rules.removeAll { $0.message != nil } },
    endless("clock", "correct-clock", "ACT-TIME-3", "The clock is corrected", "once"),
  ]

  private static let repetitions: [Mistake] = [
    .action(
      "silence-given-up", ["ACT-RETRY-1"], "A request without an answer is given up.",
      fix: "Send a request that got no answer again."
    ) { $0.withoutAnswer = "give-up" },
    .action(
      "500-given-up", ["ACT-RETRY-1"], "Of the failures of a server 503 alone is retried.",
      fix: "Retry after each status from 500 to 599."
    ) { $0.widen(to: 503...503) { $0.action == "retry" } },
    .action(
      "503-given-up", ["ACT-RETRY-1"], "A server that is busy is given up.",
      fix: "Retry after each status from 500 to 599."
    ) { $0.rules.insert(ActionRule(action: "give-up", statuses: 503...503), at: 0) },
    .action(
      "retried-twice", ["ACT-RETRY-2"], "A request is repeated twice.",
      fix: "Repeat a request three times.",
      seen: [.goV2("Three attempts in all."), .swiftV2("Three attempts in all.")]
    ) { $0.limits["retry"] = 2 },
    endless("retried", "retry", "ACT-RETRY-2", "A request is repeated", "three times"),
    .action(
      "all-counted", ["ACT-RETRY-2"], "Other actions count as repetitions.",
      fix: "Count each action for itself."
    ) {
      $0.count = { action, tried in action == "retry" ? tried.count : tried.count { $0 == action } }
    },
    .action(
      "any-403-refreshes", ["ACT-STOP-1", "ACT-CODE-1"], "Every 403 refreshes credentials.",
      fix: "Refresh credentials for the four codes that reject them."
    ) { $0.rules.append(ActionRule(action: "refresh-credentials", statuses: 403...403)) },
    .action(
      "any-refusal-retried", ["ACT-STOP-1", "ACT-CODE-1"], "Every refusal is repeated.",
      fix: "Give up what will be refused again."
    ) { $0.rules.append(ActionRule(action: "retry", statuses: 400...499)) },
    .action(
      "above-599-retried", ["ACT-STOP-1"], "Every status from 500 on is retried.",
      fix: "Retry after the statuses from 500 to 599.",
      seen: [.goV2("Every status from 500 on is retried.")]
    ) { $0.widen(to: 500...999) { $0.action == "retry" } },
    .action(
      "status-ignored", ["ACT-STOP-1"], "The code counts whatever the status is.",
      fix: "Read the code of an answer from 400 to 499 alone."
    ) { $0.widen(to: 200...499) { $0.code != nil } },
  ]

  private static let sources: [Mistake] = [
    .action(
      "header-not-read", ["ACT-CODE-1"], "The header x-oss-err is not read.",
      fix: "Read x-oss-err where there is no body.",
      seen: [.iOS("No such header is read."), .swiftV2("The header x-oss-error is read instead.")]
    ) { $0.source = { body, _ in (body, nil) } },
    .action(
      "empty-body-hides-header", ["ACT-CODE-1"], "A body of no bytes hides the header.",
      fix: "Read x-oss-err where the body has no bytes."
    ) { $0.source = { $0 == nil ? (nil, $1) : ($0, nil) } },
    .action(
      "header-preferred", ["ACT-CODE-1"], "The header is preferred to the body.",
      fix: "Read the body where there is one."
    ) { $0.source = { $1 == nil ? ($0, nil) : (nil, $1) } },
    .action(
      "body-searched", ["ACT-CODE-1", "ACT-STOP-1"], "The whole body is searched for the codes.",
      fix: "Read the member Code of an error."
    ) { actions in
      let codes = actions.rules.compactMap(\.code)
      actions.reading { body, error in error.code = codes.first { body.contains($0) } ?? error.code
      }
    },
    .action(
      "body-not-parsed", ["ACT-CODE-1", "ACT-STOP-1", "ACT-CRED-1"],
      "The text between the tags of a code is read, in any body and with its white space.",
      fix: "Parse the body, refuse what is no error, and trim the code."
    ) { actions in
      actions.reading { body, error in
        let parts = body.split(separator: "Code>", omittingEmptySubsequences: false)
        if parts.count > 2 { error.code = String(parts[1].prefix { $0 != "<" }) }
      }
    },
  ]

  private static let codes: [Mistake] = [
    .action(
      "code-in-any-case", ["ACT-CODE-1"], "The code is compared without regard to case.",
      fix: "Compare the code byte by byte."
    ) { actions in
      let codes = actions.rules.compactMap(\.code)
      actions.coding { code, _ in codes.first { $0.lowercased() == code?.lowercased() } ?? code }
    },
    .action(
      "cause-not-read", ["ACT-CODE-2"], "The header x-oss-ec is not read.",
      fix: "Read x-oss-ec where there is no code.", seen: [.iOS("No such header is read.")]
    ) { actions in
      let code = actions.code
      actions.code = { error, _, model in code(error, nil, model) }
    },
    .action(
      "cause-of-body-not-read", ["ACT-CODE-2"], "The EC of a body is not used.",
      fix: "Use the EC of a body that has no code."
    ) { $0.reading { $1.ec = nil } },
    .action(
      "cause-not-trimmed", ["ACT-CODE-2"], "Spaces and tabs around the exact cause are kept.",
      fix: "Trim spaces and tabs around the value of x-oss-ec."
    ) { $0.cause = { $0 } },
    .action(
      "cause-preferred", ["ACT-CODE-2", "ACT-CODE-1"], "The exact cause is preferred to the code.",
      fix: "Use the exact cause where there is no code."
    ) { actions in
      let causes = actions.causes
      actions.coding { code, error in error.ec.flatMap { causes[$0] } ?? code }
    },
    .action(
      "empty-code-hides-cause", ["ACT-CODE-2"], "An empty code hides the exact cause.",
      fix: "Use the exact cause beside an empty code, too."
    ) { $0.coding { $1.code == "" ? "" : $0 } },
    .action(
      "unreadable-body-hides-cause", ["ACT-CODE-2"],
      "A body that cannot be read hides the exact cause.",
      fix: "Read x-oss-ec whatever the body is."
    ) { $0.reading { if !$0.contains("<Error>") { $1.ec = "unreadable" } } },
    .action(
      "causes-by-family", ["ACT-CODE-2", "ACT-STOP-1"],
      "Every exact cause that begins with 0002 counts.", fix: "Compare the whole exact cause."
    ) { actions in actions.cause = { $0.hasPrefix("0002-") ? "0002-00000007" : $0.trimmed() } },
  ]

  /// Keeps credentials that a code rejects.
  private static func kept(
    _ id: String, _ code: String, _ clause: String, _ sentence: String, seen: [SeenIn] = []
  ) -> Mistake {
    .action(
      "\(id)-kept", [clause], sentence,
      fix: "Drop the credentials after \(code), and fetch others.", seen: seen
    ) { $0.rules.removeAll { $0.code == code } }
  }

  /// Tries an action after each refusal.
  private static func endless(
    _ id: String, _ action: String, _ clause: String, _ sentence: String, _ limit: String
  ) -> Mistake {
    .action(
      "\(id)-without-end", [clause], "\(sentence) at each refusal.",
      fix: "Try \(action) \(limit) for each request."
    ) { $0.limits[action] = nil }
  }
}

extension Mistake {
  fileprivate static func action(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    change: @escaping @Sendable (inout ActionModel) -> Void
  ) -> Mistake {
    Mistake("action-\(id)", clauses, sentence, fix: fix, in: [.errorAction], seen: seen) {
      change(&$0.answers.actions)
    }
  }
}

extension ActionModel {
  /// Gives the lines of the table that fit other statuses.
  fileprivate mutating func widen(
    to statuses: ClosedRange<Int64>, where isWidened: (ActionRule) -> Bool
  ) {
    for index in rules.indices where isWidened(rules[index]) { rules[index].statuses = statuses }
  }

  /// Changes the error that is read of a body, given its text.
  fileprivate mutating func reading(
    _ change: @escaping @Sendable (String, inout ActionError) -> Void
  ) {
    let former = error
    error = { body, header, model in
      var error = former(body, header, model)
      if let body { change(String(decoding: body, as: UTF8.self), &error) }
      return error
    }
  }

  /// Changes the code that counts, given it and the error.
  fileprivate mutating func coding(
    _ change: @escaping @Sendable (String?, ActionError) -> String?
  ) {
    let former = code
    code = { error, header, model in change(former(error, header, model), error) }
  }
}
