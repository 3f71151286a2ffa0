internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of what hands out credentials and fetches them (CRED-RUN).
///
/// Mistakes in judging expiry are made here too: see ``ExpiryMistakes``.
enum RefreshMistakes {
  static let rows = MistakeRows(\.credentials.refresh, in: [.credentialTimeline])
  private static let waiting = rows.breaking("CRED-RUN-2")
    .fix("Let every caller wait for the fetch, the first one too.")
  private static let windows = rows.breaking("CRED-RUN-3")
    .fix("Fetch when less of the token is left than its window, not before.")
  private static let background = rows.breaking("CRED-RUN-5")
    .fix("Hand out what is held to every caller, and fetch in the background.")
    .setting(\.answersAtOnce)
  private static let served = rows.breaking("CRED-RUN-7")
    .fix("Answer all who wait with the result, or look again under the lock.")
  /// Failures after which what is held is dropped.
  private static let dropping = rows.breaking("CRED-RUN-10")
    .fix("Keep what is held until a better token comes.")
    .by { (drops: @escaping @Sendable (FetchFailure) -> Bool) in
      { steps in
        steps.remember = { [former = steps.remember] state, cause, delay, now in
          former(&state, cause, delay, now)
          if drops(cause) { state.held = nil }
        }
      }
    }
  /// Faults of what a fetch brings that are not found.
  private static let accepting = rows.breaking("CRED-RUN-9")
    .fix("Treat an expired token as a failed fetch.")
    .by { (accepts: @escaping @Sendable (FetchFailure) -> Bool) in
      { steps in
        steps.fault = { [former = steps.fault] in
          former($0, $1, $2).flatMap { accepts($0) ? nil : $0 }
        }
      }
    }
  private static let backOff = rows.breaking("CRED-RUN-13")
    .fix("During the back-off fetch nothing and hand out what is held; then fetch again.")
    .setting(\.backOffIsOver)
  private static let delays = rows.breaking("CRED-RUN-14")
    .fix("Begin with a second; double it for each failure since the last success, up to 60 s.")
    .setting(\.delay)
  private static let intervals = rows.breaking("CRED-RUN-15")
    .fix("Wait for one to ten seconds after a success, unless the token has expired.")
    .setting(\.intervalIsOver)
  private static let cancelling = rows.breaking("CRED-RUN-16")
    .fix("Remove the caller from those who wait, and continue the fetch.").setting(\.cancel)
  static let rejecting = rows.breaking("CRED-RUN-17")
    .fix("Drop the token that signed the rejected request, and it alone.").setting(\.reject)
  private static let replacing = rows.breaking("CRED-RUN-21")
    .fix("Hold the application's token at once, unless it has expired.").setting(\.takesReplacement)
  private static let corrections = rows.breaking("CRED-RUN-23")
    .fix("Put the new correction of the clock in the place of the old one.").setting(\.correct)
  private static let backwards = rows.breaking("CRED-RUN-25")
    .fix("Let no remembered moment be later than the present, and keep what is held.")
    .setting(\.bound)

  static let all = rules + concurrency + memory + machines

  private static let rules: [Mistake] = [
    // Asking.
    waiting("refresh-first-caller-forgotten", "The caller that began the fetch gets no result.")
      .change { $0.servedBySuccess = { Array($0.waiting.removeAll().dropFirst()) } },
    waiting("refresh-expired-while-fetching", "During a fetch others use the expired token.")
      .seen("Concurrent requests after the expiry send the old token (1363, 1391).", .javaScript)
      .change { $0.answersAtOnce = { $0.answersAtOnce($1) || !$0.waiting.isEmpty } },
    windows("refresh-every-call", "Every call fetches.")
      .seen("An expiration with a fraction or without a zone is taken for 1970 (issue 2).", .iOS)
      .seen("An expiration that cannot be read counts as 30 s from now.", .android)
      .change { steps in
        steps.rephase { phase, _, _ in phase == .expired ? .expired : .mandatory }
        steps.intervalIsOver = { _, _, _ in true }
      },
    windows("refresh-fraction-of-an-hour").sentence(
      "The lifetime is assumed to be an hour, and a token with less than 720 s is renewed."
    ).seen("CustomSessionCredentialsFetcher renews below 20 % of a nominal hour.", .java).change {
      $0.rephase { phase, remaining, _ in
        guard phase != .expired, let remaining else { return phase }
        return remaining < 720_000 ? .mandatory : .fresh
      }
    },
    windows("refresh-fresh-after-interval")
      .sentence("A fetch begins whenever the interval has passed, however fresh the token is.")
      .change { $0.rephase { phase, _, _ in phase == .fresh ? .advisory : phase } },
    background("refresh-advisory-all-wait", "In the advisory window every caller waits.")
      .seen("Below 300 s the getter is called under the lock that all callers need.", .iOS)
      .seen("getValidFederationToken is synchronized and fetches below 300 s.", .android)
      .change { $1 == .fresh || ($1 != .expired && $0.fetches.isEmpty) },
    background("refresh-mandatory-not-waited", "In the last minute callers get what is held.")
      .breaking("CRED-RUN-4").fix("Let every caller wait for the fetch.")
      .seen("In the mandatory window it answers with the old token.", .swiftV2)
      .change { $1 != .expired },
    background("refresh-advisory-first-waits")
      .sentence("In the advisory window the caller that begins the fetch waits for it.")
      .seen("The caller that gets the lock fetches and the others use the old token.", .goV2)
      .change { state, phase in
        guard phase == .advisory else { return state.answersAtOnce(phase) }
        return state.fetches.isEmpty || !state.waiting.isEmpty
      },
    rows("refresh-herd", "Every caller that finds no good token begins a fetch of its own.")
      .breaking("CRED-RUN-6").fix("Keep the fetch that is in flight, and let callers join it.")
      .seen("The loader fetches for each caller.", .reqsign)
      .seen("The providers of URIs and of ECS have no lock.", .credentialsGo)
      .seen("Nothing keeps two requests from refreshing at once.", .javaScript)
      .change { $0.isAlone = { _ in true } },
    served("refresh-success-serves-one").sentence(
      "Each caller that waited for the lock fetches again, without looking at what is held now."
    ).seen("After the expiry every waiter refreshes once it has the lock.", .goV2)
      .change { $0.servedBySuccess = { $0.firstInLine } },
    served("refresh-last-waiter-first")
      .sentence("Who waits is answered in the reverse order, as from a stack.")
      .fix("Answer the callers in the order in which they asked.").change {
        $0.servedBySuccess = { $0.waiting.removeAll().reversed() }
        $0.servedByFailure = { $0.waiting.removeAll().reversed() }
      },
    served("refresh-failure-serves-one")
      .sentence("Each caller that waited repeats the failing fetch, one after the other.")
      .seen("Waiters enter the lock one by one and call the getter again.", .iOS)
      .seen("Waiters enter the synchronized method one by one and fetch again.", .android)
      .change { $0.servedByFailure = { $0.firstInLine } },
    // Results.
    rows("refresh-old-expiration-kept", "A new token gets the expiration of the old one.")
      .breaking("CRED-RUN-8").fix("Hold a token and its expiration as one value.").change {
        $0.hold = { state, token, now in
          let expiration = state.held?.credentials.expiration ?? token.expiration
          state.hold(FederationToken(token.credentials, expiration: expiration), at: now)
        }
      },
    rows("refresh-obtained-when-fetch-begins")
      .sentence("A token counts as obtained when its fetch began.")
      .breaking("CRED-RUN-8").fix("Take the time when the answer has come.").change {
        $0.remembersBeginnings()
        $0.hold = { $0.hold($1, at: $0.beginningOfFetch(endedAt: $2)) }
      },
    rows("refresh-generation-of-the-same", "The same token again gets another generation.")
      .breaking("CRED-RUN-29")
      .fix("Count the tokens whose parts differ, so that a rejection names one.").change {
        $0.hold = { state, token, now in
          state.held = nil
          state.hold(token, at: now)
        }
      },
    accepting("refresh-expired-result-taken", "A token that has expired is accepted.")
      .seen("What the getter returns is cached and returned unchecked.", .iOS, .android)
      .seen("What the closure returns is handed out unchecked.", .swiftV2)
      .change { if case .expired = $0 { true } else { false } },
    rows("refresh-no-expiration-is-expired", "A token without an expiration counts as expired.")
      .breaking("CRED-RUN-24").fix("Hold a token without an expiration for good.").change {
        $0.fault = { [former = $0.fault] state, token, now in
          former(state, token, now) ?? (token.expiration == nil ? .expired(now) : nil)
        }
        $0.takesReplacement = { [former = $0.takesReplacement] in
          $1.expiration != nil && former($0, $1, $2)
        }
        $0.survivesFailure = { [former = $0.survivesFailure] state, phase in
          state.held?.credentials.expiration != nil && former(state, phase)
        }
      },
    dropping("refresh-failure-drops-held", "A failed fetch drops the good token that is held.")
      .seen("The cached token is set to what the getter returned, nil included.", .iOS)
      .seen("STSAssumeRoleSessionCredentialsProvider sets null (pull requests 574, 575).", .java)
      .change { _ in true },
    dropping("refresh-nothing-drops-held", "A fetch that returns nothing drops what is held.")
      .seen("A getter that returns null replaces the cached token.", .android)
      .change { $0 == .nothingReturned },
    rows("refresh-expired-after-failure", "When a fetch fails, the expired token is handed out.")
      .breaking("CRED-RUN-1")
      .fix("Compare the expiration with the corrected clock before handing out a token.")
      .seen("EcsRamRoleCredentialsProvider returns the old credentials past their end.", .oss2)
      .seen("A failed refresh leaves the old token in use until the next interval.", .javaScript)
      .change { $0.survivesFailure = { state, _ in state.held != nil } },
    rows("refresh-failure-fails-callers", "A failed fetch fails callers despite a good token.")
      .breaking("CRED-RUN-11").fix("Hand out what is held until it expires.")
      .seen("The exception of the getter leaves getValidFederationToken.", .android)
      .seen("The strict mode raises below its window.", .credentialsPython)
      .seen("CustomSessionCredentialsFetcher returns null while the old token is valid.", .java)
      .change { $0.survivesFailure = { _, _ in false } },
    rows("refresh-waits-for-success", "Callers wait until a fetch succeeds.")
      .breaking("CRED-RUN-12", "CRED-RUN-2")
      .fix("Report the failure and its cause to those who wait.")
      .change { $0.servedByFailure = { _ in [] } },
    // Tries.
    backOff("refresh-failure-is-final", "After one failure no fetch is ever begun.")
      .seen("The actor taken over from soto stores the error and throws it forever.", .swiftV2)
      .change { state, _ in state.failures == nil },
    backOff("refresh-no-back-off", "After a failure every caller fetches again at once.")
      .seen("Nothing remembers that the getter failed.", .iOS, .android)
      .seen("Nothing remembers that the loader failed.", .reqsign)
      .seen("Nothing remembers that a fetch failed.", .credentialsGo).change { _, _ in true },
    backOff("refresh-back-off-beside-token-alone")
      .sentence("Without a token that can be used every caller fetches again at once.")
      .change { state, now in
        state.standing(atTrueTime: state.trueTime(at: now)) == .expired
          || now >= state.failures?.retryAt ?? now
      },
    rows("refresh-fails-during-back-off")
      .sentence("During the back-off callers fail, though the token that is held is still good.")
      .breaking("CRED-RUN-13").fix("During the back-off hand out what is held until it expires.")
      .change { steps in
        // A failure before the last success is remembered without a delay.
        steps.answersAtOnce = { [former = steps.answersAtOnce] state, phase in
          former(state, phase) && (phase != .mandatory || state.failures == nil)
        }
      },
    delays("refresh-back-off-too-short", "The back-off is 100 ms.") { _, _ in .milliseconds(100) },
    delays("refresh-back-off-in-seconds", "Seconds of the back-off are taken for milliseconds.") {
      failures, _ in .milliseconds(Int64(1) << Int64(min(failures, 6) - 1))
    },
    delays("refresh-back-off-too-long", "The back-off is 300 s.")
      .seen("A failed refresh has advanced the timestamp by an interval of 300 s.", .javaScript)
      .change { _, _ in .seconds(300) },
    delays("refresh-back-off-of-a-minute-at-least")
      .sentence("The back-off is the larger one of a minute and the seconds that double.")
      .change { count, _ in .seconds(max(60, Int64(1) << Int64(min(40, count - 1)))) },
    delays("refresh-back-off-of-a-minute", "The back-off is a minute after each failure.")
      .change { _, _ in .seconds(60) },
    delays("refresh-back-off-begins-with-two", "The first back-off is two seconds.")
      .change { min(.seconds(60), $1.delay(afterFailures: $0 + 1)) },
    delays("refresh-back-off-without-end", "The back-off doubles without a limit.").seen(
      "The longer of 10 s and 0.1 s doubled is taken, where min was meant.", .credentialsPython
    ).change { count, _ in .milliseconds(1000 << Int64(min(40, count - 1))) },
    delays("refresh-back-off-without-growth", "The back-off is always a second.")
      .change { $1.delay(afterFailures: 1) },
    rows("refresh-failures-not-forgotten", "A success does not reset the count of failures.")
      .breaking("CRED-RUN-14").fix("Count the failures since the last success.").change {
        $0.hold = { state, token, now in
          let failures = state.failures
          state.hold(token, at: now)
          state.failures = failures
          state.failures?.delay = .zero
        }
      },
    intervals("refresh-no-interval", "A token within its window is renewed at each call.")
      .seen("A token that lives less than 300 s is fetched once a request.", .iOS, .android)
      .change { _, _, _ in true },
    intervals("refresh-interval-of-ten-seconds")
      .sentence("Whatever its lifetime, a token is not renewed before it is ten seconds old.")
      .change { state, phase, now in
        guard phase != .expired, let obtained = state.held?.obtained else { return true }
        return now.since(obtained) >= .seconds(10)
      },
    intervals("refresh-interval-of-a-second", "The interval is a second, whatever the lifetime.")
      .change { state, phase, now in
        guard phase != .expired, let obtained = state.held?.obtained else { return true }
        return now.since(obtained) >= .seconds(1)
      },
    intervals("refresh-interval-of-expired", "The interval holds for an expired token too.")
      .change { state, phase, now in
        state.intervalIsOver(standing: phase == .expired ? .mandatory : phase, at: now)
      },
    intervals("refresh-interval-of-what-is-left")
      .sentence("The interval is a tenth of what is left of the lifetime, and so shrinks.")
      .change { state, phase, now in
        guard phase != .expired, let held = state.held, let obtained = held.obtained,
          let end = held.credentials.expiration
        else { return true }
        let tenth = TimeSpan.milliseconds(end.since(state.trueTime(at: now)).milliseconds / 10)
        return now.since(obtained) >= max(.seconds(1), min(.seconds(10), tenth))
      },
    intervals("refresh-interval-of-a-minute", "No fetch begins within a minute after a success.")
      .change { state, phase, now in
        guard phase != .expired, let obtained = state.held?.obtained else { return true }
        return now.since(obtained) >= .seconds(60)
      },
    // Leaving.
    cancelling(
      "refresh-cancel-ends-all", "A caller that leaves cancels the fetch for all who wait."
    ).seen("Cancelling one waiter cancels the shared task, forever.", .swiftV2)
      .change { state, caller in
        guard state.waiting.remove(caller) else { return [] }
        state.fetches = []
        return state.waiting.removeAll().map {
          .fail(.fetchFailed(.cancelled, retryAt: Moment(milliseconds: 0)), $0)
        }
      },
    cancelling("refresh-result-dropped-with-last-caller")
      .sentence("When the last caller that waits leaves, the result of the fetch is dropped.")
      .change { state, caller in
        if state.waiting.remove(caller), state.waiting.isEmpty, !state.fetches.isEmpty {
          state.dropsResult = true
        }
        return []
      },
    rows("refresh-fetch-forgotten-with-last-caller")
      .sentence("When the last caller that waits leaves, the next one fetches beside the fetch.")
      .breaking("CRED-RUN-16")
      .fix("Remove the caller from those who wait, and continue the fetch.").change {
        $0.isAlone = { $0.fetches.isEmpty || $0.fetches.last == .left }
        $0.cancel = { state, caller in
          if state.waiting.remove(caller), state.waiting.isEmpty, !state.fetches.isEmpty {
            state.fetches.append(.left)
          }
          return []
        }
        $0.clearsMarks()
      },
    rows("refresh-background-failure-forgotten", "A failure for which nobody waits is forgotten.")
      .breaking("CRED-RUN-13").fix("Remember every failure, also of a fetch in the background.")
      .change { steps in
        steps.remember = { [former = steps.remember] state, cause, delay, now in
          if !state.waiting.isEmpty { former(&state, cause, delay, now) }
        }
      },
    rows("refresh-background-result-dropped", "A result for which nobody waits is dropped.")
      .breaking("CRED-RUN-5").fix("Hold the token that a fetch in the background brings.")
      .change { $0.wantsResult = { !$0.dropsResult && !$0.waiting.isEmpty } },
    rows("refresh-back-off-from-beginning", "The back-off begins with the fetch that failed.")
      .breaking("CRED-RUN-13").fix("Begin the back-off when the fetch has failed.").change {
        $0.remembersBeginnings()
        $0.remember = { [former = $0.remember] state, cause, delay, now in
          former(&state, cause, delay, state.beginningOfFetch(endedAt: now))
        }
      },
    cancelling("refresh-cancelled-is-answered", "A caller that has left is still answered.")
      .change { _, _ in [] },
    // Rejections.
    rejecting("refresh-rejection-ignored", "A rejected token is handed out until it expires.")
      .seen("The retry type that refreshes credentials is never returned (issue 82).", .iOS)
      .seen("No answer of OSS drops the cached token.", .android)
      .seen("No answer of OSS drops the stored credentials.", .swiftV2)
      .seen("No answer of OSS drops the fetched credentials.", .goV2)
      .seen("No answer of OSS begins a refresh.", .javaScript).change { _, _ in [] },
    rejecting("refresh-rejection-of-any", "Any rejection drops what is held.")
      .breaking("CRED-RUN-18").change {
        state, _ in
        state.held.map { state.reject(generation: $0.credentials.generation) }
        return []
      },
    rejecting("refresh-rejection-fetches", "A rejection begins a fetch by itself.")
      .breaking("CRED-RUN-19")
      .fix("Fetch for the next caller after the back-off, and not for the rejection.")
      .change { state, generation in
        let isHeld = state.held?.credentials.generation == generation
        state.reject(generation: generation)
        return isHeld && state.fetches.isEmpty ? [state.beginFetch()] : []
      },
    rejecting("refresh-rejection-ends-back-off", "A rejection ends the back-off.")
      .breaking("CRED-RUN-19").fix("Keep the back-off when a token is rejected.")
      .change { state, generation in
        state.reject(generation: generation)
        state.failures = nil
        return []
      },
    accepting("refresh-rejected-again-taken", "A rejected token is accepted when it comes again.")
      .breaking("CRED-RUN-20").fix("Treat a rejected token that comes again as a failed fetch.")
      .change { if case .sameAsRejected = $0 { true } else { false } },
    // Replacements.
    replacing("refresh-replacement-waits", "During a fetch the application's token is ignored.")
      .breaking("CRED-RUN-21", "CRED-RUN-22").change { state, _, _ in state.fetches.isEmpty },
    replacing("refresh-replacement-ignored", "A token that the application puts in is not used.")
      .change { _, _, _ in false },
    replacing("refresh-expired-replacement-taken", "An expired token is put in and held.").change {
      _, _, _ in true
    },
    rows("refresh-replacement-leaves-waiters")
      .sentence("Who waits when the application puts a token in waits on for the fetch.")
      .breaking("CRED-RUN-21").fix("Answer all who wait with the application's token.")
      .change { $0.servedByReplacement = { _ in [] } },
    rows("refresh-late-result-taken")
      .sentence("A fetch that began before a replacement replaces the application's token.")
      .breaking("CRED-RUN-22").fix("Drop the result of a fetch that began before a replacement.")
      .change { $0.wantsResult = { _ in true } },
    corrections("refresh-corrections-add-up", "A new correction is added to the one before it.") {
      let sum = $0.offset.span.milliseconds + $1.span.milliseconds
      $0.offset = ClockOffset(.milliseconds(sum))
    },
    corrections("refresh-first-correction-kept", "The first correction stays forever.") {
      if $0.offset == .zero { $0.offset = $1 }
    },
    corrections("refresh-correction-ignored", "A correction of the clock is not used.") { _, _ in },
    backwards("refresh-step-back-stretches-back-off")
      .sentence("A clock that steps back stretches the back-off.").change { state, now in
        let failures = state.failures
        state.bound(to: now)
        state.failures = failures
      },
    backwards("refresh-step-back-stretches-interval")
      .sentence("A clock that steps back stretches the interval after a success.")
      .change { state, now in
        let obtained = state.held?.obtained
        state.bound(to: now)
        if let obtained { state.held?.obtained = obtained }
      },
    backwards("refresh-step-back-fetches", "A clock that steps back makes a fetch.") {
      state, now in
      if let obtained = state.held?.obtained, obtained > now { state.held = nil }
      state.bound(to: now)
    },
  ]
}

extension RefreshState {
  /// Whoever has waited longest, taken out.
  var firstInLine: [CallerID] {
    mutating get { waiting.removeFirst().map { [$0] } ?? [] }
  }
}
