internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is remembered: of failures, of rejections, of replacements and of the clock.
extension RefreshMistakes {
  /// Failures that are not counted.
  private static let uncounted = rows.breaking("CRED-RUN-13")
    .fix("Count every failure, and begin the back-off.")
    .by { (isForgotten: @escaping @Sendable (RefreshState, FetchFailure, Moment) -> Bool) in
      { steps in
        steps.remember = { [former = steps.remember] state, cause, delay, now in
          if !isForgotten(state, cause, now) { former(&state, cause, delay, now) }
        }
      }
    }
  private static let outdated = rows.breaking("CRED-RUN-22")
    .fix("Drop the result, and treat those who wait as if they asked now.")

  static let memory: [Mistake] = [
    rows("refresh-end-on-device-clock-once")
      .sentence("The end is put on the device's clock when a token comes, and never corrected.")
      .breaking("CRED-RUN-23")
      .fix("Keep the expiration as it came, and correct the clock at each comparison.").change {
        $0.trueTime = { _, now in now }
        $0.fault = { $0.fault(of: $1, atTrueTime: $0.trueTime(at: $2)) }
        $0.hold = { state, token, now in
          let offset = state.offset.span
          let end = token.expiration.map { $0.adding(.milliseconds(-offset.milliseconds)) }
          state.hold(FederationToken(token.credentials, expiration: end), at: now)
        }
      },
    // Failures.
    uncounted("refresh-failure-beside-token-forgotten")
      .sentence("A failure beside a good token is not counted, so the next caller fetches again.")
      .change { state, _, now in
        state.standing(atTrueTime: state.trueTime(at: now)) != .expired
      },
    uncounted("refresh-expired-result-not-counted")
      .sentence("A fetch that brings an expired token is not counted as a failure.")
      .breaking("CRED-RUN-9", "CRED-RUN-13")
      .change { _, cause, _ in if case .expired = cause { true } else { false } },
    rows("refresh-failure-counted-for-each")
      .sentence("A failed fetch counts once for each caller that waits for it.")
      .breaking("CRED-RUN-14").fix("Count each failed fetch once, however many wait for it.")
      .change { steps in
        steps.remember = { [former = steps.remember] state, cause, delay, now in
          let others = max(0, state.waiting.count - 1)
          let count = (state.failures?.count ?? 0) + 1 + others
          let longer = others == 0 ? delay : state.backOff.delay(afterFailures: count)
          former(&state, cause, longer, now)
          state.failures?.count = count
        }
      },
    rows("refresh-token-in-window-refused")
      .sentence("A token that must be renewed soon when it comes counts as a failed fetch.")
      .breaking("CRED-RUN-15").fix("Hold every token that has not expired.").change {
        $0.fault = { [former = $0.fault] state, token, time in
          let standing = state.policy.standing(
            ofExpiration: token.expiration, obtained: time, at: time)
          return former(state, token, time)
            ?? (standing.phase == .mandatory ? token.expiration.map { .expired($0) } : nil)
        }
      },
    // Results.
    rows("refresh-held-dropped-when-fetch-begins")
      .sentence("What is held is dropped as soon as a fetch begins.")
      .breaking("CRED-RUN-10", "CRED-RUN-5").fix("Keep what is held until a better token comes.")
      .change { steps in
        steps.bound = { [former = steps.bound] state, now in
          former(&state, now)
          if !state.fetches.isEmpty { state.held = nil }
        }
      },
    rows("refresh-same-token-not-held")
      .sentence("Where the same token comes again, its moment and the interval stay the old ones.")
      .breaking("CRED-RUN-15")
      .fix("Keep the generation, and take the new moment and the new expiration.").change {
        $0.hold = { [former = $0.hold] state, token, now in
          if state.held?.credentials.credentials == token.credentials {
            state.failures = nil
          } else {
            former(&state, token, now)
          }
        }
      },
    // Rejections.
    rows("refresh-rejected-kept-until-renewed")
      .sentence("A rejected token is renewed, but is handed out until another one has come.")
      .breaking("CRED-RUN-17").fix("Drop the token that signed the rejected request.")
      .change { steps in
        steps.reject = { state, generation in
          let held = state.held
          state.reject(generation: generation)
          state.held = held
          return []
        }
        steps.rephase { phase, _, state in
          phase != .expired && state.isRejected ? .mandatory : phase
        }
        steps.intervalIsOver = { [former = steps.intervalIsOver] in
          $0.isRejected || former($0, $1, $2)
        }
      },
    rows("refresh-rejection-forgotten-with-next")
      .sentence("A rejected token is taken again if another one came in between.")
      .breaking("CRED-RUN-20")
      .fix("Remember the token that was rejected last, whatever came since.").change {
        $0.hold = { [former = $0.hold] state, token, now in
          former(&state, token, now)
          state.lastRejected = nil
        }
      },
    rejecting("refresh-interval-of-rejected", "The interval holds after a rejection too.")
      .fix("Let the next caller fetch at once after a rejection, unless fetches failed.")
      .change { state, generation in
        let held = state.held
        state.reject(generation: generation)
        if state.held == nil, state.failures == nil, let held, let obtained = held.obtained,
          let expiration = held.credentials.expiration
        {
          let tenth = expiration.since(state.trueTime(at: obtained)).milliseconds / 10
          // The back-off of no failure.
          let interval = TimeSpan.milliseconds(max(1000, min(10_000, tenth)))
          state.remember(.nothingReturned, delay: interval, at: obtained)
          state.failures?.count = 0
        }
        return []
      },
    rejecting("refresh-rejection-drops-result")
      .sentence("A rejection drops the result of the fetch that is in flight as well.")
      .fix("Keep the fetch: it began before the rejection, but brings another token.")
      .change { state, generation in
        let isHeld = state.held != nil
        state.reject(generation: generation)
        if isHeld, state.held == nil { state.dropsResult = !state.fetches.isEmpty }
        return []
      },
    // Replacements.
    outdated("refresh-late-failure-counts")
      .sentence("The failure of a fetch that began before a replacement begins a back-off.")
      .change { steps in
        steps.marksOutdated()
        steps.servedBySuccess = { [former = steps.servedBySuccess] state in
          guard state.isOutdated else { return former(&state) }
          state.fetches = []
          return state.held == nil ? [] : former(&state)
        }
      },
    outdated("refresh-late-result-answers-nobody")
      .sentence("Who waits for a fetch that began before a replacement is not answered at its end.")
      .change { steps in
        steps.marksOutdated()
        steps.remember = { [former = steps.remember] state, cause, delay, now in
          if !state.isOutdated { former(&state, cause, delay, now) }
        }
        steps.servedBySuccess = { [former = steps.servedBySuccess] in
          $0.isOutdated ? [] : former(&$0)
        }
        steps.servedByFailure = { [former = steps.servedByFailure] in
          $0.isOutdated ? [] : former(&$0)
        }
      },
    rows("refresh-replacement-forgets-fetch")
      .sentence("After a replacement the next caller fetches beside the fetch still in flight.")
      .breaking("CRED-RUN-22", "CRED-RUN-6")
      .fix("Begin no fetch before the outdated one has ended.").change {
        $0.servedByReplacement = { [former = $0.servedByReplacement] state in
          state.fetches = []
          state.dropsResult = false
          return former(&state)
        }
      },
    // Clocks.
    rows("refresh-moments-on-corrected-clock")
      .sentence("Remembered moments keep the correction of their time, not that known now.")
      .breaking("CRED-RUN-23")
      .fix("Remember moments of the device's clock, and correct them in use.").change {
        $0.correct = { [former = $0.correct] state, offset in
          let added = state.offset.span.milliseconds - offset.span.milliseconds
          former(&state, offset)
          if let obtained = state.held?.obtained {
            state.held?.obtained = obtained.adding(.milliseconds(added))
          }
          if let since = state.failures?.since {
            state.failures?.since = since.adding(.milliseconds(added))
          }
        }
      },
  ]
}

extension RefreshState {
  /// Whether the fetch that ends began before a replacement.
  fileprivate var isOutdated: Bool { fetches.last == .left }

  /// Whether OSS rejected what is held.
  var isRejected: Bool { held != nil && held?.credentials.credentials == lastRejected }
}

extension RefreshSteps {
  /// Marks a fetch that a replacement has outdated; its token is dropped where it comes.
  fileprivate mutating func marksOutdated() {
    clearsMarks()
    servedByReplacement = { [former = servedByReplacement] state in
      if state.dropsResult, !state.isOutdated { state.fetches.append(.left) }
      state.dropsResult = false
      return former(&state)
    }
    fault = { [former = fault] in $0.isOutdated ? nil : former($0, $1, $2) }
    hold = { [former = hold] state, token, now in
      if !state.isOutdated || state.fetches.count > 1 { former(&state, token, now) }
    }
  }
}
