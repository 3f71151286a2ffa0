internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/token-times`: which texts are a time, and which moment.
enum TokenTimeCases {
  static let all: [BuiltCase] =
    read + open + impossible + outOfRange + openRefusals + otherRefusals

  private static func time(
    _ slug: String, _ clauses: [String], _ comment: String, _ text: String
  ) -> BuiltCase {
    TokenResponseCases.response(
      "time-\(slug)", clauses + ["TOK-REF-11"], comment,
      TokenBody.whole.with("Expiration", "\"\(text)\""), now: nil)
  }

  private static let read: [BuiltCase] = [
    time(
      "whole-seconds", ["TOK-TIME-1"], "The time of the device's zone is taken.",
      "2015-11-03T09:52:59Z"),
    time("leap-day", ["TOK-TIME-1"], "A leap day is refused.", "2016-02-29T00:00:00Z"),
    time(
      "leap-day-of-2000", ["TOK-TIME-1"], "The leap day of a whole century is refused.",
      "2000-02-29T23:59:59Z"),
    time(
      "last-second", ["TOK-TIME-1"], "The last year is beyond the reader.",
      "9999-12-31T23:59:59Z"),
    time(
      "beyond-32-bits", ["TOK-TIME-1"], "Seconds overflow in January 2038.",
      "2038-01-19T03:14:08Z"),
    time(
      "before-1970", ["TOK-TIME-1"], "A time before 1970 is refused, or wraps around.",
      "1969-12-31T23:59:59Z"),
    time(
      "ahead", ["TOK-TIME-2"], "The distance from UTC is passed over, and the token lives on.",
      "2015-11-03T17:52:59+08:00"),
    time(
      "behind", ["TOK-TIME-2"], "The sign of the distance is wrong, or half hours are lost.",
      "2015-11-03T04:22:59-05:30"),
    time(
      "ahead-next-day", ["TOK-TIME-2"], "The day of a zone ahead stays.",
      "2016-01-01T07:59:59+14:00"),
    time(
      "zero-ahead", ["TOK-TIME-2"], "A distance of nothing is refused.",
      "2015-11-03T09:52:59+00:00"),
    time(
      "zero-behind", ["TOK-TIME-2"], "A negative distance of nothing is refused.",
      "2015-11-03T09:52:59-00:00"),
    time(
      "largest-distance", ["TOK-TIME-2"], "A distance that no country has is refused.",
      "2015-11-04T09:51:59+23:59"),
    time(
      "fraction-zero", ["TOK-TIME-3"], "A fraction makes a time unreadable.",
      "2015-11-03T09:52:59.000Z"
    ).should,
    time("fraction", ["TOK-TIME-3"], "The fraction is dropped.", "2015-11-03T09:52:59.123Z").should,
    time(
      "fraction-one-digit", ["TOK-TIME-3"], "The digits of a fraction are read as a number.",
      "2015-11-03T09:52:59.5Z"
    ).should,
    time(
      "fraction-two-digits", ["TOK-TIME-3"], "The digits of a fraction are read as a number.",
      "2015-11-03T09:52:59.05Z"
    ).should,
    time(
      "fraction-cut", ["TOK-TIME-3"], "A fraction is rounded.",
      "2015-11-03T09:52:59.123999999Z"
    ).should,
    time(
      "fraction-all-nines", ["TOK-TIME-3"], "A fraction is rounded up to the next second.",
      "2015-11-03T09:52:59.9999Z"
    ).should,
    time(
      "fraction-long", ["TOK-TIME-3"], "A long fraction overflows.",
      "2015-11-03T09:52:59.00100000000000000000000000000000000001Z"
    ).should,
    time(
      "fraction-and-distance", ["TOK-TIME-3", "TOK-TIME-2"],
      "After a fraction the distance is not read.", "2015-11-03T17:52:59.25+08:00"
    ).should,
    time(
      "fraction-before-1970", ["TOK-TIME-3"], "Before 1970 the fraction is taken off.",
      "1969-12-31T23:59:59.250Z"
    ).should,
    time("lower-case-z", ["TOK-TIME-4"], "A lower-case z is refused.", "2015-11-03T09:52:59z")
      .should,
    time("lower-case-t", ["TOK-TIME-4"], "A lower-case t is refused.", "2015-11-03t09:52:59Z")
      .should,
  ].map { $0.flagged("time") }

  /// Distances that RFC 3339 does not have, and that have one reading.
  private static let open: [BuiltCase] = [
    ("without-colon", "2015-11-03T17:52:59+0800"), ("of-hours", "2015-11-03T17:52:59+08"),
    ("of-hours-behind", "2015-11-03T02:52:59-07"),
    ("zero-without-colon", "2015-11-03T09:52:59+0000"),
  ].map { slug, text in
    time("distance-\(slug)", ["TOK-TIME-5"], "A distance of ISO 8601 is misread.", text)
      .may("RFC 3339 wants hours, a colon and minutes; iOS reads this form, Go refuses it.")
      .or(.rejection(.tokenInvalidTime), because: "The text is no time of RFC 3339.")
      .flagged("time")
  }

  private static let impossible: [BuiltCase] = [
    ("month-13", "2015-13-03T09:52:59Z"), ("month-0", "2015-00-03T09:52:59Z"),
    ("day-0", "2015-11-00T09:52:59Z"), ("day-31-in-april", "2015-04-31T09:52:59Z"),
    ("leap-day-of-2015", "2015-02-29T09:52:59Z"), ("leap-day-of-1900", "1900-02-29T09:52:59Z"),
    ("hour-24", "2015-11-03T24:00:00Z"),
    ("minute-60", "2015-11-03T09:60:00Z"), ("second-61", "2015-11-03T09:52:61Z"),
    ("distance-24", "2015-11-03T09:52:59+24:00"),
    ("distance-minute-60", "2015-11-03T09:52:59+08:60"),
  ].map { slug, text in
    time("impossible-\(slug)", ["TOK-TIME-6"], "What no calendar has becomes another moment.", text)
      .refused(.tokenInvalidTime).flagged("time")
  }

  /// Years that can be written, and that not every calendar has.
  private static let outOfRange: [BuiltCase] = [
    ("year-0", "0000-11-03T09:52:59Z"), ("before-year-1", "0001-01-01T00:00:00+08:00"),
    ("after-year-9999", "9999-12-31T23:59:59-00:01"),
  ].map { slug, text in
    time("impossible-\(slug)", ["TOK-TIME-12"], "A year that cannot be told wraps around.", text)
      .shouldRefuse(.tokenInvalidTime).flagged("time")
  }

  private static func open(
    _ slug: String, _ clause: String, _ text: String, _ milliseconds: Int64, _ reason: String
  ) -> BuiltCase {
    time(slug, [clause], "A form that few readers take is taken.", text)
      .mayRefuse(.tokenInvalidTime, "No document shows this form, and some SDKs read it.")
      .or(TokenResponseCases.read(until: milliseconds), because: reason).flagged("time")
  }

  private static let openRefusals: [BuiltCase] = [
    open(
      "leap-second", "TOK-TIME-7", "2016-12-31T23:59:60Z", 1_483_228_800_000,
      "RFC 3339 has leap seconds; Android and Java v1 read the second after."),
    open("zone-gmt", "TOK-TIME-9", "2015-11-03T09:52:59GMT", TokenBody.end, "iOS reads it."),
    open(
      "zone-gmt-after-blank", "TOK-TIME-9", "2015-11-03T09:52:59 GMT", TokenBody.end,
      "iOS reads it."),
    open("zone-utc", "TOK-TIME-9", "2015-11-03T09:52:59UTC", TokenBody.end, "iOS reads it."),
    open(
      "zone-gmt-and-distance", "TOK-TIME-9", "2015-11-03T09:52:59GMT+08:00", 1_446_515_579_000,
      "iOS reads it."),
    open(
      "blank-for-t", "TOK-TIME-10", "2015-11-03 09:52:59Z", TokenBody.end,
      "RFC 3339 lets an application choose it; Java v1 and some readers of reqsign take it."),
    open(
      "blank-before-zone", "TOK-TIME-10", "2015-11-03T09:52:59 Z", TokenBody.end,
      "iOS reads it."),
    open(
      "no-break-space-before-zone", "TOK-TIME-10", "2015-11-03T09:52:59\u{A0}Z", TokenBody.end,
      "iOS reads it."),
    open(
      "short-numbers", "TOK-TIME-10", "2015-11-3T9:52:59Z", TokenBody.end,
      "iOS, Android and Java v1 read it."),
  ]

  private static let otherRefusals: [BuiltCase] =
    [
      time(
        "no-zone", ["TOK-TIME-8"], "Without a zone a time is that of UTC, or of the device.",
        "2015-11-03T09:52:59"),
      time(
        "no-zone-with-fraction", ["TOK-TIME-8"], "A fraction hides that there is no zone.",
        "2015-11-03T09:52:59.000"),
    ].map { $0.shouldRefuse(.tokenInvalidTime).flagged("time") }
    + [
      ("zone-pst", "2015-11-03T09:52:59PST"), ("further-letters", "2015-11-03T09:52:59Zfoo"),
      ("further-comma", "2015-11-03T09:52:59Z,"), ("two-zones", "2015-11-03T09:52:59Z+08:00"),
      ("no-seconds", "2015-11-03T09:52Z"), ("date-alone", "2015-11-03"),
      ("short-year", "15-11-03T09:52:59Z"), ("long-year", "02015-11-03T09:52:59Z"),
      ("signed-year", "+2015-11-03T09:52:59Z"), ("basic", "20151103T095259Z"),
      ("seconds", "1446544379"), ("milliseconds", "1446544379000"),
      ("comma-in-fraction", "2015-11-03T09:52:59,123Z"),
      ("empty-fraction", "2015-11-03T09:52:59.Z"),
      ("plus-lost", "2015-11-03T17:52:59 08:00"),
      ("minus-of-print", "2015-11-03T09:52:59\u{2212}05:30"),
      ("distance-one-digit", "2015-11-03T17:52:59+8:00"),
      ("distance-three-digits", "2015-11-03T17:52:59+080"),
      ("distance-without-minutes", "2015-11-03T17:52:59+08:"),
      ("http-date", "Tue, 03 Nov 2015 09:52:59 GMT"), ("slashes", "2015/11/03T09:52:59Z"),
      ("digits-of-another-script", "\u{FF12}\u{FF10}15-11-03T09:52:59Z"),
      ("mark-on-the-zone", "2015-11-03T09:52:59Z\u{301}"), ("words", "never"),
    ].map { slug, text in
      time("other-\(slug)", ["TOK-TIME-11"], "A text that is no time becomes one.", text)
        .shouldRefuse(.tokenInvalidTime).flagged("time")
    }
}
