internal import OSSVectors

extension TimelineRefreshCases {
  /// The windows that scale with the lifetime.
  static let windows: [BuiltCase] = [
    .timeline(
      "advisory-renews-behind", "CRED-RUN-5",
      comment: "With 500 s of an hour left one caller starts a fetch, and nobody waits for it."
    ) { draft in
      draft.holds(left: 500_000)
      draft.gives("B", in: 2000)
      draft.ask(at: [0, 0, 1000], "A")
      draft.ask(at: [2001], "B")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "advisory-slow-fetch", "CRED-RUN-5",
      comment: "A token server that takes a minute delays nobody while the old token is good."
    ) { draft in
      draft.holds(left: 600_000)
      draft.gives("B", in: 60_000)
      draft.ask(at: [0, 1, 10_000, 59_999], "A")
      draft.ask(at: [60_001], "B")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "advisory-one-fetch", "CRED-RUN-6", "CRED-RUN-5",
      comment: "Many callers in the advisory window start one fetch between them."
    ) { draft in
      draft.holds(left: 400_000)
      draft.gives("B", in: 5000)
      draft.ask(at: (0..<12).map { $0 * 300 }, "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "one-minute-left", "CRED-RUN-5",
      comment: "With exactly a minute of an hour left nobody waits yet."
    ) { draft in
      draft.holds(left: 60_000)
      draft.gives("B")
      draft.asks("c1", at: 0, "A", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "advisory-of-a-short-token", "CRED-RUN-5",
      comment: "A token of 900 s is renewed behind its callers in its last five minutes."
    ) { draft in
      draft.holds(left: 250_000, of: 900_000)
      draft.gives("B", in: 1000)
      draft.ask(at: [0, 500], "A")
      draft.ask(at: [1001], "B")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "advisory-first-of-many", "CRED-RUN-5",
      comment: "The caller that starts the fetch does not pay for it."
    ) { draft in
      draft.holds(left: 300_000)
      draft.gives("B", in: 10_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.asks("c2", at: 5000, "A", within: 0)
    },
  ]

  /// The last seconds of a token.
  static let ends: [BuiltCase] = [
    .timeline(
      "last-minute-waits", "CRED-RUN-4",
      comment: "In the last minute of an hour every caller waits for the new token."
    ) { draft in
      draft.holds(left: 59_999)
      draft.gives("B", in: 300)
      draft.ask(at: [0, 0, 100, 299], "B", within: 300)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "last-millisecond", "CRED-RUN-4", "CRED-RUN-1",
      comment:
        "A token with one millisecond left is not handed out for a request that takes longer."
    ) { draft in
      draft.holds(left: 1)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "B", within: 100)
    },
    .timeline(
      "expired-now", "CRED-RUN-1",
      comment: "A token that expires at this very moment has expired."
    ) { draft in
      draft.holds(left: 0)
      draft.fails(.transport, in: 0)
      draft.asks("c1", at: 0, "failure", within: 0)
    },
    .timeline(
      "expired-before", "CRED-RUN-1", "CRED-RUN-2",
      comment: "A token that expired a second ago is not handed out while its successor is fetched."
    ) { draft in
      draft.holds(left: -1000)
      draft.gives("B")
      draft.ask(at: [0, 100], "B", within: 200)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "expired-by-five-minutes-rule", "CRED-RUN-1",
      comment:
        "By the five-minute rule too an expired token is not handed out when the fetch fails."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: -1)
      draft.fails()
      draft.asks("c1", at: 0, "failure", within: 200)
    },
    .timeline(
      "expires-while-renewed", "CRED-RUN-2", "CRED-RUN-1",
      comment: "A token that expires while its successor is fetched is not handed out any more."
    ) { draft in
      draft.holds(left: 70_000)
      draft.gives("B", in: 100_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.asks("c2", at: 80_000, "B", within: 20_000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "expires-while-failing", "CRED-RUN-1",
      comment: "A token that expired during the failed fetch is no way out."
    ) { draft in
      draft.holds(left: 50_000)
      draft.fails(.transport, in: 60_000)
      draft.asks("c1", at: 0, "failure", within: 60_000)
    },
    .timeline(
      "last-minute-joins-the-fetch", "CRED-RUN-4", "CRED-RUN-6",
      comment: "Who comes in the last minute waits for the fetch that began before it."
    ) { draft in
      draft.holds(left: 65_000)
      draft.gives("B", in: 10_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.asks("c2", at: 6000, "B", within: 4000)
      draft.fetches(1, atMost: 1)
    },
  ]
}
