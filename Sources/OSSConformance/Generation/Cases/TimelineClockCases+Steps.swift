internal import OSSVectors

extension TimelineClockCases {
  private static let hour: Int64 = 3_600_000

  /// Clocks that step back.
  static let stepsBack: [BuiltCase] = [
    .timeline(
      "back-while-fresh", "CRED-RUN-25", "CRED-RUN-3",
      comment: "A clock that steps back by an hour makes no fetch."
    ) { draft in
      draft.gives("A", in: 0, expires: hour)
      draft.ask(at: [0, 1000], "A")
      draft.clock(-hour, at: 2000)
      draft.ask(at: [2001, 3000, 60_000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "back-while-backing-off", "CRED-RUN-25", "CRED-RUN-13",
      comment: "A clock that steps back by an hour does not turn a second's wait into an hour's."
    ) { draft in
      draft.fails(.transport, in: 0)
      draft.gives("A", in: 100)
      draft.asks("c1", at: 0, "failure", within: 0)
      draft.clock(-hour, at: 100)
      draft.asks("c2", at: 200, "failure", within: 0)
      draft.asks("c3", at: 2000, "A", within: 100)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "back-in-the-interval", "CRED-RUN-25", "CRED-RUN-15",
      comment: "A clock that steps back by a minute does not put off the renewing of a short token."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.gives("A", in: 0, expires: 100_000)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.clock(-60_000, at: 1000)
      draft.asks("c2", at: 2000, "A", within: 0)
      draft.asks("c3", at: 13_000, "B", within: 100)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "back-and-forth", "CRED-RUN-25",
      comment: "A clock that jumps to and fro makes no fetch while the token is fresh by both."
    ) { draft in
      draft.gives("A", in: 0, expires: 10 * hour)
      draft.asks("c1", at: 0, "A", within: 0)
      for step in 1...6 {
        draft.clock(step.isMultiple(of: 2) ? 0 : -hour, at: Int64(step) * 1000)
        draft.ask(at: [Int64(step) * 1000 + 1], "A")
      }
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "back-by-a-second", "CRED-RUN-25",
      comment: "A clock that is set back by a second, as time services do, makes no fetch."
    ) { draft in
      draft.gives("A", in: 0, expires: hour)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.clock(-1000, at: 100)
      draft.ask(at: [200, 300, 2000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "back-with-a-token-for-ever", "CRED-RUN-25", "CRED-RUN-24",
      comment: "A token without an expiration does not mind the clock."
    ) { draft in
      draft.gives("A", in: 0, expires: nil)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.clock(-hour, at: 100)
      draft.ask(at: [200], "A")
      draft.clock(100 * hour, at: 300)
      draft.ask(at: [400], "A")
      draft.fetches(1, atMost: 1)
    },
  ]

  /// Clocks that step forward, or start wrong and are put right.
  static let stepsForth: [BuiltCase] = [
    .timeline(
      "put-right-backwards", "CRED-RUN-25",
      comment: "A clock that was a day fast is put right: the token of meanwhile is kept."
    ) { draft in
      draft.script.clock = 24 * hour
      draft.gives("A", in: 0, expires: 48 * hour)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.clock(0, at: 1000)
      draft.ask(at: [2000, 3000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "put-right-forwards", "CRED-RUN-1",
      comment: "A clock that was an hour slow is put right: the token has ended and is not used."
    ) { draft in
      draft.script.clock = -hour
      draft.holds(left: 1000)
      draft.fails(.transport, in: 100)
      draft.clock(0, at: 1500)
      draft.asks("c1", at: 2000, "failure", within: 100)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "forward-and-renewed", "CRED-RUN-2", "CRED-RUN-1",
      comment: "A clock that steps past the token's end makes one fetch, for all."
    ) { draft in
      draft.gives("A", in: 0, expires: hour)
      draft.gives("B", in: 500, expires: 9 * hour)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.clock(2 * hour, at: 1000)
      draft.ask(at: [2000, 2000, 2100], "B", within: 500)
      draft.ask(at: [3000, 10_000], "B")
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "nineteen-seventy", "CRED-RUN-3",
      comment: "A device that starts in 1970 gets a token, and keeps it when its clock is set."
    ) { draft in
      draft.script.clock = -1_700_000_000_000
      draft.gives("A", in: 100, expires: hour)
      draft.gives("B", in: 100, expires: hour)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.clock(0, at: 1000)
      draft.ask(at: [2000, 10_000], "A", within: 0)
      draft.fetches(1, atMost: 1)
    },
  ]
}
