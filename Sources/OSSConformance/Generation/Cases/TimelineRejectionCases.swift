internal import OSSVectors

/// Tokens that OSS rejects, and tokens that an application puts in.
enum TimelineRejectionCases {
  static let all = rejected + late + again + replaced + replacedInFlight

  private static let rejected: [BuiltCase] = [
    .timeline(
      "rejected", "CRED-RUN-17",
      comment: "A token that OSS rejected is not handed out again, however long it had to live."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B")
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "B", within: 200)
      draft.asks("c3", at: 1000, "B", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-by-many", "CRED-RUN-17", "CRED-RUN-6",
      comment: "Ten requests are rejected together, and one fetch follows."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B", in: 500)
      draft.ask(at: [0, 0, 0], "A")
      for _ in 1...10 { draft.reject("A", at: 100) }
      draft.ask(at: [101, 101, 102, 400], "B", within: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-for-ever", "CRED-RUN-17", "CRED-RUN-24",
      comment: "A token without an expiration is dropped when OSS rejects it."
    ) { draft in
      draft.holdsForEver()
      draft.gives("B", expires: nil)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "B", within: 200)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-and-no-other", "CRED-RUN-17", "CRED-RUN-12",
      comment: "A rejected token is no way out when the fetch for its successor fails."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.fails()
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "failure", within: 200)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-while-renewed", "CRED-RUN-17", "CRED-RUN-6",
      comment: "A token is rejected while its successor is fetched: who asks waits for that fetch."
    ) { draft in
      draft.holds(left: 500_000)
      draft.gives("B", in: 2000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 500)
      draft.asks("c2", at: 600, "B", within: 1400)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-while-waiting", "CRED-RUN-17", "CRED-RUN-11",
      comment:
        "A token that is rejected while callers wait is not what they get when the fetch fails."
    ) { draft in
      draft.holds(left: 50_000)
      draft.fails(.transport, in: 1000)
      draft.asks("c1", at: 0, "failure", within: 1000)
      draft.reject("A", at: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-by-five-minutes-rule", "CRED-RUN-17",
      comment: "By the five-minute rule a rejected token is dropped as well."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.holds(left: 3_000_000)
      draft.gives("B")
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "B", within: 200)
      draft.fetches(1, atMost: 1)
    },
  ]

  /// Rejections that come too late, or begin nothing.
  private static let late: [BuiltCase] = [
    .timeline(
      "rejected-late", "CRED-RUN-18", "CRED-RUN-29",
      comment: "A late rejection of the old token does not drop the new one."
    ) { draft in
      draft.holds(left: 500_000)
      draft.gives("B", in: 100)
      draft.gives("C", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.asks("c2", at: 200, "B", within: 0)
      draft.reject("A", at: 300)
      draft.ask(at: [400, 2000], "B")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-twice", "CRED-RUN-18",
      comment: "The second rejection of one token finds another one held and changes nothing."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B", in: 100)
      draft.gives("C", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "B", within: 100)
      draft.reject("A", at: 400)
      draft.reject("A", at: 500)
      draft.ask(at: [600, 700], "B")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-after-replacement", "CRED-RUN-18", "CRED-RUN-21",
      comment: "A rejection of the token before does not drop the one that was put in."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.fails()
      draft.token("R", expires: 7_200_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.replace("R", at: 100)
      draft.reject("A", at: 200)
      draft.ask(at: [300, 400], "R")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "rejected-before-next", "CRED-RUN-18", "CRED-RUN-17",
      comment: "The successor can be rejected too, and then it is dropped."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B", in: 100)
      draft.gives("C", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "B", within: 100)
      draft.reject("A", at: 400)
      draft.asks("c3", at: 450, "B", within: 0)
      draft.reject("B", at: 500)
      draft.asks("c4", at: 600, "C", within: 100)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "rejection-fetches-nothing", "CRED-RUN-19",
      comment: "A rejection alone makes no fetch: nobody may need the next token."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B")
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.script.until = 10_000
      draft.fetches(atMost: 0)
    },
    .timeline(
      "rejected-while-backing-off", "CRED-RUN-19", "CRED-RUN-13",
      comment: "A rejection does not end the back-off: the token server is still away."
    ) { draft in
      draft.holds(left: 500_000)
      draft.fails(.status, in: 0)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.ask(at: [200, 300, 400], "failure")
      draft.asks("c5", at: 1000, "B", within: 100)
      draft.fetches(2, atMost: 2)
    },
  ]
}
