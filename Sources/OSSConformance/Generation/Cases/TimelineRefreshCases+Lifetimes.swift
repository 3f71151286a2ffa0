internal import OSSVectors

extension TimelineRefreshCases {
  /// Tokens that live long, short, or for ever.
  static let lifetimes = tokens + intervals

  private static let tokens: [BuiltCase] = [
    .timeline(
      "scaled-900-seconds", "CRED-RUN-3",
      comment: "A fixed window of 900 s would make a token of 900 s stale from its birth."
    ) { draft in
      draft.gives("A", in: 0, expires: 900_000)
      draft.ask(at: [0, 1000, 100_000, 300_000, 590_000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "scaled-30-seconds", "CRED-RUN-3",
      comment: "The windows shrink with the lifetime: a token of 30 s is fresh for 20."
    ) { draft in
      draft.gives("A", in: 0, expires: 30_000)
      draft.ask(at: (0...9).map { $0 * 2000 }, "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "token-for-ever", "CRED-RUN-24", "CRED-RUN-3",
      comment: "A fetched token without an expiration is fresh, today and in a year."
    ) { draft in
      draft.gives("A", in: 0, expires: nil)
      draft.ask(at: [0, 1000, 86_400_000, 31_536_000_000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "held-for-ever", "CRED-RUN-24",
      comment: "A token without an expiration that was put in is handed out without a fetch."
    ) { draft in
      draft.holdsForEver()
      draft.fails()
      draft.ask(at: [0, 86_400_000], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "held-for-ever-five-minutes", "CRED-RUN-24",
      comment: "By the five-minute rule a token without an expiration is fresh as well."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holdsForEver()
      draft.fails()
      draft.ask(at: [0, 299_000, 86_400_000], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "three-generations", "CRED-RUN-8",
      comment: "Each new token comes with its own expiration."
    ) { draft in
      draft.gives("A", in: 0, expires: 3_600_000)
      draft.gives("B", in: 0, expires: 7_200_000)
      draft.gives("C", in: 0, expires: 10_800_000)
      draft.ask(at: [0, 1_000_000], "A", within: 0)
      draft.ask(at: [3_600_000, 3_700_000, 5_400_000], "B", within: 0)
      draft.ask(at: [7_200_000, 8_000_000], "C", within: 0)
      draft.fetches(3, atMost: 3)
    },
  ]

  private static let intervals: [BuiltCase] = [
    .timeline(
      "always-in-the-window", "CRED-RUN-15",
      comment:
        "A server whose tokens last 200 s is not asked once a request by the five-minute rule."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.gives("A", in: 100, expires: 200_000)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.ask(at: (1...20).map { $0 * 100 + 100 }, "A", within: 200)
      draft.fetches(1, atMost: 2)
    },
    .timeline(
      "interval-hands-out-at-once", "CRED-RUN-15",
      comment: "Between two fetches of short tokens nobody waits."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.gives("A", in: 100, expires: 200_000)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.ask(at: [101, 500, 1000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "interval-ends", "CRED-RUN-15",
      comment: "A short token in its window is renewed once ten seconds have passed."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.gives("A", in: 0, expires: 200_000)
      draft.gives("B", in: 100, expires: 400_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.asks("c2", at: 30_000, "B", within: 100)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "less-than-a-second-of-life", "CRED-RUN-15", "CRED-RUN-1",
      comment: "A token that has expired is renewed, be the interval over or not."
    ) { draft in
      for (index, name) in ["A", "B", "C", "D"].enumerated() {
        draft.gives(name, in: 100, expires: Int64(index + 1) * 700)
      }
      draft.gives("E", in: 100)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.asks("c2", at: 750, "B", within: 100)
      draft.asks("c3", at: 1450, "C", within: 100)
      draft.asks("c4", at: 2150, "D", within: 100)
      draft.fetches(4, atMost: 4)
    },
    .timeline(
      "same-token-again", "CRED-RUN-15",
      comment: "A server that gives the same token until it ends is not asked by each caller."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 250_000)
      draft.gives("A", in: 100)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.ask(at: (1...9).map { $0 * 1000 }, "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "same-token-then-another", "CRED-RUN-15",
      comment: "The same token again does not end the renewing: the next one is fetched in time."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 250_000)
      draft.gives("A", in: 100)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.asks("c2", at: 30_000, "B", within: 100)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "same-token-keeps-its-number", "CRED-RUN-29", "CRED-RUN-17",
      comment: "A rejection finds a token that was fetched again since it was handed out."
    ) { draft in
      draft.holds(left: 500_000)
      draft.gives("A", in: 100)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 200)
      draft.asks("c2", at: 300, "B", within: 100)
      draft.fetches(2, atMost: 2)
    },
  ]
}
