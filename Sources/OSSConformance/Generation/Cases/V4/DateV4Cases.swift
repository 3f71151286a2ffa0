internal import OSSPrimitives

/// Suite `v4/date`: the time of signing, in the header and in the scope.
enum DateV4Cases {
  static let all: [BuiltCase] = header + moments + callers + dates

  private static let header: [BuiltCase] = [
    .headerV4(
      "v4-date-sent", "V4-DATE-1",
      comment: "x-oss-date is not sent, or not signed."
    ) {
      $0.method = "DELETE"
      $0.time = 1_709_208_000
    },
    .headerV4(
      "v4-date-among-headers", "V4-DATE-1", "V4-HDR-5",
      comment: "x-oss-date is signed at the end of the headers."
    ) { $0.headers = [("x-oss-meta-a", "1"), ("x-oss-copy-source", "/b/k")] }.flagged("order"),
    .headerV4(
      "v4-date-of-service", "V4-DATE-1", "V4-URI-1",
      comment: "A request to the service carries its time in Date alone."
    ) {
      $0.time = 1_718_409_600
      $0.bucket = .null
      $0.key = .null
    },
  ]

  private static let table: [(time: Int64, slug: String, comment: String)] = [
    (1_702_771_199, "last-second-of-day", "The last second of a day belongs to the next one."),
    (1_702_771_200, "first-second-of-day", "The first second of a day belongs to the one before."),
    (1_702_742_400, "noon-of-utc-8", "The date of the scope is that of China: a day later."),
    (1_702_695_600, "morning-of-utc-8", "The scope has the date of a zone west of Greenwich."),
    (1_704_067_199, "last-second-of-year", "The last second of a year has the year of the next."),
    (1_704_067_200, "first-second-of-year", "The first second of a year has the year before."),
    (1_709_208_000, "leap-day", "The leap day is the first of March."),
    (951_827_696, "leap-day-of-2000", "The year 2000 has no leap day."),
    (4_107_542_400, "first-of-march-2100", "The year 2100 has a leap day."),
    (1_735_560_000, "week-of-next-year", "The year is that of the week: 2025 in December 2024."),
    (1_609_632_000, "week-of-last-year", "The year is that of the week: 2020 in January 2021."),
    (2_147_483_648, "after-2038", "The time overflows 32 bits."),
    (999_999_999, "nine-digits", "A time of nine digits is refused or read in milliseconds."),
    (0, "epoch", "The time 0 is taken for none, and the clock is asked instead."),
  ]

  private static let moments: [BuiltCase] =
    table.map { time, slug, comment in
      .headerV4("v4-date-\(slug)", "V4-DATE-2", "V4-SCO-1", comment: comment) { $0.time = time }
        .flagged("time")
    } + [
      .presignV4(
        "v4-date-url-last-second-of-day", "V4-DATE-2", "V4-PRE-1",
        comment: "The credential of a URL has the date on which it ends."
      ) { $0.time = 1_702_771_199 }.flagged("time"),
      .presignV4(
        "v4-date-url-first-second-of-year", "V4-DATE-2", "V4-PRE-1",
        comment: "The credential of a URL has the year before."
      ) { $0.time = 1_704_067_200 }.flagged("time"),
    ]

  private static let callers: [BuiltCase] =
    [
      ("20231216T162057Z", "same", "An x-oss-date of the caller is sent twice."),
      ("20231216T161000Z", "earlier", "An x-oss-date of the caller is signed beside another time."),
      ("20231215T235959Z", "of-another-day", "The scope has the date of the caller's x-oss-date."),
      ("Sat, 16 Dec 2023 16:20:57 GMT", "http", "An x-oss-date in HTTP's form is signed as it is."),
      ("", "empty", "An empty x-oss-date of the caller stays."),
    ].map { value, slug, comment in
      .headerV4("v4-date-callers-\(slug)", "V4-DATE-3", comment: comment) {
        $0.headers = [("x-oss-date", .string(value)), ("x-oss-meta-a", "1")]
      }.should.flagged("x-oss-date")
    } + [
      .headerV4(
        "v4-date-callers-in-upper-case", "V4-DATE-3", "V4-HDR-2",
        comment: "An X-OSS-Date of the caller stays beside x-oss-date."
      ) { $0.headers = [("X-OSS-Date", "20231216T161000Z")] }.should.flagged("x-oss-date", "case")
    ]

  private static let open = "Most SDKs write a Date of their own, which x-oss-date overrules."
  private static let other = "Sat, 16 Dec 2023 16:10:00 GMT"

  private static let dates: [BuiltCase] = [
    .headerV4(
      "v4-date-header-of-caller", "V4-DATE-4",
      comment: "A Date header of the caller is signed, or becomes the time of signing."
    ) { $0.headers = [("Date", .string(other))] }
    .may(open)
    .or("The SDK sends another Date, or none.") { $0.headers = [] },
    .headerV4(
      "v4-date-header-named", "V4-DATE-4", "V4-ADD-2",
      comment: "A Date header of the caller that is named is listed and not signed."
    ) {
      $0.headers = [("Date", .string(other))]
      $0.additionalHeaders = ["date"]
    }
    .may(open)
    .or("The SDK sends and signs a Date of its own, with the time of signing.") {
      $0.headers = [("Date", "Sat, 16 Dec 2023 16:20:57 GMT")]
    },
    .presignV4(
      "v4-date-header-of-url", "V4-DATE-4", "V4-PRE-6",
      comment: "A Date header of the caller becomes the x-oss-date of a URL, or is signed for it."
    ) { $0.headers = [("Date", .string(other))] }
    .may("No document says what a Date header means for a URL."),
  ]
}
