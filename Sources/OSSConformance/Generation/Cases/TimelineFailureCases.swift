internal import OSSVectors

/// What becomes of callers and of what is held when a fetch fails.
enum TimelineFailureCases {
  static let all = first + kept + late + backOff + bounds

  /// A fetch fails and nothing is held.
  private static let first: [BuiltCase] =
    Script.Fetch.Reason.allCases.map { reason in
      .timeline(
        "first-fetch-\(reason.rawValue)", "CRED-RUN-12",
        comment: "Nothing is held and the fetch fails (\(reason.rawValue)): the caller is told."
      ) { draft in
        draft.fails(reason)
        draft.asks("c1", at: 0, "failure", within: 200)
        draft.fetches(1, atMost: 1)
      }
    } + [
      .timeline(
        "all-are-told", "CRED-RUN-7", "CRED-RUN-12",
        comment: "Five callers wait for one failing fetch, not for five one after the other."
      ) { draft in
        draft.fails(.transport, in: 60_000)
        draft.ask(at: [0, 0, 1000, 2000, 30_000], "failure", within: 60_000)
        draft.fetches(1, atMost: 1)
      },
      .timeline(
        "all-are-told-when-expired", "CRED-RUN-7", "CRED-RUN-12",
        comment: "An expired token changes nothing for those who wait for a failing fetch."
      ) { draft in
        draft.holds(left: -60_000)
        draft.fails(.status, in: 1000)
        draft.ask(at: [0, 10, 20, 30], "failure", within: 1000)
        draft.fetches(1, atMost: 1)
      },
      .timeline(
        "recovers", "CRED-RUN-13", "CRED-RUN-12",
        comment: "A failed first fetch is not the end: a minute later the next one is made."
      ) { draft in
        draft.fails()
        draft.gives("A")
        draft.asks("c1", at: 0, "failure", within: 200)
        draft.asks("c2", at: 61_000, "A", within: 200)
        draft.fetches(2, atMost: 2)
      },
      .timeline(
        "recovers-after-three", "CRED-RUN-13",
        comment: "Three failures in a row are not the end either."
      ) { draft in
        draft.fails(.nothing, times: 3)
        draft.gives("A")
        draft.ask(at: [0, 61_000, 122_000], "failure", within: 200)
        draft.asks("c4", at: 183_000, "A", within: 200)
        draft.asks("c5", at: 184_000, "A", within: 0)
        draft.fetches(4, atMost: 4)
      },
      .timeline(
        "recovers-when-expired", "CRED-RUN-13", "CRED-RUN-2",
        comment: "A renewal that failed while nobody waited leaves no error for later callers."
      ) { draft in
        draft.holds(left: 400_000)
        draft.fails()
        draft.gives("B")
        draft.asks("c1", at: 0, "A", within: 0)
        draft.asks("c2", at: 401_000, "B", within: 200)
        draft.fetches(2, atMost: 2)
      },
    ]

  /// A fetch fails while something good is held.
  private static let kept: [BuiltCase] =
    Script.Fetch.Reason.allCases.map { reason in
      .timeline(
        "renewal-\(reason.rawValue)", "CRED-RUN-10",
        comment: "A renewal that fails (\(reason.rawValue)) leaves the token that is held."
      ) { draft in
        draft.holds(left: 500_000)
        draft.fails(reason)
        draft.asks("c1", at: 0, "A", within: 0)
        draft.asks("c2", at: 250, "A", within: 0)
        draft.fetches(atMost: 1)
      }
    } + [
      .timeline(
        "last-minute-failure", "CRED-RUN-11",
        comment: "Who waits in the last minute gets the old token when the fetch fails."
      ) { draft in
        draft.holds(left: 50_000)
        draft.fails()
        draft.ask(at: [0, 0, 100], "A", within: 200)
        draft.fetches(1, atMost: 1)
      },
      .timeline(
        "last-minute-nothing", "CRED-RUN-11", "CRED-RUN-10",
        comment: "A function that returns nothing in the last minute takes nothing away."
      ) { draft in
        draft.holds(left: 50_000)
        draft.fails(.nothing)
        draft.asks("c1", at: 0, "A", within: 200)
        draft.asks("c2", at: 300, "A", within: 200)
      },
      .timeline(
        "four-minutes-failure", "CRED-RUN-11",
        comment: "By the five-minute rule a failed fetch is felt no earlier than the token's end."
      ) { draft in
        draft.script.policy = .fiveMinutes
        draft.holds(left: 240_000)
        draft.fails()
        draft.ask(at: [0, 100], "A", within: 200)
        draft.fetches(1, atMost: 1)
      },
      .timeline(
        "outage-of-four-minutes", "CRED-RUN-11", "CRED-RUN-10", "CRED-RUN-13",
        comment: "A token server that is away for four minutes is not noticed."
      ) { draft in
        draft.script.policy = .fiveMinutes
        draft.holds(left: 290_000)
        draft.fails(.status, in: 100, times: 4)
        draft.gives("B", in: 100)
        draft.ask(at: [0, 61_000, 122_000, 183_000], "A", within: 100)
        draft.asks("c5", at: 244_000, "B", within: 100)
        draft.fetches(atMost: 5)
      },
    ]

  /// A fetch brings what has expired.
  private static let late: [BuiltCase] = [
    .timeline(
      "expired-on-arrival", "CRED-RUN-9",
      comment: "A token that had expired before it came is a failed fetch."
    ) { draft in
      draft.gives("A", expires: -1000)
      draft.asks("c1", at: 0, "failure", within: 200)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "expired-at-arrival", "CRED-RUN-9",
      comment: "A token that expires at the moment when it comes has expired."
    ) { draft in
      draft.gives("A", expires: 200)
      draft.asks("c1", at: 0, "failure", within: 200)
    },
    .timeline(
      "expired-during-fetch", "CRED-RUN-9",
      comment: "A token that was good when the fetch began and is not when it ends has expired."
    ) { draft in
      draft.gives("A", in: 5000, expires: 3000)
      draft.ask(at: [0, 100], "failure", within: 5000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "expired-arrival-keeps-held", "CRED-RUN-9", "CRED-RUN-10",
      comment: "An expired token does not take the place of a good one."
    ) { draft in
      draft.holds(left: 500_000)
      draft.gives("B", expires: -1000)
      draft.ask(at: [0, 300], "A")
      draft.fetches(atMost: 1)
    },
    .timeline(
      "expired-arrival-once-a-call", "CRED-RUN-9", "CRED-RUN-13",
      comment: "A server that gives expired tokens is not asked by each caller."
    ) { draft in
      draft.gives("A", in: 50, expires: -1000)
      draft.asks("c1", at: 0, "failure", within: 50)
      draft.ask(at: (1...4).map { $0 * 100 }, "failure")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "expired-arrival-in-last-minute", "CRED-RUN-9", "CRED-RUN-11",
      comment: "Who waits in the last minute gets the old token where the new one has expired."
    ) { draft in
      draft.holds(left: 30_000)
      draft.gives("B", expires: -1)
      draft.asks("c1", at: 0, "A", within: 200)
    },
  ]
}
