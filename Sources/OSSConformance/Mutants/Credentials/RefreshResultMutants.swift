internal import OSSCredentials

/// Providers that do the wrong thing with what a fetch brings.
enum RefreshResultMutants {
  static let all: [Mutant] = [
    .refresh(
      "old-expiration-kept", "CRED-RUN-8", "The parts of a new token get the old expiration.",
      mend: "Hold a token and its expiration as one value."
    ) { steps in
      steps.hold = { state, token, now in
        let expiration = state.held?.credentials.expiration ?? token.expiration
        state.hold(FederationToken(token.credentials, expiration: expiration), at: now)
      }
    },
    .refresh(
      "generation-stays", "CRED-RUN-29", "Every token has the same number.",
      mend: "Count the tokens, so that a rejection names one."
    ) { steps in
      steps.hold = { state, token, now in
        state.generation = 0
        state.held = nil
        state.hold(token, at: now)
      }
    },
    .refresh(
      "generation-of-the-same", "CRED-RUN-29", "The same token again gets another number.",
      mend: "Keep the number where the parts are the same."
    ) { steps in
      steps.hold = { state, token, now in
        state.held = nil
        state.hold(token, at: now)
      }
    },
    .refresh(
      "expired-result-taken", "CRED-RUN-9", "A token that had expired when it came is handed out.",
      mend: "Treat it as a failed fetch.",
      sightings: [
        .iOS("What the getter returns is cached and returned unchecked."),
        .android("What the getter returns is cached and returned unchecked."),
        .swiftV2("What the closure returns is handed out unchecked."),
      ]
    ) { steps in
      steps.fault = { state, token, time in
        if case .sameAsRejected(let id) = state.fault(of: token, atTrueTime: time) {
          return .sameAsRejected(accessKeyID: id)
        }
        return nil
      }
    },
    .refresh(
      "expired-result-at-its-end", "CRED-RUN-9",
      "A token that expires at the moment when it comes is taken.",
      mend: "Treat a token with nothing left as expired."
    ) { steps in
      steps.fault = { state, token, time in
        token.expiration == time ? nil : state.fault(of: token, atTrueTime: time)
      }
    },
    .refresh(
      "failure-drops-held", "CRED-RUN-10", "A failed fetch drops the good token that is held.",
      mend: "Keep what is held until there is something better.",
      sightings: [
        .iOS("The cached token is set to what the getter returned, nil included."),
        .java("STSAssumeRoleSessionCredentialsProvider sets null (pull requests 574, 575)."),
      ]
    ) { steps in
      steps.remember = { state, cause, delay, now in
        state.remember(cause, delay: delay, at: now)
        state.held = nil
      }
    },
    .refresh(
      "nothing-drops-held", "CRED-RUN-10", "A fetch that returns nothing drops the good token.",
      mend: "Never cache nothing.",
      sightings: [.android("A getter that returns null replaces the cached token.")]
    ) { steps in
      steps.remember = { state, cause, delay, now in
        state.remember(cause, delay: delay, at: now)
        if cause == .nothingReturned { state.held = nil }
      }
    },
    .refresh(
      "failure-fails-callers", "CRED-RUN-11",
      "A failed fetch fails the callers though the token that is held is good.",
      mend: "Hand out what is held until it expires.",
      sightings: [
        .android("The exception of the getter leaves getValidFederationToken."),
        .credentialsPython("The strict mode raises below its window."),
        .java("CustomSessionCredentialsFetcher returns null while the old token is valid."),
      ]
    ) { steps in
      steps.survivesFailure = { _, _ in false }
    },
    .refresh(
      "waits-for-success", "CRED-RUN-12", "Callers are left waiting until a fetch succeeds.",
      mend: "Tell who waits of the failure and its cause."
    ) { steps in
      steps.servedByFailure = { _ in [] }
    },
  ]
}
