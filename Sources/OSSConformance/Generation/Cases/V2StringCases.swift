internal import OSSPrimitives

/// Suite `v2/string-to-sign`: the lines of the string, the date, the signature and its header.
enum V2StringCases {
  static let all: [BuiltCase] = lines + dates + openDates + signatures

  private static let lines: [BuiltCase] = [
    .headerV2(
      "v2-sts-all-lines", "V2-STS-1", "V2-STS-3",
      comment: "The lines of the string stand in another order."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("Content-MD5", "ICy5YqxZB1uWSwcVLSNLcA=="), ("Content-Type", "text/plain"),
        ("x-oss-meta-a", "1"), ("Range", "bytes=0-9"),
      ]
      $0.additionalHeaders = ["range"]
    },
    .headerV2(
      "v2-sts-bare", "V2-STS-2", "V2-STS-1", "V2-STS-3",
      comment: "A line that is empty is left out."
    ),
    .headerV2(
      "v2-sts-type-alone", "V2-STS-2",
      comment: "The line of Content-MD5 is left out beside a Content-Type."
    ) { $0.headers = [("Content-Type", "text/plain")] },
    .headerV2(
      "v2-sts-md5-alone", "V2-STS-2",
      comment: "The line of Content-Type is left out beside a Content-MD5."
    ) { $0.headers = [("Content-MD5", "ICy5YqxZB1uWSwcVLSNLcA==")] },
    .headerV2(
      "v2-sts-no-additional", "V2-STS-3",
      comment: "Without additional headers their line is left out, as V1 has none."
    ) { $0.headers = [("x-oss-meta-a", "1")] },
    .headerV2(
      "v2-sts-method", "V2-STS-1", comment: "Every request is signed as a GET."
    ) { $0.method = "DELETE" },
    .headerV2(
      "v2-sts-type-with-blanks", "V2-STS-4",
      comment: "Blanks at the ends of Content-Type are signed, and HTTP does not deliver them."
    ) { $0.headers = [("Content-Type", " text/plain; charset=utf-8 \t")] }.should.flagged("trim"),
    .headerV2(
      "v2-sts-md5-with-blanks", "V2-STS-4",
      comment: "Blanks at the ends of Content-MD5 are signed."
    ) { $0.headers = [("Content-MD5", "ICy5YqxZB1uWSwcVLSNLcA== ")] }.should.flagged("trim"),
  ]

  private static let dates: [BuiltCase] = [
    (951_827_696, "leap-day", "The date is written in another form than that of HTTP."),
    (1_709_251_199, "end-of-day", "The date is one of another time zone."),
    (0, "epoch", "The day of the month has one digit."),
    (4_102_444_800, "year-2100", "A time beyond 2038 overflows."),
  ].map { time, slug, comment in
    .headerV2("v2-date-\(slug)", "V2-DATE-1", comment: comment) { $0.time = time }
      .flagged("date")
  }

  private static let openDates: [BuiltCase] = [
    .headerV2(
      "v2-date-x-oss-date", "V2-DATE-2",
      comment: "x-oss-date is signed twice, or not at all."
    ) { $0.headers = [("x-oss-date", "Sun, 17 Dec 2023 01:00:00 GMT")] }
    .open("No document says whether x-oss-date takes the place of the date, as it does in V1.")
    .orSigning(
      "GET\n\n\nSun, 17 Dec 2023 01:00:00 GMT\nx-oss-date:Sun, 17 Dec 2023 01:00:00 GMT\n\n"
        + "%2Fexamplebucket%2Fkey.txt", because: "The rule of V1."
    )
    .flagged("date"),
    .headerV2(
      "v2-date-of-caller", "V2-DATE-3",
      comment: "A Date of the caller is sent beside the one that is signed."
    ) { $0.headers = [("Date", "Sun, 17 Dec 2023 01:00:00 GMT")] }
    .open("SDKs part ways for V1, and no document speaks of it.")
    .orSigning(
      "GET\n\n\nSun, 17 Dec 2023 01:00:00 GMT\n\n%2Fexamplebucket%2Fkey.txt",
      because: "The caller's Date is kept, and signed."
    )
    .flagged("date"),
  ]

  private static let signatures: [BuiltCase] = [
    .headerV2(
      "v2-sig-long-secret", "V2-SIG-1",
      comment: "A secret of more than 64 bytes is cut instead of hashed."
    ) { $0.accessKeySecret = .string(String(repeating: "0123456789abcdef", count: 5)) },
    .headerV2(
      "v2-sig-secret-not-ascii", "V2-SIG-1",
      comment: "The secret is taken as Latin-1."
    ) { $0.accessKeySecret = "s\u{E9}cret-\u{4E2D}" },
    .headerV2(
      "v2-auth-plain", "V2-AUTH-1", "V2-SIG-1",
      comment: "The header has the form of V1, or an empty list of additional headers."
    ),
    .headerV2(
      "v2-auth-additional", "V2-AUTH-1",
      comment: "The header does not tell the additional headers."
    ) {
      $0.headers = [("Range", "bytes=0-9"), ("If-Match", "\"abc\"")]
      $0.additionalHeaders = ["range", "if-match"]
    },
  ]
}
