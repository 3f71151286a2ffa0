internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in judging how credentials stand towards their end.
enum ExpiryMutants {
  static let all: [Mutant] = precision + clock + ends + units + ExpiryWindowMutants.all

  private static let precision: [Mutant] = [
    standing(
      "expiry-time-truncated", "CRED-EXP-1", "The time is cut to whole seconds.",
      mend: "Subtract milliseconds.",
      sightings: [.android("The federation provider divides the time by 1000 first.")]
    ) { steps in
      steps.remaining = { $0.since($2.corrected($1).cutToSeconds) }
    },
    standing(
      "expiry-end-truncated", "CRED-EXP-1", "The expiration is cut to whole seconds.",
      mend: "Subtract milliseconds.",
      sightings: [.iOS("The federation provider divides its milliseconds by 1000 as integers.")]
    ) { steps in
      steps.remaining = { $0.cutToSeconds.since($2.corrected($1)) }
    },
    standing(
      "expiry-end-rounded-up", "CRED-EXP-1", "The expiration is rounded to the next second.",
      mend: "Subtract milliseconds."
    ) { steps in
      steps.remaining = {
        $0.adding(.milliseconds(999)).cutToSeconds.since($2.corrected($1))
      }
    },
    standing(
      "expiry-both-truncated", "CRED-EXP-1", "What remains is counted in whole seconds.",
      mend: "Subtract milliseconds."
    ) { steps in
      steps.remaining = { $0.cutToSeconds.since($2.corrected($1).cutToSeconds) }
    },
  ]

  private static let clock: [Mutant] = [
    standing(
      "expiry-on-device-clock", "CRED-EXP-2", "The clock of the device is taken as it is.",
      mend: "Add the known offset.",
      sightings: [
        .swiftV2("The learned offset belongs to one operation; expiry is judged without it."),
        .reqsign("The system's clock is asked."), .credentialsGo("The system's clock is asked."),
        .credentialsPython("The system's clock is asked."),
      ]
    ) { $0.remaining = { end, now, _ in end.since(now) } },
    standing(
      "expiry-offset-subtracted", "CRED-EXP-2", "The offset is taken off the device's clock.",
      mend: "Add it."
    ) { steps in
      steps.remaining = { $0.since($1.adding(.milliseconds(-$2.span.count))) }
    },
    standing(
      "expiry-offset-in-whole-seconds", "CRED-EXP-2", "The offset is cut to whole seconds.",
      mend: "Keep it in milliseconds."
    ) { steps in
      steps.remaining = { $0.since($1.adding(.seconds($2.span.count / 1000))) }
    },
    standing(
      "expiry-clock-guessed", "CRED-EXP-1",
      "What remains is never more than the credentials' life.",
      mend: "Subtract, and guess nothing."
    ) { steps in
      steps.remaining = { min($0.since($2.corrected($1)), .seconds(3600)) }
    },
  ]

  private static let ends: [Mutant] = [
    standing(
      "expiry-never-ends", "CRED-EXP-4", "Credentials that have ended are only due for renewal.",
      mend: "Sign nothing with them.",
      sightings: [
        .iOS("The federation provider hands out what its block returns, ended or not."),
        .android("No provider looks at the end itself."),
        .javaScript("Expiration is never read."),
      ]
    ) { $0.afterPhase { $0 == .expired ? .mandatory : $0 } },
    standing(
      "expiry-ends-below-zero", "CRED-EXP-4", "With nothing left credentials still serve.",
      mend: "End them at zero.",
      sightings: [.swiftV2("The remainder must be below zero to be expired.")]
    ) { $0.rephase { $0.count == 0 ? .mandatory : $2 } },
    standing(
      "expiry-ends-ten-seconds-early", "CRED-EXP-4",
      "With ten seconds left credentials have ended.", mend: "End them at zero.",
      sightings: [
        .java("The credentials of an instance profile end with 10 seconds left."),
        .soto("The rotating provider's value ends with 15 seconds left."),
      ]
    ) { $0.rephase { $0 <= .seconds(10) ? .expired : $2 } },
    standing(
      "expiry-without-sign", "CRED-EXP-4", "What remains is taken without its sign.",
      mend: "Keep the sign: below zero they have ended."
    ) { steps in
      steps.remaining = {
        let span = $0.since($2.corrected($1)).count
        return .milliseconds(span < 0 ? -span : span)
      }
    },
    input(
      "expiry-unknown-is-1970", "CRED-EXP-9", "An unknown end is taken for 1970.",
      mend: "Leave the credentials fresh until they are rejected.",
      sightings: [.iOS("A missing expiration is zero milliseconds.")]
    ) { input in
      if input["expiration"] == nil { input["expiration"] = 0 }
    },
    input(
      "expiry-unknown-is-now", "CRED-EXP-9", "Credentials of unknown end live half a minute.",
      mend: "Leave them fresh until they are rejected.",
      sightings: [.android("An expiration that cannot be read is 30 seconds from now.")]
    ) { input in
      guard input["expiration"] == nil, let now = input["now"]?.integerValue else { return }
      input["expiration"] = .number(JSONNumber(now + 30_000))
    },
  ]

  private static let units: [Mutant] = [
    input(
      "expiry-seconds-guessed", "CRED-EXP-10", "A small expiration is taken for seconds.",
      mend: "Take it in the unit that the interface states.",
      sightings: [.android("The numeric expiration is in seconds, where iOS has milliseconds.")]
    ) { input in
      guard let end = input["expiration"]?.integerValue, 0 < end, end < 100_000_000_000 else {
        return
      }
      input["expiration"] = .number(JSONNumber(end * 1000))
    },
    input(
      "expiry-zero-is-unknown", "CRED-EXP-10", "An expiration of zero means that there is none.",
      mend: "Tell none apart from 1970."
    ) { input in
      if input["expiration"]?.integerValue == 0 { input["expiration"] = .null }
    },
    input(
      "expiry-time-in-seconds-guessed", "CRED-EXP-10", "A small time is taken for seconds.",
      mend: "Take it in the unit that the interface states."
    ) { input in
      guard let now = input["now"]?.integerValue, now < 100_000_000_000 else { return }
      input["now"] = .number(JSONNumber(now * 1000))
    },
  ]

  /// A mutant of one step of the standing.
  static func standing(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout StandingSteps) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.credentialStanding], sightings: sightings
    ) { change(&$0.standing) }
  }

  private static func input(
    _ id: String, _ clause: String, _ mistake: String, mend: String, sightings: [Sighting] = [],
    _ change: @escaping @Sendable (inout JSONObject) -> Void
  ) -> Mutant {
    Mutant(
      id, clause, mistake, mend: mend, on: [.credentialStanding], sightings: sightings
    ) { steps in
      steps.rewriteInput { _, input in change(&input) }
    }
  }
}

extension UnixMilliseconds {
  /// The moment at which its second begins, rounded towards 1970 as integers are.
  var cutToSeconds: UnixMilliseconds { UnixMilliseconds(milliseconds: milliseconds / 1000 * 1000) }
}

extension StandingSteps {
  /// Changes the phase that was found.
  mutating func afterPhase(
    _ change: @escaping @Sendable (CredentialStanding.Phase) -> CredentialStanding.Phase
  ) {
    rephase { change($2) }
  }

  /// Finds another phase, from what is left, the windows and the phase that was found.
  mutating func rephase(
    _ change:
      @escaping @Sendable (Milliseconds, RefreshWindows, CredentialStanding.Phase) ->
      CredentialStanding.Phase
  ) {
    let former = phase
    phase = { change($0, $1, former($0, $1)) }
  }

  /// Replaces the windows of a policy, given the lifetime and the windows as they should be.
  mutating func rewiden(
    _ policy: RefreshPolicy,
    _ change: @escaping @Sendable (Milliseconds, RefreshWindows) -> RefreshWindows
  ) {
    let former = windows
    windows = { given, lifetime in
      let right = former(given, lifetime)
      return given == policy ? change(lifetime, right) : right
    }
  }
}
