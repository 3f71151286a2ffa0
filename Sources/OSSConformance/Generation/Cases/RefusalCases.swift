internal import OSSPrimitives
internal import OSSVectors

/// Suite `v1/refusals`: what a client refuses to sign.
enum RefusalCases {
  static let all: [BuiltCase] =
    credentials + headerNames + headerValues + keys + buckets + requests + times

  private static let credentials: [BuiltCase] = [
    .header(
      "v1-ref-empty-id", "V1-REF-1",
      comment: "An empty access key ID is signed, and the header reads OSS and a colon."
    ) { $0.accessKeyID = "" }.refused(.missingAccessKeyID),
    .header(
      "v1-ref-empty-secret", "V1-REF-2",
      comment: "An empty secret signs, with a signature that is always refused."
    ) { $0.accessKeySecret = "" }.refused(.missingSecret),
    .header(
      "v1-ref-id-with-colon", "V1-REF-3",
      comment: "A colon in the access key ID moves the border to the signature."
    ) { $0.accessKeyID = "example:AccessKeyID" }.should.refused(.invalidAccessKeyID),
    .header(
      "v1-ref-id-with-space", "V1-REF-3",
      comment: "A space, as copied from a page, stays at the end of the access key ID."
    ) { $0.accessKeyID = "exampleAccessKeyID00 " }.should.refused(.invalidAccessKeyID),
    .header(
      "v1-ref-id-with-line-feed", "V1-REF-3",
      comment: "A line feed, as read from a file, stays at the end of the access key ID."
    ) { $0.accessKeyID = "exampleAccessKeyID00\n" }.should.refused(.invalidAccessKeyID),
    .header(
      "v1-ref-id-not-ascii", "V1-REF-3",
      comment: "A letter outside ASCII in the access key ID is sent."
    ) { $0.accessKeyID = "ex\u{E4}mpleAccessKeyID" }.should.refused(.invalidAccessKeyID),
    .header(
      "v1-ref-token-line-feed", "V1-REF-6",
      comment: "A line feed, as read from a file, stays at the end of the token."
    ) { $0.securityToken = "CAIS0Token\n" }.refused(.invalidSecurityToken, by: fieldValue),
    .header(
      "v1-ref-token-carriage-return", "V1-REF-6",
      comment: "A token of two lines writes another header."
    ) { $0.securityToken = "CAIS0\r\nx-oss-acl: public-read" }
    .refused(.invalidSecurityToken, by: fieldValue),
    .header(
      "v1-ref-token-nul", "V1-REF-6",
      comment: "A NUL in the token cuts it."
    ) { $0.securityToken = "CAIS0\u{0}Token" }.refused(.invalidSecurityToken, by: fieldValue),
  ]

  private static let token = "RFC 9110 section 5.6.2: a field name is a token."
  private static let fieldValue =
    "RFC 9110 section 5.5: CR, LF and NUL in a field value are invalid and dangerous."

  private static let headerNames: [BuiltCase] = [
    ("x-oss-meta-a:b", "colon", "A colon in a header name moves the border to the value."),
    (
      "x-oss-meta-a\r\nHost", "carriage-return",
      "A line end in a header name writes another header."
    ),
    ("x-oss-meta-a\n", "line-feed", "A line feed in a header name ends the line."),
    ("x-oss-meta-a\u{0}", "nul", "A NUL in a header name cuts it."),
    ("x-oss-meta a", "space", "A space in a header name is sent."),
    (" x-oss-meta-a", "leading-space", "A space before a header name hides it from the signature."),
    ("x-oss-meta-\u{E9}", "not-ascii", "A letter outside ASCII in a header name is sent."),
    ("", "empty", "A header without a name is sent."),
  ].map { name, slug, comment in
    .header("v1-ref-header-name-\(slug)", "V1-REF-4", comment: comment) {
      $0.headers = [(.string(name), "v")]
    }.refused(.invalidHeaderName, by: token)
  }

  private static let headerValues: [BuiltCase] =
    [
      (
        "x-oss-meta-a", "v\r\nx-oss-acl: public-read", "injection", "A value writes another header."
      ),
      (
        "x-oss-meta-a", "v\n", "trailing-line-feed", "A line feed at the end of a value is trimmed."
      ),
      ("x-oss-meta-a", "\rv", "carriage-return", "A carriage return before a value is trimmed."),
      ("x-oss-meta-a", "v\u{0}w", "nul", "A NUL cuts the value."),
      ("Content-Type", "text/plain\nx", "content-type", "The first lines are not checked."),
      (
        "User-Agent", "kit\r\nx-oss-acl: private", "unsigned",
        "Headers that are not signed are not checked."
      ),
    ].map { name, value, slug, comment in
      .header("v1-ref-header-value-\(slug)", "V1-REF-5", comment: comment) {
        $0.headers = [(.string(name), .string(value))]
      }.refused(.invalidHeaderValue, by: fieldValue)
    } + [
      .header(
        "v1-ref-header-value-not-utf-8", "V1-REF-12",
        comment: "Bytes that are not UTF-8 are replaced before they are signed."
      ) { $0.headers = [("x-oss-meta-a", ["base64": "/w=="])] }
      .should.refused(.invalidHeaderValue)
    ]

  private static let keyRule =
    "Alibaba Cloud OSS, naming of objects: 1 to 1023 bytes of UTF-8, "
    + "not beginning with a slash or a backslash."

  private static let keys: [BuiltCase] =
    [
      ("", "empty", "An empty key is signed as a request to the bucket."),
      ("/a", "leading-slash", "A key that begins with a slash is signed, or loses it."),
      ("\\a", "leading-backslash", "A key that begins with a backslash is signed."),
      (String(repeating: "k", count: 1024), "too-long", "A key of 1024 bytes is signed."),
      (
        String(repeating: "\u{4E2D}", count: 342), "too-long-chinese",
        "The length of a key is counted in characters: 342 of them have 1026 bytes."
      ),
    ].map { key, slug, comment in
      .header("v1-ref-key-\(slug)", "V1-REF-7", comment: comment) { $0.key = .string(key) }
        .should.refused(.invalidObjectKey, by: keyRule)
    } + [
      .header(
        "v1-ref-key-not-utf-8", "V1-REF-7",
        comment: "A key of bytes that are not UTF-8 is signed with replacement characters."
      ) { $0.key = ["base64": "Zv9v"] }.should.refused(.invalidObjectKey, by: keyRule)
    ]

  private static let buckets: [BuiltCase] = [
    ("", "empty", "An empty bucket is signed as a request to the service."),
    ("ExampleBucket", "upper-case", "A bucket in upper case is signed, or brought to lower case."),
    ("example.bucket", "dot", "A dot in the bucket moves the host to another domain."),
    ("example/bucket", "slash", "A slash in the bucket moves the border to the key."),
    ("example bucket", "space", "A space in the bucket is signed."),
    ("b\u{FC}cket", "not-ascii", "A letter outside ASCII in the bucket is signed."),
    ("bucket\n", "line-feed", "A line feed at the end of the bucket passes a regular expression."),
    ("a.example/?", "host", "A bucket that ends the host redirects the request."),
  ].map { bucket, slug, comment in
    .header("v1-ref-bucket-\(slug)", "V1-REF-8", comment: comment) { $0.bucket = .string(bucket) }
      .should.refused(.invalidBucketName)
  }

  private static let requests: [BuiltCase] =
    [
      .header(
        "v1-ref-key-without-bucket", "V1-REF-9",
        comment: "A key without a bucket is signed as if it were a bucket."
      ) { $0.bucket = .null }.should.refused(.missingBucket),
      .header(
        "v1-ref-method-lower-case", "V1-REF-10",
        comment: "A method in lower case is signed as it is and sent in upper case."
      ) { $0.method = "get" }.should.refused(.invalidMethod),
      .header(
        "v1-ref-method-empty", "V1-REF-10",
        comment: "An empty method is signed."
      ) { $0.method = "" }.should.refused(.invalidMethod),
      .header(
        "v1-ref-method-injection", "V1-REF-10",
        comment: "A method with a line feed shifts every line of the string."
      ) { $0.method = "GET\n" }.should.refused(.invalidMethod),
      .header(
        "v1-ref-query-not-utf-8", "V1-REF-12",
        comment: "A parameter of bytes that are not UTF-8 is signed with replacement characters."
      ) { $0.query = [("response-content-type", ["base64": "/w=="])] }
      .should.refused(.invalidQueryParameter),
    ] + repeatedHeaders

  private static let repeatedHeaders: [BuiltCase] = [
    ("Content-Type", "text/plain", "text/html"),
    ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww==", "rhAgOWPWWH8hpFvv3Oq9Iw=="),
    ("x-oss-date", "Sat, 16 Dec 2023 16:20:57 GMT", "Sat, 16 Dec 2023 16:10:00 GMT"),
    ("x-oss-security-token", "CAIS0First", "CAIS0Second"),
  ].map { name, first, second in
    .header(
      "v1-ref-two-\(name.lowercased())", "V1-REF-11",
      comment: "Two \(name) headers are sent, and one of them signed."
    ) {
      $0.headers = [(.string(name), .string(first)), (.string(name.lowercased()), .string(second))]
    }.may("SDKs keep one of the two, which is a valid request too.").refused(.duplicateHeader)
  }

  private static let times: [BuiltCase] = [
    .header(
      "v1-ref-time-after-9999", "V1-REF-13",
      comment: "A time in milliseconds is signed with a year of five digits."
    ) { $0.time = 1_702_743_657_000 }.should.refused(.invalidTime)
  ]
}
