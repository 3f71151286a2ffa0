internal import OSSCredentials

extension RefreshAskingMutants {
  static let windows: [Mutant] = [
    .refresh(
      "window-in-seconds", "CRED-RUN-4", "The window of 300 is taken for milliseconds.",
      mend: "Keep seconds and milliseconds apart."
    ) { steps in
      steps.standing = { state, time in
        let phase = state.standing(atTrueTime: time)
        guard phase == .mandatory, let remaining = state.remaining(atTrueTime: time) else {
          return phase
        }
        return remaining < 300 ? .mandatory : .fresh
      }
    },
    .refresh(
      "whole-seconds", "CRED-RUN-4", "What is left is counted in whole seconds.",
      mend: "Compare milliseconds.",
      sightings: [.android("The device's time is cut to seconds before it is compared.")]
    ) { steps in
      steps.standing = { state, time in
        let cut = UnixMilliseconds(milliseconds: time.milliseconds / 1000 * 1000)
        let phase = state.standing(atTrueTime: time)
        return phase == .expired ? phase : state.standing(atTrueTime: cut)
      }
    },
    .refresh(
      "mandatory-nobody-waits", "CRED-RUN-4",
      "In the last minutes callers get the old token while its successor is fetched.",
      mend: "Let callers wait in the mandatory window.",
      sightings: [.swiftV2("Below 300 s the old value is returned and renewed in the background.")]
    ) { steps in
      steps.answersAtOnce = { _, phase in phase != .expired }
    },
    .refresh(
      "no-mandatory-window", "CRED-RUN-4", "A token is handed out until its last millisecond.",
      mend: "Renew a token before it ends.",
      sightings: [.goV2("Outside its window the fetcher asks only whether the token has expired.")]
    ) { steps in
      steps.standing = { state, time in
        let phase = state.standing(atTrueTime: time)
        return phase == .mandatory ? .fresh : phase
      }
    },
    .refresh(
      "advisory-all-wait", "CRED-RUN-5", "In the advisory window every caller waits.",
      mend: "Hand out what is held, and fetch behind it.",
      sightings: [
        .iOS("Below 300 s the getter is called under the lock that all callers need."),
        .android("getValidFederationToken is synchronized and fetches below 300 s."),
      ]
    ) { steps in
      steps.answersAtOnce = { state, phase in
        phase == .fresh || (phase != .expired && state.fetches.isEmpty)
      }
    },
    .refresh(
      "advisory-first-waits", "CRED-RUN-5",
      "In the advisory window the caller that starts the fetch waits for it.",
      mend: "Fetch behind the first caller too.",
      sightings: [.goV2("The caller that gets the lock fetches and the others use the old token.")]
    ) { steps in
      steps.answersAtOnce = { state, phase in
        guard phase == .advisory else { return state.answersAtOnce(phase) }
        return state.fetches.isEmpty || !state.waiting.isEmpty
      }
    },
    .refresh(
      "no-advisory-window", "CRED-RUN-5", "Nothing is fetched before callers must wait for it.",
      mend: "Begin a fetch in the advisory window.",
      sightings: [
        .reqsign("A token is good until 120 s before its end and useless from then on."),
        .credentialsGo("A token is good until 180 s before its end and useless from then on."),
      ]
    ) { steps in
      steps.standing = { state, time in
        let phase = state.standing(atTrueTime: time)
        return phase == .advisory ? .fresh : phase
      }
    },
  ]

  static let herds: [Mutant] = [
    .refresh(
      "herd", "CRED-RUN-6",
      "Every caller that finds no good token fetches, as in an actor that awaits its fetch without "
        + "keeping the task; aws-sdk-swift does so, which is no SDK of OSS.",
      mend: "Keep the fetch that is in flight and let callers join it.",
      sightings: [
        .reqsign("The loader fetches for each caller."),
        .credentialsGo("The providers of URIs and of ECS have no lock."),
        .javaScript("Nothing keeps two requests from refreshing at once."),
      ]
    ) { steps in
      steps.isAlone = { _ in true }
    },
    .refresh(
      "herd-in-the-window", "CRED-RUN-6",
      "Only an expired token is fetched once; before its end every caller fetches.",
      mend: "Look for a fetch in flight in every phase."
    ) { steps in
      steps.isAlone = { $0.held != nil || $0.fetches.isEmpty }
    },
    .refresh(
      "success-serves-one", "CRED-RUN-7",
      "Each caller that waited for the lock fetches again, for it does not look what is held now.",
      mend: "Serve all who wait with the result, or look again under the lock.",
      sightings: [.goV2("After the expiry every waiter refreshes once it has the lock.")]
    ) { steps in
      steps.servedBySuccess = { state in state.waiting.removeFirst().map { [$0] } ?? [] }
    },
    .refresh(
      "failure-serves-one", "CRED-RUN-7",
      "Each caller that waited repeats the failing fetch, one after the other.",
      mend: "Tell all who wait of the failure.",
      sightings: [
        .iOS("Waiters enter the lock one by one and call the getter again."),
        .android("Waiters enter the synchronized method one by one and fetch again."),
      ]
    ) { steps in
      steps.servedByFailure = { state in state.waiting.removeFirst().map { [$0] } ?? [] }
    },
  ]
}
