internal import OSSCredentials

/// Providers that treat leaving callers, rejections and replacements wrongly.
enum RefreshRejectionMutants {
  static let all = leaving + rejections + replacements

  private static let leaving: [Mutant] = [
    .refresh(
      "cancel-ends-all", "CRED-RUN-16",
      "A caller that leaves cancels the fetch, and all who wait for it fail.",
      mend: "Take the caller out and leave the fetch alone.",
      sightings: [.swiftV2("Cancelling one waiter cancels the shared task, for ever.")]
    ) { steps in
      steps.cancel = { state, caller in
        guard state.waiting.remove(caller) else { return [] }
        state.fetches = []
        return state.waiting.removeAll().map {
          .fail(.fetchFailed(.cancelled, retryAt: UnixMilliseconds(milliseconds: 0)), $0)
        }
      }
    },
    .refresh(
      "cancel-drops-fetch", "CRED-RUN-16",
      "When the last caller leaves, the fetch is forgotten and the next caller begins another.",
      mend: "Let the fetch go on: its result serves the next caller."
    ) { steps in
      steps.cancel = { state, caller in
        _ = state.waiting.remove(caller)
        if state.waiting.isEmpty { state.fetches = [] }
        return []
      }
    },
    .refresh(
      "cancelled-is-answered", "CRED-RUN-16", "A caller that has left is answered all the same.",
      mend: "Take the caller out of those who wait."
    ) { steps in
      steps.cancel = { _, _ in [] }
    },
  ]

  private static let rejections: [Mutant] = [
    .refresh(
      "rejection-ignored", "CRED-RUN-17", "A token that OSS rejected is handed out until its end.",
      mend: "Drop it, and fetch for the next caller.",
      sightings: [
        .iOS("The retry type that refreshes credentials is never returned (issue 82)."),
        .android("No answer of OSS drops the cached token."),
        .swiftV2("No answer of OSS drops the stored credentials."),
        .goV2("No answer of OSS drops the fetched credentials."),
        .javaScript("No answer of OSS begins a refresh."),
      ]
    ) { steps in
      steps.reject = { _, _ in [] }
    },
    .refresh(
      "rejection-of-any", "CRED-RUN-18", "Any rejection drops what is held.",
      mend: "Drop only the token that the rejected request used."
    ) { steps in
      steps.reject = { state, _ in
        state.held.map { state.reject(generation: $0.credentials.generation) }
        return []
      }
    },
    .refresh(
      "rejection-fetches", "CRED-RUN-19", "A rejection begins a fetch by itself.",
      mend: "Wait for the next caller."
    ) { steps in
      steps.reject = { state, generation in
        let isHeld = state.held?.credentials.generation == generation
        state.reject(generation: generation)
        return isHeld && state.fetches.isEmpty ? [state.beginFetch()] : []
      }
    },
    .refresh(
      "rejection-ends-back-off", "CRED-RUN-19", "A rejection ends the back-off.",
      mend: "Leave the back-off alone."
    ) { steps in
      steps.reject = { state, generation in
        state.reject(generation: generation)
        state.failures = nil
        return []
      }
    },
    .refresh(
      "rejected-again-taken", "CRED-RUN-20",
      "The token that was rejected is taken when it comes again.",
      mend: "Treat it as a failed fetch."
    ) { steps in
      steps.fault = { state, token, time in
        if case .expired(let end) = state.fault(of: token, atTrueTime: time) {
          return .expired(end)
        }
        return nil
      }
    },
  ]

  private static let replacements: [Mutant] = [
    .refresh(
      "replacement-ignored", "CRED-RUN-21", "What the application puts in is not used.",
      mend: "Hold it at once."
    ) { steps in
      steps.takesReplacement = { _, _, _ in false }
    },
    .refresh(
      "expired-replacement-taken", "CRED-RUN-21", "An expired token that is put in is held.",
      mend: "Leave what is held."
    ) { steps in
      steps.takesReplacement = { _, _, _ in true }
    },
    .refresh(
      "late-result-taken", "CRED-RUN-22",
      "A fetch from before the replacement takes the place of what was put in.",
      mend: "Drop the result of a fetch that a replacement overtook."
    ) { steps in
      steps.wantsResult = { _ in true }
    },
  ]
}
