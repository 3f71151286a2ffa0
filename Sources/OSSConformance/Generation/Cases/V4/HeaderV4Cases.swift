internal import OSSPrimitives

/// Suite `v4/headers`: the canonical headers.
enum HeaderV4Cases {
  static let all: [BuiltCase] = chosen + names + order + places + values + empty + repeated

  private static let chosen: [BuiltCase] = [
    .headerV4(
      "v4-hdr-content-type", "V4-HDR-1",
      comment: "The Content-Type is not signed."
    ) { $0.headers = [("Content-Type", "text/plain")] },
    .headerV4(
      "v4-hdr-content-md5", "V4-HDR-1", "V4-HDR-5",
      comment: "The Content-MD5 is not signed."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "text/plain"), ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww==")]
    },
    .headerV4(
      "v4-hdr-oss", "V4-HDR-1",
      comment: "An x-oss- header is not signed."
    ) { $0.headers = [("x-oss-object-acl", "private")] },
    .headerV4(
      "v4-hdr-others", "V4-HDR-1",
      comment: "Headers that nobody names are signed."
    ) {
      $0.headers = [
        ("Range", "bytes=0-9"), ("User-Agent", "kit"), ("Cache-Control", "no-cache"),
        ("Content-Length", "5"), ("Content-Encoding", "gzip"),
      ]
    },
    .headerV4(
      "v4-hdr-longer-names", "V4-HDR-1",
      comment: "Names that begin with Content-Type or Content-MD5 are signed."
    ) { $0.headers = [("Content-Type-X", "z"), ("content-md5-foo", "y")] },
    .headerV4(
      "v4-hdr-almost-oss", "V4-HDR-1",
      comment: "Names that are almost those of OSS are signed."
    ) {
      $0.headers = [
        ("x-oss", "1"), ("x-ossa", "2"), ("x-os-s", "3"), ("my-x-oss-a", "4"), ("x_oss_a", "5"),
      ]
    },
    .headerV4(
      "v4-hdr-prefix-alone", "V4-HDR-1",
      comment: "A header that is named by the prefix alone is not signed."
    ) { $0.headers = [("x-oss-", "1")] },
    .headerV4(
      "v4-hdr-zero", "V4-HDR-1",
      comment: "A header whose value is 0 is dropped."
    ) { $0.headers = [("x-oss-meta-a", "0"), ("Content-Type", "0")] }.flagged("zero"),
    .headerV4(
      "v4-hdr-callers-authorization", "V4-HDR-1", "V4-AUTH-1",
      comment: "An Authorization header of the caller stays beside the new one, or is signed."
    ) { $0.headers = [("authorization", "OSS a:b")] },
  ]

  private static let names: [BuiltCase] = [
    .headerV4(
      "v4-hdr-upper-case", "V4-HDR-2",
      comment: "A name in upper case is signed as it is, or not signed."
    ) {
      $0.headers = [("X-OSS-META-A", "V"), ("CONTENT-TYPE", "text/PLAIN"), ("Content-Md5", "a")]
    }.flagged("case"),
    .headerV4(
      "v4-hdr-mixed-case", "V4-HDR-2", "V4-HDR-5",
      comment: "Names are sorted before they are brought to lower case."
    ) { $0.headers = [("X-Oss-Meta-B", "1"), ("x-oss-meta-a", "2"), ("X-OSS-meta-C", "3")] }
    .flagged("case", "order"),
    .headerV4(
      "v4-hdr-token-characters", "V4-HDR-2",
      comment: "Marks that a name may hold are changed with the case."
    ) { $0.headers = [("X-Oss-Meta-^A", "1"), ("x-oss-meta-~_`|", "2"), ("x-oss-meta-1$%", "3")] },
  ]

  private static func order(
    _ slug: String, _ comment: String, _ headers: [(JSONValue, JSONValue)]
  ) -> BuiltCase {
    .headerV4("v4-hdr-order-\(slug)", "V4-HDR-5", comment: comment) { $0.headers = headers }
      .flagged("order")
  }

  private static let order: [BuiltCase] = [
    order(
      "given", "The lines stand in the order in which the caller gives the headers.",
      [("x-oss-tagging", "a"), ("x-oss-acl", "b"), ("x-oss-meta-a", "c"), ("Content-Type", "d")]),
    order(
      "prefix", "Lines are sorted instead of names, and a hyphen comes before the colon.",
      [("x-oss-copy-source-range", "bytes=0-9"), ("x-oss-copy-source", "/b/k")]),
    order(
      "numbers", "Numbers in names are sorted by value.",
      [("x-oss-meta-a2", "2"), ("x-oss-meta-a10", "10"), ("x-oss-meta-a1", "1")]),
    order(
      "hyphen", "The hyphen is ignored, as the rules of a culture do.",
      [
        ("x-oss-meta-abc123", "1"), ("x-oss-meta-abc-123", "2"), ("x-oss-meta-abc_123", "3"),
        ("x-oss-meta-abc", "4"),
      ]),
    order(
      "punctuation", "Punctuation is sorted otherwise than by its bytes.",
      [
        ("x-oss-meta-a~", "1"), ("x-oss-meta-a_", "2"), ("x-oss-meta-a-", "3"),
        ("x-oss-meta-a.", "4"), ("x-oss-meta-a!", "5"), ("x-oss-meta-a0", "6"),
        ("x-oss-meta-aa", "7"), ("x-oss-meta-a", "8"), ("x-oss-meta-a+", "9"),
      ]),
    .headerV4(
      "v4-hdr-order-twenty", "V4-HDR-5",
      comment: "More headers than a small table holds lose some or their order."
    ) {
      $0.headers = (0..<20).map { (.string("x-oss-meta-k\($0 * 7 % 20)"), .string("v\($0)")) }
    }.flagged("order"),
  ]

  private static let places: [BuiltCase] = [
    order(
      "around-those-of-signing", "The headers that signing adds stand first or last.",
      [
        ("x-oss-acl", "1"), ("x-oss-copy-source", "2"), ("x-oss-forbid-overwrite", "3"),
        ("x-oss-zone", "4"),
      ]),
    order(
      "beside-hash", "A name that is almost x-oss-content-sha256 is taken for it.",
      [("x-oss-content-sha25", "1"), ("x-oss-content-sha2567", "2"), ("x-oss-content-sha2", "3")]),
    order(
      "beside-date", "A name that is almost x-oss-date is taken for it.",
      [("x-oss-dat", "1"), ("x-oss-date-x", "2"), ("x-oss-dates", "3"), ("x-oss-date.", "4")]),
    .headerV4(
      "v4-hdr-order-beside-token", "V4-HDR-5", "V4-TOK-1",
      comment: "A name that is almost x-oss-security-token is taken for it."
    ) {
      $0.headers = [
        ("x-oss-security-tokens", "1"), ("x-oss-security-toke", "2"), ("x-oss-security", "3"),
        ("x-oss-security-token-x", "4"),
      ]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
  ]

  private static let values: [BuiltCase] =
    [
      (" v", "leading-space", "A space before a value is signed."),
      ("v ", "trailing-space", "A space after a value is signed."),
      ("\tv", "leading-tab", "A tab before a value is signed."),
      ("v\t", "trailing-tab", "Only spaces, and not tabs, are taken off the end."),
      (" \t v \t ", "mixed-blanks", "Trimming stops where spaces and tabs alternate."),
    ].map { value, slug, comment in
      .headerV4("v4-hdr-\(slug)", "V4-HDR-3", comment: comment) {
        $0.headers = [("x-oss-meta-a", .string(value))]
      }.flagged("trim")
    } + [
      .headerV4(
        "v4-hdr-blanks-around-content-type", "V4-HDR-3",
        comment: "Blanks around the Content-Type or the Content-MD5 are signed."
      ) { $0.headers = [("Content-Type", " text/plain "), ("Content-MD5", "\tabc ")] }
      .flagged("trim"),
      .presignV4(
        "v4-hdr-blanks-in-url", "V4-HDR-3", "V4-PRE-6",
        comment: "Blanks around a header value are signed for a URL."
      ) { $0.headers = [("x-oss-meta-a", " v\t"), ("Content-Type", " a/b")] }.flagged("trim"),
    ]
    + [
      ("two  spaces\t\ttabs", "inner-blanks", "Runs of blanks inside a value are folded."),
      ("https://a.example:80/b", "colon", "A value is cut at its first colon."),
      ("a,b, c", "comma", "A value with a comma is split or gets a space."),
      ("\"a\\\"b\"", "quotes", "Quotation marks around a value are removed."),
      ("%E4%B8%AD+%20", "percent", "A value is percent-decoded, or encoded."),
      ("=&?#/;@!~*'()<>[]{}|^`$", "punctuation", "Punctuation in a value is escaped."),
      ("\u{FC}\u{4E2D}\u{1F600}", "unicode", "A value outside ASCII is signed as Latin-1."),
      ("\u{A0}v\u{3000}", "wide-blanks", "Blanks outside ASCII at the ends are trimmed."),
      ("MiXeD", "case", "A value is brought to lower case."),
    ].map { value, slug, comment in
      .headerV4("v4-hdr-value-\(slug)", "V4-HDR-4", comment: comment) {
        $0.headers = [("x-oss-meta-a", .string(value))]
      }
    } + [
      .headerV4(
        "v4-hdr-line", "V4-HDR-6",
        comment: "A space stands after the colon of a line, as on the wire."
      ) { $0.headers = [("x-oss-meta-a", "1")] },
      .headerV4(
        "v4-hdr-last-line", "V4-HDR-6", "V4-REQ-1",
        comment: "The last line ends without LF where its name sorts after those of signing."
      ) { $0.headers = [("x-oss-zone", "1"), ("x-oss-meta-a", "2")] },
      .presignV4(
        "v4-hdr-one-line-of-url", "V4-HDR-6", "V4-PRE-6",
        comment: "The one line of a URL's headers ends without LF."
      ) { $0.headers = [("Content-Type", "text/plain")] },
    ]

  private static let empty: [BuiltCase] = [
    .headerV4(
      "v4-hdr-empty", "V4-HDR-7",
      comment: "A header with an empty value is sent and not signed."
    ) { $0.headers = [("x-oss-meta-a", "")] }.should.flagged("empty"),
    .headerV4(
      "v4-hdr-blank", "V4-HDR-7", "V4-HDR-3",
      comment: "A value of blanks alone is signed with its blanks, or its header is left out."
    ) { $0.headers = [("x-oss-meta-a", " \t ")] }.should.flagged("empty", "trim"),
    .headerV4(
      "v4-hdr-empty-content-type", "V4-HDR-7", "V4-HDR-1",
      comment: "An empty Content-Type is sent and not signed."
    ) { $0.headers = [("Content-Type", ""), ("x-oss-meta-a", "1")] }.should.flagged("empty"),
    .presignV4(
      "v4-hdr-empty-in-url", "V4-HDR-7", "V4-PRE-6",
      comment: "A header with an empty value is left out of what a URL signs."
    ) { $0.headers = [("x-oss-meta-a", ""), ("x-oss-meta-b", "1")] }.should.flagged("empty"),
  ]

  private static let open =
    "No document says how OSS combines values of one name, and SDKs part ways."

  private static let repeated: [BuiltCase] = [
    .headerV4(
      "v4-hdr-repeated", "V4-HDR-8",
      comment: "Of two values of one name, one is sent and not signed."
    ) { $0.headers = [("x-oss-meta-a", "first"), ("x-oss-meta-a", "second")] }
    .may(open)
    .or("The last value alone is signed and sent.") { $0.headers = [("x-oss-meta-a", "second")] }
    .or("The first value alone is signed and sent.") { $0.headers = [("x-oss-meta-a", "first")] }
    .flagged("repeated"),
    .headerV4(
      "v4-hdr-repeated-in-two-cases", "V4-HDR-8", "V4-HDR-2",
      comment: "Two spellings of one name are signed as two lines."
    ) { $0.headers = [("x-oss-meta-a", "2"), ("X-Oss-Meta-A", "1"), ("x-oss-acl", "p")] }
    .may(open)
    .or("The last value alone is signed and sent.") {
      $0.headers = [("x-oss-meta-a", "1"), ("x-oss-acl", "p")]
    }
    .or("The first value alone is signed and sent.") {
      $0.headers = [("x-oss-meta-a", "2"), ("x-oss-acl", "p")]
    }
    .flagged("repeated", "case"),
  ]
}
