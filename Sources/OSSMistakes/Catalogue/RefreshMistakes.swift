internal import OSSCredentials
internal import OSSPrimitives

/// Mistakes of what hands out credentials and fetches them: asking and results.
///
/// Mistakes in judging expiry are made here too: see ``ExpiryMistakes``.
enum RefreshMistakes {
  static let all =
    asking + herds + results + tries + delays + leaving + rejections + replacements + clock
    + machines

  private static let asking: [Mistake] = [
    .refresh(
      "first-caller-forgotten", ["CRED-RUN-2"],
      "The caller that began the fetch does not get its result."
    ) { $0.servedBySuccess = { Array($0.waiting.removeAll().dropFirst()) } },
    .refresh(
      "expired-while-fetching", ["CRED-RUN-2"],
      "While the first caller fetches, the others use the expired token.", oss: .refusesExpired,
      seen: .javaScript("Concurrent requests after the expiry send the old token (1363, 1391).")
    ) { $0.answersAtOnce = { $0.answersAtOnce($1) || !$0.waiting.isEmpty } },
    .refresh(
      "every-call", ["CRED-RUN-3"], "Every call fetches.",
      seen: .iOS("An expiration with a fraction or without a zone is taken for 1970 (issue 2)."),
      .android("An expiration that cannot be read counts as 30 s from now.")
    ) { steps in
      steps.rephase { phase, _, _ in phase == .expired ? .expired : .mandatory }
      steps.intervalIsOver = { _, _, _ in true }
    },
    .refresh(
      "fraction-of-an-hour", ["CRED-RUN-3"],
      "The lifetime is assumed to be an hour, and a token with less than 720 s is renewed.",
      seen: .java("CustomSessionCredentialsFetcher renews below 20 % of a nominal hour.")
    ) { steps in
      steps.rephase { phase, remaining, _ in
        guard phase != .expired, let remaining else { return phase }
        return remaining < 720_000 ? .mandatory : .fresh
      }
    },
    .refresh(
      "advisory-all-wait", ["CRED-RUN-5"], "In the advisory window every caller waits.",
      seen: .iOS("Below 300 s the getter is called under the lock that all callers need."),
      .android("getValidFederationToken is synchronized and fetches below 300 s.")
    ) { $0.answersAtOnce = { $1 == .fresh || ($1 != .expired && $0.fetches.isEmpty) } },
    .refresh(
      "advisory-first-waits", ["CRED-RUN-5"],
      "In the advisory window the caller that begins the fetch waits for it.",
      seen: .goV2("The caller that gets the lock fetches and the others use the old token.")
    ) { steps in
      steps.answersAtOnce = { state, phase in
        guard phase == .advisory else { return state.answersAtOnce(phase) }
        return state.fetches.isEmpty || !state.waiting.isEmpty
      }
    },
  ]

  private static let herds: [Mistake] = [
    .refresh(
      "herd", ["CRED-RUN-6"], "Every caller that finds no good token begins a fetch of its own.",
      seen: .reqsign("The loader fetches for each caller."),
      .credentialsGo("The providers of URIs and of ECS have no lock."),
      .javaScript("Nothing keeps two requests from refreshing at once.")
    ) { $0.isAlone = { _ in true } },
    .refresh(
      "success-serves-one", ["CRED-RUN-7"],
      "Each caller that waited for the lock fetches again, without looking at what is held now.",
      seen: .goV2("After the expiry every waiter refreshes once it has the lock.")
    ) { $0.servedBySuccess = { $0.firstInLine } },
    .refresh(
      "failure-serves-one", ["CRED-RUN-7"],
      "Each caller that waited repeats the failing fetch, one after the other.",
      seen: .iOS("Waiters enter the lock one by one and call the getter again."),
      .android("Waiters enter the synchronized method one by one and fetch again.")
    ) { $0.servedByFailure = { $0.firstInLine } },
  ]

  private static let results: [Mistake] = [
    .refresh(
      "old-expiration-kept", ["CRED-RUN-8"], "A new token gets the expiration of the old one."
    ) { steps in
      steps.hold = { state, token, now in
        let expiration = state.held?.credentials.expiration ?? token.expiration
        state.hold(FederationToken(token.credentials, expiration: expiration), at: now)
      }
    },
    .refresh("generation-stays", ["CRED-RUN-29"], "Every token has the same generation.") { steps in
      steps.hold = { state, token, now in
        (state.generation, state.held) = (0, nil)
        state.hold(token, at: now)
      }
    },
    .refresh(
      "generation-of-the-same", ["CRED-RUN-29"], "The same token again gets another generation."
    ) { steps in
      steps.hold = { state, token, now in
        state.held = nil
        state.hold(token, at: now)
      }
    },
    .refresh(
      "expired-result-taken", ["CRED-RUN-9"],
      "A token that had expired when it came is handed out.", oss: .refusesExpired,
      seen: .iOS("What the getter returns is cached and returned unchecked."),
      .android("What the getter returns is cached and returned unchecked."),
      .swiftV2("What the closure returns is handed out unchecked.")
    ) { $0.refaulting { if case .expired = $0 { nil } else { $0 } } },
    .refresh(
      "failure-drops-held", ["CRED-RUN-10"], "A failed fetch drops the good token that is held.",
      seen: .iOS("The cached token is set to what the getter returned, nil included."),
      .java("STSAssumeRoleSessionCredentialsProvider sets null (pull requests 574, 575).")
    ) { $0.dropping { _ in true } },
    .refresh(
      "nothing-drops-held", ["CRED-RUN-10"],
      "A fetch that returns nothing drops the good token that is held.",
      seen: .android("A getter that returns null replaces the cached token.")
    ) { $0.dropping { $0 == .nothingReturned } },
    .refresh(
      "expired-after-failure", ["CRED-RUN-1"],
      "When a fetch fails, the expired token is handed out.", oss: .refusesExpired,
      seen: .oss2("EcsRamRoleCredentialsProvider returns the old credentials past their end."),
      .javaScript("A failed refresh leaves the old token in use until the next interval.")
    ) { $0.survivesFailure = { state, _ in state.held != nil } },
    .refresh(
      "failure-fails-callers", ["CRED-RUN-11"],
      "A failed fetch fails the callers, although the token that is held is good.",
      seen: .android("The exception of the getter leaves getValidFederationToken."),
      .credentialsPython("The strict mode raises below its window."),
      .java("CustomSessionCredentialsFetcher returns null while the old token is valid.")
    ) { $0.survivesFailure = { _, _ in false } },
    .refresh("waits-for-success", ["CRED-RUN-12"], "Callers wait until a fetch succeeds.") {
      $0.servedByFailure = { _ in [] }
    },
  ]

  private static let tries: [Mistake] = [
    .refresh(
      "back-off-without-token", ["CRED-RUN-13"], "A failed renewal is repeated at each call."
    ) {
      $0.backOffIsOver = { state, now in
        state.held != nil || state.failures.map { now >= $0.retryAt } ?? true
      }
    },
    .refresh("back-off-with-token", ["CRED-RUN-13"], "Where nothing is held, no back-off is kept.")
    {
      $0.backOffIsOver = { state, now in
        state.held == nil || state.failures.map { now >= $0.retryAt } ?? true
      }
    },
    .refresh(
      "failure-is-final", ["CRED-RUN-13"], "After one failure no fetch is ever begun.",
      seen: .swiftV2("The actor taken over from soto stores the error and throws it for ever.")
    ) { $0.backOffIsOver = { state, _ in state.failures == nil } },
    .refresh(
      "no-back-off", ["CRED-RUN-13"], "After a failure every caller fetches again at once.",
      seen: .iOS("Nothing remembers that the getter failed."),
      .android("Nothing remembers that the getter failed."),
      .reqsign("Nothing remembers that the loader failed."),
      .credentialsGo("Nothing remembers that a fetch failed.")
    ) { $0.backOffIsOver = { _, _ in true } },
    .refresh(
      "back-off-hides-held", ["CRED-RUN-13"],
      "During the back-off callers fail, although a good token is held."
    ) { steps in
      steps.answersAtOnce = { state, phase in
        (state.failures == nil || !state.fetches.isEmpty) && state.answersAtOnce(phase)
      }
    },
  ]

  private static let delays: [Mistake] = [
    .refresh("back-off-too-short", ["CRED-RUN-14"], "The back-off is 100 ms.") {
      $0.delay = { _, _ in .milliseconds(100) }
    },
    .refresh(
      "back-off-too-long", ["CRED-RUN-14"], "The back-off is 300 s.",
      seen: .javaScript("A failed refresh has advanced the timestamp by an interval of 300 s.")
    ) { $0.delay = { _, _ in .seconds(300) } },
    .refresh(
      "back-off-without-end", ["CRED-RUN-14"], "The back-off doubles without a limit.",
      seen: .credentialsPython(
        "The longer of 10 s and 0.1 s doubled is taken, where min was meant.")
    ) { $0.delay = { count, _ in .milliseconds(1000 << Int64(min(40, count - 1))) } },
    .refresh("back-off-without-growth", ["CRED-RUN-14"], "The back-off is always a second.") {
      $0.delay = { $1.delay(afterFailures: 1) }
    },
    .refresh(
      "failures-not-forgotten", ["CRED-RUN-14"], "A success does not reset the count of failures."
    ) { steps in
      steps.hold = { state, token, now in
        let failures = state.failures
        state.hold(token, at: now)
        state.failures = failures
        state.failures?.delay = .zero
      }
    },
    .refresh(
      "no-interval", ["CRED-RUN-15"],
      "A token that comes within its window is renewed at each call.",
      seen: .iOS("A token that lives less than 300 s is fetched once a request."),
      .android("A token that lives less than 300 s is fetched once a request.")
    ) { $0.intervalIsOver = { _, _, _ in true } },
    .refresh(
      "interval-binds-expired", ["CRED-RUN-15"],
      "An expired token is not renewed before the interval is over."
    ) { $0.intervalIsOver = { state, _, now in state.intervalIsOver(standing: .fresh, at: now) } },
    .refresh(
      "interval-of-a-minute", ["CRED-RUN-15"],
      "No fetch begins within a minute after the last success."
    ) { steps in
      steps.intervalIsOver = { state, phase, now in
        guard phase != .expired, let obtained = state.held?.obtained else { return true }
        return now.since(obtained) >= .seconds(60)
      }
    },
  ]

  private static let leaving: [Mistake] = [
    .refresh(
      "cancel-ends-all", ["CRED-RUN-16"],
      "A caller that leaves cancels the fetch, and all who wait for it fail.",
      seen: .swiftV2("Cancelling one waiter cancels the shared task, for ever.")
    ) { steps in
      steps.cancel = { state, caller in
        guard state.waiting.remove(caller) else { return [] }
        state.fetches = []
        return state.waiting.removeAll().map {
          .fail(.fetchFailed(.cancelled, retryAt: Moment(milliseconds: 0)), $0)
        }
      }
    },
    .refresh(
      "cancel-drops-fetch", ["CRED-RUN-16"],
      "When the last caller leaves, the fetch is forgotten and the next caller begins another."
    ) { steps in
      steps.cancel = { state, caller in
        _ = state.waiting.remove(caller)
        if state.waiting.isEmpty { state.fetches = [] }
        return []
      }
    },
    .refresh(
      "cancelled-is-answered", ["CRED-RUN-16"], "A caller that has left is still answered."
    ) { $0.cancel = { _, _ in [] } },
  ]

  private static let rejections: [Mistake] = [
    .refresh(
      "rejection-cancels-fetch", ["CRED-RUN-6", "CRED-RUN-17"],
      "A rejection forgets a fetch in flight."
    ) {
      $0.reject = { state, generation in
        state.reject(generation: generation)
        state.fetches = []
        return []
      }
    },
    .refresh(
      "rejection-ignored", ["CRED-RUN-17"],
      "A token that OSS rejected is handed out until it expires.",
      seen: .iOS("The retry type that refreshes credentials is never returned (issue 82)."),
      .android("No answer of OSS drops the cached token."),
      .swiftV2("No answer of OSS drops the stored credentials."),
      .goV2("No answer of OSS drops the fetched credentials."),
      .javaScript("No answer of OSS begins a refresh.")
    ) { $0.reject = { _, _ in [] } },
    .refresh("rejection-of-any", ["CRED-RUN-18"], "Any rejection drops what is held.") { steps in
      steps.reject = { state, _ in
        state.held.map { state.reject(generation: $0.credentials.generation) }
        return []
      }
    },
    .refresh("rejection-fetches", ["CRED-RUN-19"], "A rejection begins a fetch by itself.") {
      steps in
      steps.reject = { state, generation in
        let isHeld = state.held?.credentials.generation == generation
        state.reject(generation: generation)
        return isHeld && state.fetches.isEmpty ? [state.beginFetch()] : []
      }
    },
    .refresh("rejection-ends-back-off", ["CRED-RUN-19"], "A rejection ends the back-off.") {
      steps in
      steps.reject = { state, generation in
        state.reject(generation: generation)
        state.failures = nil
        return []
      }
    },
    .refresh(
      "rejected-again-taken", ["CRED-RUN-20"], "A rejected token is accepted when it comes again."
    ) { $0.refaulting { if case .sameAsRejected = $0 { nil } else { $0 } } },
  ]

  private static let replacements: [Mistake] = [
    .refresh(
      "replacement-waits", ["CRED-RUN-21", "CRED-RUN-22"],
      "A token that the application puts in during a fetch is ignored."
    ) { $0.takesReplacement = { state, _, _ in state.fetches.isEmpty } },
    .refresh(
      "replacement-ignored", ["CRED-RUN-21"], "A token that the application puts in is not used."
    ) { $0.takesReplacement = { _, _, _ in false } },
    .refresh(
      "expired-replacement-taken", ["CRED-RUN-21"],
      "An expired token that the application puts in is held."
    ) { $0.takesReplacement = { _, _, _ in true } },
    .refresh(
      "late-result-taken", ["CRED-RUN-22"],
      "A fetch that began before a replacement replaces the application's token."
    ) { $0.wantsResult = { _ in true } },
  ]

  private static let clock: [Mistake] = [
    .refresh(
      "obtained-corrected-twice", ["CRED-RUN-23"],
      "The moment when a token came is corrected twice."
    ) { $0.hold = { $0.hold($1, at: $0.trueTime(at: $2)) } },
    .refresh(
      "step-back-stretches", ["CRED-RUN-25"],
      "A clock that steps back makes a short wait as long as the step."
    ) { $0.bound = { if $0.held?.obtained == nil { $0.held?.obtained = $1 } } },
    .refresh("step-back-fetches", ["CRED-RUN-25"], "A clock that steps back makes a fetch.") {
      steps in
      steps.bound = { state, now in
        if let obtained = state.held?.obtained, obtained > now { state.held = nil }
        state.bound(to: now)
      }
    },
  ]
}

extension RefreshSteps {
  /// Finds fewer faults in what a fetch brings.
  fileprivate mutating func refaulting(
    _ change: @escaping @Sendable (FetchFailure) -> FetchFailure?
  ) {
    let former = fault
    fault = { former($0, $1, $2).flatMap(change) }
  }

  /// Drops what is held after some failures.
  fileprivate mutating func dropping(_ drops: @escaping @Sendable (FetchFailure) -> Bool) {
    let former = remember
    remember = { state, cause, delay, now in
      former(&state, cause, delay, now)
      if drops(cause) { state.held = nil }
    }
  }
}
