internal import OSSPrimitives

/// Suite `v4/uri`: the canonical URI.
enum URIV4Cases {
  static let all: [BuiltCase] = levels + keys + encoded + unchanged + places

  private static let levels: [BuiltCase] = [
    .headerV4(
      "v4-uri-service", "V4-URI-1",
      comment: "A request to the service has an empty URI."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.query = [("regionList", .null)]
    },
    .headerV4(
      "v4-uri-service-with-token", "V4-URI-1", "V4-TOK-1",
      comment: "A list of buckets with a token has a bucket in its URI."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.securityToken = "CAIS0Token"
    },
    .presignV4(
      "v4-uri-service-url", "V4-URI-1",
      comment: "The URL of a request to the service is signed with a bucket."
    ) {
      $0.bucket = .null
      $0.key = .null
    },
    .headerV4(
      "v4-uri-bucket", "V4-URI-2",
      comment: "The slash after the bucket is left out."
    ) { $0.key = .null },
    .headerV4(
      "v4-uri-bucket-with-query", "V4-URI-2", "V4-QRY-1",
      comment: "The slash after the bucket is left out before parameters."
    ) {
      $0.key = .null
      $0.query = [("list-type", "2"), ("prefix", "a/b")]
    },
    .headerV4(
      "v4-uri-bucket-put", "V4-URI-2", "V4-REQ-2",
      comment: "The URI of a new bucket is that of the service."
    ) {
      $0.method = "PUT"
      $0.key = .null
    },
    .presignV4(
      "v4-uri-bucket-url", "V4-URI-2",
      comment: "The URL of a bucket is signed without the bucket, as its path is sent."
    ) { $0.key = .null },
    .headerV4(
      "v4-uri-bucket-with-underscore", "V1-NAME-2", "V4-URI-3",
      comment: "A bucket with an underscore, as old ones have, is refused or encoded."
    ) { $0.bucket = "example_bucket" }.should,
  ]

  private static let keys: [BuiltCase] = [
    ("0", "zero", "The key 0 is taken for none."),
    ("false", "false", "The key false is taken for none."),
    ("dir/", "trailing-slash", "The slash at the end of a key is dropped."),
    ("a", "one-letter", "A key of one letter is taken for none."),
    ("examplebucket/a", "like-bucket", "A key that begins with the bucket's name loses it."),
    ("a?acl", "with-query", "A question mark in a key begins the query."),
    (
      String(repeating: "0123456789abcde/", count: 63) + "0123456789abcde", "long",
      "A key of 1023 bytes is cut or refused."
    ),
  ].map { key, slug, comment in
    .headerV4("v4-uri-key-\(slug)", "V4-URI-3", comment: comment) { $0.key = .string(key) }
      .flagged("key")
  }

  private static let encoded: [BuiltCase] = [
    ("a b", "space", "A space in the key becomes a plus."),
    ("a+b", "plus", "A plus in the key stays."),
    ("%41%2f", "percent", "Percent signs in the key are taken for escapes."),
    ("100%", "percent-at-end", "A percent sign at the end of the key stays."),
    ("a%2Fb/c", "encoded-slash", "An encoded slash in the key is encoded like a slash."),
    ("~a~", "tilde", "The tilde is encoded."),
    ("-_.", "unreserved", "Unreserved marks are encoded."),
    ("!*'()", "marks", "Marks that other rules leave alone stay."),
    (":@&=$,;", "reserved", "Reserved characters stay."),
    ("#[]?", "delimiters", "Delimiters stay."),
    ("\"<>\\^`{|}", "unsafe", "Characters that no URL may hold stay."),
    ("\u{4E2D}\u{6587}/\u{65E5}", "chinese", "The bytes of Chinese letters are encoded otherwise."),
    ("\u{1F600}\u{10FFFF}", "four-bytes", "Characters of four bytes are encoded as two of three."),
    ("a\tb\nc\u{7F}", "controls", "Control characters stay, or are dropped."),
    ("\u{A0}a\u{3000}", "wide-blanks", "Blanks outside ASCII at the ends are trimmed."),
    (" a ", "outer-blanks", "Blanks at the ends of the key are trimmed."),
    ("J\u{5C}N", "backslash", "A backslash in the key becomes a slash."),
    ("\u{AB}\u{FF}", "upper-case-digits", "Escapes have hexadecimal digits in lower case."),
  ].map { key, slug, comment in
    .headerV4("v4-uri-encoded-\(slug)", "V4-URI-4", comment: comment) { $0.key = .string(key) }
      .flagged("key", "encoding")
  }

  private static let unchanged: [BuiltCase] = [
    ("./a", "dot-first", "A dot segment at the beginning is resolved."),
    ("a/./b/../c", "dot-segments", "Dot segments are resolved."),
    ("..", "parent", "A key of two dots leaves the bucket."),
    ("a//b///c", "double-slashes", "Several slashes become one."),
    ("a/..", "parent-last", "A dot segment at the end is resolved."),
    ("a/b//", "slashes-at-end", "Slashes at the end are dropped."),
  ].map { key, slug, comment in
    .headerV4("v4-uri-\(slug)", "V4-URI-5", comment: comment) { $0.key = .string(key) }
      .flagged("key")
  }

  private static let places: [BuiltCase] = [
    .headerV4(
      "v4-uri-of-path-style", "V4-URI-6",
      comment: "With path addressing the bucket stands twice in the URI, or not at all."
    ) { $0.addressing = "path" },
    .headerV4(
      "v4-uri-of-cname", "V4-URI-6",
      comment: "With a CNAME the bucket is missing in the URI."
    ) {
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
    },
    .presignV4(
      "v4-uri-of-path-prefix", "V4-URI-6",
      comment: "A path of the endpoint enters the URI that is signed."
    ) { $0.endpoint = "https://gateway.example.com/oss/v1" },
    .presignV4(
      "v4-uri-of-ip-address", "V4-URI-6",
      comment: "With an IP address the bucket stands twice in the URI."
    ) { $0.endpoint = "http://192.0.2.1:8080" },
    .presignV4(
      "v4-uri-of-cname-bucket", "V4-URI-6", "V4-URI-2",
      comment: "The URL of a bucket behind a CNAME is signed as that of the service."
    ) {
      $0.key = .null
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
    },
  ]
}
