internal import OSSPrimitives

/// Suite `v1/resource`: the bucket, the key and how subresources follow them.
enum ResourceCases {
  static let all: [BuiltCase] = levels + keys + buckets + order + values + exactness + repeated

  private static let levels: [BuiltCase] = [
    .header(
      "v1-res-service", "V1-RES-1",
      comment: "The resource of a request to the service is empty."
    ) {
      $0.bucket = .null
      $0.key = .null
    },
    .header(
      "v1-res-service-subresource", "V1-RES-1", "V1-RES-6",
      comment: "A subresource of the service is not signed."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.query = [("regionList", .null)]
    },
    .header(
      "v1-res-service-listing", "V1-RES-1", "V1-RES-10",
      comment: "The parameters of listing buckets are signed."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.query = [("prefix", "my"), ("max-keys", "10")]
    },
    .header(
      "v1-res-bucket", "V1-RES-2",
      comment: "The slash after the bucket is left out."
    ) { $0.key = .null },
    .header(
      "v1-res-bucket-subresource", "V1-RES-2", "V1-RES-6",
      comment: "The slash after the bucket is left out before a subresource."
    ) {
      $0.key = .null
      $0.query = [("acl", .null)]
    },
    .header(
      "v1-res-bucket-listing", "V1-RES-2", "V1-RES-10",
      comment: "The parameters of listing objects are signed."
    ) {
      $0.key = .null
      $0.query = [("list-type", "2"), ("prefix", "a/"), ("delimiter", "/"), ("marker", "m")]
    },
  ]

  /// The key, the slug of the id, and the mistake.
  private static let keyTable: [(key: String, slug: String, comment: String)] = [
    ("0", "zero", "The key 0 is dropped, as an empty test in PHP does."),
    ("dir/", "trailing-slash", "The slash at the end of a key is dropped."),
    ("a//b", "double-slash", "Two slashes in a key become one."),
    ("a/../b", "dot-segments", "Dot segments in a key are resolved."),
    ("./a", "leading-dot", "A dot segment at the start of a key is removed."),
    ("a/b/c/d/e/f.txt", "deep", "Only the last part of a key is signed."),
    ("a b", "space", "A space in a key is signed as %20 or as a plus."),
    (" a ", "outer-spaces", "Spaces at the ends of a key are trimmed."),
    ("a+b", "plus", "A plus in a key is signed as %2B or as a space."),
    ("a%20b", "percent", "A percent sign in a key is decoded, or encoded as %25."),
    ("a%zz", "percent-invalid", "A percent sign without digits in a key fails or is dropped."),
    ("a?b", "question-mark", "A question mark in a key ends the resource."),
    ("a?acl", "looks-like-subresource", "A key that ends like a subresource is parsed as one."),
    ("a#b", "number-sign", "A number sign in a key ends the resource as a fragment."),
    ("a&b=c", "ampersand", "An ampersand or an equals sign in a key is escaped."),
    ("a:b@c", "colon", "A colon or an at sign in a key is escaped."),
    ("it's(1)*!~", "sub-delimiters", "Marks that some encoders escape in a key are escaped."),
    ("a\\b", "backslash", "A backslash in a key becomes a slash."),
    ("\"q\"<>|^`{}[]", "unsafe", "Characters that URLs do not allow are escaped in the resource."),
    ("a\tb", "tab", "A tab in a key is dropped or escaped."),
    ("\u{4E2D}\u{6587}/\u{6587}\u{4EF6}.txt", "chinese", "A key outside ASCII is signed escaped."),
    ("\u{D55C}\u{AE00}", "hangul", "Composed syllables of a key are decomposed."),
    ("\u{1F1E8}\u{1F1F3}", "flag", "Characters outside the basic plane are signed wrongly."),
    ("\u{65E5}\u{FF0F}\u{672C}", "full-width-slash", "A full-width slash in a key is folded."),
    ("http://a.example/b?c", "url", "A key that looks like a URL is parsed as one."),
    ("UPPER.TXT", "upper-case", "A key is signed in lower case."),
    ("-_.~", "unreserved", "Marks that need no escape are escaped."),
    ("null", "null-text", "A key that reads null is taken for none."),
  ]

  private static let keys: [BuiltCase] =
    keyTable.map { entry in
      .header(
        "v1-res-key-\(entry.slug)", "V1-RES-3", "V1-RES-4", comment: entry.comment
      ) { $0.key = .string(entry.key) }.flagged("key")
    } + [
      .header(
        "v1-res-key-longest", "V1-RES-3", "V1-RES-4",
        comment: "A key of 1023 bytes is cut or refused."
      ) { $0.key = .string(String(repeating: "k", count: 1023)) }.flagged("key"),
      .header(
        "v1-res-key-longest-chinese", "V1-RES-3", "V1-RES-4",
        comment: "A key of 341 characters in 1023 bytes is cut or refused."
      ) { $0.key = .string(String(repeating: "\u{4E2D}", count: 341)) }.flagged("key", "unicode"),
    ]

  private static let buckets: [BuiltCase] = [
    .header(
      "v1-res-bucket-underscore", "V1-NAME-2", "V1-RES-3",
      comment: "A bucket with an underscore, made under an older rule, is refused."
    ) { $0.bucket = "test_bucket" }.should,
    .header(
      "v1-res-bucket-too-long-to-make", "V1-NAME-2", "V1-RES-3",
      comment: "A bucket of 64 bytes, made under an older rule, is refused."
    ) { $0.bucket = .string(String(repeating: "x", count: 64)) }.should,
    .header(
      "v1-res-bucket-hyphens-at-ends", "V1-NAME-2", "V1-RES-3",
      comment: "A bucket with hyphens at its ends, made under an older rule, is refused."
    ) { $0.bucket = "-bucket-" }.should,
    .header(
      "v1-res-bucket-digits", "V1-RES-3",
      comment: "A bucket of digits alone is taken for a number or an address."
    ) { $0.bucket = "123" },
    .header(
      "v1-res-bucket-longest", "V1-RES-3",
      comment: "A bucket of 63 bytes is cut."
    ) { $0.bucket = .string(String(repeating: "x", count: 63)) },
    .header(
      "v1-res-key-begins-with-bucket", "V1-RES-3",
      comment: "A key that begins with the bucket loses it."
    ) { $0.key = "examplebucket/key.txt" },
  ]

  private static let order: [BuiltCase] = [
    .header(
      "v1-res-sorted", "V1-RES-6",
      comment: "Subresources are signed in the order in which the caller gives them."
    ) { $0.query = [("uploadId", "u"), ("partNumber", "1")] }.flagged("order"),
    .header(
      "v1-res-callback-before-var", "V1-SUB-2", "V1-RES-6",
      comment: "Assembled pairs are sorted instead of names: callback-var before callback."
    ) { $0.query = [("callback-var", "eyJ9"), ("callback", "eyJ8")] }.should.flagged("order"),
    .header(
      "v1-res-case-order", "V1-RES-6",
      comment: "A lower-case letter is sorted before an upper-case one: uploads before uploadId."
    ) { $0.query = [("uploads", .null), ("uploadId", "u")] }.flagged("order"),
    .header(
      "v1-res-case-folded-order", "V1-SUB-3", "V1-RES-6",
      comment: "Names are sorted without regard to case: requesterQosInfo before requestPayment."
    ) { $0.query = [("requesterQosInfo", "a"), ("requestPayment", "b")] }
    .may(
      "One SDK alone lists requesterQosInfo.",
      BuiltCase.Alternative(
        reason: "The name requesterQosInfo is not a subresource.",
        stringToSign: "GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n"
          + "/examplebucket/key.txt?requestPayment=b")
    ).flagged("order", "case"),
    .header(
      "v1-res-hyphen-order", "V1-SUB-2", "V1-RES-6",
      comment: "Hyphens do not count in sorting: x-oss-access-point-name before x-oss-ac-vpc-id."
    ) {
      $0.query = [("x-oss-access-point-name", "a"), ("x-oss-ac-vpc-id", "b")]
    }.should.flagged("order"),
    .header(
      "v1-res-all-overrides", "V1-RES-6", "V1-RES-7",
      comment: "One of the response- parameters is not signed, or they are out of order."
    ) {
      $0.query = [
        ("response-expires", "0"), ("response-content-type", "text/plain"),
        ("response-content-language", "zh"), ("response-content-encoding", "gzip"),
        ("response-content-disposition", "inline"), ("response-cache-control", "no-cache"),
      ]
    }.flagged("order"),
    .header(
      "v1-res-signed-among-unsigned", "V1-RES-6", "V1-RES-10",
      comment: "Parameters that are not signed break the separators of those that are."
    ) {
      $0.query = [
        ("aaa", "1"), ("acl", .null), ("bbb", "2"), ("tagging", .null), ("zzz", "3"),
      ]
    },
  ]

  private static let values: [BuiltCase] = [
    .header(
      "v1-res-value-decoded", "V1-RES-7",
      comment: "A value is signed percent-encoded."
    ) { $0.query = [("response-content-disposition", "attachment; filename=\"a+b c.txt\"")] },
    .header(
      "v1-res-value-ampersand", "V1-RES-7",
      comment: "A value with an ampersand or an equals sign is split."
    ) { $0.query = [("response-content-type", "a=b&acl=c"), ("tagging", .null)] },
    .header(
      "v1-res-value-percent", "V1-RES-7",
      comment: "A value with a percent sign is decoded once more."
    ) { $0.query = [("response-content-language", "%E4%B8%AD%2B")] },
    .header(
      "v1-res-value-process", "V1-RES-7", "V1-SUB-1",
      comment: "The slashes and commas of an image process are escaped."
    ) { $0.query = [("x-oss-process", "image/resize,m_fixed,w_100,h_100/rotate,90")] },
    .header(
      "v1-res-value-null", "V1-RES-8",
      comment: "A bare name is signed with an equals sign."
    ) { $0.query = [("acl", .null)] }.flagged("empty"),
    .header(
      "v1-res-value-empty", "V1-RES-8",
      comment: "A name with an empty value is signed with an equals sign."
    ) { $0.query = [("acl", "")] }.flagged("empty"),
    .header(
      "v1-res-value-mixed-empty", "V1-RES-8",
      comment: "An empty value makes the next parameter lose its separator."
    ) { $0.query = [("append", ""), ("position", "0"), ("tagging", .null)] }
    .flagged("empty", "zero"),
    .header(
      "v1-res-value-zero", "V1-RES-11",
      comment: "The value 0 is taken for none."
    ) { $0.query = [("position", "0")] }.flagged("zero"),
    .header(
      "v1-res-value-false", "V1-RES-11",
      comment: "The value false is taken for none."
    ) { $0.query = [("response-content-type", "false")] },
    .header(
      "v1-res-value-blanks", "V1-RES-11",
      comment: "Blanks at the ends of a value are trimmed, though they are sent."
    ) { $0.query = [("response-content-type", " text/plain ")] }.flagged("trim"),
    .header(
      "v1-res-value-blank", "V1-RES-11",
      comment: "A value of one space is taken for none."
    ) { $0.query = [("response-content-type", " ")] }.flagged("trim"),
  ]

  private static let exactness: [BuiltCase] = [
    .header(
      "v1-res-name-upper-case", "V1-RES-9",
      comment: "A name of another case is taken for a subresource."
    ) { $0.query = [("ACL", .null), ("VersionId", "v")] }.flagged("case"),
    .header(
      "v1-res-name-two-cases", "V1-RES-9",
      comment: "Two names that differ in case are taken for one, and the wrong one is kept."
    ) { $0.query = [("acl", .null), ("ACL", .null)] }.flagged("case"),
    .header(
      "v1-res-name-longer", "V1-RES-9",
      comment: "A name that begins with that of a subresource is taken for it."
    ) { $0.query = [("acls", "1"), ("response-content", "2"), ("tagging2", "3")] },
    .header(
      "v1-res-name-blank", "V1-RES-9",
      comment: "A name with a blank at its end is trimmed to a subresource."
    ) { $0.query = [("acl ", .null)] }.flagged("trim"),
    .header(
      "v1-res-unsigned", "V1-RES-10",
      comment: "Any parameter at all is signed."
    ) { $0.query = [("foo", "bar"), ("x y", "1"), ("a-b", .null), ("q[x]", "2")] },
  ]

  private static let repeated: [BuiltCase] = [
    .header(
      "v1-res-repeated", "V1-RES-12",
      comment: "Of two values of one subresource one is sent and not signed."
    ) { $0.query = [("versionId", "first"), ("versionId", "second")] }
    .may(
      "No document says how OSS reads a subresource that comes twice.",
      BuiltCase.Alternative(
        reason: "The last value alone is signed and sent.",
        stringToSign: """
          GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt?versionId=second
          """),
      BuiltCase.Alternative(
        reason: "The first value alone is signed and sent.",
        stringToSign: """
          GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT\n/examplebucket/key.txt?versionId=first
          """)
    ).flagged("repeated")
  ]
}
