internal import OSSPrimitives

/// Suite `v1/headers`: the canonicalized OSS headers.
enum HeaderCases {
  static let all: [BuiltCase] = selection + names + order + values + empty + repeated

  private static let selection: [BuiltCase] = [
    .header(
      "v1-hdr-one", "V1-HDR-1", "V1-HDR-6",
      comment: "An x-oss-meta- header is not signed."
    ) { $0.headers = [("x-oss-meta-author", "alice")] },
    .header(
      "v1-hdr-not-meta", "V1-HDR-1",
      comment: "Only x-oss-meta- headers are signed, and not other x-oss- headers."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("x-oss-object-acl", "public-read"), ("x-oss-forbid-overwrite", "true"),
        ("x-oss-storage-class", "IA"), ("x-oss-tagging", "TagA=A&TagB=B"),
      ]
    },
    .header(
      "v1-hdr-unknown-name", "V1-HDR-1",
      comment: "A list of known x-oss- headers leaves out new ones."
    ) { $0.headers = [("x-oss-invented-tomorrow", "1")] },
    .header(
      "v1-hdr-near-misses", "V1-HDR-1",
      comment: "A name that only resembles the prefix x-oss- is signed."
    ) {
      $0.headers = [
        ("x-oss", "1"), ("x-ossmeta-a", "2"), ("xx-oss-a", "3"), ("x_oss_a", "4"),
        ("x-acs-a", "5"), ("x-amz-meta-a", "6"),
      ]
    },
    .header(
      "v1-hdr-value-zero", "V1-HDR-1",
      comment: "A header whose value is 0 is dropped, as an empty test in PHP does."
    ) { $0.headers = [("x-oss-meta-count", "0")] }.flagged("zero"),
    .header(
      "v1-hdr-copy-object", "V1-HDR-1", "V1-HDR-4",
      comment: "The source of a copy is signed decoded, though it is sent encoded."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("x-oss-copy-source", "/examplebucket/a%20b%2Fc"),
        ("x-oss-metadata-directive", "COPY"),
      ]
    },
    .header(
      "v1-hdr-among-others", "V1-HDR-1",
      comment: "Headers that are not signed between those that are break the block."
    ) {
      $0.headers = [
        ("x-oss-meta-a", "1"), ("User-Agent", "kit"), ("x-oss-meta-b", "2"), ("Accept", "*/*"),
      ]
    },
  ]

  private static let names: [BuiltCase] = [
    .header(
      "v1-hdr-upper-case-name", "V1-HDR-2", "V1-HDR-1",
      comment: "A name in upper case is not signed, or not in lower case."
    ) { $0.headers = [("X-OSS-META-AUTHOR", "alice")] }.flagged("case"),
    .header(
      "v1-hdr-case-after-prefix", "V1-HDR-2",
      comment: "Only the first bytes of a name are brought to lower case."
    ) { $0.headers = [("x-oss-Meta-MixedCaseName", "v")] }.flagged("case"),
    .header(
      "v1-hdr-value-keeps-case", "V1-HDR-2", "V1-HDR-4",
      comment: "The value is brought to lower case with the name."
    ) { $0.headers = [("X-Oss-Meta-Author", "Alice IN Wonderland")] }.flagged("case"),
    .header(
      "v1-hdr-name-with-token-bytes", "V1-HDR-2", "V1-HDR-5",
      comment: "A name with an underscore or a dot is rewritten."
    ) { $0.headers = [("x-oss-meta-a_b", "1"), ("x-oss-meta-a.b", "2"), ("x-oss-meta-a~b", "3")] },
  ]

  private static let order: [BuiltCase] = [
    .header(
      "v1-hdr-sorted", "V1-HDR-5",
      comment: "The headers are signed in the order in which the caller gives them."
    ) {
      $0.headers = [
        ("x-oss-meta-c", "1"), ("x-oss-meta-a", "2"), ("x-oss-acl", "private"),
        ("x-oss-meta-b", "3"),
      ]
    }.flagged("order"),
    .header(
      "v1-hdr-copy-source-range", "V1-HDR-5",
      comment: "Lines are sorted instead of names, and a hyphen comes before the colon."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("x-oss-copy-source-range", "bytes=0-9"), ("x-oss-copy-source", "/examplebucket/old"),
      ]
    }.flagged("order"),
    .header(
      "v1-hdr-numbers", "V1-HDR-5",
      comment: "Numbers in names are sorted by value: a2 before a10."
    ) {
      $0.headers = [("x-oss-meta-a2", "2"), ("x-oss-meta-a10", "10"), ("x-oss-meta-a1", "1")]
    }.flagged("order"),
    .header(
      "v1-hdr-hyphen", "V1-HDR-5",
      comment: "The hyphen is ignored when names are sorted, as rules of a culture do."
    ) {
      $0.headers = [("x-oss-meta-ab", "1"), ("x-oss-meta-a-b", "2"), ("x-oss-meta-a-c", "3")]
    }.flagged("order"),
    .header(
      "v1-hdr-hyphen-and-underscore", "V1-HDR-5",
      comment: "Punctuation in names is sorted otherwise than by its bytes."
    ) {
      $0.headers = [
        ("x-oss-meta-a_", "1"), ("x-oss-meta-a-", "2"), ("x-oss-meta-a0", "3"),
        ("x-oss-meta-aa", "4"), ("x-oss-meta-a.", "5"),
      ]
    }.flagged("order"),
    .header(
      "v1-hdr-case-and-order", "V1-HDR-5", "V1-HDR-2",
      comment: "Names are sorted before they are brought to lower case."
    ) {
      $0.headers = [("X-Oss-Meta-B", "1"), ("x-oss-meta-a", "2"), ("X-OSS-META-C", "3")]
    }.flagged("order", "case"),
    .header(
      "v1-hdr-prefix-of-another", "V1-HDR-5",
      comment: "A name that begins another one is sorted after it."
    ) { $0.headers = [("x-oss-meta-aa", "1"), ("x-oss-meta-a", "2"), ("x-oss-meta", "3")] }
    .flagged("order"),
    .header(
      "v1-hdr-twenty", "V1-HDR-5",
      comment: "More headers than a small table holds lose some or their order."
    ) {
      $0.headers = (0..<20).map {
        (.string("x-oss-meta-k\($0 * 7 % 20)"), .string("v\($0)"))
      }
    }.flagged("order"),
  ]

  private static let values: [BuiltCase] =
    [
      (" v", "leading-space", "A space before a value is signed."),
      ("v ", "trailing-space", "A space after a value is signed."),
      ("  v  ", "many-spaces", "Only one space is taken off each end."),
      ("\tv", "leading-tab", "A tab before a value is signed."),
      ("v\t", "trailing-tab", "Only spaces, and not tabs, are taken off the end."),
      (" \t v \t ", "mixed-blanks", "Trimming stops where spaces and tabs alternate."),
    ].map { value, slug, comment in
      .header("v1-hdr-\(slug)", "V1-HDR-3", comment: comment) {
        $0.headers = [("x-oss-meta-a", .string(value))]
      }.flagged("trim")
    } + [
      .header(
        "v1-hdr-trim-keeps-inside", "V1-HDR-3", "V1-HDR-4",
        comment: "Runs of blanks inside a value are folded when its ends are trimmed."
      ) { $0.headers = [("x-oss-meta-a", " two  spaces\t\ttabs ")] }.flagged("trim"),
      .header(
        "v1-hdr-value-in-quotes", "V1-HDR-4",
        comment: "Quotation marks around a value are removed."
      ) { $0.headers = [("x-oss-copy-source-if-match", "\"5B3C1A2E053D763E1B002CC607C5A0FE\"")] },
      .header(
        "v1-hdr-inner-spaces", "V1-HDR-4",
        comment: "Two spaces inside a value become one."
      ) { $0.headers = [("x-oss-meta-a", "a  b   c")] },
      .header(
        "v1-hdr-inner-tab", "V1-HDR-4",
        comment: "A tab inside a value becomes a space."
      ) { $0.headers = [("x-oss-meta-a", "a\tb")] },
      .header(
        "v1-hdr-no-break-space", "V1-HDR-4", "V1-HDR-3",
        comment: "A no-break space at the end of a value is trimmed like a blank."
      ) { $0.headers = [("x-oss-meta-a", "\u{A0}v\u{A0}")] }.flagged("trim", "unicode"),
      .header(
        "v1-hdr-colon", "V1-HDR-4",
        comment: "A value is cut at its first colon."
      ) { $0.headers = [("x-oss-meta-url", "https://a.example:8080/b")] },
      .header(
        "v1-hdr-comma", "V1-HDR-4",
        comment: "A value with a comma is split or gets a space."
      ) { $0.headers = [("x-oss-meta-list", "a,b, c")] },
      .header(
        "v1-hdr-punctuation", "V1-HDR-4",
        comment: "Punctuation in a value is escaped."
      ) { $0.headers = [("x-oss-meta-a", "=&?#%+/\\\"'<>;@!~*()[]{}|^`$")] },
      .header(
        "v1-hdr-percent", "V1-HDR-4",
        comment: "A percent-encoded value is decoded before it is signed."
      ) { $0.headers = [("x-oss-meta-a", "%E4%B8%AD%2B")] },
      .header(
        "v1-hdr-emoji", "V1-HDR-4", "V1-STS-7",
        comment: "A character of four bytes in a value is signed as two of three bytes each."
      ) { $0.headers = [("x-oss-meta-a", "\u{1F600}")] }.flagged("unicode"),
      .header(
        "v1-hdr-decomposed", "V1-HDR-4", "V1-STS-7",
        comment: "A value with combining characters is normalized."
      ) { $0.headers = [("x-oss-meta-a", "e\u{301}\u{1112}\u{1161}\u{11AB}")] }.flagged("unicode"),
      .header(
        "v1-hdr-long", "V1-HDR-4",
        comment: "A value of 2048 bytes is cut."
      ) {
        $0.headers = [("x-oss-meta-a", .string(String(repeating: "0123456789abcdef", count: 128)))]
      },
      .header(
        "v1-hdr-callback", "V1-HDR-4",
        comment: "The base64 text of a callback is changed."
      ) {
        $0.method = "POST"
        $0.headers = [
          ("x-oss-callback", "eyJjYWxsYmFja1VybCI6Imh0dHA6Ly9hLmV4YW1wbGUvY2IifQ=="),
          ("x-oss-callback-var", "eyJ4OmEiOiJiIn0="),
        ]
      },
    ]

  private static let empty: [BuiltCase] = [
    .header(
      "v1-hdr-empty-value", "V1-HDR-7",
      comment: "A header with an empty value is sent and not signed."
    ) { $0.headers = [("x-oss-meta-a", "")] }.should.flagged("empty"),
    .header(
      "v1-hdr-blank-value", "V1-HDR-7", "V1-HDR-3",
      comment: "A value of blanks alone is signed with its blanks, or its header is left out."
    ) { $0.headers = [("x-oss-meta-a", " \t ")] }.should.flagged("empty", "trim"),
    .header(
      "v1-hdr-empty-between", "V1-HDR-7", "V1-HDR-5",
      comment: "A header with an empty value takes the place of its neighbor."
    ) { $0.headers = [("x-oss-meta-a", "1"), ("x-oss-meta-b", ""), ("x-oss-meta-c", "3")] }
    .should.flagged("empty"),
  ]

  private static let open =
    "No document says how OSS combines values of one name, and SDKs part ways."

  private static func line(_ lines: String) -> String {
    "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n\(lines)\n/examplebucket/key.txt"
  }

  private static let repeated: [BuiltCase] = [
    .header(
      "v1-hdr-repeated", "V1-HDR-8",
      comment: "Of two values of one name, one is sent and not signed."
    ) { $0.headers = [("x-oss-meta-a", "first"), ("x-oss-meta-a", "second")] }
    .may(
      open,
      BuiltCase.Alternative(
        reason: "The last value alone is signed and sent.",
        stringToSign: line("x-oss-meta-a:second")),
      BuiltCase.Alternative(
        reason: "The first value alone is signed and sent, as Go v1 does.",
        stringToSign: line("x-oss-meta-a:first"))
    ).flagged("repeated"),
    .header(
      "v1-hdr-repeated-in-two-cases", "V1-HDR-8", "V1-HDR-2",
      comment: "Two spellings of one name are signed as two lines."
    ) { $0.headers = [("x-oss-meta-a", "first"), ("X-Oss-Meta-A", "second")] }
    .may(
      open,
      BuiltCase.Alternative(
        reason: "The last value alone is signed and sent.",
        stringToSign: line("x-oss-meta-a:second")),
      BuiltCase.Alternative(
        reason: "The first value alone is signed and sent, as Go v1 does.",
        stringToSign: line("x-oss-meta-a:first"))
    ).flagged("repeated", "case"),
    .header(
      "v1-hdr-repeated-apart", "V1-HDR-8", "V1-HDR-5",
      comment: "Values of one name that are given apart are combined in another order."
    ) {
      $0.headers = [
        ("x-oss-meta-b", "2"), ("x-oss-meta-a", "1"), ("x-oss-meta-b", "1"),
      ]
    }.may(
      open,
      BuiltCase.Alternative(
        reason: "The last value alone is signed and sent.",
        stringToSign: line("x-oss-meta-a:1\nx-oss-meta-b:1")),
      BuiltCase.Alternative(
        reason: "The first value alone is signed and sent, as Go v1 does.",
        stringToSign: line("x-oss-meta-a:1\nx-oss-meta-b:2"))
    ).flagged("repeated"),
  ]
}
