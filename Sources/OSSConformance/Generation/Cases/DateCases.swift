internal import OSSPrimitives

/// Suite `v1/date`: the Date line.
enum DateCases {
  static let all: [BuiltCase] = clock + ossDate + callersDate

  /// Seconds, the slug of the id and what the date is about; every month and weekday is there.
  private static let clocks: [(seconds: Int64, slug: String, about: String)] = [
    (0, "epoch", "the first second of 1970, a Thursday"),
    (951_782_400, "leap-day-2000", "29 February 2000, which only the rule of 400 years gives"),
    (1_136_214_245, "january-second", "a day below 10 in January"),
    (1_078_012_800, "leap-day-2004", "29 February of a common leap year"),
    (1_394_668_799, "march", "the last second of a day in March"),
    (1_714_521_599, "april", "30 April, the end of a month of 30 days"),
    (1_715_644_800, "may", "a midnight in May"),
    (1_243_814_400, "june-first", "the first day of June"),
    (1_373_068_799, "july", "a Friday in July"),
    (1_439_596_800, "august", "a Saturday in August"),
    (1_252_454_399, "september", "a day below 10 in September"),
    (1_445_385_600, "october", "a Wednesday in October"),
    (1_385_769_599, "november", "a Friday in November"),
    (1_735_689_599, "last-second-of-2024", "the last second of a leap year"),
    (1_767_225_600, "first-second-of-2026", "the first second of a year"),
    (2_147_483_648, "after-2038", "the second at which 32 signed bits overflow"),
    (4_107_542_400, "march-2100", "1 March 2100, after a February of 28 days"),
  ]

  private static let clock: [BuiltCase] = clocks.map { date in
    .header(
      "v1-date-\(date.slug)", "V1-DATE-1",
      comment: "The Date line is wrong for \(date.about)."
    ) { $0.time = date.seconds }
  }

  private static let ossDate: [BuiltCase] = [
    .header(
      "v1-date-x-oss-date-equal", "V1-DATE-2", "V1-HDR-1",
      comment: "x-oss-date is taken out of the OSS headers once it stands on the Date line."
    ) { $0.headers = [("x-oss-date", "Sat, 16 Dec 2023 16:20:57 GMT")] },
    .header(
      "v1-date-x-oss-date-differs", "V1-DATE-2",
      comment: "The clock's date stands on the Date line though x-oss-date prevails."
    ) { $0.headers = [("x-oss-date", "Sat, 16 Dec 2023 16:10:00 GMT")] }.flagged("x-oss-date"),
    .header(
      "v1-date-x-oss-date-upper-case-name", "V1-DATE-2",
      comment: "x-oss-date is looked up with regard to case."
    ) { $0.headers = [("X-OSS-Date", "Sat, 16 Dec 2023 16:10:00 GMT")] }.flagged("x-oss-date"),
    .header(
      "v1-date-x-oss-date-blanks", "V1-DATE-2", "V1-HDR-3",
      comment: "Blanks around x-oss-date are signed on one of the two lines."
    ) { $0.headers = [("x-oss-date", " Sat, 16 Dec 2023 16:10:00 GMT ")] }
    .flagged("x-oss-date", "trim"),
    .header(
      "v1-date-x-oss-date-and-date", "V1-DATE-2",
      comment: "A Date header of the caller prevails over x-oss-date."
    ) {
      $0.headers = [
        ("Date", "Sat, 16 Dec 2023 16:05:00 GMT"),
        ("x-oss-date", "Sat, 16 Dec 2023 16:10:00 GMT"),
      ]
    }.flagged("x-oss-date"),
    .header(
      "v1-date-x-oss-date-with-token", "V1-DATE-2", "V1-TOK-1",
      comment: "x-oss-date loses its place among the OSS headers beside a token."
    ) {
      $0.headers = [
        ("x-oss-tagging", "a=b"), ("x-oss-date", "Sat, 16 Dec 2023 16:20:57 GMT"),
      ]
      $0.securityToken = "CAIS0Token"
    },
  ]

  private static let callersDate: [BuiltCase] = [
    .header(
      "v1-date-callers-date", "V1-DATE-3",
      comment: "The Date that is signed is not the Date that is sent."
    ) { $0.headers = [("Date", "Sat, 16 Dec 2023 16:10:00 GMT")] }
    .may(
      "No document says whether a client keeps a Date that the caller gives.",
      BuiltCase.Alternative(
        reason: "Go v1 and PHP v1 sign and send the caller's Date.",
        stringToSign: "GET\n\n\nSat, 16 Dec 2023 16:10:00 GMT\n/examplebucket/key.txt",
        headers: [("Date", "Sat, 16 Dec 2023 16:10:00 GMT")])),
    .header(
      "v1-date-callers-date-equal", "V1-STS-6", "V1-DATE-1",
      comment:
        "A Date header that says what the clock says is sent twice or signed as an OSS header."
    ) { $0.headers = [("date", "Sat, 16 Dec 2023 16:20:57 GMT")] },
  ]
}
