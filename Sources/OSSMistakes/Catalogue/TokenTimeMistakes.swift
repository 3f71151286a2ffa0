internal import OSSPrimitives
internal import OSSVectors

/// Mistakes in reading an expiration (TOK-TIME, TOK-REF-11).
enum TokenTimeMistakes {
  static let all: [Mistake] = moments + forms

  private static let moments: [Mistake] = [
    .token(
      "local-time", ["TOK-TIME-1"], "The time is taken for that of the device's zone.",
      fix: "Read Z as UTC."
    ) { tokens in
      tokens.parsing { text, time in
        var time = time
        if text.hasSuffix("Z") { time?.zoneHour = 8 }
        return time
      }
    },
    .token(
      "seconds-for-milliseconds", ["TOK-TIME-1"], "Seconds are handed on as milliseconds.",
      fix: "Give the two counts types of their own."
    ) { $0.times.moment = { seconds, _ in seconds } },
    .token(
      "32-bits", ["TOK-TIME-1"], "Seconds are kept in 32 bits.",
      fix: "Count seconds in 64 bits: 32 end in 2038."
    ) { $0.times.moment = { Int64(Int32(truncatingIfNeeded: $0)) * 1000 + $1 } },
    .token(
      "distance-ignored", ["TOK-TIME-2"], "The distance from UTC is ignored.",
      fix: "Subtract the distance from UTC, or refuse it.", oss: .tokenKept,
      seen: [
        .android("The pattern ends at the seconds, and what follows is not looked at."),
        .java("The pattern ends at the seconds, and what follows is not looked at."),
      ]
    ) { tokens in
      tokens.parsing { text, time in
        let sign = text.dropFirst(19).firstIndex { "+-".contains($0) }
        return sign.map { CivilTime(text[..<$0] + "Z") } ?? time
      }
    },
    .token(
      "distance-refused", ["TOK-TIME-2"], "Every distance from UTC is refused.",
      fix: "Subtract the distance from UTC.",
      seen: [
        .oss2("The pattern ends in Z."), .credentialsGo("The pattern ends in Z."),
        .credentialsPython("The pattern ends in Z."),
      ]
    ) { $0.parsing { "Zz".contains($0.suffix(1)) ? $1 : nil } },
    .token(
      "distance-minutes-not-negated", ["TOK-TIME-2"],
      "The sign of a distance counts for its hours alone.",
      fix: "Apply the sign to the minutes, too: -05:30 is five and a half hours."
    ) { $0.times.minutesAhead = { $0.zoneHour * ($0.isBehind ? -60 : 60) + $0.zoneMinute } },
    .token(
      "fraction-refused", ["TOK-TIME-3"], "A fraction of a second is refused.",
      fix: "Read a fraction to the millisecond.",
      seen: [
        .iOS("The pattern has no fraction, and the text becomes no date."),
        .oss2("The pattern has no fraction."), .credentialsPython("The pattern has no fraction."),
      ]
    ) { $0.parsing { $1?.fraction.isEmpty == true ? $1 : nil } },
    .token(
      "fraction-dropped", ["TOK-TIME-3"], "The fraction of a second is dropped.",
      fix: "Keep a fraction to the millisecond.",
      seen: [
        .android("What follows the seconds is not looked at."),
        .java("What follows the seconds is not looked at."),
      ]
    ) { $0.times.milliseconds = { _ in 0 } },
    .token(
      "fraction-rounded", ["TOK-TIME-3"], "The fraction is rounded to the millisecond.",
      fix: "Cut the fraction off after three digits: no token lasts longer than it says."
    ) { tokens in
      let former = tokens.times.milliseconds
      tokens.times.milliseconds = { former($0) + ($0.dropFirst(3).first ?? 0 > 4 ? 1 : 0) }
    },
    .token(
      "fraction-as-number", ["TOK-TIME-3"], "The digits of a fraction count as milliseconds.",
      fix: "Read the digits as a fraction: .5 is 500 milliseconds."
    ) { $0.times.milliseconds = { $0.prefix(3).reduce(0) { $0 * 10 + $1 } } },
    .token(
      "lower-case-refused", ["TOK-TIME-4"], "Lower-case t and z are refused.",
      fix: "Read t and z as T and Z, which RFC 3339 allows.",
      seen: [.iOS("The T of the pattern is upper-case.")]
    ) { $0.parsing { $0.contains { "tz".contains($0) } ? nil : $1 } },
  ]

  private static let forms: [Mistake] = [
    .token(
      "dates-rolled-over", ["TOK-TIME-6"],
      "A day or an hour that no calendar has becomes the next.",
      fix: "Refuse a date or a time of day that no calendar has.",
      seen: [
        .android("SimpleDateFormat is lenient by default."),
        .java("SimpleDateFormat is lenient by default."),
      ]
    ) { $0.times.isReal = { _ in true } },
    .token(
      "years-of-any-number", ["TOK-TIME-12"],
      "The year 0 and moments beyond the year 9999 are read.",
      fix: "Refuse a moment outside the years 1 to 9999."
    ) { tokens in
      tokens.times.isInRange = { _ in true }
      tokens.times.isReal = { time in
        var time = time
        time.year += 400
        return time.isReal
      }
    },
    .token(
      "time-by-strptime", ["TOK-TIME-6", "TOK-TIME-11", "TOK-TIME-2", "TOK-TIME-3"],
      "Times are read by strptime with one form: no fraction, no distance from UTC, digits of any "
        + "script, with or without a leading zero, and seconds up to 61.",
      fix: "Read RFC 3339, all of it and nothing else.",
      seen: [
        .oss2("`to_unixtime` calls `time.strptime` with %Y-%m-%dT%H:%M:%SZ."),
        .credentialsPython("`time.strptime` is called with %Y-%m-%dT%H:%M:%SZ."),
      ]
    ) { tokens in
      tokens.parsing { text, _ in numbers(text).map { CivilTime($0) } }
      tokens.times.isReal = { time in
        var time = time
        time.second = time.second <= 61 ? 0 : time.second
        return time.isReal
      }
    },
    .token(
      "no-zone-is-utc", ["TOK-TIME-8"], "A time without a zone is taken for UTC.",
      fix: "Refuse a time without a zone: nobody knows whose time it is.",
      seen: [.android("The pattern has no zone."), .java("The pattern has no zone.")]
    ) { $0.parsing { $1 ?? CivilTime($0 + "Z") } },
    .token(
      "rest-ignored", ["TOK-TIME-8", "TOK-TIME-9", "TOK-TIME-11"],
      "What follows the seconds is not looked at.", fix: "Read the text to its end.",
      seen: [
        .android("The parser stops where its pattern ends."),
        .java("The parser stops where its pattern ends."),
      ]
    ) { tokens in
      tokens.parsing { text, time in
        let clock = String(String.UnicodeScalarView(text.unicodeScalars.prefix(19)))
        return time?.isReal == true ? time : CivilTime(clock + "Z")
      }
    },
    .token(
      "counts-accepted", ["TOK-TIME-11"],
      "A number is taken for a count of seconds or milliseconds.",
      fix: "Refuse a count: it does not say its unit."
    ) { tokens in
      tokens.falling { text, _ in Int64(text).map { $0 < 100_000_000_000 ? $0 * 1000 : $0 } }
    },
    .token(
      "short-years-accepted", ["TOK-TIME-11"], "A year of two digits is one of the first century.",
      fix: "Require four digits of a year.",
      seen: [.iOS("The year 15 is read, and the token counts as long expired.")]
    ) { $0.parsing { $1 ?? CivilTime("00" + $0) } },
    .token(
      "other-iso-8601-accepted", ["TOK-TIME-11"],
      "More of ISO 8601 is read: the basic format, a date alone, no seconds, a comma.",
      fix: "Read RFC 3339 alone."
    ) { tokens in
      tokens.parsing { text, time in
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let isBasic = text.count == 16 && digits.count == 14
        return time ?? CivilTime(text + "T00:00:00Z") ?? CivilTime(text.dropLast() + ":00Z")
          ?? CivilTime(String(text.map { $0 == "," ? "." : $0 }))
          ?? (isBasic ? CivilTime(digits.raw, "yyyyMMddHHmmss") : nil)
      }
    },
    .token(
      "unreadable-is-1970", ["TOK-REF-11"], "An expiration that cannot be read becomes 1970.",
      fix: "Refuse the answer, and say why.",
      seen: [.iOS("A date that cannot be read is nil, and its count of seconds 0.")]
    ) { $0.falling { _, _ in 0 } },
    .token(
      "unreadable-is-soon", ["TOK-REF-11"],
      "An expiration that cannot be read becomes half a minute from now.",
      fix: "Refuse the answer, and say why.",
      seen: [.android("After a parse error the token ends 30 seconds from now.")]
    ) { $0.falling { ($1 ?? 0) + 30_000 } },
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

extension Effect {
  /// A token that is used after its end.
  fileprivate static let tokenKept = Effect.refuses(
    evidence: "The page of 0002-00000007: SecurityTokenExpired, once the token has expired.")
}

extension TokenModel {
  /// Reads other parts of a time; the change gets the text and what is read right.
  fileprivate mutating func parsing(
    _ change: @escaping @Sendable (String, CivilTime?) -> CivilTime?
  ) {
    let former = times.parts
    times.parts = { change($0, former($0)) }
  }

  /// Gives a moment for a text that is no time.
  fileprivate mutating func falling(back: @escaping @Sendable (String, _ now: Int64?) -> Int64?) {
    let former = moment
    moment = { former($0, $1, $2) ?? back($0, $1) }
  }
}
