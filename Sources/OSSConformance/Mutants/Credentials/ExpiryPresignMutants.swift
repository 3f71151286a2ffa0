internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// Mistakes in how long a presigned URL works.
enum ExpiryPresignMutants {
  static let all: [Mutant] = ends + seconds + limits + findings + kinds

  private static let ends: [Mutant] = [
    limit(
      "presign-limit-token-ignored", "CRED-PRE-1", "The end of the credentials is not looked at.",
      mend: "Give the earlier of the two ends.",
      sightings: [
        .iOS("A URL is signed for its interval alone."),
        .android("A URL is signed for its interval alone."),
        .swiftV2("A URL is signed for its interval alone."),
      ]
    ) { $0.comesFirst = { _, _ in false } },
    limit(
      "presign-limit-token-always", "CRED-PRE-1", "The end of the credentials is always given.",
      mend: "Give the earlier of the two ends."
    ) { $0.comesFirst = { _, _ in true } },
    limit(
      "presign-limit-later-end", "CRED-PRE-1", "The later of the two ends is given.",
      mend: "Give the earlier one."
    ) { $0.comesFirst = { $0 > $1 } },
    limit(
      "presign-limit-tie-is-token", "CRED-PRE-5", "Ends that fall together are the token's.",
      mend: "Name the token only where it ends first."
    ) { $0.comesFirst = { $0 <= $1 } },
    limit(
      "presign-limit-ends-in-seconds", "CRED-PRE-5", "The ends are compared in whole seconds.",
      mend: "Compare milliseconds."
    ) { $0.comesFirst = { $0.adding(.milliseconds(999)).cutToSeconds < $1 } },
    limit(
      "presign-limit-ends-rounded", "CRED-PRE-5", "The end of the token is cut to its second.",
      mend: "Compare milliseconds."
    ) { steps in
      steps.comesFirst = { $0.adding(.milliseconds(-1)).cutToSeconds < $1 }
    },
    limit(
      "presign-limit-outliving-unsaid", "CRED-PRE-5",
      "It is not said that a URL outlives its token.", mend: "Add the finding.",
      sightings: [.iOS("Nothing is said."), .goV2("Nothing is said.")]
    ) { $0.afterFindings { findings, _, _ in findings.filter { $0 != .outlivesToken } } },
  ]

  /// A mutant that finds the end of an interval otherwise.
  private static func ending(
    _ id: String, _ mistake: String,
    _ end: @escaping @Sendable (_ now: Int64, _ interval: Int64) -> Int64
  ) -> Mutant {
    limit(
      id, "CRED-PRE-2", mistake, mend: "Begin with the second that the time is in."
    ) { steps in
      let former = steps.intervalEnd
      steps.intervalEnd = { now, interval in
        guard former(now, interval) != nil else { return nil }
        return UnixMilliseconds(milliseconds: end(now.milliseconds, interval.count))
      }
    }
  }

  private static let seconds: [Mutant] = [
    ending("presign-limit-interval-in-milliseconds", "The interval is counted in milliseconds.") {
      $0 / 1000 * 1000 + $1
    },
    ending("presign-limit-fraction-kept", "The fraction of a second is kept.") { $0 + $1 * 1000 },
    ending("presign-limit-rounded-up", "The time is rounded up to the next second.") {
      ($0 + 999) / 1000 * 1000 + $1 * 1000
    },
    ending("presign-limit-rounded", "The time is rounded to the nearest second.") {
      ($0 + 500) / 1000 * 1000 + $1 * 1000
    },
    ending("presign-limit-towards-zero", "A time before 1970 is rounded towards zero.") {
      $0 / 1000 * 1000 + $1 * 1000
    },
  ]

  private static let limits: [Mutant] = [
    limit(
      "presign-limit-any-interval", "CRED-PRE-3", "Any interval is signed.",
      mend: "Refuse what is not 1 to 604,800 seconds in V4.",
      sightings: [.iOS("No range is checked."), .android("No range is checked.")]
    ) { $0.refusal = { _, _ in nil } },
    limit(
      "presign-limit-without-lower-limit", "CRED-PRE-3", "Zero and negative intervals are signed.",
      mend: "Refuse what is less than a second.",
      sightings: [.swiftV2("Only the upper limit of seven days is checked.")]
    ) { $0.exempt { version, interval in version.isV4 && interval < Seconds(1) } },
    limit(
      "presign-limit-without-upper-limit", "CRED-PRE-3",
      "An interval above a week is signed in V4.", mend: "Refuse what is more than 604,800 seconds."
    ) { $0.exempt { _, interval in interval > Seconds(1) } },
    limit(
      "presign-limit-week-refused", "CRED-PRE-3", "An interval of exactly a week is refused.",
      mend: "Allow 604,800 seconds."
    ) { $0.forbid { version, interval in version.isV4 && interval == Seconds(604_800) } },
    limit(
      "presign-limit-minute-at-least", "CRED-PRE-3", "An interval below a minute is refused.",
      mend: "Allow a second."
    ) { $0.forbid { version, interval in version.isV4 && interval < Seconds(60) } },
    limit(
      "presign-limit-v1-without-lower-limit", "CRED-PRE-4",
      "Zero and negative intervals are signed in V1.", mend: "Refuse what is less than a second.",
      sightings: [
        .swiftV2("The interval of V1 is not checked."), .iOS("No range is checked."),
      ]
    ) { $0.exempt { version, interval in version == .v1 && interval < Seconds(1) } },
    limit(
      "presign-limit-v1-second-refused", "CRED-PRE-4",
      "An interval of one second is refused in V1.", mend: "Allow a second."
    ) { $0.forbid { version, interval in version == .v1 && interval == Seconds(1) } },
    limit(
      "presign-limit-v1-week", "CRED-PRE-4", "The limit of V4 holds in V1 too.",
      mend: "Let V1 be signed for longer."
    ) { $0.forbid { version, interval in version == .v1 && interval > Seconds(604_800) } },
    limit(
      "presign-limit-any-year", "CRED-PRE-4", "A URL is signed beyond the year 9999.",
      mend: "Refuse it: no format can write that year."
    ) { steps in
      steps.intervalEnd = { now, interval in
        let start = now.milliseconds - ((now.milliseconds % 1000) + 1000) % 1000
        return UnixMilliseconds(milliseconds: start &+ interval.count &* 1000)
      }
    },
  ]

  private static let findings: [Mutant] = [
    limit(
      "presign-limit-12-hours-unsaid", "CRED-PRE-6", "It is not said that no session is so long.",
      mend: "Add the finding above 43,200 seconds.",
      sightings: [.iOS("Nothing is said."), .swiftV2("Nothing is said.")]
    ) { $0.afterFindings { findings, _, _ in findings.filter { $0 != .aboveTwelveHours } } },
    limit(
      "presign-limit-12-hours-closed", "CRED-PRE-6", "Twelve hours are found too long.",
      mend: "Find only what is longer."
    ) { steps in
      steps.afterFindings { findings, interval, credential in
        credential != .longTerm && interval == Seconds(43_200)
          ? findings + [.aboveTwelveHours] : findings
      }
    },
    limit(
      "presign-limit-findings-in-other-order", "CRED-PRE-6", "The findings stand in another order.",
      mend: "Say first that the token ends."
    ) { $0.afterFindings { findings, _, _ in findings.reversed() } },
    input(
      "presign-limit-long-session-refused", "CRED-PRE-7",
      "More than 12 hours are refused with temporary credentials.",
      mend: "Sign, and say what was found."
    ) { input in
      if input.isTemporary, (input["interval"]?.integerValue ?? 0) > 43_200 {
        input["interval"] = 0
      }
    },
    input(
      "presign-limit-ended-token-refused", "CRED-PRE-7",
      "A URL of credentials that have ended is refused.", mend: "Sign, and say when they ended."
    ) { input in
      if let end = input["expiration"]?.integerValue, let now = input["now"]?.integerValue,
        end <= now
      {
        input["interval"] = 0
      }
    },
    input(
      "presign-limit-ended-token-ignored", "CRED-PRE-7",
      "Credentials that have ended set no limit.", mend: "Give their end, though it has passed."
    ) { input in
      if let end = input["expiration"]?.integerValue, let now = input["now"]?.integerValue,
        end <= now
      {
        input["expiration"] = .null
      }
    },
  ]

  private static let kinds: [Mutant] = [
    input(
      "presign-limit-key-pair-is-session", "CRED-PRE-8",
      "A key pair is taken for temporary credentials.", mend: "Set no limit for a key pair."
    ) { $0["credential"] = "temporary" },
    input(
      "presign-limit-key-pair-ends", "CRED-PRE-8",
      "A key pair is said to end an hour from now.", mend: "Set no limit for a key pair."
    ) { input in
      guard !input.isTemporary, let now = input["now"]?.integerValue else { return }
      input["credential"] = "temporary"
      input["expiration"] = .number(JSONNumber(now + 3_600_000))
    },
    input(
      "presign-limit-unknown-is-1970", "CRED-PRE-9", "An unknown end is taken for 1970.",
      mend: "Set no limit where none is known."
    ) { input in
      if input.isTemporary, input["expiration"] == nil { input["expiration"] = 0 }
    },
    input(
      "presign-limit-unknown-is-shortest", "CRED-PRE-9", "An unknown end is taken for 900 seconds.",
      mend: "Set no limit where none is known."
    ) { input in
      guard input.isTemporary, input["expiration"] == nil, let now = input["now"]?.integerValue
      else { return }
      input["expiration"] = .number(JSONNumber(now + 900_000))
    },
  ]
}
