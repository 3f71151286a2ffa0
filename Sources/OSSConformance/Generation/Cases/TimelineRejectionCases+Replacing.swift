internal import OSSVectors

extension TimelineRejectionCases {
  /// A server that gives the rejected token again.
  static let again: [BuiltCase] = [
    .timeline(
      "rejected-again", "CRED-RUN-20",
      comment: "A server with a cache gives the rejected token again: that is a failed fetch."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("A", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.asks("c2", at: 200, "failure", within: 100)
      draft.asks("c3", at: 400, "failure", within: 0)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "rejected-again-then-another", "CRED-RUN-20", "CRED-RUN-13",
      comment: "When the server's cache has a new token at last, it is taken."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("A", in: 100)
      draft.gives("A", in: 100)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.reject("A", at: 100)
      draft.ask(at: [200, 61_000], "failure", within: 100)
      draft.asks("c4", at: 122_000, "B", within: 100)
      draft.fetches(3, atMost: 3)
    },
    .timeline(
      "fetched-then-rejected-again", "CRED-RUN-20", "CRED-RUN-17",
      comment: "A fetched token that is rejected does not come back either."
    ) { draft in
      draft.gives("A", in: 100)
      draft.asks("c1", at: 0, "A", within: 100)
      draft.reject("A", at: 500)
      draft.ask(at: [600, 600], "failure", within: 100)
      draft.fetches(2, atMost: 2)
    },
  ]

  /// Tokens that an application puts in.
  static let replaced: [BuiltCase] = [
    .timeline(
      "replaced", "CRED-RUN-21",
      comment: "A token that was put in is what callers get from then on."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.fails()
      draft.token("R", expires: 7_200_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.replace("R", at: 100)
      draft.ask(at: [101, 5000], "R")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "replaced-after-expiry", "CRED-RUN-21",
      comment: "After the expiry a new token is put in, and no restart is needed."
    ) { draft in
      draft.holds(left: 1000)
      draft.fails(.nothing, in: 0)
      draft.token("R", expires: 7_200_000)
      draft.asks("c1", at: 2000, "failure", within: 0)
      draft.replace("R", at: 2100)
      draft.ask(at: [2101, 2102], "R")
      draft.fetches(atMost: 1)
    },
    .timeline(
      "replaced-while-waiting", "CRED-RUN-21",
      comment: "Who waits for a fetch gets the token that was put in meanwhile, at once."
    ) { draft in
      draft.gives("A", in: 60_000)
      draft.token("R", expires: 7_200_000)
      draft.ask(at: [0, 100], "R", within: 1000)
      draft.replace("R", at: 1000)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "replaced-by-expired", "CRED-RUN-21", "CRED-RUN-1",
      comment: "An expired token that is put in changes nothing."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B")
      draft.token("R", expires: -1)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.replace("R", at: 100)
      draft.ask(at: [200, 300], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "replaced-while-backing-off", "CRED-RUN-21", "CRED-RUN-14",
      comment: "A token that is put in makes the failures before it forgotten."
    ) { draft in
      draft.fails(.transport, in: 0, times: 5)
      draft.gives("A", in: 100)
      draft.token("R", expires: 240_500)
      draft.ask(at: [0, 60_000, 120_000, 180_000], "failure")
      draft.replace("R", at: 240_000)
      draft.asks("c5", at: 240_001, "R", within: 0)
      draft.asks("c6", at: 241_000, "failure", within: 0)
      draft.asks("c7", at: 242_000, "A", within: 100)
    },
    .timeline(
      "replaced-then-rejected", "CRED-RUN-17", "CRED-RUN-21",
      comment: "A token that was put in and rejected is dropped, and the next one is fetched."
    ) { draft in
      draft.holds(left: 3_000_000)
      draft.gives("B", in: 100)
      draft.token("R", expires: 7_200_000)
      draft.replace("R", at: 100)
      draft.asks("c1", at: 200, "R", within: 0)
      draft.reject("R", at: 300)
      draft.asks("c2", at: 400, "B", within: 100)
      draft.fetches(1, atMost: 1)
    },
  ]

  /// Tokens that are put in while a fetch is in flight.
  static let replacedInFlight: [BuiltCase] = [
    .timeline(
      "late-result", "CRED-RUN-22",
      comment: "The result of a fetch from before the replacement does not take its place."
    ) { draft in
      draft.holds(left: 500_000)
      draft.gives("B", in: 2000)
      draft.token("R", expires: 7_200_000)
      draft.asks("c1", at: 0, "A", within: 0)
      draft.replace("R", at: 1000)
      draft.ask(at: [1500, 2001, 5000], "R")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "late-failure", "CRED-RUN-22",
      comment: "The failure of a fetch from before the replacement starts no back-off."
    ) { draft in
      draft.fails(.transport, in: 2000)
      draft.gives("B", in: 100)
      draft.token("R", expires: 2100)
      draft.asks("c1", at: 0, "R", within: 1000)
      draft.replace("R", at: 1000)
      draft.asks("c2", at: 2101, "B", within: 100)
      draft.fetches(2, atMost: 2)
    },
    .timeline(
      "late-result-and-rejection", "CRED-RUN-22", "CRED-RUN-6",
      comment: "Who waits for a fetch whose result no longer counts gets another fetch after it."
    ) { draft in
      draft.gives("A", in: 2000)
      draft.gives("B", in: 500)
      draft.token("R", expires: 7_200_000)
      draft.asks("c1", at: 0, "R", within: 1000)
      draft.replace("R", at: 1000)
      draft.reject("R", at: 1100)
      draft.asks("c2", at: 1200, "B", within: 1300)
      draft.fetches(2, atMost: 2)
    },
  ]
}
