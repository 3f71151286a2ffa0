internal import OSSPrimitives

/// Suite `v4/query`: the canonical query.
enum QueryV4Cases {
  static let all: [BuiltCase] = signed + encoded + values + order + kept + repeated

  private static let signed: [BuiltCase] = [
    .headerV4(
      "v4-qry-listing", "V4-QRY-1",
      comment: "Parameters that V1 does not sign are not signed."
    ) {
      $0.key = .null
      $0.query = [("list-type", "2"), ("prefix", "a"), ("max-keys", "100")]
    },
    .headerV4(
      "v4-qry-unknown", "V4-QRY-1", "V4-QRY-3",
      comment: "A parameter that no list knows is not signed."
    ) { $0.query = [("foo", "bar")] },
    .headerV4(
      "v4-qry-names-of-v1", "V4-QRY-1",
      comment: "The parameters of a V1 URL are taken out of the query."
    ) { $0.query = [("Expires", "1"), ("OSSAccessKeyId", "a"), ("Signature", "b")] },
    .headerV4(
      "v4-qry-names-of-a-url", "V4-QRY-1",
      comment: "A header signature leaves out parameters with the names that a V4 URL has."
    ) { $0.query = [("x-oss-date", "a"), ("x-oss-signature", "b"), ("x-oss-expires", "c")] },
    .headerV4(
      "v4-qry-beside-upload", "V4-QRY-1", "V4-REQ-2",
      comment: "The parameters of an upload are not signed."
    ) {
      $0.method = "POST"
      $0.query = [("uploadId", "0004B999EF518A1FE585B0C9360DC4C8")]
    },
  ]

  private static let encoded: [BuiltCase] = [
    ("prefix", "a/b", "slash", "The slash of a value stays."),
    ("prefix", "a b", "space", "A space in a value becomes a plus."),
    ("x y", "1", "space-in-name", "A space in a name becomes a plus."),
    ("a+b", "c+d", "plus", "A plus stays."),
    ("prefix", "*", "asterisk", "The asterisk stays, as in forms."),
    ("a~b", "~", "tilde", "The tilde is encoded, as in forms."),
    ("prefix", "!'()", "marks", "Marks that other rules leave alone stay."),
    ("prefix", "%2F%zz%", "percent", "Percent signs are taken for escapes."),
    ("a=b", "c=d", "equals", "An equals sign divides a name or a value."),
    ("a&b", "c&d", "ampersand", "An ampersand divides a parameter."),
    ("q[x]", "[1]", "brackets", "Brackets of a name stay, or make an array."),
    ("\u{4E2D}", "\u{6587}", "chinese", "Letters outside ASCII are encoded otherwise."),
    ("\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "four-bytes", "Characters of four bytes break."),
    ("a;b,c:d@e$f", "?#\\|\"<>^`{}", "reserved", "Reserved characters stay."),
    ("prefix", "a\tb\nc", "controls", "Control characters of a value stay, or are dropped."),
    ("prefix", "\u{AB}\u{FF}", "upper-case-digits", "Escapes have digits in lower case."),
  ].map { name, value, slug, comment in
    .headerV4("v4-qry-encoded-\(slug)", "V4-QRY-2", comment: comment) {
      $0.key = .null
      $0.query = [(.string(name), .string(value))]
    }.flagged("encoding")
  }

  private static let values: [BuiltCase] = [
    .headerV4(
      "v4-qry-value", "V4-QRY-3",
      comment: "The equals sign between a name and its value is left out."
    ) { $0.query = [("versionId", "v1")] },
    .headerV4(
      "v4-qry-value-with-equals", "V4-QRY-3", "V4-QRY-2",
      comment: "A value with an equals sign is cut there."
    ) { $0.query = [("x-oss-process", "image/resize,w_100=h"), ("a", "=")] },
    .headerV4(
      "v4-qry-none", "V4-QRY-6",
      comment: "Without parameters a question mark or the word null stands for the query."
    ) { $0.key = .null }.flagged("empty"),
    .headerV4(
      "v4-qry-three", "V4-QRY-6",
      comment: "An ampersand stands before the first parameter or after the last one."
    ) { $0.query = [("a", "1"), ("b", .null), ("c", "3")] },
    .headerV4(
      "v4-qry-two-values", "V4-QRY-3", "V4-QRY-6",
      comment: "The ampersand between two parameters is left out or doubled."
    ) { $0.query = [("partNumber", "1"), ("uploadId", "u")] },
    .headerV4(
      "v4-qry-bare", "V4-QRY-4",
      comment: "A bare name is signed with an equals sign."
    ) { $0.query = [("acl", .null)] }.flagged("empty"),
    .headerV4(
      "v4-qry-empty-value", "V4-QRY-4",
      comment: "A name with an empty value is signed with an equals sign."
    ) { $0.query = [("prefix", "")] }.flagged("empty"),
    .headerV4(
      "v4-qry-empty-among-others", "V4-QRY-4", "V4-QRY-6",
      comment: "A parameter with an empty value is left out among others."
    ) { $0.query = [("b", ""), ("a", "1"), ("d", .null), ("c", "2")] }.flagged("empty"),
    .presignV4(
      "v4-qry-empty-in-url", "V4-QRY-4", "V4-PRE-2",
      comment: "A name with an empty value is signed with an equals sign in a URL."
    ) { $0.query = [("acl", ""), ("foo", .null)] }.flagged("empty"),
    .presignV4(
      "v4-qry-nameless-in-url", "PRE-QRY-5", "V4-PRE-10",
      comment: "A bare name that is empty stands between two ampersands, where nobody reads it."
    ) { $0.query = [("", .null), ("a", "1")] }.should.flagged("empty"),
  ]

  private static func order(
    _ slug: String, _ comment: String, _ query: [(JSONValue, JSONValue)]
  ) -> BuiltCase {
    .headerV4("v4-qry-order-\(slug)", "V4-QRY-5", comment: comment) { $0.query = query }
      .flagged("order")
  }

  private static let order: [BuiltCase] = [
    order(
      "given", "The parameters are signed in the order in which the caller gives them.",
      [("uploadId", "u"), ("partNumber", "1"), ("acl", .null)]),
    order(
      "encoded", "Names are sorted before they are encoded.",
      [("|a", "1"), ("a", "2"), ("+a", "3"), ("~a", "4")]),
    order(
      "case", "Names are sorted without regard to case.",
      [("a", "1"), ("B", "2"), ("b", "3"), ("A", "4")]),
    order(
      "pairs", "Pairs are sorted instead of names, and a hyphen comes before the equals sign.",
      [("callback-var", "b"), ("callback", "c")]),
    order(
      "pairs-by-percent", "Pairs are sorted instead of names, and a percent sign comes first.",
      [("a b", "1"), ("a", "2"), ("a!", "3")]),
    order(
      "numbers", "Names that are numbers are sorted by value.",
      [("9", "b"), ("10", "a"), ("010", "c")]),
    order(
      "numbers-inside", "Numbers inside names are sorted by value.",
      [("part2", "2"), ("part10", "10"), ("part1", "1")]),
    order(
      "punctuation", "Punctuation is sorted by the rules of a language.",
      [("a_b", "1"), ("a-b", "2"), ("a.b", "3"), ("ab", "4"), ("_a", "5"), ("a", "6")]),
    order(
      "letters-outside-ascii", "Letters outside ASCII come after the others, as their bytes do.",
      [("a", "1"), ("\u{E9}", "2"), ("z", "3"), ("Z", "4")]),
    order(
      "utf-16", "Names are sorted by their UTF-16 units.",
      [("\u{FF5E}", "1"), ("\u{1F600}", "2")]),
    order(
      "prefix", "A name that begins another one is sorted after it.",
      [("aaa", "1"), ("aa", "2"), ("a", "3")]),
    order(
      "empty-first", "A bare name is sorted apart from names with values.",
      [("b", "1"), ("a", .null), ("c", .null), ("a-", "2")]),
    .headerV4(
      "v4-qry-order-twenty", "V4-QRY-5", "V4-QRY-6",
      comment: "More parameters than a small table holds lose some or their order."
    ) { $0.query = (0..<20).map { (.string("k\($0 * 7 % 20)"), .string("v\($0)")) } }
    .flagged("order"),
  ]

  private static let kept: [BuiltCase] = [
    .headerV4(
      "v4-qry-zero", "V4-QRY-7",
      comment: "The value 0 is taken for none."
    ) { $0.query = [("marker", "0"), ("0", "1")] }.flagged("zero"),
    .headerV4(
      "v4-qry-outer-blanks", "V4-QRY-7",
      comment: "Blanks at the ends of a value are trimmed."
    ) { $0.query = [("prefix", " a "), ("marker", "\tb\t")] }.flagged("trim"),
    .headerV4(
      "v4-qry-blank-value", "V4-QRY-7",
      comment: "A value of one blank is taken for none."
    ) { $0.query = [("delimiter", " ")] }.flagged("trim"),
    .headerV4(
      "v4-qry-blanks-in-name", "V4-QRY-7", "V4-QRY-2",
      comment: "Blanks at the ends of a name are trimmed."
    ) { $0.query = [(" a ", "1"), ("b\t", "2")] }.flagged("trim"),
    .headerV4(
      "v4-qry-dots-in-name", "V4-QRY-7",
      comment: "A dot in a name becomes an underscore."
    ) { $0.query = [("a.b", "1"), ("a_b", "2")] },
    .headerV4(
      "v4-qry-line-feed-at-end", "V4-QRY-7", "V4-QRY-2",
      comment: "A line feed at the end of a value is dropped."
    ) { $0.query = [("marker", "a\n"), ("prefix", "\r\n")] }.flagged("trim"),
    .presignV4(
      "v4-qry-blanks-in-url", "V4-QRY-7", "V4-PRE-2",
      comment: "Blanks at the ends of a value are signed and not sent, or the other way about."
    ) { $0.query = [("response-content-type", " text/plain "), ("foo", "\tbar")] }
    .flagged("trim"),
  ]

  private static let open = "No document says how OSS takes a name that comes twice."

  private static let repeated: [BuiltCase] = [
    .headerV4(
      "v4-qry-repeated", "V4-QRY-8",
      comment: "Of two values of one name, one is sent and not signed."
    ) { $0.query = [("a", "2"), ("b", "0"), ("a", "1")] }
    .may(open)
    .or("The last value alone is sent and signed.") { $0.query = [("b", "0"), ("a", "1")] }
    .or("The last value is sent and signed each time, as Go v2 does.") {
      $0.query = [("a", "1"), ("b", "0"), ("a", "1")]
    }
    .flagged("repeated"),
    .headerV4(
      "v4-qry-repeated-same", "V4-QRY-8",
      comment: "A parameter that is given twice with one value is sent twice and signed once."
    ) { $0.query = [("a", "1"), ("a", "1")] }
    .may(open)
    .or("It is sent and signed once.") { $0.query = [("a", "1")] }
    .flagged("repeated"),
    .presignV4(
      "v4-qry-repeated-in-url", "V4-QRY-8", "V4-PRE-2",
      comment: "Of two values of one name in a URL, one is not signed."
    ) { $0.query = [("foo", "b"), ("foo", "a"), ("foo", .null)] }
    .may(open)
    .or("The last value alone is sent and signed.") { $0.query = [("foo", .null)] }
    .or("The last value is sent and signed each time, as Go v2 does.") {
      $0.query = [("foo", .null), ("foo", .null), ("foo", .null)]
    }
    .flagged("repeated"),
  ]
}
