internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in what is done about an answer.
enum AnswerMutants {
  static let all: [Mutant] =
    credentials + clock + transient + final + AnswerCodeMutants.all + AnswerVerdictMutants.all

  private static let credentials: [Mutant] = [
    action(
      "action-expired-token-kept", "ACT-CRED-1", "A token that OSS calls expired is kept.",
      mend: "Drop it and fetch another one.",
      sightings: [
        .iOS("The retry type that refreshes credentials is never returned."),
        .android("403 is not retried, and nothing drops the cached token."),
        .swiftV2("401 is retried and 403 is not; nothing drops the cached token."),
      ]
    ) { $0.afterRejection { code, _, isRejected in isRejected && code != "SecurityTokenExpired" } },
    action(
      "action-invalid-token-kept", "ACT-CRED-2", "A token that OSS calls invalid is kept.",
      mend: "Drop it and fetch another one."
    ) { $0.afterRejection { code, _, isRejected in isRejected && code != "InvalidSecurityToken" } },
    action(
      "action-torn-token-kept", "ACT-CRED-2", "Credentials that do not match are kept.",
      mend: "Drop them and fetch others."
    ) { steps in
      steps.afterRejection { code, _, isRejected in
        isRejected && code != "AccessKeyIdAndSecurityTokenNotMatch"
      }
    },
    action(
      "action-unknown-id-kept", "ACT-CRED-2", "An access key ID that OSS does not know is kept.",
      mend: "Drop the credentials and fetch others.",
      sightings: [.android("Issues 86 and 87: with a new key requests fail until a restart.")]
    ) { $0.afterRejection { code, _, isRejected in isRejected && code != "InvalidAccessKeyId" } },
    action(
      "action-refreshed-without-end", "ACT-CRED-3", "Credentials are fetched at each refusal.",
      mend: "Fetch once a request."
    ) { $0.afterLimit { action, _, may in may || action == .refreshCredentials } },
    action(
      "action-one-in-all", "ACT-CRED-3", "A request gets one other try in all.",
      mend: "Count each action alone."
    ) { $0.afterLimit { action, tried, may in may && (tried.isEmpty || action == .retry) } },
    action(
      "action-static-refreshed", "ACT-CRED-4", "A key pair is refreshed.",
      mend: "Give up: it cannot be fetched again."
    ) { steps in
      let former = steps.canRefresh
      steps.canRefresh = { former($0) || $0 == .fixed }
    },
    action(
      "action-signer-refreshed", "ACT-CRED-4", "A custom signer is refreshed.",
      mend: "Give up: its credentials are elsewhere."
    ) { steps in
      let former = steps.canRefresh
      steps.canRefresh = { former($0) || $0 == .signer }
    },
  ]

  private static let clock: [Mutant] = [
    action(
      "action-skew-given-up", "ACT-TIME-1", "A wrong clock is reported as a refusal.",
      mend: "Learn the time from the answer and sign again."
    ) { $0.afterFault { _, fault in fault == .skewed ? nil : fault } },
    action(
      "action-skew-any-status", "ACT-TIME-1", "The status beside the code is not looked at.",
      mend: "Ask for 403."
    ) { steps in
      let former = steps.clockFault
      steps.clockFault = { former(403, $1) ?? former($0, $1) }
    },
    action(
      "action-signing-date-given-up", "ACT-TIME-2",
      "The refusal for the day of the scope is given up.",
      mend: "Learn the time from the answer and sign again."
    ) { $0.afterFault { _, fault in fault == .signingDate ? nil : fault } },
    action(
      "action-signing-date-any-status", "ACT-TIME-2", "The message counts at any status.",
      mend: "Ask for 400."
    ) { steps in
      let former = steps.clockFault
      steps.clockFault = { former(400, $1) ?? former($0, $1) }
    },
    action(
      "action-clock-without-end", "ACT-TIME-3", "The clock is corrected at each refusal.",
      mend: "Correct it once a request."
    ) { $0.afterLimit { action, _, may in may || action == .correctClock } },
    action(
      "action-clock-not-after-refresh", "ACT-TIME-3",
      "The clock is not corrected once credentials were refreshed.",
      mend: "Count each action alone."
    ) { steps in
      steps.afterLimit { action, tried, may in
        may && !(action == .correctClock && tried.contains(.refreshCredentials))
      }
    },
  ]

  private static let transient: [Mutant] = [
    action(
      "action-silence-given-up", "ACT-RETRY-1", "A request without an answer is given up.",
      mend: "Send it again."
    ) { $0.withoutAnswer = .giveUp },
    action(
      "action-500-given-up", "ACT-RETRY-1", "Of the failures of a server only 503 is retried.",
      mend: "Retry each from 500 to 599."
    ) { $0.isTransient = { $0 == 503 } },
    action(
      "action-503-given-up", "ACT-RETRY-1", "A server that is busy is given up.",
      mend: "Retry each from 500 to 599."
    ) { $0.afterTransience { status, isTransient in isTransient && status != 503 } },
    action(
      "action-retried-twice", "ACT-RETRY-2", "A request is repeated twice.",
      mend: "Repeat it three times.",
      sightings: [.goV2("Three attempts in all."), .swiftV2("Three attempts in all.")]
    ) { steps in
      steps.afterLimit { action, tried, may in
        action == .retry ? tried.count { $0 == .retry } < 2 : may
      }
    },
    action(
      "action-retried-without-end", "ACT-RETRY-2", "A request is repeated without end.",
      mend: "Repeat it three times."
    ) { $0.afterLimit { action, _, may in may || action == .retry } },
    action(
      "action-all-counted", "ACT-RETRY-2", "Other actions count as repetitions.",
      mend: "Count each action alone."
    ) { steps in
      steps.afterLimit { action, tried, may in action == .retry ? tried.count < 3 : may }
    },
  ]

  private static let final: [Mutant] = [
    action(
      "action-any-403-refreshes", "ACT-STOP-1", "Every 403 refreshes credentials.",
      mend: "Read its code."
    ) { $0.other = { $0 == 403 ? .refreshCredentials : .giveUp } },
    action(
      "action-any-refusal-retried", "ACT-STOP-1", "Every refusal is repeated.",
      mend: "Give up what will not change."
    ) { $0.other = { _ in .retry } },
    action(
      "action-above-599-retried", "ACT-STOP-1", "Every status from 500 on is retried.",
      mend: "End at 599.", sightings: [.goV2("Every status from 500 on is retried.")]
    ) { $0.afterTransience { status, isTransient in isTransient || status > 599 } },
    Mutant(
      "action-status-not-looked-at", "ACT-STOP-1", "The code counts whatever the status is.",
      mend: "Look at refusals alone.", on: [.errorAction]
    ) { steps in
      steps.rewriteNumber("status") { status, _ in 200...399 ~= status ? 403 : status }
    },
  ]

  /// A mutant of one step.
  static func action(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout ActionSteps) -> Void
  ) -> Mutant {
    Mutant(id, clause, mistake, mend: mend, on: [.errorAction], sightings: sightings) {
      change(&$0.action)
    }
  }
}
