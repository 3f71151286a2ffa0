internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Clocks, dates and expiries, which are no arithmetic of the signature.
enum TimeDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    clock(clues) + date(clues) + expiry(clues)
  }

  private static func clock(_ clues: Clues) -> [Explanation] {
    // The day of the scope may be what OSS calls a date.
    let isSigningDate =
      clues.message.contains("Invalid signing date") && ScopeDetector.findings(clues).isEmpty
    let isSkewed = clues.code == "RequestTimeTooSkewed" || isSigningDate
    let answer = clues.evidence.answerFields.value(of: "date").flatMap(TimeText.any)
    let sent = sentTime(clues.request)
    let shown = answer.flatMap { answer in sent.map { $0 - answer } }
    guard let skew = clues.error?.clockSkewSeconds ?? shown else {
      return isSkewed ? [Explanation(.clockSkewed, .likely)] : []
    }
    guard isSkewed || (abs(skew) > 900 && clues.code == "AccessDenied") else { return [] }
    let direction = skew > 0 ? "ahead of" : "behind"
    let detail = "The request's time is \(TimeText.span(skew)) \(direction) that of OSS."
    let mistake = mistake(skew: skew)
    if mistake == .clockSkewed { return [Explanation(mistake, .likely, detail)] }
    // A clock may be wrong by as much; an hour is what summer time makes of a clock.
    let found = [
      Explanation(mistake, .likely, detail), Explanation(.clockSkewed, .likely, detail),
    ]
    return abs(skew) < 5400 ? found.reversed() : found
  }

  private static func sentTime(_ request: SentRequest?) -> Int64? {
    (request?.parameter("x-oss-date") ?? request?.field("x-oss-date") ?? request?.field("date"))
      .flatMap(TimeText.any)
  }

  private static func mistake(skew: Int64) -> RefusalCause {
    let size = abs(skew)
    let day: Int64 = 86_400
    if size > 100 * 365 * day || (360 * day...371 * day).contains(size) { return .calendar }
    if abs(size - 43_200) <= 120 { return .twelveHours }
    // A zone is off by whole half hours; the clock itself may be off by a little.
    let isWhole = min(size % 1800, 1800 - size % 1800) <= 120
    return isWhole && (3480...14 * 3600 + 120).contains(size) ? .timeZone : .clockSkewed
  }

  private static func date(_ clues: Clues) -> [Explanation] {
    let isRefused = clues.message.contains("requires a valid Date")
    guard let request = clues.request, !request.isPresigned else {
      guard isRefused else { return [] }
      if let line = clues.evidence.string.flatMap({ StringText($0) })?.date, !line.isEmpty {
        return malformed(line).map { [Explanation(.dateMalformed, .certain, $0)] }
          ?? [Explanation(.dateMissing, .likely)]
      }
      return [Explanation(.dateMissing, .likely), Explanation(.dateMalformed, .likely)]
    }
    guard let value = request.field("x-oss-date") ?? request.field("date") else {
      let signed = clues.evidence.string.flatMap { StringText($0) }?.date ?? []
      if isRefused, !signed.isEmpty { return [Explanation(.dateNotSent, .likely)] }
      let isShown = clues.error == nil && request.version?.hasPrefix("OSS") == true
      return isRefused || isShown
        ? [Explanation(.dateMissing, isRefused ? .likely : .possible)] : []
    }
    let isV4 = clues.isV4 && request.field("x-oss-date") != nil
    guard let fault = malformed(value) ?? (isV4 ? malformedV4(value) : nil) else {
      return isRefused ? [Explanation(.dateMissing, .possible)] : []
    }
    return [Explanation(.dateMalformed, isRefused ? .certain : .likely, fault)]
  }

  /// What is wrong with the form of a date; nil for a right one, also of V4.
  private static func malformed(_ date: Bytes) -> String? {
    if TimeText.rfc1123(date) != nil { return nil }
    if (try? Moment(iso8601Basic: date.text)) != nil { return nil }
    if date.decimal != nil { return "It is a number." }
    if date.contains(UInt8(ascii: "T")), date.contains(UInt8(ascii: "-")) {
      return "It is in the form of ISO 8601."
    }
    let words = date.parts(at: 0x20).filter { !$0.isEmpty }
    if words.count > 1, words[1].count == 1 { return "The day has one digit." }
    if let last = words.last, !last.isText("GMT") { return "It does not end in GMT." }
    return "It is another form of date."
  }

  /// What is wrong with an x-oss-date of V4, which has one form alone.
  private static func malformedV4(_ date: Bytes) -> String? {
    (try? Moment(iso8601Basic: date.text)) == nil ? "It is in the form of RFC 1123." : nil
  }

  private static func expiry(_ clues: Clues) -> [Explanation] {
    let text =
      clues.request?.parameter("Expires")
      ?? clues.serverText.flatMap { $0.isPresigned ? $0.date : nil }
    let value = text?.decimal
    if let value, value >= 100_000_000_000 {
      return [Explanation(.expiresMilliseconds, .likely, "Expires is \(value).")]
    }
    if let value, value < 1_000_000_000 {
      return [Explanation(.expiresRelative, .likely, "Expires is \(value).")]
    }
    if clues.message.contains("Invalid date (should be seconds since epoch)") {
      return [Explanation(.expiresMalformed, .certain)]
    }
    return expired(clues, expires: value)
  }

  private static func expired(_ clues: Clues, expires: Int64?) -> [Explanation] {
    let isRefused = clues.message.contains("Request has expired")
    let shown =
      clues.error?["Expires"].flatMap { TimeText.any(Bytes($0)) } ?? expires ?? endV4(clues)
    let now =
      clues.error?.serverTime?.seconds
      ?? clues.evidence.answerFields.value(of: "date").flatMap(TimeText.any)
    guard let shown, let now else {
      return isRefused ? [Explanation(.urlExpired, .likely)] : []
    }
    if isRefused, shown < 1_000_000_000 { return [Explanation(.expiresRelative, .certain)] }
    guard isRefused || now > shown, now >= shown else { return [] }
    return [
      Explanation(
        .urlExpired, isRefused ? .certain : .likely,
        "It expired \(TimeText.span(now - shown)) before.")
    ]
  }

  /// When a URL of V4 ends: so many seconds after its date.
  private static func endV4(_ clues: Clues) -> Int64? {
    guard let start = clues.request?.parameter("x-oss-date").flatMap(TimeText.any),
      let seconds = clues.request?.parameter("x-oss-expires")?.decimal, seconds <= 604_800
    else { return nil }
    return start + seconds
  }
}

/// Times as they stand in headers and bodies, in Unix seconds.
enum TimeText {
  /// The time of an RFC 1123 text, such as a Date header has.
  static func rfc1123(_ text: Bytes) -> Int64? {
    (try? Moment(rfc1123: text.text))?.seconds
  }

  /// The time of a text in any form that OSS uses.
  static func any(_ text: Bytes) -> Int64? {
    if let seconds = rfc1123(text) { return seconds }
    if let time = try? Moment(iso8601: text.text) { return time.seconds }
    return (try? Moment(iso8601Basic: text.text))?.seconds
  }

  /// How far two times are apart, if that is what a time zone makes: whole half hours.
  static func zone(_ sent: Int64?, _ signed: Int64?) -> String? {
    guard let sent, let signed, sent != signed, (sent - signed) % 1800 == 0,
      abs(sent - signed) <= 14 * 3600
    else { return nil }
    return "The two times are \(span(sent - signed)) apart."
  }

  /// A span of time in the largest units that say it well, without its sign.
  static func span(_ seconds: Int64) -> String {
    let seconds = abs(seconds)
    switch seconds {
    case ..<120: return "\(seconds) seconds"
    case ..<7200 where seconds % 3600 != 0: return "\((seconds + 30) / 60) minutes"
    case ..<172_800:
      let minutes = (seconds + 30) / 60
      let hours = minutes / 60 == 1 ? "1 hour" : "\(minutes / 60) hours"
      return minutes % 60 == 0 ? hours : "\(hours) and \(minutes % 60) minutes"
    default: return "\((seconds + 43_200) / 86_400) days"
    }
  }
}
