internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes with several callers at once, and with fetches that take long or fail.
extension RefreshMistakes {
  private static let both = MistakeRows(\.credentials, in: [.credentialTimeline])

  static let concurrency: [Mistake] = [
    // Joining.
    rows("refresh-joins-any-fetch")
      .sentence("Who asks while a fetch is in flight waits for it, however long the token lasts.")
      .breaking("CRED-RUN-5")
      .fix("Before the mandatory window hand out what is held, also during a fetch.")
      .change { steps in
        steps.marksOldFetches()
        steps.answersAtOnce = { [former = steps.answersAtOnce] state, phase in
          (state.fetches.isEmpty || state.hasJustBegun) && former(state, phase)
        }
      },
    rows("refresh-mandatory-first-waits")
      .sentence("In the mandatory window only the caller that begins the fetch waits for it.")
      .breaking("CRED-RUN-4").fix("Let every caller wait for the fetch that is in flight.")
      .change { steps in
        steps.marksOldFetches()
        steps.answersAtOnce = { [former = steps.answersAtOnce] state, phase in
          phase == .mandatory ? !state.hasJustBegun : former(state, phase)
        }
      },
    rows("refresh-background-herd", "In the advisory window every caller begins a fetch.")
      .breaking("CRED-RUN-6").fix("Begin a fetch in the background only where none is in flight.")
      .change { steps in
        steps.isAlone = { _ in true }
        steps.intervalIsOver = { [former = steps.intervalIsOver] state, phase, now in
          (phase == .advisory || state.fetches.isEmpty) && former(state, phase, now)
        }
      },
    rows("refresh-fetch-taken-for-lost")
      .sentence("After ten seconds a fetch counts as lost, and another one begins beside it.")
      .breaking("CRED-RUN-6").fix("Begin no fetch before the one in flight has ended.")
      .change { steps in
        steps.isAlone = { $0.fetches.isEmpty || $0.fetches.last == .left }
        steps.clearsMarks()
        steps.bound = { [former = steps.bound] state, now in
          former(&state, now)
          if let last = state.fetches.last, now.milliseconds - Int64(last.number) >= 9999 {
            state.fetches.append(.left)
          }
          state.fetchCount = UInt64(bitPattern: now.milliseconds)
        }
      },
    // Ends.
    rows("refresh-end-answers-one")
      .sentence("The end of a fetch answers only one of those who wait; the others wait on.")
      .breaking("CRED-RUN-7", "CRED-RUN-2").fix("Answer all who wait with the result.").change {
        steps in
        steps.clearsMarks()
        steps.servedBySuccess = { $0.firstAlone }
        steps.servedByFailure = { $0.firstAlone }
        steps.servedByReplacement = { $0.firstInLine }
      },
    rows("refresh-held-when-asked-kept")
      .sentence("When a fetch fails, who waits gets the token of its asking, even if it has ended.")
      .breaking("CRED-RUN-1")
      .fix("Look again at what is held, and at the clock, when the fetch has failed.")
      .change { steps in
        let (standing, trueTime) = (steps.standing, steps.trueTime)
        steps.remembersBeginnings()
        steps.reject = { state, generation in
          let held = state.held
          state.reject(generation: generation)
          if !state.waiting.isEmpty { state.held = held }
          return []
        }
        steps.bound = { [former = steps.bound] state, now in
          former(&state, now)
          if state.fetches.isEmpty, state.isRejected { state.held = nil }
        }
        steps.rephase { phase, _, state in state.isRejected ? .expired : phase }
        steps.survivesFailure = { state, _ in
          let beginning = state.beginningOfFetch(endedAt: Moment(milliseconds: .max))
          return state.held != nil && standing(state, trueTime(state, beginning)) != .expired
        }
      },
    rows("refresh-retries-at-once", "A failed fetch is repeated twice, at once, before it counts.")
      .breaking("CRED-RUN-7", "CRED-RUN-13")
      .fix("Answer all who wait after one failure, and begin the back-off.").change { steps in
        // A caller for the try itself waits in the place of the others, so that the next try begins.
        let (first, second) = (CallerID(.max), CallerID(.max - 1))
        steps.remember = { [former = steps.remember] state, cause, delay, now in
          let isRepeated = state.waiting.remove(first)
          if isRepeated, state.waiting.remove(second) { return former(&state, cause, delay, now) }
          state.waiting.append(first)
          if isRepeated { state.waiting.append(second) }
        }
        steps.servedByFailure = { [former = steps.servedByFailure] state in
          guard state.waiting.remove(first) else { return former(&state) }
          state.waiting.append(first)
          return []
        }
      },
    both("refresh-waits-out-back-off").sentence(
      "A caller without a usable token waits for the end of the back-off, and then fetches."
    ).breaking("CRED-RUN-13").fix("During the back-off fail at once, with the cause.").change {
      model in
      model.refresh.backOffIsOver = { [former = model.refresh.backOffIsOver] state, now in
        former(state, now) || state.standing(atTrueTime: state.trueTime(at: now)) == .expired
      }
      model.provider.pause = { state, now in
        max(0, state.failures?.retryAt.since(now).milliseconds ?? 0)
      }
    },
    // Leaving.
    both("refresh-fetch-cancelled-with-last-caller").sentence(
      "When the last caller that waits leaves, the fetch is cancelled; the next one begins again."
    ).breaking("CRED-RUN-16").fix("Remove the caller from those who wait, and continue the fetch.")
      .change { model in
        model.provider.cancelsFetches = true
        model.refresh.cancel = { state, caller in
          if state.waiting.remove(caller), state.waiting.isEmpty { state.fetches = [] }
          return []
        }
      },
    rows("refresh-stuck-when-first-leaves")
      .sentence("When the first caller leaves, nothing ends its fetch: no other one ever begins.")
      .breaking("CRED-RUN-16")
      .fix("Keep the fetch apart from its caller, so that its end always counts.")
      .change {
        $0.cancel = { state, caller in
          let first = state.firstInLine
          if let first = first.first, first != caller { state.waiting.append(first) }
          if first == [caller] { state.fetches = [.left] }
          _ = state.waiting.remove(caller)
          return []
        }
      },
  ]
}

extension RefreshState {
  /// Whether a fetch has begun in this very event.
  fileprivate var hasJustBegun: Bool { fetches.last?.number == fetchCount }

  /// Whoever has waited longest, taken out; a mark says that no fetch begins for the others.
  fileprivate var firstAlone: [CallerID] {
    mutating get {
      fetches.append(.left)
      return firstInLine
    }
  }
}

extension RefreshSteps {
  /// Counts one fetch more at each event, so that the last one is known to be older.
  fileprivate mutating func marksOldFetches() {
    bound = { [former = bound] state, now in
      former(&state, now)
      if state.hasJustBegun { state.fetchCount += 1 }
    }
  }
}
