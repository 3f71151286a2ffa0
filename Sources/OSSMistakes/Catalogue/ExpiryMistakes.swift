internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in judging when credentials expire and when they are to be renewed (CRED-EXP).
enum ExpiryMistakes {
  /// Mistakes that the machine which refreshes credentials makes in another way.
  private static let both = MistakeRows(
    \.credentials, in: [.credentialStanding, .credentialTimeline])
  /// Mistakes that the machine makes as well, with the same functions.
  private static let rows = both.by {
    (change: @escaping @Sendable (inout CredentialModel) -> Void) in
    { model in
      change(&model)
      model.refresh.judge(by: model.standing)
    }
  }

  private static let exact = rows.breaking("CRED-EXP-1")
    .fix("Subtract milliseconds from milliseconds, and round nothing.")
    .setting(\.standing.remaining)
  private static let corrected = rows.breaking("CRED-EXP-2", "CRED-RUN-23")
    .fix("Add the known offset, in milliseconds, to the device's clock.").setting(\.standing.time)
  private static let expiring = rows.breaking("CRED-EXP-4")
    .fix("Let credentials expire when nothing is left, and then sign nothing.")
  private static let unknown = rows.breaking("CRED-EXP-9")
    .fix("Keep credentials without an expiration until they are rejected or replaced.")
    .setting(\.standing.end)
  private static let wide = "Renew credentials with less than 300 seconds left; let callers wait."
  /// A window of five minutes that depends on the lifetime.
  private static let window = rows.breaking("CRED-EXP-3").fix(wide).by {
    (length: @escaping @Sendable (Int64) -> Int64) in
    { $0.standing.fiveMinutes = { (0, length($0)) } }
  }

  /// Windows of the scaled policy, from the lifetime and the right windows.
  private static let windows = rows.breaking("CRED-EXP-7")
    .fix("Take a third of the lifetime, rounded down, and 900 seconds at most.").by {
      (windows: @escaping @Sendable (Int64, StandingModel.Windows) -> StandingModel.Windows) in
      { $0.standing.scaled = { [former = $0.standing.scaled] in windows($0, former($0)) } }
    }
  private static let mandatory = windows.breaking("CRED-EXP-8")
    .fix("Take a fifteenth of the lifetime, rounded down, and 60 seconds at most.")

  static let all: [Mistake] = [
    // Precision.
    exact("expiry-time-truncated", "The time is cut to whole seconds before it is compared.")
      .breaking("CRED-EXP-1", "CRED-RUN-4")
      .seen("The federation provider divides the device's time by 1000 first.", .android)
      .change { $0.minus($1 / 1000 * 1000) },
    exact("expiry-end-truncated", "The expiration is cut to whole seconds.")
      .seen("The federation provider divides its milliseconds by 1000 as integers.", .iOS)
      .change { ($0 / 1000 * 1000).minus($1) },
    exact("expiry-remaining-in-seconds", "Seconds that remain are compared with milliseconds.")
      .breaking("CRED-EXP-1", "CRED-EXP-3").change { $0.minus($1) / 1000 },
    exact("expiry-in-whole-seconds", "Both moments are cut to whole seconds first.")
      .change { $0.startOfSecond.minus($1.startOfSecond) },
    exact("expiry-remaining-stops-at-zero", "What remains is never less than zero.")
      .change { max(0, $0.minus($1)) },
    rows("expiry-windows-in-whole-seconds")
      .sentence("What remains and the windows are compared in whole seconds, rounded down.")
      .breaking("CRED-EXP-4", "CRED-EXP-7").fix("Compare milliseconds, and round nothing.")
      .change { model in
        model.standing.standing = { [former = model.standing.standing] remaining, windows in
          former(
            remaining.startOfSecond,
            (windows.advisory.startOfSecond, windows.mandatory.startOfSecond))
        }
      },
    corrected("expiry-on-device-clock", "Expiry is judged without the known offset of the clock.")
      .seen("The learned offset belongs to one operation and reaches no provider.", .swiftV2)
      .seen("The system's clock is asked.", .reqsign, .credentialsGo, .credentialsPython)
      .change { now, _ in now },
    corrected("expiry-offset-subtracted", "The known offset is subtracted from the device's clock.")
      .change { $0.minus($1) },
    corrected("expiry-time-seconds-guessed", "A present that is a small number is read as seconds.")
      .breaking("CRED-EXP-10").fix("Read a moment in the unit that the interface states.")
      .change { (1..<100_000_000_000 ~= $0 ? $0 * 1000 : $0).plus($1) },
    rows("expiry-obtained-not-corrected")
      .sentence("The moment when credentials came is not corrected, so their lifetime is wrong.")
      .breaking("CRED-EXP-6", "CRED-RUN-23")
      .fix("Count the lifetime from when credentials came, on the corrected clock.")
      .change { $0.standing.obtained = { obtained, _ in obtained } },
    // Ends.
    both("expiry-never-ends", "Credentials that have expired are used like any others.")
      .breaking("CRED-EXP-4", "CRED-RUN-1")
      .fix("Let credentials expire when nothing is left, and then sign nothing.")
      .seen("The federation provider hands out what its block returns, expired or not.", .iOS)
      .seen("No provider looks at the expiration itself.", .android)
      .seen("refreshSTSToken goes by the age; the expiration is never read.", .javaScript)
      .change { model in
        model.standing.rejudge { $2 == "expired" ? "mandatory" : $2 }
        model.refresh.rephase { phase, _, state in
          phase == .expired && state.held != nil ? .fresh : phase
        }
      },
    expiring("expiry-ends-below-zero", "With nothing left credentials are still used.")
      .breaking("CRED-EXP-4", "CRED-RUN-1")
      .seen("isExpired asks for a remaining time below 0.", .swiftV2).change { model in
        model.standing.rejudge { $0 == 0 ? "mandatory" : $2 }
        model.refresh.fault = { [former = model.refresh.fault] state, token, time in
          former(state, token, token.expiration == time ? time.adding(.milliseconds(-1)) : time)
        }
        model.refresh.takesReplacement = { [former = model.refresh.takesReplacement] in
          former($0, $1, $2) || $1.expiration == $2
        }
      },
    expiring("expiry-ends-ten-seconds-early", "With ten seconds left credentials count as expired.")
      .seen("The credentials of an instance profile expire with 10 seconds left.", .java)
      .seen("The rotating provider's value expires with 15 seconds left.", .soto).change {
        $0.standing.rejudge { remaining, _, right in remaining <= 10_000 ? "expired" : right }
      },
    unknown("expiry-unknown-is-1970", "An unknown expiration is read as 1970.")
      .breaking("CRED-EXP-9", "CRED-RUN-24")
      .seen("A missing expiration is zero milliseconds.", .iOS).change { end, _, _ in end ?? 0 },
    unknown("expiry-unknown-is-now", "Credentials without an expiration live for 30 seconds.")
      .seen("An expiration that cannot be read is 30 seconds from now.", .android)
      .change { end, now, _ in end ?? now.plus(30_000) },
    unknown("expiry-unknown-is-an-hour")
      .sentence("Credentials without an expiration expire an hour after they came.")
      .breaking("CRED-EXP-9", "CRED-RUN-24").change { end, _, came in end ?? came.plus(3_600_000) },
    unknown("expiry-seconds-guessed", "An expiration that is a small number is read as seconds.")
      .breaking("CRED-EXP-10").fix("Read a moment in the unit that the interface states.")
      .seen("The numeric expiration is in seconds, where iOS has milliseconds.", .android)
      .change { end, _, _ in end.map { 1..<100_000_000_000 ~= $0 ? $0 * 1000 : $0 } },
    unknown("expiry-zero-is-unknown", "An expiration of zero is read as unknown.")
      .breaking("CRED-EXP-10")
      .fix("Take an expiration of 0 for 1 January 1970, and not for an unknown one.").change {
        end, _, _ in end == 0 ? nil : end
      },
    // Five minutes.
    window("expiry-window-closed", "With exactly 300 seconds left credentials are renewed.")
      .breaking("CRED-EXP-3", "CRED-RUN-3").change { _ in 300_001 },
    both("expiry-window-900").sentence(
      "The window is 900 seconds, so a token that lives for 900 seconds is always renewed."
    ).breaking("CRED-EXP-3", "CRED-RUN-3").fix(wide)
      .seen("The stale time is the expiration less 15 minutes.", .credentialsPython)
      .change { model in
        model.standing.fiveMinutes = { _ in (0, 900_000) }
        model.refresh.rephase { phase, remaining, _ in
          guard phase != .expired, let remaining else { return phase }
          return remaining <= 900_000 ? .mandatory : .fresh
        }
        model.refresh.intervalIsOver = { _, _, _ in true }
      },
    window("expiry-window-180", "The window is 180 seconds.")
      .seen("The URI and role providers compare with 180 seconds.", .credentialsGo)
      .seen("The rotating provider renews with 165 and 15 seconds left.", .soto)
      .change { _ in 180_000 },
    window("expiry-window-120", "The window is 120 seconds.")
      .seen("Credentials are valid until two minutes before they expire.", .reqsign)
      .change { _ in 120_000 },
    window("expiry-window-in-seconds", "The window of 300 is compared with milliseconds.")
      .change { _ in 300 },
    window("expiry-window-one-fifth", "The window is a fifth of the lifetime.")
      .seen("The fetcher's provider refreshes after 80 % of the lifetime.", .goV2)
      .seen("The providers of roles refresh with 20 % of a nominal lifetime left.", .java)
      .change { $0 / 5 },
    window("expiry-window-15-percent", "The window is 15 % of the lifetime.")
      .seen("EcsRamRoleCredentialsFetcher refreshes with 15 % left.", .oss2)
      .change { $0 * 15 / 100 },
    rows("expiry-window-of-minutes-part")
      .sentence("The minutes of what is left are compared without the hours, from 0 to 59.")
      .breaking("CRED-EXP-3").fix("Compare all that is left with the window.").change { model in
        model.standing.rejudge { remaining, windows, right in
          let isClose = windows.advisory == 0 && remaining % 3_600_000 < windows.mandatory
          return right == "fresh" && isClose ? "mandatory" : right
        }
      },
    both("expiry-window-since-fetch")
      .sentence("Credentials are renewed 300 seconds after they came, whatever their expiration.")
      .breaking("CRED-EXP-3", "CRED-RUN-3", "CRED-RUN-1").fix(wide)
      .seen("refreshSTSTokenInterval counts from the last fetch.", .javaScript).change { model in
        model.standing.fiveMinutes = { (0, $0.minus(300_000).plus(1)) }
        model.refresh.standing = { state, time in
          guard let obtained = state.held?.obtained else { return .expired }
          return time.since(state.trueTime(at: obtained)) >= .seconds(300) ? .mandatory : .fresh
        }
      },
    both("expiry-window-advisory").sentence(
      "In the last minutes callers get the old token while it is renewed in the background."
    ).breaking("CRED-EXP-3", "CRED-RUN-4").fix(wide)
      .seen("Below 300 s the old value is returned and renewed in the background.", .swiftV2).change
    { model in
      model.standing.fiveMinutes = { _ in (300_000, 0) }
      model.refresh.answersAtOnce = { _, phase in phase != .expired }
    },
    // Scaled.
    rows("expiry-windows-closed", "A window includes its own length.")
      .breaking("CRED-EXP-5").fix("Compare strictly, and look at the mandatory window first.")
      .seen("The remainder may equal the window.", .goV2).change { model in
        model.standing.rejudge { remaining, windows, right in
          if right == "advisory", remaining == windows.mandatory { return "mandatory" }
          return right == "fresh" && remaining == windows.advisory ? "advisory" : right
        }
      },
    rows("expiry-advisory-first", "The advisory window is asked for before the mandatory one.")
      .breaking("CRED-EXP-5").fix("Compare strictly, and look at the mandatory window first.")
      .change { model in
        model.standing.rejudge { remaining, windows, right in
          right == "mandatory" && remaining < windows.advisory ? "advisory" : right
        }
      },
    rows("expiry-windows-of-what-is-left")
      .sentence("The windows are shares of what is left, so credentials are fresh until they end.")
      .breaking("CRED-EXP-6", "CRED-EXP-7", "CRED-EXP-8")
      .fix("Count the lifetime from when credentials came, on the corrected clock.")
      .change { model in
        model.standing.scaled = { _ in (0, 0) }
      },
    rows("expiry-lifetime-nominal", "Every lifetime is assumed to be an hour.")
      .breaking("CRED-EXP-6")
      .fix("Count the lifetime from when credentials came, on the corrected clock.")
      .seen("The shares are those of a nominal lifetime of 1 or 6 hours.", .java)
      .change { $0.standing.lifetime = { _, _ in 3_600_000 } },
    windows("expiry-advisory-fixed-900", "The advisory window is 900 seconds for every lifetime.")
      .seen("A token of 900 seconds is stale when it comes.", .credentialsPython)
      .change { (900_000, $1.mandatory) },
    windows("expiry-advisory-fixed-300", "The advisory window is 300 seconds for every lifetime.")
      .seen("The window is 300 seconds.", .swiftV2).change { (300_000, $1.mandatory) },
    windows("expiry-windows-not-rounded", "The shares of the lifetime are not rounded down.")
      .breaking("CRED-EXP-7", "CRED-EXP-8")
      .fix("Take the share of the lifetime in whole milliseconds, rounded down.")
      .change { lifetime, _ in
        (min(900_000, lifetime.plus(2) / 3), min(60_000, lifetime.plus(14) / 15))
      },
    windows("expiry-advisory-unlimited", "The advisory window has no upper limit.")
      .change { ($0 / 3, $1.mandatory) },
    windows("expiry-larger-window")
      .sentence("A window is the larger one of the share of the lifetime and the fixed span.")
      .breaking("CRED-EXP-7", "CRED-EXP-8")
      .fix("Take the smaller one of the share of the lifetime and the fixed span.")
      .change { lifetime, _ in (max(900_000, lifetime / 3), max(60_000, lifetime / 15)) },
    windows("expiry-advisory-left-out", "Nothing is renewed before callers must wait for it.")
      .breaking("CRED-EXP-7", "CRED-RUN-5")
      .seen("A token is good until 120 s before its end and useless from then on.", .reqsign)
      .seen("A token is good until 180 s before its end and useless from then on.", .credentialsGo)
      .change { (0, $1.mandatory) },
    mandatory("expiry-mandatory-unlimited", "The mandatory window has no upper limit.")
      .change { ($1.advisory, $0 / 15) },
    mandatory("expiry-mandatory-300", "The mandatory window is five minutes for every lifetime.")
      .change { ($1.advisory, 300_000) },
    mandatory("expiry-mandatory-fixed-60", "The mandatory window is 60 seconds for every lifetime.")
      .change { ($1.advisory, 60_000) },
    mandatory("expiry-mandatory-as-advisory", "Callers wait from the advisory window on.")
      .change { ($1.advisory, $1.advisory) },
    both("expiry-mandatory-left-out").sentence(
      "Credentials are handed out until their last millisecond without waiting for others."
    ).breaking("CRED-EXP-3", "CRED-EXP-8", "CRED-RUN-4").fix(wide)
      .seen("Outside its window the fetcher asks only whether the token has expired.", .goV2)
      .change { model in
        model.standing.fiveMinutes = { _ in (0, 0) }
        model.standing.scaled = { [former = model.standing.scaled] in (former($0).advisory, 0) }
        model.refresh.rephase { phase, _, _ in phase == .mandatory ? .fresh : phase }
      },
  ]
}

extension StandingModel {
  /// Judges otherwise, from what remains, the windows and the right standing.
  fileprivate mutating func rejudge(
    _ change: @escaping @Sendable (Int64, Windows, String) -> String
  ) {
    standing = { [former = standing] in change($0, $1, former($0, $1)) }
  }
}

extension RefreshSteps {
  /// Judges what is held otherwise, from its phase, what is left of it and the state.
  mutating func rephase(
    _ change:
      @escaping @Sendable (CredentialStanding.Phase, Int64?, RefreshState) ->
      CredentialStanding.Phase
  ) {
    standing = { [former = standing] state, time in
      change(
        former(state, time), state.held?.credentials.expiration?.since(time).milliseconds, state)
    }
  }

  /// Judges what is held, and the clock, as the model of expiry does.
  mutating func judge(by model: StandingModel) {
    trueTime = { state, now in
      Moment(milliseconds: model.time(now.milliseconds, state.offset.span.milliseconds))
    }
    standing = { state, time in
      guard let held = state.held else { return .expired }
      let time = time.milliseconds
      let came = held.obtained.map {
        min(time, model.obtained($0.milliseconds, state.offset.span.milliseconds))
      }
      let expiration = held.credentials.expiration?.milliseconds
      guard let end = model.end(expiration, time, came ?? time) else { return .fresh }
      let lifetime = model.lifetime(end, came ?? time)
      let windows = state.policy == .scaled ? model.scaled(lifetime) : model.fiveMinutes(lifetime)
      return .init(rawValue: model.standing(model.remaining(end, time), windows)) ?? .expired
    }
  }
}
