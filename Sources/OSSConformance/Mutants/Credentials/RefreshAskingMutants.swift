internal import OSSCredentials

/// Providers that hand out, fetch or let wait at the wrong time.
enum RefreshAskingMutants {
  static let all = expiries + fresh + windows + herds

  private static let expiries: [Mutant] = [
    .refresh(
      "never-expires", "CRED-RUN-1", "An expired token is handed out like any other.",
      mend: "Hold the expiration against the corrected clock before handing a token out.",
      sightings: [.javaScript("refreshSTSToken goes by the age; the expiration is never read.")]
    ) { steps in
      steps.standing = { state, time in
        if state.held == nil { return .expired }
        let phase = state.standing(atTrueTime: time)
        return phase == .expired ? .fresh : phase
      }
    },
    .refresh(
      "expires-late", "CRED-RUN-1", "A token that expires at this very moment counts as good.",
      mend: "Treat a token with nothing left as expired.",
      sightings: [.swiftV2("isExpired asks for a remaining time below 0.")]
    ) { steps in
      steps.standing = { state, time in
        state.remaining(atTrueTime: time) == 0 ? .mandatory : state.standing(atTrueTime: time)
      }
    },
    .refresh(
      "first-caller-forgotten", "CRED-RUN-2",
      "The caller that began the fetch is not among those whom its result answers.",
      mend: "Let the first caller wait as the others do."
    ) { steps in
      steps.servedBySuccess = { Array($0.waiting.removeAll().dropFirst()) }
    },
    .refresh(
      "expired-while-fetching", "CRED-RUN-2",
      "While the first caller fetches, the others go on with the expired token.",
      mend: "Let every caller wait for the fetch.",
      sightings: [
        .javaScript("Concurrent requests after the expiry send the old token (1363, 1391).")
      ]
    ) { steps in
      steps.answersAtOnce = { state, phase in
        state.answersAtOnce(phase) || !state.waiting.isEmpty
      }
    },
    .refresh(
      "expired-after-failure", "CRED-RUN-1", "When a fetch fails the expired token is handed out.",
      mend: "Hand out what is held after a failure only while it lasts.",
      sightings: [
        .oss2("EcsRamRoleCredentialsProvider returns the old credentials past their end."),
        .javaScript("A failed refresh leaves the old token in use until the next interval."),
      ]
    ) { steps in
      steps.survivesFailure = { state, _ in state.held != nil }
    },
  ]

  private static let fresh: [Mutant] = [
    .refresh(
      "every-call", "CRED-RUN-3", "Every call fetches.",
      mend: "Fetch when the token nears its end, not before.",
      sightings: [
        .iOS("An expiration with a fraction or without a zone is taken for 1970 (issue 2)."),
        .android("An expiration that cannot be read counts as 30 s from now."),
      ]
    ) { steps in
      steps.standing = { state, time in
        let phase = state.standing(atTrueTime: time)
        return phase == .expired ? .expired : .mandatory
      }
      steps.intervalIsOver = { _, _, _ in true }
    },
    .refresh(
      "window-of-900-seconds", "CRED-RUN-3",
      "The window is 900 s whatever the lifetime, so a token of 900 s is stale when it comes.",
      mend: "Scale the window with the lifetime.",
      sightings: [.credentialsPython("The stale time is the expiration less 900 s.")]
    ) { steps in
      steps.standing = { state, time in
        let phase = state.standing(atTrueTime: time)
        guard phase != .expired, let remaining = state.remaining(atTrueTime: time) else {
          return phase
        }
        return remaining <= 900_000 ? .mandatory : .fresh
      }
      steps.intervalIsOver = { _, _, _ in true }
    },
    .refresh(
      "five-minutes-or-less", "CRED-RUN-3", "With exactly five minutes left the token is renewed.",
      mend: "Renew with less than five minutes left."
    ) { steps in
      steps.standing = { state, time in
        let isEdge = state.policy == .fiveMinutes && state.remaining(atTrueTime: time) == 300_000
        return isEdge ? .mandatory : state.standing(atTrueTime: time)
      }
    },
    .refresh(
      "by-age", "CRED-RUN-3", "The token is renewed every five minutes, whatever its lifetime.",
      mend: "Go by the expiration.",
      sightings: [.javaScript("refreshSTSTokenInterval is 300 000 ms by default.")]
    ) { steps in
      steps.standing = { state, time in
        guard let age = state.age(atTrueTime: time) else { return .expired }
        return age >= 300_000 ? .mandatory : .fresh
      }
    },
    .refresh(
      "fraction-of-an-hour", "CRED-RUN-3",
      "The lifetime is taken for an hour, and a token with less than 720 s is renewed.",
      mend: "Take the lifetime from the token.",
      sightings: [.java("CustomSessionCredentialsFetcher renews below 20 % of a nominal hour.")]
    ) { steps in
      steps.standing = { state, time in
        let phase = state.standing(atTrueTime: time)
        guard phase != .expired, let remaining = state.remaining(atTrueTime: time) else {
          return phase
        }
        return remaining < 720_000 ? .mandatory : .fresh
      }
    },
  ]
}
