internal import OSSPrimitives
internal import OSSVectors

/// Suite `v4/refusals`: what a client refuses to sign with V4.
enum RefusalV4Cases {
  static let all: [BuiltCase] =
    regions + products + additional + validity + parameters + headers + common

  private static let names: [(region: JSONValue, slug: String, comment: String)] = [
    ("", "empty", "An empty region leaves two slashes in the scope."),
    (.null, "null", "A region that is left out stands as a text such as null in the scope."),
    ("CN-HANGZHOU", "upper-case", "A region in upper case is signed, or brought to lower case."),
    ("cn hangzhou", "space", "A space in the region is signed."),
    ("cn-hangzhou/oss", "slash", "A slash in the region moves the border to the product."),
    ("cn_hangzhou", "underscore", "An underscore in the region is signed."),
    ("cn-hangzhou.aliyuncs.com", "host", "A part of a host is signed as the region."),
    ("cn-hangzhou\n", "line-feed", "A line feed at the end of the region passes a pattern."),
    ("cn-h\u{E4}ngzhou", "not-ascii", "A letter outside ASCII in the region is signed."),
    (["base64": "Y27/"], "not-utf-8", "Bytes in the region that are no UTF-8 are replaced."),
  ]

  private static let regions: [BuiltCase] =
    names.map { region, slug, comment in
      .headerV4("v4-ref-region-\(slug)", "V4-REF-1", comment: comment) { $0.region = region }
        .should.refused(.invalidRegion)
    } + [
      .presignV4(
        "v4-ref-url-region-empty", "V4-REF-1",
        comment: "A URL with an empty region is made."
      ) { $0.region = "" }.should.refused(.invalidRegion),
      .headerV4(
        "v4-ref-region-of-host-name", "V4-REF-2",
        comment: "The name that a host begins with is signed as another region."
      ) { $0.region = "oss-cn-hangzhou" }
      .may("Most SDKs sign it as it is, which OSS refuses; JavaScript corrects it.")
      .refused(.invalidRegion)
      .or("The region is signed as it is given.") { $0.region = "oss-cn-hangzhou" }
      .or("The region is signed without the oss-, as JavaScript does.") {
        $0.region = "cn-hangzhou"
      },
      .presignV4(
        "v4-ref-url-region-of-host-name", "V4-REF-2",
        comment: "The name that a host begins with is signed as another region in a URL."
      ) { $0.region = "oss-us-west-1" }
      .may("Most SDKs sign it as it is, which OSS refuses; JavaScript corrects it.")
      .refused(.invalidRegion)
      .or("The region is signed as it is given.") { $0.region = "oss-us-west-1" }
      .or("The region is signed without the oss-, as JavaScript does.") {
        $0.region = "us-west-1"
      },
    ]

  private static let products: [BuiltCase] = [
    ("", "empty", "An empty product leaves two slashes in the scope."),
    ("OSS", "upper-case", "A product in upper case is signed."),
    ("oss/x", "slash", "A slash in the product moves the border of the scope."),
    ("oss cloudbox", "space", "A space in the product is signed."),
    ("oss_cloudbox", "underscore", "An underscore in the product is signed."),
    ("oss\n", "line-feed", "A line feed at the end of the product passes a pattern."),
  ].map { product, slug, comment in
    .headerV4("v4-ref-product-\(slug)", "V4-REF-3", comment: comment) {
      $0.product = .string(product)
    }.should.refused(.invalidProduct)
  }

  private static let additional: [BuiltCase] =
    [
      ("", "empty", "An empty name makes an empty element of the list."),
      ("a b", "space", "A name with a space is listed."),
      ("a;b", "semicolon", "A name with a semicolon is listed as two."),
      ("a,b", "comma", "A name with a comma divides the Authorization header."),
      ("a_b", "underscore", "A name with an underscore is listed, which OSS refuses."),
      ("a:b", "colon", "A name with a colon is listed."),
      ("range\n", "line-feed", "A name with a line feed writes another line."),
      ("\u{E9}", "not-ascii", "A name outside ASCII is listed."),
      ("authorization", "authorization", "The Authorization header is to sign itself."),
      ("Authorization", "authorization-upper-case", "Authorization is found in lower case alone."),
    ].map { name, slug, comment in
      .headerV4("v4-ref-additional-\(slug)", "V4-REF-4", comment: comment) {
        $0.headers = [("Range", "bytes=0-9"), ("Authorization", "OSS a:b")]
        $0.additionalHeaders = ["range", .string(name)]
      }.should.refused(.invalidAdditionalHeader)
    } + [
      .presignV4(
        "v4-ref-url-additional-empty", "V4-REF-4",
        comment: "A URL lists an empty name."
      ) {
        $0.headers = [("Range", "bytes=0-9")]
        $0.additionalHeaders = ["", "range"]
      }.should.refused(.invalidAdditionalHeader)
    ]

  private static let lengths: [(seconds: Int64, slug: String, comment: String)] = [
    (0, "zero", "A URL that works for no time is made."),
    (-1, "negative", "A URL that ended before it was made is made."),
    (604_801, "over-seven-days", "A URL that is to work for more than seven days is made."),
    (1_702_747_257, "since-1970", "A time since 1970 is taken for a validity."),
  ]

  private static let validity: [BuiltCase] = lengths.map { seconds, slug, comment in
    .presignV4("v4-ref-validity-\(slug)", "V4-REF-5", comment: comment) { $0.validity = seconds }
      .should.refused(.invalidExpires)
  }

  private static let parameters: [BuiltCase] =
    [
      "x-oss-signature-version", "x-oss-credential", "x-oss-date", "x-oss-expires",
      "x-oss-additional-headers", "x-oss-signature",
    ].map { name in
      .presignV4(
        "v4-ref-parameter-\(name)", "V4-REF-6",
        comment: "A parameter \(name) of the caller stands in the URL beside that of the signature."
      ) { $0.query = [(.string(name), "1")] }.should.refused(.reservedParameter)
    } + [
      .presignV4(
        "v4-ref-two-tokens", "V4-REF-6", "V4-TOK-2",
        comment: "Two tokens stand in the URL."
      ) {
        $0.query = [("x-oss-security-token", "CAIS0Callers")]
        $0.securityToken = "CAIS0Token"
      }.should.refused(.reservedParameter)
    ]

  private static let headers: [BuiltCase] =
    ["x-oss-date", "X-Oss-Date", "x-oss-security-token", "X-OSS-SECURITY-TOKEN"].map { name in
      .presignV4(
        "v4-ref-header-"
          + (name == name.lowercased() ? name : name.lowercased() + "-in-another-case"),
        "V4-REF-7",
        comment: "The header \(name) is signed for a URL that tells the same in its query."
      ) { $0.headers = [(.string(name), "20231216T162057Z")] }.should.refused(.reservedHeader)
    }

  private static let token = "RFC 9110 section 5.6.2: a field name is a token."
  private static let fieldValue =
    "RFC 9110 section 5.5: CR, LF and NUL in a field value are invalid and dangerous."

  private static let common: [BuiltCase] = [
    .headerV4(
      "v4-ref-empty-id", "V1-REF-1",
      comment: "An empty access key ID is signed, and the credential begins with a slash."
    ) { $0.accessKeyID = "" }.refused(.missingAccessKeyID),
    .presignV4(
      "v4-ref-empty-secret", "V1-REF-2",
      comment: "An empty secret signs a URL, with a signature that is always refused."
    ) { $0.accessKeySecret = "" }.refused(.missingSecret),
    .headerV4(
      "v4-ref-id-with-slash", "V1-REF-3",
      comment: "A slash in the access key ID moves the border to the scope."
    ) { $0.accessKeyID = "example/AccessKeyID" }.should.refused(.invalidAccessKeyID),
    .headerV4(
      "v4-ref-id-with-comma", "V1-REF-3",
      comment: "A comma in the access key ID divides the Authorization header."
    ) { $0.accessKeyID = "example,AccessKeyID" }.should.refused(.invalidAccessKeyID),
    .headerV4(
      "v4-ref-header-name", "V1-REF-4",
      comment: "A line end in a header name writes another line of the canonical headers."
    ) { $0.headers = [("x-oss-meta-a\nx-oss-meta-b", "v")] }
    .refused(.invalidHeaderName, by: token),
    .headerV4(
      "v4-ref-header-value", "V1-REF-5",
      comment: "A line feed in a value writes another line of the canonical headers."
    ) { $0.headers = [("x-oss-meta-a", "v\nx-oss-object-acl:public-read")] }
    .refused(.invalidHeaderValue, by: fieldValue),
    .presignV4(
      "v4-ref-token-line-feed", "V1-REF-6",
      comment: "A line feed, as read from a file, stays at the end of the token in a URL."
    ) { $0.securityToken = "CAIS0Token\n" }.refused(.invalidSecurityToken, by: fieldValue),
    .presignV4(
      "v4-ref-empty-key", "V1-REF-7",
      comment: "An empty key is signed as a URL of the bucket."
    ) { $0.key = "" }.should.refused(.invalidObjectKey),
    .headerV4(
      "v4-ref-bucket", "V1-REF-8",
      comment: "A slash in the bucket moves the border to the key."
    ) { $0.bucket = "example/bucket" }.should.refused(.invalidBucketName),
    .headerV4(
      "v4-ref-key-without-bucket", "V1-REF-9",
      comment: "A key without a bucket is signed as if it were a bucket."
    ) { $0.bucket = .null }.should.refused(.missingBucket),
    .headerV4(
      "v4-ref-method", "V1-REF-10",
      comment: "A method in lower case is signed as it is and sent in upper case."
    ) { $0.method = "put" }.should.refused(.invalidMethod),
    .headerV4(
      "v4-ref-two-content-types", "V1-REF-11",
      comment: "Two Content-Type headers are sent, and one of them signed."
    ) { $0.headers = [("Content-Type", "a/b"), ("content-type", "c/d")] }
    .may("SDKs keep one of the two, which is a valid request too.").refused(.duplicateHeader)
    .or("The last value alone is signed and sent.") { $0.headers = [("content-type", "c/d")] }
    .or("The first value alone is signed and sent.") { $0.headers = [("Content-Type", "a/b")] },
    .headerV4(
      "v4-ref-time-after-9999", "V1-REF-13",
      comment: "A time in milliseconds is signed with a year of five digits."
    ) { $0.time = 1_702_743_657_000 }.should.refused(.invalidTime),
  ]
}
