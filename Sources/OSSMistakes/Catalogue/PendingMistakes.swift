internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes that wait for their place among the others of their page.
enum PendingMistakes {
  static let all: [Mistake] = times + answers + keys + fetches + waiters

  private static let times: [Mistake] = [
    .token(
      "hours-to-12", ["TOK-TIME-1"],
      "The hours are read up to 12, as by `hh`, so that noon is midnight.",
      fix: "Read the hours with HH, from 00 to 23."
    ) { tokens in
      let former = tokens.times.parts
      tokens.times.parts = { text in
        var time = former(text)
        if time?.hour == 12 { time?.hour = 0 }
        return time
      }
    }
  ]

  private static let answers: [Mistake] = [
    action(
      "credentials-kept", ["ACT-CRED-1", "ACT-CRED-2"], "No refusal has credentials fetched again.",
      fix: "Drop credentials that OSS rejects, and fetch others once.",
      seen: [.pythonV2("No answer has the provider asked anew.")]
    ) { $0.rules.removeAll(where: \.isRefresh) },
    action(
      "401-repeated", ["ACT-CRED-1"], "A request that got 401 is sent again as it is.",
      fix: "Look at the code: the same credentials are refused again.",
      seen: [
        .pythonV2("401 is among the statuses that are retried."),
        .swiftV2("401 is retried and 403 is not."),
      ]
    ) { $0.rules.insert(ActionRule(action: "retry", statuses: 401...401), at: 0) },
    action(
      "refresh-after-403-alone", ["ACT-CRED-1", "ACT-CRED-2"],
      "A code that rejects credentials counts with the status 403 alone.",
      fix: "Read the code of every answer from 400 to 499."
    ) { actions in
      for index in actions.rules.indices where actions.rules[index].isRefresh {
        actions.rules[index].statuses = 403...403
      }
    },
    action(
      "any-invalid-argument-corrects-clock", ["ACT-TIME-2"],
      "Every InvalidArgument with 400 corrects the clock.",
      fix: "Compare the whole message: InvalidArgument has many causes."
    ) { actions in
      for index in actions.rules.indices { actions.rules[index].message = nil }
    },
    action(
      "cause-of-header-first", ["ACT-CODE-2"],
      "The exact cause is that of the header `x-oss-ec`, whatever the body says.",
      fix: "Take `EC` of the body, and the header where there is none."
    ) { actions in
      let former = actions.code
      actions.code = { error, header, actions in
        var error = error
        error.ec = header ?? error.ec
        return former(error, nil, actions)
      }
    },
    Mistake(
      "action-empty-cause-counts", ["ACT-CODE-2"],
      "An empty `EC` of the body keeps the header `x-oss-ec` from being read.",
      fix: "Read the header where `EC` is left out or empty.", in: [.errorAction]
    ) { $0.errorBodies.ec = { $0 ?? $1 } },
    Mistake(
      "clock-date-beside-server-time-near", ["CLK-SRC-1"],
      "`Date` is tried where `ServerTime` shows that the clock is right.",
      fix: "Look at `Date` only where there is no `ServerTime` that can be used.",
      in: [.clockOffset]
    ) { model in
      let isOld = model.credentials.clock.isOld
      model.credentials.clock.serverTime = { reply, fault in
        fault.serverTime.flatMap { isOld($0, reply) ? nil : $0 }
      }
    },
    action(
      "signing-date-as-part", ["ACT-TIME-2"],
      "A message that begins as the one of the signing date corrects the clock.",
      fix: "Compare the whole message."
    ) { actions in
      let former = actions.error
      actions.error = { body, header, model in
        var error = former(body, header, model)
        let due = "Invalid signing date in Authorization header."
        if error.message?.utf8.starts(with: due.utf8) == true { error.message = due }
        return error
      }
    },
  ]

  private static func action(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String, seen: [SeenIn] = [],
    _ change: @escaping @Sendable (inout ActionModel) -> Void
  ) -> Mistake {
    Mistake("action-" + id, clauses, sentence, fix: fix, in: [.errorAction], seen: seen) {
      change(&$0.answers.actions)
    }
  }

  private static let keys: [Mistake] = [
    Mistake(
      "callback-key-of-any-length", ["CALL-KEY-5"], "A text of any length is read as a key.",
      fix: "Refuse a key of more than 4096 bytes.", in: [.callbackVerify]
    ) { $0.callbacks.verification.keys.isLength = { _ in true } },
    Mistake(
      "callback-key-of-2-kib", ["CALL-KEY-5"], "A key of more than 2048 bytes is refused.",
      fix: "Read a key of up to 4096 bytes: its lines may be short.", in: [.callbackVerify]
    ) { $0.callbacks.verification.keys.isLength = { $0 <= 2048 } },
  ]

  private static let fetches: [Mistake] = [
    .refresh(
      "obtained-when-fetch-begins", ["CRED-RUN-8"],
      "A token counts as obtained when its fetch began.",
      fix: "Take the time when the answer has come."
    ) { steps in
      steps.remembersBeginnings()
      steps.hold = { $0.hold($1, at: $0.beginningOfFetch(endedAt: $2)) }
    },
    .refresh(
      "back-off-from-beginning", ["CRED-RUN-13"],
      "The back-off is counted from the moment when the failed fetch began.",
      fix: "Count the back-off from the moment when the fetch failed."
    ) { steps in
      steps.remembersBeginnings()
      steps.remember = { $0.remember($1, delay: $2, at: $0.beginningOfFetch(endedAt: $3)) }
    },
    .refresh(
      "interval-of-ten-seconds", ["CRED-RUN-15"],
      "Whatever its lifetime, a token is not renewed before it is ten seconds old."
    ) {
      $0.intervalIsOver = { state, phase, now in
        guard phase != .expired, let obtained = state.held?.obtained else { return true }
        return now.since(obtained) >= .seconds(10)
      }
    },
    .refresh(
      "corrections-add-up", ["CRED-RUN-23"],
      "A correction that is learned is added to the one before it.",
      fix: "Put the new correction in the place of the old one."
    ) {
      $0.correct = { state, offset in
        let sum = state.offset.span.milliseconds + offset.span.milliseconds
        state.offset = ClockOffset(.milliseconds(sum))
      }
    },
    .refresh(
      "first-correction-kept", ["CRED-RUN-23"],
      "The first correction that is learned stays for ever.",
      fix: "Put the new correction in the place of the old one."
    ) { $0.correct = { if $0.offset == .zero { $0.offset = $1 } } },
  ]

  private static let waiters: [Mistake] = [
    .refresh(
      "last-waiter-first", ["CRED-RUN-7"],
      "Who waits is answered in the reverse order, as from a stack.",
      fix: "Answer the callers in the order in which they asked."
    ) {
      $0.servedBySuccess = { $0.waiting.removeAll().reversed() }
      $0.servedByFailure = { $0.waiting.removeAll().reversed() }
    }
  ]
}

extension ActionRule {
  fileprivate var isRefresh: Bool { action == "refresh-credentials" }
}

extension RefreshSteps {
  /// Notes each moment at which a fetch may begin, in the count of fetches: of this one, the machine
  /// asks no more than that it names each fetch otherwise than the one before.
  fileprivate mutating func remembersBeginnings() {
    let former = bound
    bound = { state, now in
      former(&state, now)
      if state.fetches.isEmpty { state.fetchCount = UInt64(bitPattern: now.milliseconds) }
    }
  }
}

extension RefreshState {
  /// When the fetch began that has ended; for a token that was put in, the moment of that.
  fileprivate func beginningOfFetch(endedAt now: Moment) -> Moment {
    min(now, Moment(milliseconds: Int64(bitPattern: fetchCount &- 1)))
  }
}
