internal import OSSPrimitives
internal import OSSVectors

/// Reading an expiration (TOK-TIME, TOK-REF-11).
extension ResponseMistakes {
  /// Changes the parts of a time, given its text and how it is read right.
  private static let parsing = rows.breaking("TOK-TIME-11")
    .fix("Read RFC 3339, all of it and nothing else.").wrapping(\.times.parts)
  private static let counted = rows.breaking("TOK-TIME-1")
    .fix("Read Z as UTC, and count milliseconds in 64 bits.")
  private static let distance = parsing.breaking("TOK-TIME-2")
    .fix("Subtract the distance from UTC, hours and minutes.")
  private static let fraction = rows.breaking("TOK-TIME-3")
    .fix("Read a fraction, and cut it off after three digits.").setting(\.times.milliseconds)
  /// Changes what is asked of a calendar.
  private static let calendar = rows.breaking("TOK-TIME-6")
    .fix("Refuse a date or a time of day that no calendar has.")
    .by { (change: @escaping @Sendable (inout CivilTime) -> Void) in
      {
        $0.times.isReal = {
          var time = $0
          change(&time)
          return time.isReal
        }
      }
    }
  private static let unread = rows.breaking("TOK-REF-11")
    .fix("Refuse an answer whose expiration cannot be read, and say why.")
    .by { (moment: @escaping @Sendable (String, _ now: Int64?) -> Int64?) in
      { tokens in
        tokens.moment = { [former = tokens.moment] in former($0, $1, $2) ?? moment($0, $1) }
      }
    }

  static let times: [Mistake] = [
    // Moments.
    parsing("response-local-time", "The time is taken for that of the device's zone.")
      .breaking("TOK-TIME-1").fix("Read a time that ends with Z as UTC.").change { text, read in
        var time = read(text)
        if text.hasSuffix("Z") { time?.zoneHour = 8 }
        return time
      },
    parsing("response-hours-to-12")
      .sentence("The hours are read up to 12, as by `hh`, so that noon is midnight.")
      .breaking("TOK-TIME-1").fix("Read the hours with HH, from 00 to 23.").change { text, read in
        var time = read(text)
        if time?.hour == 12 { time?.hour = 0 }
        return time
      },
    counted("response-seconds-for-milliseconds", "Seconds are handed on as milliseconds.")
      .change { $0.times.moment = { seconds, _ in seconds } },
    counted("response-32-bits", "Seconds are kept in 32 bits, which end in 2038.")
      .change { $0.times.moment = { Int64(Int32(truncatingIfNeeded: $0)) * 1000 + $1 } },
    distance("response-distance-ignored", "The distance from UTC is ignored.")
      .seen("The pattern ends at the seconds, and what follows is not looked at.", .android, .java)
      .change { text, read in
        let sign = text.dropFirst(19).firstIndex { "+-".contains($0) }
        return sign.map { CivilTime(text[..<$0] + "Z") } ?? read(text)
      },
    distance("response-distance-refused", "Every distance from UTC is refused.")
      .seen("The pattern ends in Z.", .oss2, .credentialsGo, .credentialsPython)
      .change { "Zz".contains($0.suffix(1)) ? $1($0) : nil },
    distance("response-distance-added", "The distance from UTC is added.") { text, read in
      var time = read(text)
      time?.isBehind.toggle()
      return time
    },
    distance("response-distance-minutes-dropped", "Of a distance from UTC only the hours count.")
      .change { text, read in
        var time = read(text)
        time?.zoneMinute = 0
        return time
      },
    distance("response-distance-sign-of-hours")
      .sentence("West of UTC the sign counts for the hours alone, and the minutes as if east.")
      .change { text, read in
        var time = read(text)
        guard let minute = time?.zoneMinute, minute > 0, time?.isBehind == true else { return time }
        time?.zoneHour -= 1
        time?.zoneMinute = 60 - minute
        return time
      },
    distance("response-distance-always-east", "The sign of a distance from UTC is ignored.")
      .change { text, read in
        var time = read(text)
        time?.isBehind = false
        return time
      },
    parsing("response-fraction-refused", "A fraction of a second is refused.")
      .breaking("TOK-TIME-3").fix("Read a fraction to the millisecond.")
      .seen("The pattern has no fraction, and the text becomes no date.", .iOS)
      .seen("The pattern has no fraction.", .oss2, .credentialsPython)
      .change { text, read in read(text).flatMap { $0.fraction.isEmpty ? $0 : nil } },
    fraction("response-fraction-dropped", "The fraction of a second is dropped.")
      .seen("What follows the seconds is not looked at.", .android, .java).change { _ in 0 },
    fraction("response-fraction-rounded", "A fraction is rounded to the millisecond.")
      .change { ($0 + [0, 0, 0, 0]).prefix(4).reduce(0) { $0 * 10 + $1 }.plus(5) / 10 },
    fraction("response-fraction-as-number", "The digits of a fraction, up to three, count as ms.")
      .change { $0.prefix(3).reduce(0) { $0 * 10 + $1 } },
    fraction("response-fraction-whole-as-number", "All digits of a fraction count as ms.")
      .change { $0.prefix($0.count > 15 ? 3 : 15).reduce(0) { $0 * 10 + $1 } },
    parsing("response-lower-case-refused", "Lower-case t and z are refused.")
      .breaking("TOK-TIME-4").fix("Read t and z as T and Z, which RFC 3339 allows.")
      .seen("The T of the pattern is upper-case.", .iOS)
      .change { $0.contains { "tz".contains($0) } ? nil : $1($0) },
    // Forms.
    rows("response-dates-rolled-over", "A day or an hour that no calendar has becomes the next.")
      .breaking("TOK-TIME-6").fix("Refuse a date or a time of day that no calendar has.")
      .seen("SimpleDateFormat is lenient by default.", .android, .java)
      .change { $0.times.isReal = { _ in true } },
    calendar("response-day-31-of-any-month")
      .sentence("A day up to 31 that its month does not have becomes one of the next month.")
      .change { if 1...31 ~= $0.day { $0.day = 1 } },
    parsing("response-day-put-back", "A day that its month does not have becomes its last day.")
      .breaking("TOK-TIME-6").fix("Refuse a date that no calendar has.").change { text, read in
        var time = read(text)
        while let day = time?.day, 29...31 ~= day, time?.isReal == false { time?.day -= 1 }
        return time
      },
    calendar("response-hour-24-read", "The hour 24 is read.")
      .change { $0.hour -= $0.hour == 24 ? 1 : 0 },
    rows("response-years-of-any-number", "The year 0 and moments beyond the year 9999 are read.")
      .breaking("TOK-TIME-12").fix("Refuse a moment outside the years 1 to 9999.")
      .change { tokens in
        tokens.times.isInRange = { _ in true }
        tokens.times.isReal = { time in
          var time = time
          time.year += 400
          return time.isReal
        }
      },
    rows("response-time-by-strptime").sentence(
      "Times are read by strptime with one form: no fraction, no distance from UTC, digits of any "
        + "script, with or without a leading zero, and seconds up to 61."
    ).breaking("TOK-TIME-6", "TOK-TIME-11", "TOK-TIME-2", "TOK-TIME-3")
      .fix("Read RFC 3339, all of it and nothing else.")
      .seen("`to_unixtime` calls `time.strptime` with %Y-%m-%dT%H:%M:%SZ.", .oss2)
      .seen("`time.strptime` is called with %Y-%m-%dT%H:%M:%SZ.", .credentialsPython)
      .change { tokens in
        tokens.times.parts = { numbers($0).map { CivilTime($0) } }
        tokens.times.isReal = { time in
          var time = time
          time.second = time.second <= 61 ? 0 : time.second
          return time.isReal
        }
      },
    parsing("response-digits-of-any-script", "Digits of any script are read, as `\\d` often means.")
      .fix("Read the digits 0 to 9 of ASCII alone.").change {
        $1(String(String.UnicodeScalarView($0.unicodeScalars.map { latin($0) })))
      },
    parsing("response-time-by-fromisoformat").sentence(
      "Times are read by Python's fromisoformat: in the basic form, without seconds, with a comma, "
        + "and not with z."
    ).breaking("TOK-TIME-4", "TOK-TIME-6", "TOK-TIME-11").change { text, read in
      var time = text.hasSuffix("z") ? nil : read(extended(text.replaced(",", by: ".")))
      if let minute = time?.zoneMinute, minute > 59 {
        time?.zoneHour += minute / 60
        time?.zoneMinute = minute % 60
      }
      return time
    },
    parsing("response-no-zone-is-utc", "A time without a zone is taken for UTC.")
      .breaking("TOK-TIME-8").fix("Refuse a time without a zone: nobody knows whose time it is.")
      .seen("The pattern has no zone.", .android, .java).change { $1($0) ?? CivilTime($0 + "Z") },
    parsing("response-no-zone-is-of-beijing", "A time without a zone is taken for that of UTC+8.")
      .breaking("TOK-TIME-8").fix("Refuse a time without a zone: nobody knows whose time it is.")
      .change { $1($0) ?? CivilTime($0 + "+08:00") },
    parsing("response-fraction-required", "A time without a fraction is refused.")
      .breaking("TOK-TIME-1").fix("Read a time with a fraction and without one.")
      .change { text, read in read(text).flatMap { $0.fraction.isEmpty ? nil : $0 } },
    parsing("response-three-or-six-digits", "Only a fraction of three or six digits is read.")
      .breaking("TOK-TIME-3").fix("Read a fraction of any number of digits.")
      .change { text, read in
        read(text).flatMap { [0, 3, 6].contains($0.fraction.count) ? $0 : nil }
      },
    parsing("response-time-of-one-line", "Of several lines the one that is a time is read.")
      .fix("Match the whole text: in some languages ^ and $ match at the ends of lines.")
      .change { text, read in text.split(separator: "\n").compactMap { read(String($0)) }.first },
    parsing("response-milliseconds-required", "Only a fraction of three digits is read.")
      .breaking("TOK-TIME-3").fix("Read a fraction of any number of digits.")
      .change { text, read in read(text).flatMap { [0, 3].contains($0.fraction.count) ? $0 : nil }
      },
    parsing("response-comma-in-fraction-read", "A comma is read as the period of a fraction.")
      .change { $1($0.replaced(",", by: ".")) },
    parsing("response-http-date-read", "A date as HTTP writes it is read.").change { text, read in
      let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ]
      let parts = text.split(separator: " ").map(String.init)
      guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2])
      else { return read(text) }
      return read("\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
    },
    parsing("response-rest-ignored", "What follows the seconds is not looked at.")
      .breaking("TOK-TIME-8", "TOK-TIME-9", "TOK-TIME-11")
      .seen("The parser stops where its pattern ends.", .android, .java).change { text, read in
        let (time, clock) = (read(text), text.unicodeScalars.prefix(19))
        return time?.isReal == true
          ? time : CivilTime(String(String.UnicodeScalarView(clock)) + "Z")
      },
    parsing("response-short-years-accepted", "A year of two digits is one of the first century.")
      .seen("The year 15 is read, and the token counts as long expired.", .iOS)
      .change { $1($0) ?? CivilTime("00" + $0) },
    unread("response-counts-accepted", "A number is taken for a count of seconds or milliseconds.")
      .breaking("TOK-TIME-11").fix("Refuse a count: it does not say its unit.")
      .change { text, _ in Int64(text).map { $0 < 100_000_000_000 ? $0 * 1000 : $0 } },
    unread("response-unreadable-is-1970", "An expiration that cannot be read becomes 1970.")
      .seen("A date that cannot be read is nil, and its count of seconds 0.", .iOS)
      .change { _, _ in 0 },
    unread("response-unreadable-is-soon", "An unreadable expiration is 30 seconds from now.")
      .seen("After a parse error the token ends 30 seconds from now.", .android)
      .change { ($1 ?? 0) + 30_000 },
  ]

  /// Six numbers of one or two digits, four of the year, each with its mark of `--T::Z` behind it.
  private static func numbers(_ text: String) -> [Int64]? {
    var rest = text.unicodeScalars.map { latin($0) }[...]
    var numbers: [Int64] = []
    for (place, mark) in "--T::Z".unicodeScalars.enumerated() {
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard place == 0 ? digits.count == 4 : 1...2 ~= digits.count else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int64($1.value) - 0x30 })
      rest = rest.dropFirst(digits.count)
      if rest.popFirst() != mark { return nil }
    }
    return rest.isEmpty ? numbers : nil
  }

  /// A time of ISO 8601 in the form of RFC 3339: with marks, a T and seconds.
  private static func extended(_ text: String) -> String {
    var text = text.map { String($0) }
    if text.count > 15, text[8] == "T" {
      for (place, mark) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] {
        text.insert(mark, at: place)
      }
    }
    guard text.count > 16 else { return text.joined() }
    if text[13] == ":", text[16] != ":" { text.insert(":00", at: 16) }
    if text[10] == " " { text[10] = "T" }
    return text.joined().replaced(".Z", by: "Z")
  }

  /// A digit of any script as one of ASCII, and a letter in upper case.
  private static func latin(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let value = scalar.properties.numericValue,
      scalar.properties.generalCategory == .decimalNumber
    {
      return Unicode.Scalar(UInt8(0x30 + Int(value)))
    }
    return scalar == "t" ? "T" : scalar == "z" ? "Z" : scalar
  }
}
