internal import OSSCredentials

/// Mistakes in when credentials are to be renewed.
enum ExpiryWindowMutants {
  static let all: [Mutant] = fiveMinutes + order + lifetimes + advisory + mandatory

  /// A mutant whose window of five minutes is another one.
  private static func window(
    _ id: String, _ mistake: String, _ sightings: Sighting...,
    length: @escaping @Sendable (_ lifetime: Milliseconds) -> Milliseconds
  ) -> Mutant {
    ExpiryMutants.standing(
      id, "CRED-EXP-3", mistake, mend: "Renew with less than 300 seconds left.",
      sightings: sightings
    ) { steps in
      steps.rewiden(.fiveMinutes) { lifetime, right in
        RefreshWindows(advisory: right.advisory, mandatory: length(lifetime))
      }
    }
  }

  private static let fiveMinutes: [Mutant] = [
    window(
      "expiry-window-closed", "With exactly 300 seconds left credentials are renewed."
    ) { _ in .milliseconds(300_001) },
    window(
      "expiry-window-900", "Credentials are renewed with 900 seconds left.",
      .credentialsPython("The stale time is the expiration less 15 minutes.")
    ) { _ in .seconds(900) },
    window(
      "expiry-window-180", "Credentials are renewed with 180 seconds left.",
      .credentialsGo("The URI and role providers compare with 180 seconds."),
      .soto("The rotating provider renews with 165 and 15 seconds left.")
    ) { _ in .seconds(180) },
    window(
      "expiry-window-120", "Credentials are renewed with 120 seconds left.",
      .reqsign("Credentials are valid until two minutes before they end.")
    ) { _ in .seconds(120) },
    window(
      "expiry-window-one-fifth", "Credentials are renewed when four fifths of their life are gone.",
      .goV2("The fetcher's provider refreshes after 80 % of the lifetime."),
      .java("The providers of roles refresh with 20 % of a nominal lifetime left.")
    ) { .milliseconds($0.count / 5) },
    window(
      "expiry-window-15-percent", "Credentials are renewed with 15 % of their life left.",
      .oss2("EcsRamRoleCredentialsFetcher refreshes with 15 % left.")
    ) { .milliseconds($0.count * 15 / 100) },
    window(
      "expiry-window-half-life", "Credentials are renewed after half of their life."
    ) { .milliseconds($0.count / 2) },
    window(
      "expiry-window-since-fetch", "Credentials are renewed 300 seconds after the last fetch.",
      .javaScript("refreshSTSTokenInterval counts from the last fetch; Expiration is not read.")
    ) { .milliseconds($0.count - 300_000 + 1) },
    ExpiryMutants.standing(
      "expiry-window-advisory", "CRED-EXP-3", "With less than 300 seconds left nobody waits.",
      mend: "Renew before anything else is signed.",
      sightings: [.swiftV2("Within the window the old credentials are returned.")]
    ) { steps in
      steps.rewiden(.fiveMinutes) { _, right in
        RefreshWindows(advisory: right.mandatory, mandatory: .zero)
      }
    },
  ]

  private static let order: [Mutant] = [
    ExpiryMutants.standing(
      "expiry-advisory-first", "CRED-EXP-5", "The advisory window is looked at first.",
      mend: "Look at the mandatory one first: it lies within the other."
    ) { steps in
      steps.rephase { remaining, windows, phase in
        phase == .mandatory && remaining < windows.advisory ? .advisory : phase
      }
    },
    ExpiryMutants.standing(
      "expiry-windows-closed", "CRED-EXP-5", "A window holds its own length too.",
      mend: "Compare strictly.",
      sightings: [.goV2("The remainder may equal the window.")]
    ) { steps in
      steps.rephase { remaining, windows, phase in
        if phase == .advisory, remaining == windows.mandatory { return .mandatory }
        return phase == .fresh && remaining == windows.advisory ? .advisory : phase
      }
    },
  ]

  private static let lifetimes: [Mutant] = [
    ExpiryMutants.standing(
      "expiry-obtained-not-corrected", "CRED-EXP-6",
      "The moment of the fetch is taken from the device's clock as it is.",
      mend: "Correct it as the time is corrected."
    ) { $0.lifetime = { end, obtained, _ in end.since(obtained) } },
    ExpiryMutants.standing(
      "expiry-lifetime-without-sign", "CRED-EXP-6",
      "A negative lifetime is taken without its sign.", mend: "Take it for none."
    ) { steps in
      steps.lifetime = {
        let span = $0.since($2.corrected($1)).count
        return .milliseconds(span < 0 ? -span : span)
      }
    },
    ExpiryMutants.standing(
      "expiry-lifetime-nominal", "CRED-EXP-6", "Every lifetime is taken for an hour.",
      mend: "Count it from the moment at which the credentials were obtained.",
      sightings: [.java("The shares are those of a nominal lifetime of 1 or 6 hours.")]
    ) { $0.lifetime = { _, _, _ in .seconds(3600) } },
  ]

  /// A mutant whose advisory window of the scaled policy is another one.
  private static func advisory(
    _ id: String, _ mistake: String, _ sightings: Sighting...,
    length: @escaping @Sendable (_ lifetime: Int64) -> Int64
  ) -> Mutant {
    ExpiryMutants.standing(
      id, "CRED-EXP-7", mistake, mend: "Take a third, rounded down, and 900 seconds at most.",
      sightings: sightings
    ) { steps in
      steps.rewiden(.scaled) { lifetime, right in
        RefreshWindows(
          advisory: .milliseconds(length(max(lifetime, .zero).count)), mandatory: right.mandatory)
      }
    }
  }

  private static let advisory: [Mutant] = [
    advisory(
      "expiry-advisory-fixed-900", "The advisory window is 900 seconds in any life.",
      .credentialsPython("A token of 900 seconds is stale from its birth.")
    ) { _ in 900_000 },
    advisory(
      "expiry-advisory-fixed-300", "The advisory window is 300 seconds in any life.",
      .swiftV2("The window is 300 seconds.")
    ) { _ in 300_000 },
    advisory("expiry-advisory-unlimited", "The advisory window is a third of any life.") { $0 / 3 },
    advisory("expiry-advisory-smaller", "The advisory window is a fifth of the life.") {
      min(900_000, $0 / 5)
    },
    advisory("expiry-advisory-limit-600", "The advisory window ends at 600 seconds.") {
      min(600_000, $0 / 3)
    },
    advisory("expiry-advisory-rounded-up", "The advisory window is rounded up.") {
      min(900_000, ($0 + 2) / 3)
    },
    advisory("expiry-advisory-at-least-second", "The advisory window is a second at least.") {
      max(1000, min(900_000, $0 / 3))
    },
    advisory("expiry-advisory-left-out", "There is no advisory window.") { _ in 0 },
  ]

  /// A mutant whose mandatory window of the scaled policy is another one.
  private static func mandatory(
    _ id: String, _ mistake: String,
    length: @escaping @Sendable (_ lifetime: Int64) -> Int64
  ) -> Mutant {
    ExpiryMutants.standing(
      id, "CRED-EXP-8", mistake, mend: "Take a fifteenth, rounded down, and 60 seconds at most."
    ) { steps in
      steps.rewiden(.scaled) { lifetime, right in
        RefreshWindows(
          advisory: right.advisory, mandatory: .milliseconds(length(max(lifetime, .zero).count)))
      }
    }
  }

  private static let mandatory: [Mutant] = [
    mandatory("expiry-mandatory-fixed-60", "The mandatory window is 60 seconds in any life.") { _ in
      60_000
    },
    mandatory("expiry-mandatory-unlimited", "The mandatory window is a fifteenth of any life.") {
      $0 / 15
    },
    mandatory("expiry-mandatory-rounded-up", "The mandatory window is rounded up.") {
      min(60_000, ($0 + 14) / 15)
    },
    mandatory("expiry-mandatory-300", "The mandatory window is five minutes.") { _ in 300_000 },
    mandatory("expiry-mandatory-left-out", "There is no mandatory window.") { _ in 0 },
    mandatory("expiry-mandatory-limit-30", "The mandatory window ends at 30 seconds.") {
      min(30_000, $0 / 15)
    },
  ]
}
