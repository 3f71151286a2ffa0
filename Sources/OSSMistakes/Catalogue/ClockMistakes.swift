internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is learned of the time from an answer.
enum ClockMistakes {
  static let all = offsets + refusals + heads + others + dates + doubts + oldRequests

  private static let offsets: [Mistake] = [
    clock("offset-negated", ["CLK-OFF-1"], "The offset has the other sign.", oss: .refusesTime) {
      $0.offset = { $1.deviceTime.minus($0) }
    },
    clock("offset-in-seconds", ["CLK-OFF-1"], "The offset is counted in seconds.") {
      $0.offset = { $0.minus($1.deviceTime) / 1000 }
    },
    clock("offset-in-32-bits", ["CLK-OFF-1"], "The offset is kept in 32 bits, less than 25 days.") {
      $0.offset = { Int64(Int32(truncatingIfNeeded: $0.minus($1.deviceTime))) }
    },
    clock(
      "device-time-in-whole-seconds", ["CLK-OFF-2"], "The device's time is cut to whole seconds."
    ) { $0.offset = { $0.minus($1.deviceTime / 1000 * 1000) } },
    clock(
      "offset-from-corrected", ["CLK-OFF-2"], "The new offset is counted from the corrected clock."
    ) { $0.offset = { $1.distance(to: $0) } },
    clock(
      "offset-forgotten", ["CLK-OFF-3"], "An answer that teaches nothing makes the offset zero."
    ) { $0.result = { learned, _ in (learned ?? 0, learned != nil) } },
    clock("always-learned", ["CLK-OFF-3"], "Every answer is said to teach the offset.") {
      $0.result = { learned, reply in (learned ?? reply.known, true) }
    },
  ]

  private static let refusals: [Mistake] = [
    clock(
      "date-preferred", ["CLK-SRC-1"], "The header Date is preferred to ServerTime.",
      seen: .iOS("The header Date is read, never the body."),
      .android("The header Date is read, never the body (pull request 174 is open).")
    ) { model in model.serverTime = { $0.date == nil ? $1.serverTime : nil } },
    clock("request-time", ["CLK-SRC-1"], "RequestTime is read as the time of OSS.") {
      $0.serverTime = { $1.requestTime ?? $1.serverTime }
    },
    clock(
      "time-zone-of-device", ["CLK-SRC-1", "CLK-DATE-1"],
      "Times are read in the time zone of the device, such as UTC+8."
    ) { model in
      model.serverTime = { $1.serverTime?.minus(28_800_000) }
      model.form.other = { DateForm().time($0)?.minus(28_800_000) }
    },
    clock(
      "fraction-required", ["CLK-SRC-1"], "A ServerTime without a fraction is not read.",
      seen: .swiftV2("The pattern has milliseconds and a zone.")
    ) { $0.serverTime = { $1.hasFraction ? $1.serverTime : nil } },
    clock("fraction-refused", ["CLK-SRC-1"], "A ServerTime with a fraction is not read.") {
      $0.serverTime = { $1.hasFraction ? nil : $1.serverTime }
    },
    clock(
      "without-date", ["CLK-SRC-2"], "Only ServerTime is read, never Date.",
      seen: .javaScript("Only the ServerTime of the body is read.")
    ) { $0.triesDate = { _ in false } },
    clock(
      "unreadable-time-ends-search", ["CLK-SRC-2"],
      "Date is not tried beside a ServerTime that cannot be read.",
      seen: .swiftV2("Date is tried only where there is no ServerTime.")
    ) { $0.triesDate = { $0.serverTimeText == nil || $0.serverTime != nil } },
    clock(
      "implausible-time-ends-search", ["CLK-SRC-2"],
      "Date is not tried beside a ServerTime that cannot be true."
    ) { $0.triesDate = { $0.serverTime == nil } },
    clock(
      "signing-date-ignored", ["CLK-SRC-3"], "The refusal of the day in the scope is ignored."
    ) { $0.afterMeaning { meaning, _, _ in meaning == .signingDate ? nil : meaning } },
    clock(
      "signing-date-above-limit", ["CLK-SRC-3"],
      "The refusal of the day in the scope teaches nothing below 900 seconds.",
      seen: .android("The gap must be above 15 minutes.")
    ) { $0.afterMeaning { meaning, _, _ in meaning == .signingDate ? .skewed : meaning } },
  ]

  private static let heads: [Mistake] = [
    clock(
      "header-not-read", ["CLK-SRC-4"], "The header x-oss-err is not read.",
      seen: .iOS("No such header is read."), .swiftV2("The header x-oss-error is read instead.")
    ) { $0.reading { $0.header = nil } },
    clock(
      "empty-body-hides-header", ["CLK-SRC-4"], "With a body of no bytes x-oss-err is not read."
    ) { $0.reading { if $0.body != nil { $0.header = nil } } },
    clock("header-preferred", ["CLK-SRC-4"], "The header x-oss-err is preferred to the body.") {
      $0.reading { if $0.header != nil { $0.body = nil } }
    },
  ]

  private static let others: [Mistake] = [
    clock("set-by-any-answer", ["CLK-SRC-6"], "The Date of every answer sets the clock.") { model in
      let (input, fault) = (model.errorInput, model.fault)
      model.errorInput = { input($0) ?? [:] }
      model.fault = { fault($0, $1) ?? .init() }
      model.afterMeaning { meaning, _, _ in meaning ?? .signingDate }
      model.tokenServerTells = { _ in true }
    },
    clock("set-by-any-refusal", ["CLK-SRC-6"], "The Date of every 403 sets the clock.") { model in
      model.afterMeaning { meaning, status, _ in meaning ?? (status == 403 ? .signingDate : nil) }
    },
    clock(
      "set-at-any-status", ["CLK-SRC-6"], "The status beside the code of an error is ignored."
    ) { model in
      let former = model.meaning
      model.meaning = { former(403, $1) ?? former(400, $1) }
    },
    clock("code-in-any-case", ["CLK-SRC-6"], "The code is compared without regard to case.") {
      model in
      model.afterMeaning { meaning, _, fault in
        meaning ?? (fault.code?.lowercased() == "requesttimetooskewed" ? .skewed : nil)
      }
    },
    clock(
      "token-server-any-status", ["CLK-SRC-6"],
      "The Date of any answer of the token server is taken."
    ) { $0.tokenServerTells = { _ in true } },
    clock(
      "token-server-is-oss", ["CLK-SRC-6"], "Answers of the token server are read as those of OSS."
    ) { $0.isOSS = { _ in true } },
    clock("page-believed", ["CLK-SRC-6"], "A 403 that is no error is read as a wrong clock.") {
      let former = $0.fault
      $0.fault = { former($0, $1) ?? .init(code: "RequestTimeTooSkewed") }
    },
  ]

  private static let dates: [Mistake] = [
    clock("date-not-read", ["CLK-DATE-1"], "Date is not read.") { $0.form.exists = { _ in false } },
    clock("date-hours-to-12", ["CLK-DATE-1"], "Date is read with hours up to 12, as by `hh`.") {
      $0.form.exists = { 1...12 ~= $0.time.hour }
    },
    clock("date-blanks-refused", ["CLK-DATE-1"], "A Date with blanks at its ends is not read.") {
      $0.trimmed = { $0 }
    },
    clock("date-in-format-of-bodies", ["CLK-DATE-2"], "The format of bodies is read in Date.") {
      $0.form.other = { (try? Moment(iso8601: $0)).map { $0.seconds * 1000 } }
    },
    clock("date-zone-ignored", ["CLK-DATE-2"], "The zone of Date is ignored.") {
      $0.form.isInGMT = { _ in true }
    },
    clock(
      "date-rolled-over", ["CLK-DATE-2"],
      "A day after the end of a month is read as a day of the next month."
    ) { model in
      model.form.exists = { $0.time.day <= 31 }
      model.form.hasRightWeekday = { _ in true }
    },
    clock(
      "unreadable-date-is-now", ["CLK-DATE-2"],
      "A Date that cannot be read makes the device's clock the true one.",
      seen: .iOS("The date of a header that cannot be read is nil and is used as it is.")
    ) { model in
      let (former, form) = (model.result, model.form)
      model.result = { learned, reply in
        let isUnreadable = reply.date.map { form.time($0) == nil } == true
        return learned == nil && isUnreadable ? (0, true) : former(learned, reply)
      }
    },
    clock(
      "age-ignored", ["CLK-DATE-4"], "The Date of a cached answer is used.",
      seen: .iOS("Age is not looked at."), .android("Age is not looked at.")
    ) { $0.isCached = { _ in false } },
    clock(
      "age-zero-ignored", ["CLK-DATE-4"],
      "An Age that is zero, or no number, is treated as missing."
    ) { $0.isCached = { ($0.flatMap { Int($0) } ?? 0) > 0 } },
  ]

  private static let doubts: [Mistake] = [
    clock(
      "any-time-believed", ["CLK-TRUE-1"], "Any time is believed.",
      seen: .iOS("The Date of the answer is taken as it is."),
      .android("A Date of 1970 is taken (issue 167)."), .swiftV2("Any ServerTime or Date is taken.")
    ) { $0.believe { _, _, _ in true } },
    clock("bounds-left-out", ["CLK-TRUE-1"], "The first moments of 2020 and of 2100 are refused.") {
      $0.believe { isPlausible, time, _ in
        isPlausible && time != 1_577_836_800_000 && time != 4_102_444_800_000
      }
    },
    clock("no-last-moment", ["CLK-TRUE-1"], "Any time in the future is believed.") {
      $0.believe { isPlausible, time, _ in isPlausible || 4_102_444_800_000 < time }
    },
    clock("server-time-believed", ["CLK-TRUE-1"], "Any ServerTime is believed.") {
      $0.believe { isPlausible, _, member in isPlausible || member == "ServerTime" }
    },
    clock("date-believed", ["CLK-TRUE-1"], "Any Date is believed.") {
      $0.believe { isPlausible, _, member in isPlausible || member == "Date" }
    },
  ]

  private static let oldRequests: [Mistake] = [
    clock(
      "old-request-learned", ["CLK-TRUE-2"], "A request that was old sets the clock.",
      seen: .iOS("The code alone decides."), .android("The code alone decides."),
      .swiftV2("The code alone decides.")
    ) { $0.isOld = { _, _ in false } },
    clock("old-request-open", ["CLK-TRUE-2"], "At exactly 900 seconds the clock is set.") {
      $0.isOld = { abs($1.distance(to: $0)) < 900_000 }
    },
    clock("old-request-in-seconds", ["CLK-TRUE-2"], "The distance is cut to whole seconds.") {
      $0.isOld = { abs($1.distance(to: $0) / 1000) <= 900 }
    },
    clock("old-request-one-way", ["CLK-TRUE-2"], "Below 900 seconds a slow clock is still set.") {
      $0.isOld = { -900_000...0 ~= $1.distance(to: $0) }
    },
    clock("old-request-other-way", ["CLK-TRUE-2"], "Below 900 seconds a fast clock is still set.") {
      $0.isOld = { 0...900_000 ~= $1.distance(to: $0) }
    },
    clock(
      "old-request-by-device", ["CLK-TRUE-2"],
      "The time of OSS is compared with the device's clock."
    ) { $0.isOld = { abs($0.minus($1.deviceTime)) <= 900_000 } },
  ]
}

extension ClockMistakes {
  /// A mistake in learning the time.
  private static func clock(
    _ id: String, _ clauses: [String], _ sentence: String, oss effect: Effect = .unknown,
    seen: SeenIn..., change: @escaping @Sendable (inout ClockModel) -> Void
  ) -> Mistake {
    .credentials(
      "clock-" + id, clauses, sentence, in: [.clockOffset], oss: effect, seen: seen
    ) { change(&$0.clock) }
  }
}

extension ClockModel.Fault {
  fileprivate var hasFraction: Bool { serverTimeText?.contains(".") == true }
}

extension ClockModel {
  /// Reads the error of an answer that lacks something.
  fileprivate mutating func reading(_ change: @escaping @Sendable (inout Reply) -> Void) {
    let former = errorInput
    errorInput = { reply in
      var reply = reply
      change(&reply)
      return former(reply)
    }
  }

  fileprivate mutating func afterMeaning(
    _ change: @escaping @Sendable (Meaning?, _ status: Int64, Fault) -> Meaning?
  ) {
    let former = meaning
    meaning = { change(former($0, $1), $0, $1) }
  }

  fileprivate mutating func believe(
    _ change: @escaping @Sendable (Bool, _ time: Int64, _ member: String) -> Bool
  ) {
    let former = isPlausible
    isPlausible = { change(former($0, $1), $0, $1) }
  }
}
