internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in what is learned of the time from an answer (CLK).
enum ClockMistakes {
  private static let rows = MistakeRows(\.credentials.clock, in: [.clockOffset])
  private static let counted = rows.breaking("CLK-OFF-1")
    .fix("Subtract the device's time, as it is, from the true one in 64-bit milliseconds.")
    .setting(\.offset)
  private static let known = rows.breaking("CLK-OFF-3")
    .fix("Keep the known offset, and report whether an answer taught another one.")
    .setting(\.result)
  private static let serverTime = rows.breaking("CLK-SRC-1")
    .fix("Read ServerTime first, in UTC, with a fraction and without one.").setting(\.serverTime)
  private static let tried = rows.breaking("CLK-SRC-2")
    .fix("Read Date where no ServerTime can be used.").setting(\.triesDate)
  private static let meaning = rows.wrapping(\.meaning)
  private static let scope = meaning.breaking("CLK-SRC-3")
    .fix("Learn from Date, however small the gap is, after exactly this code and message.")
  private static let input = rows.wrapping(\.errorInput).breaking("CLK-SRC-4")
    .fix("Read the body if it has a byte, and x-oss-err otherwise.")
  private static let learning = rows.breaking("CLK-SRC-6")
    .fix("Learn only from refusals for the time and the token server's successes.")
  private static let misread = learning.wrapping(\.meaning)
  private static let read = rows.breaking("CLK-DATE-1")
    .fix("Read Date in the form of RFC 9110, without blanks at its ends.")
  private static let exact = rows.breaking("CLK-DATE-2")
    .fix("Treat a Date in another form, or of a day that does not exist, as missing.")
  private static let cached = rows.breaking("CLK-DATE-4")
    .fix("Ignore Date where there is the header Age, whatever it says.")
  private static let believed = rows.wrapping(\.isPlausible).breaking("CLK-TRUE-1")
    .fix("Believe times from the beginning of 2020 to that of 2100 and no others.")
  private static let old = rows.breaking("CLK-TRUE-2")
    .fix("Learn nothing where the time of OSS is 900 s or less from the corrected clock.")
    .setting(\.isOld)

  static let all: [Mistake] = [
    // Offsets.
    counted("clock-offset-negated", "The offset has the other sign.")
      .change { $1.deviceTime.minus($0) },
    counted("clock-offset-in-seconds", "The offset is counted in seconds.")
      .change { $0.minus($1.deviceTime) / 1000 },
    counted("clock-device-time-in-whole-seconds", "The device's time is cut to whole seconds.")
      .breaking("CLK-OFF-2").change { $0.minus($1.deviceTime / 1000 * 1000) },
    counted("clock-offset-from-corrected", "The new offset is counted from the corrected clock.")
      .breaking("CLK-OFF-2").change { $1.distance(to: $0) },
    counted("clock-offset-added", "The new offset is added to the known one.")
      .breaking("CLK-OFF-2").change { $0.minus($1.deviceTime).plus($1.known) },
    counted("clock-offset-not-negative", "The offset of a clock that is fast is 0.")
      .change { max(0, $0.minus($1.deviceTime)) },
    known("clock-offset-forgotten", "An answer that teaches nothing makes the offset zero.")
      .change { learned, _ in (learned ?? 0, learned != nil) },
    known("clock-zero-is-no-offset", "An offset of zero is taken for none, and the old one stays.")
      .breaking("CLK-OFF-2").change { learned, reply in
        learned == 0 ? (reply.known, false) : (learned ?? reply.known, learned != nil)
      },
    known("clock-always-learned", "Every answer is said to teach the offset.")
      .change { ($0 ?? $1.known, true) },
    // Sources.
    rows("clock-date-preferred", "The header Date is preferred to ServerTime.")
      .breaking("CLK-SRC-1").fix("Read ServerTime first, and Date where it cannot be used.")
      .seen("The header Date is read, never the body.", .iOS)
      .seen("The header Date is read, never the body (pull request 174 is open).", .android)
      .change { $0.serverTime = { [clock = $0] in clock.date($0) ?? $1.serverTime } },
    rows("clock-date-beside-server-time-near")
      .sentence("`Date` is tried where `ServerTime` shows that the clock is right.")
      .breaking("CLK-SRC-1")
      .fix("Look at `Date` only where there is no `ServerTime` that can be used.").change {
        $0.serverTime = { [isOld = $0.isOld] reply, fault in
          fault.serverTime.flatMap { isOld($0, reply) ? nil : $0 }
        }
      },
    serverTime("clock-request-time", "RequestTime is read as the time of OSS.")
      .breaking("CLK-SRC-1", "CLK-OFF-1").change { $1.requestTime ?? $1.serverTime },
    rows("clock-time-zone-of-device", "Times are read in the zone of the device, such as UTC+8.")
      .breaking("CLK-SRC-1", "CLK-DATE-1", "CLK-OFF-1")
      .fix("Read the times of an answer in UTC.").change {
        $0.serverTime = { $1.serverTime?.minus(28_800_000) }
        $0.form.time = { DateForm().time($0, $1)?.minus(28_800_000) }
      },
    tried("clock-without-date", "Only ServerTime is read, never Date.")
      .seen("Only the ServerTime of the body is read.", .javaScript).change { _ in false },
    tried("clock-unreadable-time-ends-search", "Beside an unreadable ServerTime Date is not read.")
      .seen("Date is tried only where there is no ServerTime.", .swiftV2)
      .change { $0.serverTimeText == nil || $0.serverTime != nil },
    tried("clock-untrue-time-ends-search", "Beside a ServerTime that is untrue Date is not read.")
      .change { $0.serverTime == nil },
    scope("clock-signing-date-ignored", "The refusal of the signing date is ignored.")
      .change { $2($0, $1) == .signingDate ? nil : $2($0, $1) },
    scope("clock-signing-date-above-limit")
      .sentence("Below 900 s the refusal of the signing date is ignored.")
      .seen("The gap must be above 15 minutes.", .android)
      .change { $2($0, $1).map { _ in .skewed } },
    input("clock-header-not-read", "The header x-oss-err is not read.")
      .seen("No such header is read.", .iOS)
      .seen("The header x-oss-error is read instead.", .swiftV2)
      .change { reply, read in reply.body?.isEmpty ?? true ? nil : read(reply) },
    // Others.
    learning("clock-token-server-of-any-status", "Every answer of the token server sets the clock.")
      .change { $0.tokenServerTells = { _ in true } },
    learning("clock-token-server-of-any-success")
      .sentence("Each status from 200 to 299 of the token server sets the clock.")
      .change { $0.tokenServerTells = { 200...299 ~= $0.status } },
    misread("clock-status-ignored", "The status beside the code is not looked at.")
      .change { _, fault, meaning in meaning(403, fault) ?? meaning(400, fault) },
    misread("clock-any-invalid-argument", "Every InvalidArgument shows the time in Date.")
      .change { $0 == 400 && $1.code == "InvalidArgument" ? .signingDate : $2($0, $1) },
    misread("clock-code-in-any-case", "The code is compared without regard to case.")
      .change { status, fault, meaning in
        var fault = fault
        let due = "RequestTimeTooSkewed"
        if fault.code?.lowercased() == due.lowercased() { fault.code = due }
        return meaning(status, fault)
      },
    learning("clock-set-by-any-answer", "The Date of every answer sets the clock.") { model in
      let (input, fault, meaning) = (model.errorInput, model.fault, model.meaning)
      model.errorInput = { input($0) ?? [:] }
      model.fault = { fault($0, $1) ?? .init() }
      model.meaning = { meaning($0, $1) ?? .signingDate }
      model.tokenServerTells = { _ in true }
    },
    // Dates.
    read("clock-date-hours-to-12", "Date is read with hours up to 12, as by `hh`.")
      .change { $0.form.exists = { 1...12 ~= $0.hour } },
    read("clock-date-in-callers-language")
      .sentence("Date is read with the month names of the device's language, here German.")
      .change { $0.form.exists = { ![3, 5, 10, 12].contains($0.month) && $0.isReal } },
    read("clock-date-blanks-refused", "Blanks at the ends of Date make it unreadable.")
      .change { $0.form.trimmed = { $0 } },
    exact("clock-date-zone-ignored", "The zone of Date is ignored.")
      .change { $0.form.time = { date, _ in DateForm().time(date, "GMT") } },
    exact("clock-date-of-mail", "Date is read in any zone that an e-mail may have, such as +0800.")
      .change {
        $0.form.time = { date, zone in mailZone(zone).map { date.localSeconds * 1000 - $0 } }
      },
    exact(
      "clock-unreadable-date-is-now", "An unreadable Date makes the device's clock the true one."
    ).seen("The date of a header that cannot be read is nil and is used as it is.", .iOS)
      .change { model in
        model.result = { [former = model.result, form = model.form] learned, reply in
          let isUnreadable = reply.date.map { form.moment($0) == nil } == true
          return learned == nil && isUnreadable ? (0, true) : former(learned, reply)
        }
      },
    cached("clock-age-ignored", "The Date of a cached answer is used.")
      .seen("Age is not looked at.", .iOS, .android).change { $0.isCached = { _ in false } },
    cached("clock-age-of-zero-ignored", "The Date beside an Age of 0 is used.")
      .change { $0.isCached = { $0 != nil && $0?.raw.trimmed != "0".raw } },
    cached("clock-age-above-zero-alone", "The Date beside an Age of 0 or of no number is used.")
      .change { $0.isCached = { Int64($0?.raw.trimmed.text ?? "") ?? 0 > 0 } },
    // Doubts.
    believed("clock-any-time-believed", "Any time is believed.")
      .seen("The Date of the answer is taken as it is.", .iOS)
      .seen("A Date of 1970 is taken (issue 167).", .android)
      .seen("Any ServerTime or Date is taken.", .swiftV2).change { _, _ in true },
    believed("clock-future-believed", "No time is too late to be believed.")
      .change { $1($0) || $0 > 4_102_444_800_000 },
    believed("clock-past-believed", "No time is too early to be believed.")
      .change { $1($0) || $0 < 1_577_836_800_000 },
    believed("clock-bounds-left-out", "The first moments of 2020 and of 2100 are refused.")
      .change { $1($0) && $0 != 1_577_836_800_000 && $0 != 4_102_444_800_000 },
    old("clock-old-request-learned", "A request that was old sets the clock.")
      .seen("The code alone decides.", .iOS, .android, .swiftV2).change { _, _ in false },
    old("clock-old-request-open", "At exactly 900 seconds the clock is set.")
      .change { abs($1.distance(to: $0)) < 900_000 },
    old("clock-old-request-by-device", "The time of OSS is compared with the device's clock.")
      .change { abs($0.minus($1.deviceTime)) <= 900_000 },
  ]

  /// The milliseconds of a zone of RFC 5322 ahead of UTC; nil for another text.
  private static func mailZone(_ zone: String) -> Int64? {
    let hours = ["GMT": 0, "UT": 0, "EST": -5, "CST": -6, "MST": -7, "PST": -8]
    if let hours = hours[zone] { return Int64(hours) * 3_600_000 }
    guard zone.utf8.count == 5, let number = Int64(zone), "+-".contains(zone.prefix(1)) else {
      return nil
    }
    return (number / 100 * 60 + number % 100) * 60_000
  }
}
