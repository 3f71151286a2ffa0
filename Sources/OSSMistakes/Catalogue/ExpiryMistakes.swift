internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in judging when credentials expire and when they are to be renewed.
enum ExpiryMistakes {
  static let all = precision + clock + ends + fiveMinutes + order + lifetimes + scaled

  private static let precision: [Mistake] = [
    expiry(
      "expiry-time-truncated", ["CRED-EXP-1", "CRED-RUN-4"],
      "The time is cut to whole seconds before it is compared.",
      seen: .android("The federation provider divides the device's time by 1000 first.")
    ) { $0.standing.remaining = { $0.minus($1 / 1000 * 1000) } },
    expiry(
      "expiry-end-truncated", ["CRED-EXP-1"], "The expiration is cut to whole seconds.",
      seen: .iOS("The federation provider divides its milliseconds by 1000 as integers.")
    ) { $0.standing.remaining = { ($0 / 1000 * 1000).minus($1) } },
    expiry(
      "expiry-remaining-in-seconds", ["CRED-EXP-1", "CRED-EXP-3"],
      "What remains is counted in seconds and compared with milliseconds."
    ) { $0.standing.remaining = { $0.minus($1) / 1000 } },
    expiry(
      "expiry-moments-as-float", ["CRED-EXP-1"],
      "Moments are kept as 32-bit floating-point numbers, which are minutes apart."
    ) { $0.standing.remaining = { Int64(Float($0) - Float($1)) } },
  ]

  private static let clock: [Mistake] = [
    expiry(
      "expiry-on-device-clock", ["CRED-EXP-2", "CRED-RUN-23"],
      "Expiry is judged by the device's clock without the known offset.",
      seen: .swiftV2("The learned offset belongs to one operation and reaches no provider."),
      .reqsign("The system's clock is asked."), .credentialsGo("The system's clock is asked."),
      .credentialsPython("The system's clock is asked.")
    ) { $0.standing.time = { now, _ in now } },
    expiry(
      "expiry-offset-subtracted", ["CRED-EXP-2", "CRED-RUN-23"],
      "The known offset is subtracted from the device's clock."
    ) { $0.standing.time = { $0.minus($1) } },
    expiry(
      "expiry-offset-in-whole-seconds", ["CRED-EXP-2"], "The offset is cut to whole seconds."
    ) { $0.standing.time = { $0.plus($1 / 1000 * 1000) } },
  ]

  private static let ends: [Mistake] = [
    both(
      "expiry-never-ends", ["CRED-EXP-4", "CRED-RUN-1"],
      "Credentials that have expired are used like any others.", oss: .refusesExpired,
      seen: .iOS("The federation provider hands out what its block returns, expired or not."),
      .android("No provider looks at the expiration itself."),
      .javaScript("refreshSTSToken goes by the age; the expiration is never read.")
    ) { model in
      model.rejudge { $2 == "expired" ? "mandatory" : $2 }
      model.refresh.rephase { phase, _, state in
        phase == .expired && state.held != nil ? .fresh : phase
      }
    },
    expiry(
      "expiry-ends-below-zero", ["CRED-EXP-4", "CRED-RUN-1"],
      "With nothing left credentials are still used.", oss: .refusesExpired,
      seen: .swiftV2("isExpired asks for a remaining time below 0.")
    ) { $0.rejudge { $0 == 0 ? "mandatory" : $2 } },
    expiry(
      "expiry-ends-ten-seconds-early", ["CRED-EXP-4"],
      "With ten seconds left credentials count as expired.",
      seen: .java("The credentials of an instance profile expire with 10 seconds left."),
      .soto("The rotating provider's value expires with 15 seconds left.")
    ) { $0.rejudge { remaining, _, standing in remaining <= 10_000 ? "expired" : standing } },
    expiry("expiry-without-sign", ["CRED-EXP-4"], "What remains is taken without its sign.") {
      $0.standing.remaining = { abs(max($0.minus($1), -.max)) }
    },
    expiry(
      "expiry-unknown-is-1970", ["CRED-EXP-9", "CRED-RUN-24"],
      "An unknown expiration is read as 1970.",
      seen: .iOS("A missing expiration is zero milliseconds.")
    ) { $0.standing.end = { end, _ in end ?? 0 } },
    expiry(
      "expiry-unknown-is-now", ["CRED-EXP-9"],
      "Credentials with an unknown expiration live for half a minute.",
      seen: .android("An expiration that cannot be read is 30 seconds from now.")
    ) { $0.standing.end = { $0 ?? $1.plus(30_000) } },
    expiry(
      "expiry-seconds-guessed", ["CRED-EXP-10"], "A small number is read as seconds.",
      seen: .android("The numeric expiration is in seconds, where iOS has milliseconds.")
    ) { model in
      let read = { @Sendable (number: Int64) in
        0 < number && number < 100_000_000_000 ? number * 1000 : number
      }
      model.standing.end = { end, _ in end.map(read) }
      model.standing.time = { read($0).plus($1) }
    },
    expiry("expiry-zero-is-unknown", ["CRED-EXP-10"], "An expiration of zero is read as unknown.") {
      $0.standing.end = { end, _ in end == 0 ? nil : end }
    },
  ]

  private static let fiveMinutes: [Mistake] = [
    expiry(
      "expiry-window-closed", ["CRED-EXP-3", "CRED-RUN-3"],
      "With exactly 300 seconds left credentials are renewed."
    ) { $0.standing.fiveMinutes = { _ in (0, 300_001) } },
    both(
      "expiry-window-900", ["CRED-EXP-3", "CRED-RUN-3"],
      "The window is 900 seconds, so a token that lives for 900 seconds is always renewed.",
      seen: .credentialsPython("The stale time is the expiration less 15 minutes.")
    ) { model in
      model.standing.fiveMinutes = { _ in (0, 900_000) }
      model.refresh.rephase { phase, remaining, _ in
        guard phase != .expired, let remaining else { return phase }
        return remaining <= 900_000 ? .mandatory : .fresh
      }
      model.refresh.intervalIsOver = { _, _, _ in true }
    },
    share(
      "expiry-window-180", "The window is 180 seconds.",
      seen: .credentialsGo("The URI and role providers compare with 180 seconds."),
      .soto("The rotating provider renews with 165 and 15 seconds left.")
    ) { _ in 180_000 },
    share(
      "expiry-window-120", "The window is 120 seconds.",
      seen: .reqsign("Credentials are valid until two minutes before they expire.")
    ) { _ in 120_000 },
    share("expiry-window-in-seconds", "The window of 300 is compared with milliseconds.") { _ in
      300
    },
    share(
      "expiry-window-one-fifth", "The window is a fifth of the lifetime.",
      seen: .goV2("The fetcher's provider refreshes after 80 % of the lifetime."),
      .java("The providers of roles refresh with 20 % of a nominal lifetime left.")
    ) { $0 / 5 },
    share(
      "expiry-window-15-percent", "The window is 15 % of the lifetime.",
      seen: .oss2("EcsRamRoleCredentialsFetcher refreshes with 15 % left.")
    ) { $0 * 15 / 100 },
    share("expiry-window-half-life", "The window is half of the lifetime.") { $0 / 2 },
    both(
      "expiry-window-since-fetch", ["CRED-EXP-3", "CRED-RUN-3"],
      "Credentials are renewed 300 seconds after they came, whatever their expiration.",
      seen: .javaScript("refreshSTSTokenInterval counts from the last fetch.")
    ) { model in
      model.standing.fiveMinutes = { (0, $0.minus(300_000).plus(1)) }
      model.refresh.standing = { state, time in
        guard let obtained = state.held?.obtained else { return .expired }
        return time.since(state.trueTime(at: obtained)) >= .seconds(300) ? .mandatory : .fresh
      }
    },
    both(
      "expiry-window-advisory", ["CRED-EXP-3", "CRED-RUN-4"],
      "In the last minutes callers get the old token while it is renewed in the background.",

      seen: .swiftV2("Below 300 s the old value is returned and renewed in the background.")
    ) { model in
      model.standing.fiveMinutes = { _ in (300_000, 0) }
      model.refresh.answersAtOnce = { _, phase in phase != .expired }
    },
  ]

  private static let order: [Mistake] = [
    expiry(
      "expiry-advisory-first", ["CRED-EXP-5"], "The advisory window is looked at first."
    ) { model in
      model.rejudge { $2 == "mandatory" && $0 < $1.advisory ? "advisory" : $2 }
    },
    expiry(
      "expiry-windows-closed", ["CRED-EXP-5"], "A window includes its own length.",
      seen: .goV2("The remainder may equal the window.")
    ) { model in
      model.rejudge { remaining, windows, standing in
        if standing == "advisory", remaining == windows.mandatory { return "mandatory" }
        return standing == "fresh" && remaining == windows.advisory ? "advisory" : standing
      }
    },
  ]

  private static let lifetimes: [Mistake] = [
    expiry(
      "expiry-obtained-not-corrected", ["CRED-EXP-6", "CRED-RUN-23"],
      "The moment when credentials came is not corrected, so their lifetime is wrong."
    ) { $0.standing.obtained = { obtained, _ in obtained } },
    expiry("expiry-lifetime-without-sign", ["CRED-EXP-6"], "A negative lifetime loses its sign.") {
      $0.standing.lifetime = { abs(max($0.minus($1), -.max)) }
    },
    expiry(
      "expiry-lifetime-nominal", ["CRED-EXP-6"], "Every lifetime is assumed to be an hour.",
      seen: .java("The shares are those of a nominal lifetime of 1 or 6 hours.")
    ) { $0.standing.lifetime = { _, _ in 3_600_000 } },
  ]
}

extension ExpiryMistakes {
  /// A mistake in judging expiry, which the machine that refreshes credentials makes as well.
  private static func expiry(
    _ id: String, _ clauses: [String], _ sentence: String, oss effect: Effect = .unknown,
    seen: SeenIn..., change: @escaping @Sendable (inout CredentialModel) -> Void
  ) -> Mistake { expiry(id, clauses, sentence, oss: effect, all: seen, change: change) }

  /// A mistake that the machine makes in another way.
  private static func both(
    _ id: String, _ clauses: [String], _ sentence: String, oss effect: Effect = .unknown,
    seen: SeenIn..., change: @escaping @Sendable (inout CredentialModel) -> Void
  ) -> Mistake { .credentials(id, clauses, sentence, oss: effect, seen: seen, change: change) }

  private static func expiry(
    _ id: String, _ clauses: [String], _ sentence: String, oss effect: Effect = .unknown,
    all seen: [SeenIn], change: @escaping @Sendable (inout CredentialModel) -> Void
  ) -> Mistake {
    .credentials(id, clauses, sentence, oss: effect, seen: seen) { model in
      change(&model)
      model.refresh.judge(by: model.standing)
    }
  }

  /// A mistake whose window of five minutes depends on the lifetime.
  private static func share(
    _ id: String, _ sentence: String, seen: SeenIn...,
    length: @escaping @Sendable (_ lifetime: Int64) -> Int64
  ) -> Mistake {
    expiry(id, ["CRED-EXP-3"], sentence, all: seen) {
      $0.standing.fiveMinutes = { (0, length($0)) }
    }
  }
}

extension ExpiryMistakes {
  private static let scaled: [Mistake] = [
    advisory(
      "fixed-900", "The advisory window is 900 seconds for every lifetime.",
      seen: .credentialsPython("A token of 900 seconds is stale when it comes.")
    ) { _ in 900_000 },
    advisory(
      "fixed-300", "The advisory window is 300 seconds for every lifetime.",
      seen: .swiftV2("The window is 300 seconds.")
    ) { _ in 300_000 }, advisory("unlimited", "The advisory window has no upper limit.") { $0 / 3 },
    advisory("rounded-up", "The advisory window is rounded up.") { min(900_000, ($0 + 2) / 3) },
    advisory("at-least-second", "The advisory window is one second at least.") {
      max(1000, min(900_000, $0 / 3))
    },
    expiry(
      "expiry-advisory-left-out", ["CRED-EXP-7", "CRED-RUN-5"],
      "Nothing is renewed before callers must wait for it.",
      seen: .reqsign("A token is good until 120 s before its end and useless from then on."),
      .credentialsGo("A token is good until 180 s before its end and useless from then on.")
    ) { $0.standing.rescale { _, right in (0, right.mandatory) } },
    mandatory("fixed-60", "The mandatory window is 60 seconds for every lifetime.") { _ in 60_000 },
    mandatory("unlimited", "The mandatory window has no upper limit.") { $0 / 15 },
    mandatory("300", "The mandatory window is five minutes for every lifetime.") { _ in 300_000 },
    mandatory("rounded-up", "The mandatory window is rounded up.") { min(60_000, ($0 + 14) / 15) },
    both(
      "expiry-mandatory-left-out", ["CRED-EXP-3", "CRED-EXP-8", "CRED-RUN-4"],
      "Credentials are handed out until their last millisecond without waiting for others.",
      seen: .goV2("Outside its window the fetcher asks only whether the token has expired.")
    ) { model in
      model.standing.fiveMinutes = { _ in (0, 0) }
      model.standing.rescale { _, right in (right.advisory, 0) }
      model.refresh.rephase { phase, _, _ in phase == .mandatory ? .fresh : phase }
    },
  ]

  /// A mistake whose advisory window of the scaled policy has another length.
  private static func advisory(
    _ id: String, _ sentence: String, seen: SeenIn...,
    length: @escaping @Sendable (_ lifetime: Int64) -> Int64
  ) -> Mistake {
    expiry("expiry-advisory-" + id, ["CRED-EXP-7"], sentence, all: seen) {
      $0.standing.rescale { (length($0), $1.mandatory) }
    }
  }

  /// A mistake whose mandatory window of the scaled policy has another length.
  private static func mandatory(
    _ id: String, _ sentence: String, _ length: @escaping @Sendable (_ lifetime: Int64) -> Int64
  ) -> Mistake {
    expiry("expiry-mandatory-" + id, ["CRED-EXP-8"], sentence) {
      $0.standing.rescale { ($1.advisory, length($0)) }
    }
  }
}

extension StandingModel {
  /// Takes other windows by the scaled policy, from the lifetime and the right windows.
  fileprivate mutating func rescale(
    _ change: @escaping @Sendable (_ lifetime: Int64, Windows) -> Windows
  ) {
    let former = scaled
    scaled = { change($0, former($0)) }
  }
}

extension CredentialModel {
  /// Judges otherwise, from what remains, the windows and the right standing.
  fileprivate mutating func rejudge(
    _ change: @escaping @Sendable (Int64, StandingModel.Windows, String) -> String
  ) {
    let former = standing.standing
    standing.standing = { change($0, $1, former($0, $1)) }
  }
}

extension RefreshSteps {
  /// Judges what is held, and the clock, as the model of expiry does.
  mutating func judge(by model: StandingModel) {
    trueTime = { state, now in
      Moment(milliseconds: model.time(now.milliseconds, state.offset.span.milliseconds))
    }
    standing = { state, time in
      guard let held = state.held else { return .expired }
      let time = time.milliseconds
      guard let end = model.end(held.credentials.expiration?.milliseconds, time) else {
        return .fresh
      }
      let came = held.obtained.map {
        model.obtained($0.milliseconds, state.offset.span.milliseconds)
      }
      let lifetime = model.lifetime(end, min(came ?? time, time))
      let windows = state.policy == .scaled ? model.scaled(lifetime) : model.fiveMinutes(lifetime)
      return .init(rawValue: model.standing(model.remaining(end, time), windows)) ?? .expired
    }
  }
}
