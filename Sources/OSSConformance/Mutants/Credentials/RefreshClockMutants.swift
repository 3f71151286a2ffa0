internal import OSSCredentials

/// Providers that read the clock wrongly.
enum RefreshClockMutants {
  static let all: [Mutant] = [
    .refresh(
      "correction-ignored", "CRED-RUN-23", "Expiry is judged by the device's clock as it is.",
      mend: "Add what was learned of the clock.",
      sightings: [.swiftV2("The learned offset lives in one operation and reaches no provider.")]
    ) { steps in
      steps.trueTime = { _, now in now }
    },
    .refresh(
      "correction-negated", "CRED-RUN-23", "What was learned of the clock is subtracted.",
      mend: "Add it: it is the true time less the device's."
    ) { steps in
      steps.trueTime = { state, now in
        now.adding(.milliseconds(now.since(state.trueTime(at: now)).count))
      }
    },
    .refresh(
      "lifetime-not-corrected", "CRED-RUN-23",
      "The moment when a token came is not corrected, so its lifetime is off.",
      mend: "Correct both moments of the lifetime."
    ) { steps in
      steps.standing = { state, time in
        guard let held = state.held else { return .expired }
        guard let obtained = held.obtained else { return state.standing(atTrueTime: time) }
        return state.policy.standing(
          ofExpiration: held.credentials.expiration, obtained: obtained, at: time
        ).phase
      }
    },
    .refresh(
      "no-expiration-is-1970", "CRED-RUN-24",
      "A token without an expiration counts as one that is about to end.",
      mend: "Treat it as fresh until it is rejected or replaced.",
      sightings: [.iOS("A missing expiration is 0, which stands for 1970.")]
    ) { steps in
      steps.standing = { state, time in
        guard let held = state.held else { return .expired }
        return held.credentials.expiration == nil ? .mandatory : state.standing(atTrueTime: time)
      }
    },
    .refresh(
      "no-expiration-kept-for-ever", "CRED-RUN-24",
      "A token without an expiration is held even when it was rejected.",
      mend: "Drop what OSS rejects, whatever its expiration."
    ) { steps in
      steps.reject = { state, generation in
        if state.held?.credentials.expiration != nil { state.reject(generation: generation) }
        return []
      }
    },
    .refresh(
      "step-back-stretches", "CRED-RUN-25",
      "A clock that steps back makes a short wait as long as the step.",
      mend: "Let no remembered moment lie after the present one."
    ) { steps in
      steps.bound = { state, now in
        if let held = state.held, held.obtained == nil { state.held?.obtained = now }
      }
    },
    .refresh(
      "step-back-fetches", "CRED-RUN-25", "A clock that steps back makes a fetch.",
      mend: "Keep a token that is fresh by the new time too."
    ) { steps in
      steps.bound = { state, now in
        if let obtained = state.held?.obtained, obtained > now { state.held = nil }
        state.bound(to: now)
      }
    },
  ]
}
