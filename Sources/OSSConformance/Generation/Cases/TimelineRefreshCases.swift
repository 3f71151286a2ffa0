internal import OSSVectors

/// When a provider hands out what it holds, when it fetches, and who waits.
enum TimelineRefreshCases {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  static let all = asking + fiveMinutes + windows + ends + lifetimes

  private static let asking: [BuiltCase] = [
    .timeline(
      "first-caller-waits", "CRED-RUN-2", "CRED-RUN-8",
      comment: "The first caller of all waits for a fetch; one that comes later does not."
    ) { draft in
      draft.gives("A")
      draft.asks("c1", at: 0, "A", within: 200)
      draft.asks("c2", at: 500, "A", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "slow-first-fetch", "CRED-RUN-2",
      comment: "A fetch of half a minute is waited for; nothing else can be handed out."
    ) { draft in
      draft.gives("A", in: 30_000)
      draft.asks("c1", at: 0, "A", within: 30_000)
      draft.asks("c2", at: 29_000, "A", within: 1000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "first-caller-of-five-minutes", "CRED-RUN-2",
      comment: "The first caller waits for a fetch by the five-minute rule as well."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.gives("A")
      draft.asks("c1", at: 0, "A", within: 200)
      draft.asks("c2", at: 1000, "A", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "fresh-without-fetch", "CRED-RUN-3",
      comment: "A fresh token is handed out at once, and nobody fetches."
    ) { draft in
      draft.holds(left: 50 * minute)
      draft.gives("B")
      draft.ask(at: [0, 0, 1000, 5000], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "call-for-call", "CRED-RUN-3",
      comment: "Twenty requests in two seconds after the first make no further fetch."
    ) { draft in
      draft.gives("A", expires: hour)
      draft.asks("c1", at: 0, "A", within: 200)
      draft.ask(at: (1...20).map { $0 * 100 + 200 }, "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "half-an-hour-of-requests", "CRED-RUN-3",
      comment: "A token of an hour serves a request a minute for half an hour."
    ) { draft in
      draft.gives("A", in: 0, expires: hour)
      draft.ask(at: (0...30).map { $0 * minute }, "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "fresh-by-a-mile", "CRED-RUN-3",
      comment: "A token of twelve hours is not refreshed in its first hours."
    ) { draft in
      draft.holds(left: 11 * hour, of: 12 * hour)
      draft.gives("B")
      draft.ask(at: [0, hour, 2 * hour, 9 * hour], "A")
      draft.fetches(atMost: 0)
    },
  ]

  private static let fiveMinutes: [BuiltCase] = [
    .timeline(
      "five-minutes-left", "CRED-RUN-3",
      comment: "With exactly five minutes left the token is still fresh: the comparison is strict."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 5 * minute)
      draft.gives("B")
      draft.ask(at: [0], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "less-than-five-minutes-left", "CRED-RUN-4",
      comment: "A millisecond less than five minutes is less: the caller waits for a new token."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 5 * minute - 1)
      draft.gives("B")
      draft.asks("c1", at: 0, "B", within: 200)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "four-minutes-left", "CRED-RUN-4",
      comment: "In the last minutes every caller waits for the new token, be the old one good."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 4 * minute)
      draft.gives("B", in: 500)
      draft.ask(at: [0, 0, 300], "B", within: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "crossing-five-minutes", "CRED-RUN-4", "CRED-RUN-3",
      comment: "The same token is handed out before the window and renewed in it."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 6 * minute)
      draft.gives("B")
      draft.ask(at: [0, 59_000], "A")
      draft.asks("c3", at: 60_001, "B", within: 200)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "token-of-900-seconds", "CRED-RUN-3",
      comment: "The shortest token there is serves 600 seconds by the five-minute rule."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.gives("A", in: 0, expires: 15 * minute)
      draft.ask(at: [0, 1000, 60_000, 300_000, 599_000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "end-of-900-seconds", "CRED-RUN-4",
      comment: "The shortest token there is must be renewed in its last five minutes."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 299_000, of: 15 * minute)
      draft.gives("B", in: 100)
      draft.ask(at: [0, 50], "B", within: 100)
      draft.fetches(1, atMost: 1)
    },
  ]
}
