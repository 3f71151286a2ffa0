internal import OSSCredentials

/// Providers that try again too early, too late or never.
enum RefreshBackOffMutants {
  static let all = tries + delays + intervals

  private static let tries: [Mutant] = [
    .refresh(
      "failure-is-final", "CRED-RUN-13", "After one failure no fetch is ever made again.",
      mend: "Let the next caller after the back-off fetch.",
      sightings: [
        .swiftV2("The actor taken over from soto stores the error and throws it for ever.")
      ]
    ) { steps in
      steps.backOffIsOver = { state, _ in state.failures == nil }
    },
    .refresh(
      "no-back-off", "CRED-RUN-13", "After a failure every caller fetches again at once.",
      mend: "Turn callers away until the back-off is over.",
      sightings: [
        .iOS("Nothing remembers that the getter failed."),
        .android("Nothing remembers that the getter failed."),
        .reqsign("Nothing remembers that the loader failed."),
        .credentialsGo("Nothing remembers that a fetch failed."),
      ]
    ) { steps in
      steps.backOffIsOver = { _, _ in true }
    },
    .refresh(
      "back-off-hides-held", "CRED-RUN-13",
      "While nobody may fetch callers fail, though a good token is held.",
      mend: "Hand out what is held."
    ) { steps in
      steps.answersAtOnce = { state, phase in
        state.failures == nil || !state.fetches.isEmpty ? state.answersAtOnce(phase) : false
      }
    },
  ]

  private static let delays: [Mutant] = [
    .refresh(
      "back-off-too-short", "CRED-RUN-14", "The wait after a failure is 100 ms.",
      mend: "Wait at least half a second."
    ) { steps in
      steps.delay = { _, _ in .milliseconds(100) }
    },
    .refresh(
      "back-off-from-zero", "CRED-RUN-14", "The wait is any part of its bound, down to none.",
      mend: "Wait at least half of the bound."
    ) { steps in
      steps.delay = { count, source in
        let delay = source.delay(afterFailures: count).count
        let half = BackOff.bound(afterFailures: count).count / 2
        return .milliseconds((delay - half) * 2 * 3 / 4)
      }
    },
    .refresh(
      "back-off-too-long", "CRED-RUN-14", "The wait after a failure is 300 s.",
      mend: "Begin with a second and double it up to a minute.",
      sightings: [
        .javaScript("A failed refresh has advanced the timestamp by an interval of 300 s.")
      ]
    ) { steps in
      steps.delay = { _, _ in .seconds(300) }
    },
    .refresh(
      "back-off-without-end", "CRED-RUN-14", "The wait doubles with each failure for ever.",
      mend: "Bound the wait by a minute.",
      sightings: [
        .credentialsPython("The longer of 10 s and 0.1 s doubled is taken, where min was meant.")
      ]
    ) { steps in
      steps.delay = { count, _ in .milliseconds(1000 << Int64(min(40, count - 1))) }
    },
    .refresh(
      "back-off-without-growth", "CRED-RUN-14", "The wait after each failure is a second.",
      mend: "Double the wait with each failure in a row."
    ) { steps in
      steps.delay = { _, source in source.delay(afterFailures: 1) }
    },
    .refresh(
      "failures-not-forgotten", "CRED-RUN-14", "A success does not end the count of failures.",
      mend: "Count failures from the last success."
    ) { steps in
      steps.hold = { state, token, now in
        let failures = state.failures
        state.hold(token, at: now)
        state.failures = failures
        state.failures?.delay = .zero
      }
    },
  ]

  private static let intervals: [Mutant] = [
    .refresh(
      "no-interval", "CRED-RUN-15",
      "A token that lies in its window when it comes is renewed by every caller.",
      mend: "Let some seconds pass after a success.",
      sightings: [
        .iOS("A token that lives less than 300 s is fetched once a request."),
        .android("A token that lives less than 300 s is fetched once a request."),
      ]
    ) { steps in
      steps.intervalIsOver = { _, _, _ in true }
    },
    .refresh(
      "interval-binds-expired", "CRED-RUN-15",
      "A token that has expired is not renewed before the interval is over.",
      mend: "Let an expired token be renewed at once."
    ) { steps in
      steps.intervalIsOver = { state, _, now in state.intervalIsOver(standing: .fresh, at: now) }
    },
    .refresh(
      "interval-of-a-minute", "CRED-RUN-15", "No fetch begins within a minute of the last success.",
      mend: "Let ten seconds at most pass."
    ) { steps in
      steps.intervalIsOver = { state, phase, now in
        guard phase != .expired, let obtained = state.held?.obtained else { return true }
        return now.since(obtained) >= .seconds(60)
      }
    },
  ]
}
