internal import OSSVectors

extension TimelineFailureCases {
  /// The time after a failure in which no other fetch begins.
  static let backOff: [BuiltCase] = [
    .timeline(
      "turned-away-at-once", "CRED-RUN-13",
      comment: "Who asks right after a failure is told at once, and no fetch begins."
    ) { draft in
      draft.fails()
      draft.asks("c1", at: 0, "failure", within: 200)
      draft.ask(at: [201, 300, 400, 500, 600], "failure")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "held-while-backing-off", "CRED-RUN-13", "CRED-RUN-10",
      comment: "Right after a failure callers get what is held, and no fetch begins."
    ) { draft in
      draft.holds(left: 500_000)
      draft.fails()
      draft.ask(at: [0, 201, 300, 400, 500, 600], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "last-minute-while-backing-off", "CRED-RUN-13", "CRED-RUN-11",
      comment: "In the last minute too callers get what is held right after a failure, at once."
    ) { draft in
      draft.holds(left: 55_000)
      draft.fails()
      draft.asks("c1", at: 0, "A", within: 200)
      draft.ask(at: [201, 300, 400, 500, 600], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "end-while-backing-off", "CRED-RUN-13", "CRED-RUN-1",
      comment: "A token that ends while nobody may fetch is not handed out any more."
    ) { draft in
      draft.holds(left: 400)
      draft.fails()
      draft.asks("c1", at: 0, "A", within: 200)
      draft.asks("c2", at: 450, "failure", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "herd-after-failure", "CRED-RUN-13", "CRED-RUN-6",
      comment: "After the back-off many callers make one fetch between them."
    ) { draft in
      draft.fails()
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "failure", within: 200)
      draft.ask(at: [61_000, 61_000, 61_000, 61_500], "A", within: 1000)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "renewal-is-tried-again", "CRED-RUN-13", "CRED-RUN-10",
      comment: "A renewal that failed is tried again before the token ends."
    ) { draft in
      draft.holds(left: 500_000)
      draft.fails()
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.asks("c2", at: 61_000, "A", within: 0)
      draft.asks("c3", at: 62_000, "B", within: 0)
      draft.fetches(2, atMost: 2)
    },
  ]

  /// How long the back-off is.
  static let bounds: [BuiltCase] =
    [1, 2, 3, 4].flatMap { seed in
      [
        BuiltCase.timeline(
          "back-off-first-\(seed)", "CRED-RUN-14", "CRED-RUN-13",
          comment: "After one failure half a second must pass, and after a second a fetch is due."
        ) { draft in
          draft.script.jitter = Int64(seed) * 7919
          draft.fails(.transport, in: 0)
          draft.gives("A", in: 100)
          draft.asks("c1", at: 0, "failure", within: 0)
          draft.asks("c2", at: 499, "failure", within: 0)
          draft.asks("c3", at: 1000, "A", within: 100)
          draft.fetches(2, atMost: 2)
        }
      ]
    } + [
      .timeline(
        "back-off-doubles", "CRED-RUN-14",
        comment: "After the second failure at least a second must pass, and at most two."
      ) { draft in
        draft.fails(.transport, in: 0, times: 2)
        draft.gives("A", in: 100)
        draft.ask(at: [0, 1000, 1999], "failure")
        draft.asks("c4", at: 3000, "A", within: 100)
        draft.fetches(3, atMost: 3)
      },
      .timeline(
        "back-off-doubles-again", "CRED-RUN-14",
        comment: "After the third failure at least two seconds must pass, and at most four."
      ) { draft in
        draft.fails(.status, in: 0, times: 3)
        draft.gives("A", in: 100)
        draft.ask(at: [0, 1000, 3000, 4999], "failure")
        draft.asks("c5", at: 7000, "A", within: 100)
        draft.fetches(4, atMost: 4)
      },
      .timeline(
        "back-off-has-an-end", "CRED-RUN-14", "CRED-RUN-13",
        comment: "After twelve failures a minute is enough: the wait does not double for ever."
      ) { draft in
        draft.fails(.transport, in: 0, times: 12)
        draft.gives("A", in: 100)
        draft.ask(at: (0..<12).map { $0 * 60_000 }, "failure")
        draft.asks("c13", at: 720_000, "A", within: 100)
        draft.fetches(13, atMost: 13)
      },
      .timeline(
        "back-off-of-many-failures", "CRED-RUN-14",
        comment: "After eight failures half a minute must pass."
      ) { draft in
        draft.fails(.transport, in: 0, times: 8)
        draft.gives("A", in: 100)
        draft.ask(at: (0..<8).map { $0 * 60_000 }, "failure")
        draft.ask(at: [430_000, 449_999], "failure")
        draft.asks("c11", at: 480_000, "A", within: 100)
        draft.fetches(9, atMost: 9)
      },
      .timeline(
        "success-resets-back-off", "CRED-RUN-14",
        comment: "After a success the first failure counts as the first."
      ) { draft in
        draft.fails(.transport, in: 0, times: 4)
        draft.gives("A", in: 0, expires: 300_000)
        draft.fails(.transport, in: 0)
        draft.gives("B", in: 100)
        draft.ask(at: [0, 60_000, 120_000, 180_000], "failure")
        draft.asks("c5", at: 240_000, "A", within: 0)
        draft.asks("c6", at: 301_000, "failure", within: 0)
        draft.asks("c7", at: 302_000, "B", within: 100)
        draft.fetches(7, atMost: 7)
      },
    ]
}
