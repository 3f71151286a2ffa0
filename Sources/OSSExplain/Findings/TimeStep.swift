internal import OSSPrimitives
internal import OSSServices

/// Clocks, dates and expiries, which are no arithmetic of the signature.
struct TimeStep {
  let facts: Facts

  var findings: [Found] { clock + date + expiry }

  private var answerTime: Int64? {
    facts.error?.serverTime?.seconds ?? facts.answer.value(of: "date").flatMap(TimeText.any)
  }

  private func says(_ words: String) -> Bool { facts.text(.message)?.contains(words) == true }

  /// What the distance of two times looks like: that of a zone, or of a clock (EXP-TIME-1).
  static func reason(_ seconds: Int64) -> String {
    let size = abs(seconds)
    let isWhole = min(size % 1800, 1800 - size % 1800) <= 120
    if isWhole, (3480...14 * 3600 + 120).contains(size) {
      return
        " That was \(TimeText.span(size)) before: as much as a time zone makes, if local time is"
        + " written as UTC."
    }
    if size <= 900 {
      return " That was \(TimeText.span(size)) before: the clock of the computer that signs may be"
        + " behind."
    }
    return " That was \(TimeText.span(size)) before."
  }

  private var clock: [Found] {
    // The day of the scope may be what OSS calls a date.
    let day = facts.text(.plain(.signingDay))
    let isOtherDay = day != nil && day != facts.text(.plain(.scopeDay))
    let isSkewed =
      facts.code == "RequestTimeTooSkewed" || says("invalid signing date") && !isOtherDay
    let answer = facts.answer.value(of: "date").flatMap(TimeText.any)
    let sent =
      facts.text(.signingTime) ?? facts.request?.value(of: "date")
    let shown = answer.flatMap { answer in sent.flatMap(TimeText.any).map { $0 - answer } }
    guard let skew = facts.error?.clockSkewSeconds ?? shown else {
      return isSkewed ? [Found("clock-skewed", .likely)] : []
    }
    guard isSkewed || abs(skew) > 900 && facts.code == "AccessDenied" else { return [] }
    let direction = skew > 0 ? "ahead of" : "behind"
    let detail = "The request's time is \(TimeText.span(skew)) \(direction) that of OSS."
    let cause = Self.cause(of: abs(skew))
    let clock = Found("clock-skewed", .likely, detail)
    if cause == "clock-skewed" { return [clock] }
    // A clock may be wrong by as much; an hour is what summer time makes of a clock.
    let found = [Found(cause, .likely, detail), clock]
    return abs(skew) < 5400 ? found.reversed() : found
  }

  private static func cause(of size: Int64) -> String {
    let day: Int64 = 86_400
    if size > 100 * 365 * day || (360 * day...371 * day).contains(size) { return "clock-calendar" }
    if abs(size - 43_200) <= 120 { return "date-of-twelve-hours" }
    // A zone is off by whole half hours; the clock itself may be off by a little.
    let isWhole = min(size % 1800, 1800 - size % 1800) <= 120
    return isWhole && (3480...14 * 3600 + 120).contains(size) ? "clock-time-zone" : "clock-skewed"
  }

  /// The Date that OSS asks for, or that the request shows (EXP-TIME-2).
  private var date: [Found] {
    let isRefused = says("requires a valid date")
    let own = facts.text(.plain(.ownDate)) ?? []
    guard let request = facts.request, request.signaturePlace != "url" else {
      guard isRefused else { return [] }
      if !own.isEmpty {
        let fault = TimeText.fault(own)
        return [
          Found(
            fault == nil ? "date-missing" : "date-malformed", fault == nil ? .likely : .certain,
            fault)
        ]
      }
      return [Found("date-missing", .likely), Found("date-malformed", .likely)]
    }
    guard request.value(of: "x-oss-date") ?? request.value(of: "date") != nil else {
      if isRefused, !own.isEmpty { return [Found("date-not-sent", .likely)] }
      let isShown = facts.error == nil && request.scheme?.begins(with: "OSS") == true
      return isRefused || isShown
        ? [Found("date-missing", isRefused ? .likely : .possible)] : []
    }
    guard let fault = facts.text(.plain(.timeFault)) else {
      return isRefused ? [Found("date-missing", .possible)] : []
    }
    return [Found("date-malformed", isRefused ? .certain : .likely, fault.text)]
  }

  private var expiry: [Found] {
    let server = facts.pair.server
    let line = server.flatMap { $0.version != .v4 && $0.isPresigned ? $0.date : nil }
    let expires = (facts.request?.parameter("Expires") ?? line)?.decimal
    if let expires, expires >= 100_000_000_000 {
      return [Found("expires-in-milliseconds", .likely, "Expires is \(expires).")]
    }
    if let expires, expires < 1_000_000_000 {
      return [Found("expires-relative", .likely, "Expires is \(expires).")]
    }
    if says("invalid date (should be seconds since epoch)") {
      return [Found("expires-malformed", .certain)]
    }
    return expired(expires)
  }

  private func expired(_ expires: Int64?) -> [Found] {
    let isRefused = says("request has expired")
    let end = facts.error?["Expires"].flatMap { TimeText.any($0.bytes) } ?? expires ?? endOfV4
    guard let end, let now = answerTime else {
      return isRefused ? [Found("url-expired", .likely)] : []
    }
    if isRefused, end < 1_000_000_000 { return [Found("expires-relative", .certain)] }
    guard isRefused || now > end, now >= end else { return [] }
    let detail = "It expired \(TimeText.span(now - end)) before."
    return [Found("url-expired", isRefused ? .certain : .likely, detail + zone(now))]
  }

  /// When a URL of V4 ends: so many seconds after its date.
  private var endOfV4: Int64? {
    guard let start = facts.request?.parameter("x-oss-date").flatMap(TimeText.any),
      let seconds = facts.request?.parameter("x-oss-expires")?.decimal, seconds <= 604_800
    else { return nil }
    return start + seconds
  }

  /// Whether the time of signing looks like that of a clock that is off.
  private func zone(_ now: Int64) -> String {
    guard let start = facts.request?.parameter("x-oss-date").flatMap(TimeText.any) else {
      return ""
    }
    let size = now - start
    let isWhole = min(size % 1800, 1800 - size % 1800) <= 120
    guard isWhole, (3480...14 * 3600 + 120).contains(size) else { return "" }
    return
      " It was signed \(TimeText.span(size)) before the answer, as much as a time zone makes: look"
      + " whether local time is written as UTC."
  }
}
