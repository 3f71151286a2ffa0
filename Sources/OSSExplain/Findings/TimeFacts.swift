internal import OSSPrimitives
internal import OSSServices

// Clocks, dates and expiries, which are no arithmetic of the signature.
extension Facts {
  func ofTime(_ name: String) -> Bytes? {
    switch name {
    case "sent-fault":
      guard let date = request?.value(of: "x-oss-date") ?? request?.value(of: "date") else {
        return nil
      }
      let isV4 = version == .v4 && request?.value(of: "x-oss-date") != nil
      if isV4, TimeText.isRFC1123(date) { return "It is in the form of RFC 1123.".bytes }
      return TimeText.fault(date)?.bytes
    case "date-rewritten":
      let isOld = evidence.pasted.lowercased.parts(at: "\n").contains { line in
        line.contains("date") && line.contains(" jan 1970") && !line.contains("expires")
      }
      let sentence =
        "The Date of the answer is of 1970: something on the way writes it, and an SDK that sets its clock by it"
        + " sends a wrong time; take that of ServerTime."
      return isOld ? sentence.bytes : nil
    case "cached-date":
      let isCached = evidence.pasted.lowercased.parts(at: "\n").contains { line in
        ["x-cache: hit ", "\"x-cache\" = \"hit "].contains { line.contains($0) }
      }
      let sentence =
        "The text has an answer from the cache of a CDN, whose Date is that of the first one: an SDK that sets its"
        + " clock by it sends a wrong time; send requests to the endpoint of the bucket."
      return isCached ? sentence.bytes : nil
    case "own-fault": return self["own-date"].flatMap { TimeText.fault($0)?.bytes }
    case "answer-time": return answerTime.map { String($0).bytes }
    case "expires":
      let line = pair.server.flatMap { $0.version != .v4 && $0.isPresigned ? $0.date : nil }
      return request?.parameter("Expires") ?? line
    case "end": return end.map { String($0).bytes }
    case "ended":
      guard let end, let now = answerTime, now >= end else { return nil }
      let start = request?.parameter("x-oss-date").flatMap(TimeText.any) ?? now
      let isZone = now > start && TimeText.isZone(now - start)
      let reason = isZone ? TimeText.reason(now - start, " It was signed") : ""
      return ("It expired \(TimeText.span(now - end)) before." + reason).bytes
    case "zone-gap": return zoneGap?.bytes
    case "short-life": return shortLife?.bytes
    default: return nil
    }
  }

  /// What a URL that has expired shows of the zone of its end: the text says how long it is valid, and
  /// so when it was made (EXP-TIME-5).
  private var zoneGap: String? {
    guard let end, let now = answerTime, now >= end, request?.parameter("x-oss-date") == nil else {
      return nil
    }
    let words = ["seconds", "timedelta", "duration", "ttl", "valid", "有效", "expire"]
    let life = number(behind: words).map { $0 > 604_800 ? $0 / 1000 : $0 }
    guard let life = life ?? (self["naive"] == nil ? nil : 0), TimeText.isZone(now - end + life)
    else { return nil }
    let gap = TimeText.span(now - end + life)
    let start = life == 0 ? "It ended" : "With the \(life) seconds of the text it was made"
    return start
      + " \(gap) before: as much as a time zone makes, where local time and UTC are mixed."
  }

  /// That the text gives a policy or a URL less than two minutes.
  private var shortLife: String? {
    let small = evidence.pasted.lowercased
    let units = ["minute", "hour", "day", "分钟", "小时"]
    for place in small.places(of: "expire".bytes) {
      let line = Bytes(small[place...].prefix(80).prefix { $0 != 0x0A })
      let (name, rest) = line.halves(at: "=")
      let value = Bytes((rest ?? []).drop { $0 == 0x20 })
      let isOther = ["min", "ms", "_h"].contains { name.contains($0) }
      if name.contains("(") || isOther || units.contains(where: { line.contains($0) }) { continue }
      guard let number = value.product(at: 0), 1...119 ~= number else { continue }
      return "The text gives it \(number) seconds: a clock that is behind by as much ends it before"
        + " it is used. Let the machine that signs take its time by NTP, and give it minutes."
    }
    return nil
  }

  private var answerTime: Int64? {
    error?.serverTime?.seconds ?? answer.value(of: "date").flatMap(TimeText.any) ?? logTime
  }

  /// The time that begins the line of a log which names the request.
  private var logTime: Int64? {
    guard evidence.isFromLog, let signature = request?.signature.text else { return nil }
    let sent = signature.percentEncoded(keepingSlash: false)
    let line = evidence.pasted.parts(at: "\n").first { $0.index(of: sent) != nil }
    let word = line.map { Bytes($0.prefix { $0 > 0x20 }) }
    guard let word, word.ends(with: "Z") else { return nil }
    return TimeText.any(word.halves(at: ".").before + (word.contains(".") ? "Z".bytes : []))
  }

  /// When a URL ends: one of V4 so many seconds after its date.
  private var end: Int64? {
    if let end = error?["Expires"].flatMap({ TimeText.any($0.bytes) }) ?? self["expires"]?.decimal {
      return end
    }
    guard let seconds = request?.parameter("x-oss-expires")?.decimal else { return nil }
    // That of V2 is a moment.
    if version == .v2 { return seconds }
    guard let start = request?.parameter("x-oss-date").flatMap(TimeText.any), seconds <= 604_800
    else { return nil }
    return start + seconds
  }

  /// How far the clock of the request is from that of OSS (EXP-TIME-1, EXP-TIME-3).
  var clock: [Found] {
    // The day of the scope may be what OSS calls a date.
    let day = self["signing-day"]
    let isOtherDay = day != nil && day != self["scope-day"]
    let isSaid = self["message"]?.contains("invalid signing date") == true
    let isSkewed =
      code == "RequestTimeTooSkewed" || code.begins(with: "InvalidTimeStamp")
      || isSaid && !isOtherDay
    let sent =
      self["signing-time"] ?? rpcParameter("Timestamp") ?? request?.value(of: "date")
    let shown = answer.value(of: "date").flatMap(TimeText.any).flatMap { answer in
      self["date-rewritten"] != nil ? nil : sent.flatMap(TimeText.any).map { $0 - answer }
    }
    guard let skew = error?.clockSkewSeconds ?? shown else {
      // Of a call the rows of the answer say it.
      let small = evidence.pasted.lowercased
      let isUnset = [
        "(2000, 1, 1", "(1970, 1, 1", "2000-01-01", "1970-01-01", "01 jan 1970", "jan  1 1970",
      ]
      .contains { small.contains($0) }
      let unset =
        "The text has a time at which a clock starts: the device has not taken over the time of NTP."
      let detail = self["date-rewritten"]?.text ?? (isUnset ? unset : nil)
      if !isSkewed || version == .rpc { return [] }
      let late = detail == nil && saysClockRight ? [Found("request-sent-late", .likely)] : []
      return late + [Found("clock-skewed", .likely, detail)]
    }
    // The time in a URL is that of its signing.
    let isOfURL = request?.signaturePlace == "url"
    let head = (evidence.answer ?? []).stripped.prefix { $0 != 0x0A }
    let isBare = error == nil && Bytes(head).begins(with: "HTTP/") && Bytes(head).contains(" 403")
    guard isSkewed || abs(skew) > 900 && !isOfURL && (isBare || code == "AccessDenied") else {
      return []
    }
    let direction = skew > 0 ? "ahead of" : "behind"
    var detail =
      "The request's time is \(TimeText.span(skew)) \(direction) that of \(version == .rpc ? "STS" : "OSS")."
    let notes =
      TimeText.isZone(abs(skew)) ? ["date-rewritten", "naive"] : ["date-rewritten", "cached-date"]
    detail += notes.compactMap { self[$0].map { " " + $0.text } }.joined()
    let clock = Found("clock-skewed", .likely, detail)
    guard let cause = Self.cause(of: abs(skew)) else {
      let isLate =
        skew < 0 && version != .rpc && self["cached-date"] == nil && saysClockRight
      return isLate ? [Found("request-sent-late", .likely, detail), clock] : [clock]
    }
    // A clock may be wrong by as much: an hour is what summer time makes of a clock, and the local time of
    // the east is ahead of UTC, not behind it.
    let found = [Found(cause, .likely, detail), clock]
    let isOfZone = cause == "clock-time-zone"
    return abs(skew) < 5400 || isOfZone && (skew < 0 || showsUTC) ? found.reversed() : found
  }

  /// Whether the machine prints its time as UTC, as `date` does at the end of a line, or says that its clock
  /// follows no time server: then no local time is sent.
  private var showsUTC: Bool {
    evidence.pasted.lowercased.parts(at: "\n").contains { line in
      let end = Bytes(line.stripped.suffix(9))
      return [" gmt 20", " utc 20"].contains { end.begins(with: $0) } || end.ends(with: " +0000")
        || line.contains("clock synchronized: no") || line.contains("ntp service: inactive")
    }
  }

  /// Whether the text says that the clock is right, or that other requests of the machine succeed, and does not
  /// call a clock wrong.
  private var saysClockRight: Bool {
    let small = evidence.pasted.lowercased
    let words = [
      "clock is right", "clock is correct", "clock is fine", "clock is synced", "clock is accurate",
      "time is right", "time is correct", "most requests", "most uploads", "some requests",
      "some uploads", "\u{65F6}\u{95F4}\u{662F}\u{5BF9}", "\u{65F6}\u{95F4}\u{6B63}\u{786E}",
      "\u{65F6}\u{95F4}\u{6CA1}\u{95EE}\u{9898}", "\u{65F6}\u{949F}\u{6B63}\u{5E38}",
      "\u{65F6}\u{95F4}\u{540C}\u{6B65}\u{6B63}\u{5E38}", "\u{522B}\u{7684}\u{7EBF}\u{7A0B}",
      "\u{53EA}\u{5DEE}\u{51E0}", "\u{65F6}\u{95F4}\u{662F}\u{51C6}", "synced by ntp", "offset 0.0",
      "off by milliseconds",
      "ntp is running", "ntp is ok", "ntp is fine", "\u{540C}\u{4E00}\u{4E2A}\u{7B7E}\u{540D}",
    ]
    let others = [
      "slow", "not in sync", "not synced", "wrong time", "wrong clock", "minutes behind",
      "\u{4E0D}\u{51C6}", "\u{6162}\u{4E86}", "\u{5FEB}\u{4E86}", "\u{4E0D}\u{540C}\u{6B65}",
    ]
    return words.contains { small.contains($0) } && !others.contains { small.contains($0) }
  }

  /// What else than a clock makes two times so different; nil for nothing.
  private static func cause(of size: Int64) -> String? {
    let day: Int64 = 86_400
    if size > 100 * 365 * day || (360 * day...371 * day).contains(size) { return "clock-calendar" }
    if abs(size - 43_200) <= 120 { return "date-of-twelve-hours" }
    return TimeText.isZone(size) ? "clock-time-zone" : nil
  }
}

/// Times as they are in headers and bodies, in Unix seconds.
enum TimeText {
  /// The time of a text in any form that OSS uses.
  static func any(_ text: Bytes) -> Int64? {
    Moment(anyForm: text.text)?.seconds
  }

  static func isRFC1123(_ text: Bytes) -> Bool { (try? Moment(rfc1123: text.text)) != nil }

  static func isBasic(_ text: Bytes) -> Bool { (try? Moment(iso8601Basic: text.text)) != nil }

  /// Whether so many seconds are about what a time zone makes: whole half hours, off by what the clock
  /// itself may be off.
  static func isZone(_ seconds: Int64) -> Bool {
    min(seconds % 1800, 1800 - seconds % 1800) <= 120 && 3480...14 * 3600 + 120 ~= seconds
  }

  /// How far two times are apart, if that is what a time zone makes: whole half hours.
  static func zone(_ sent: Int64?, _ signed: Int64?) -> String? {
    guard let sent, let signed, sent != signed, (sent - signed) % 1800 == 0,
      abs(sent - signed) <= 14 * 3600
    else { return nil }
    return "The two times are \(span(sent - signed)) apart."
  }

  /// What the distance of two times looks like: that of a zone, or of a clock (EXP-TIME-4).
  static func reason(_ seconds: Int64, _ what: String = " That was") -> String {
    let before = what + " \(span(seconds)) before"
    if isZone(abs(seconds)) {
      return before + ": as much as a time zone makes, if local time is written as UTC."
    }
    return before
      + (abs(seconds) <= 900 ? ": the clock of the computer that signs may be behind." : ".")
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

  /// What is wrong with the form of a date; nil for a right one, also of V4, and for one that is hidden.
  static func fault(_ date: Bytes) -> String? {
    if isRFC1123(date) || isBasic(date) || date.isPlaceholder { return nil }
    if date.decimal != nil { return "It is a number." }
    if date.contains("T"), date.contains("-") { return "It is in the form of ISO 8601." }
    let words = date.parts(at: " ").filter { !$0.isEmpty }
    if words.count > 1, words[1].count == 1 { return "The day has one digit." }
    if let last = words.last, !last.isText("GMT") { return "It does not end in GMT." }
    return "It is another form of date."
  }
}
