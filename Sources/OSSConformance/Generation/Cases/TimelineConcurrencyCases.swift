internal import OSSVectors

/// Callers that come together, and callers that leave.
enum TimelineConcurrencyCases {
  static let all = herds + moments + leaving + leavingLate

  private static let herds: [BuiltCase] = [
    .timeline(
      "three-at-once", "CRED-RUN-6", "CRED-RUN-7",
      comment: "Three callers at one moment share one fetch."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.ask(at: [0, 0, 0], "A", within: 1000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "forty-at-once", "CRED-RUN-6",
      comment: "Forty callers share one fetch: a client that uploads many files at its start."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.ask(at: Array(repeating: 0, count: 40), "A", within: 1000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "one-after-the-other", "CRED-RUN-6", "CRED-RUN-7",
      comment: "Who comes while a fetch is in flight waits for its end, and no longer."
    ) { draft in
      draft.gives("A", in: 1000)
      for (index, at) in [0, 200, 400, 600, 800, 999].enumerated() {
        draft.asks("c\(index + 1)", at: Int64(at), "A", within: 1000 - Int64(at))
      }
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "uploads-after-expiry", "CRED-RUN-2", "CRED-RUN-6",
      comment:
        "After the expiry the first caller fetches and the others must not use the old token."
    ) { draft in
      draft.holds(left: 1000)
      draft.gives("B", in: 2000)
      draft.ask(at: [1500, 1500, 1600, 3000], "B", within: 2000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "herd-at-expiry", "CRED-RUN-6", "CRED-RUN-2",
      comment: "Ten callers at an expired token: one fetch, everyone served."
    ) { draft in
      draft.holds(left: 0)
      draft.gives("B", in: 500)
      draft.ask(at: Array(repeating: 1, count: 10), "B", within: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "all-served-by-one", "CRED-RUN-7",
      comment: "One success serves all who wait; nobody fetches after it."
    ) { draft in
      draft.holds(left: -1)
      draft.gives("B", in: 3000)
      draft.gives("C", in: 3000)
      draft.ask(at: [0, 1000, 2000, 2999], "B", within: 3000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "second-wave", "CRED-RUN-7", "CRED-RUN-13",
      comment: "A wave of callers that failed leaves nothing behind for the next wave."
    ) { draft in
      draft.fails(.transport, in: 500)
      draft.gives("A", in: 500)
      draft.ask(at: [0, 0, 100], "failure", within: 500)
      draft.ask(at: [10_000, 10_000, 10_100], "A", within: 500)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "last-minute-herd", "CRED-RUN-6", "CRED-RUN-4",
      comment: "In the last minute many callers wait for one fetch."
    ) { draft in
      draft.holds(left: 40_000)
      draft.gives("B", in: 700)
      draft.ask(at: [0, 0, 0, 100, 200, 300, 699], "B", within: 700)
      draft.fetches(1, atMost: 1)
    },
  ]

  private static let moments: [BuiltCase] = [
    .timeline(
      "asks-as-the-fetch-ends", "CRED-RUN-7", "CRED-RUN-2", "CRED-RUN-26",
      comment: "Who asks at the moment when the fetch ends needs no other one."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "A", within: 1000)
      draft.asks("c2", at: 1000, "A", within: 0)
      draft.asks("c3", at: 1001, "A", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "asks-before-the-fetch-ends", "CRED-RUN-7", "CRED-RUN-26",
      comment: "The same, where the fetch ends last of all at that moment."
    ) { draft in
      draft.script.completionsLast = true
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "A", within: 1000)
      draft.ask(at: [1000, 1000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "fetch-without-time", "CRED-RUN-6", "CRED-RUN-2", "CRED-RUN-26",
      comment: "A fetch that takes no time serves all who ask at that moment."
    ) { draft in
      draft.gives("A", in: 0)
      draft.ask(at: [0, 0, 0], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "fetch-without-time-last", "CRED-RUN-7", "CRED-RUN-26",
      comment: "A fetch that ends after the callers of its moment serves them all."
    ) { draft in
      draft.script.completionsLast = true
      draft.gives("A", in: 0)
      draft.ask(at: [0, 0, 0], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "failure-as-others-ask", "CRED-RUN-7", "CRED-RUN-26",
      comment: "Callers that come at the moment of the failure share it."
    ) { draft in
      draft.script.completionsLast = true
      draft.fails(.transport, in: 1000)
      draft.asks("c1", at: 0, "failure", within: 1000)
      draft.ask(at: [1000, 1000], "failure")
      draft.fetches(1, atMost: 1)
    },
  ]
}
