internal import OSSVectors

extension TimelineConcurrencyCases {
  /// Callers that leave while others wait.
  static let leaving: [BuiltCase] = [
    .timeline(
      "first-leaves", "CRED-RUN-16",
      comment: "The caller that started the fetch leaves; the other one is served all the same."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "cancelled", within: 500)
      draft.asks("c2", at: 100, "A", within: 900)
      draft.cancel("c1", at: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "second-leaves", "CRED-RUN-16",
      comment: "The caller that joined leaves; the one that started the fetch is served."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "A", within: 1000)
      draft.asks("c2", at: 100, "cancelled", within: 400)
      draft.cancel("c2", at: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "all-leave", "CRED-RUN-16",
      comment: "All leave and the fetch goes on: the next caller need not begin anew."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.gives("B", in: 1000)
      draft.ask(at: [0, 0], "cancelled", within: 300)
      draft.cancel("c1", at: 200)
      draft.cancel("c2", at: 300)
      draft.asks("c3", at: 600, "A", within: 400)
      draft.asks("c4", at: 2000, "A", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "not-poisoned", "CRED-RUN-16",
      comment: "A caller that leaves breaks nothing for those who come later."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "cancelled", within: 100)
      draft.cancel("c1", at: 100)
      draft.asks("c2", at: 5000, "A", within: 1000)
      draft.asks("c3", at: 10_000, "A", within: 0)
    },
    .timeline(
      "half-leave", "CRED-RUN-16", "CRED-RUN-7",
      comment: "Of twenty callers ten leave, and the other ten are served."
    ) { draft in
      draft.gives("A", in: 1000)
      for number in 1...20 {
        if number.isMultiple(of: 2) {
          draft.asks("c\(number)", at: 0, "A", within: 1000)
        } else {
          draft.asks("c\(number)", at: 0, "cancelled", within: 500)
          draft.cancel("c\(number)", at: 500)
        }
      }
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "leaves-in-last-minute", "CRED-RUN-16", "CRED-RUN-4",
      comment: "A caller that leaves in the last minute does not stop the renewal."
    ) { draft in
      draft.holds(left: 30_000)
      draft.gives("B", in: 1000)
      draft.asks("c1", at: 0, "cancelled", within: 100)
      draft.asks("c2", at: 50, "B", within: 950)
      draft.cancel("c1", at: 100)
      draft.asks("c3", at: 2000, "B", within: 0)
      draft.fetches(1, atMost: 1)
    },
  ]

  /// Callers that leave as something else happens.
  static let leavingLate: [BuiltCase] = [
    .timeline(
      "leaves-before-failure", "CRED-RUN-16",
      comment: "A caller that left is not told of the failure after it."
    ) { draft in
      draft.fails(.transport, in: 1000)
      draft.asks("c1", at: 0, "cancelled", within: 500)
      draft.asks("c2", at: 0, "failure", within: 1000)
      draft.cancel("c1", at: 500)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "leaves-at-once", "CRED-RUN-16",
      comment: "A caller that leaves at the moment when it asks is gone."
    ) { draft in
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "cancelled", within: 0)
      draft.cancel("c1", at: 0)
      draft.asks("c2", at: 100, "A", within: 1000)
      draft.fetches(1, atMost: 2)
    },
    .timeline(
      "leaves-as-the-fetch-ends", "CRED-RUN-16", "CRED-RUN-26",
      comment: "Leaving and the end of the fetch at one moment: one answer, whichever it is."
    ) { draft in
      draft.script.completionsLast = true
      draft.gives("A", in: 1000)
      draft.asks("c1", at: 0, "A", "cancelled", within: 1000)
      draft.asks("c2", at: 0, "A", within: 1000)
      draft.cancel("c1", at: 1000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "leaves-and-the-renewal-counts", "CRED-RUN-16",
      comment: "A fetch that nobody waits for any more still renews the token."
    ) { draft in
      draft.holds(left: 20_000)
      draft.gives("B", in: 5000)
      draft.gives("C", in: 5000)
      draft.asks("c1", at: 0, "cancelled", within: 1000)
      draft.cancel("c1", at: 1000)
      draft.asks("c2", at: 6000, "B", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "leaves-before-recovery", "CRED-RUN-16", "CRED-RUN-13",
      comment: "A fetch whose caller left may fail; the next caller is served after the back-off."
    ) { draft in
      draft.fails(.transport, in: 1000)
      draft.gives("A", in: 100)
      draft.asks("c1", at: 0, "cancelled", within: 500)
      draft.cancel("c1", at: 500)
      draft.asks("c2", at: 2000, "A", within: 100)
      draft.fetches(2, atMost: 2)
    },
  ]
}
