internal import OSSVectors

/// Clocks that are off, that step, and that are put right.
enum TimelineClockCases {
  private static let minute: Int64 = 60_000

  static let all = corrected + matrix + stepsBack + stepsForth

  private static let corrected: [BuiltCase] = [
    .timeline(
      "slow-clock-corrected", "CRED-RUN-23", "CRED-RUN-1",
      comment: "A clock ten minutes slow would use a token five minutes after its end."
    ) { draft in
      draft.script.clock = -10 * minute
      draft.holds(left: 5 * minute)
      draft.gives("B", in: 100)
      draft.learns(10 * minute, at: 0)
      draft.asks("c1", at: 6 * minute, "B", within: 100)
    },
    .timeline(
      "fast-clock-corrected", "CRED-RUN-23", "CRED-RUN-3",
      comment: "A clock an hour fast would throw a fresh token away."
    ) { draft in
      draft.script.clock = 60 * minute
      draft.holds(left: 50 * minute)
      draft.fails()
      draft.learns(-60 * minute, at: 0)
      draft.ask(at: [1, 1000], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "fast-clock-and-short-token", "CRED-RUN-23", "CRED-RUN-9",
      comment: "To a clock 20 minutes fast a new token of 900 s has expired; the correction tells."
    ) { draft in
      draft.script.clock = 20 * minute
      draft.gives("A", in: 100, expires: 15 * minute)
      draft.learns(-20 * minute, at: 0)
      draft.asks("c1", at: 1, "A", within: 100)
      draft.ask(at: [1000, 60_000], "A")
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "corrected-in-time", "CRED-RUN-23",
      comment: "A token that the device's clock calls fresh is in its last minute by the true one."
    ) { draft in
      draft.script.clock = -20 * minute
      draft.holds(left: 30_000)
      draft.gives("B", in: 100)
      draft.asks("c1", at: 0, "A", "B", within: 100)
      draft.learns(20 * minute, at: 200)
      draft.asks("c2", at: 300, "B", within: 100)
    },
    .timeline(
      "correction-is-no-event", "CRED-RUN-23",
      comment: "To learn the time again and again makes no fetch."
    ) { draft in
      draft.holds(left: 50 * minute)
      draft.fails()
      draft.learns(1000, at: 100)
      draft.learns(-1000, at: 200)
      draft.learns(0, at: 300)
      draft.learns(-200 * minute, at: 400)
      draft.ask(at: [500], "A")
      draft.learns(0, at: 600)
      draft.ask(at: [700], "A")
      draft.fetches(atMost: 0)
    },
    .timeline(
      "corrected-five-minutes", "CRED-RUN-23", "CRED-RUN-4",
      comment: "The five minutes are counted on the corrected clock."
    ) { draft in
      draft.script.policy = .fiveMinutes
      draft.script.clock = -5 * minute
      draft.holds(left: 4 * minute)
      draft.gives("B", in: 100)
      draft.learns(5 * minute, at: 0)
      draft.asks("c1", at: 100, "B", within: 100)
      draft.fetches(1, atMost: 1)
    },
    .timeline(
      "window-of-a-corrected-lifetime", "CRED-RUN-23", "CRED-RUN-5",
      comment:
        "The lifetime is counted with the correction too: a token of 900 s has windows of 300 s."
    ) { draft in
      draft.script.clock = -40 * minute
      draft.gives("A", in: 0, expires: 15 * minute)
      draft.learns(40 * minute, at: 0)
      draft.ask(at: [1, 9 * minute], "A")
      draft.fetches(1, atMost: 1)
    },
  ]

  /// Every distance of the clock with every lifetime, once it is learned.
  private static let matrix: [BuiltCase] = [-30, -10, 10, 30].flatMap { distance in
    [900, 3600].map { (lifetime: Int64) in
      let way = distance < 0 ? "slow" : "fast"
      return .timeline(
        "clock-\(abs(distance))-minutes-\(way)-\(lifetime)", "CRED-RUN-23", "CRED-RUN-1",
        comment: "A clock \(abs(distance)) minutes \(way), learned, and tokens of \(lifetime) s."
      ) { draft in
        let life = lifetime * 1000
        draft.script.clock = Int64(distance) * minute
        draft.learns(-Int64(distance) * minute, at: 0)
        draft.gives("A", in: 100, expires: life)
        draft.gives("B", in: 100, expires: 2 * life)
        draft.asks("c1", at: 1, "A", within: 100)
        draft.ask(at: [1000, life / 3, life / 2], "A")
        draft.asks("c5", at: life + 1000, "B", within: 100)
        draft.fetches(2, atMost: 2)
      }
    }
  }
}
