internal import OSSPrimitives
internal import OSSVectors

/// Suite `v4/presign`: what a presigned URL signs and carries.
enum PresignV4Cases {
  static let all: [BuiltCase] = parameters + order + validity + headers + payload

  private static let parameters: [BuiltCase] = [
    .presignV4(
      "v4-pre-get", "V4-PRE-1", "V4-PRE-2",
      comment: "A parameter of the signature is missing, has another name, or is not signed."),
    .presignV4(
      "v4-pre-put", "V4-PRE-1", "V4-REQ-2",
      comment: "A URL for another method than GET is signed as GET."
    ) { $0.method = "PUT" },
    .presignV4(
      "v4-pre-head", "V4-PRE-1", "V4-REQ-2",
      comment: "A URL for HEAD is signed as GET."
    ) { $0.method = "HEAD" },
    .presignV4(
      "v4-pre-bucket", "V4-PRE-1", "V4-URI-2",
      comment: "The URL of a bucket is signed with the path that it has."
    ) {
      $0.key = .null
      $0.query = [("list-type", "2")]
    },
    .presignV4(
      "v4-pre-id-with-marks", "V4-PRE-1", "V4-QRY-2",
      comment: "The access key ID stands encoded twice, or not at all, in the credential."
    ) { $0.accessKeyID = "STS.a_b=c==" }.flagged("encoding"),
    .presignV4(
      "v4-pre-everything", "V4-PRE-2", "V4-PRE-5", "V4-TOK-2",
      comment: "A URL with parameters, headers, a list and a token is signed in part."
    ) {
      $0.method = "PUT"
      $0.key = "dir/\u{4E2D} a+b.txt"
      $0.headers = [
        ("Content-Type", "text/plain"), ("x-oss-meta-a", " 1 "), ("Range", "bytes=0-9"),
      ]
      $0.query = [("acl", .null), ("x-oss-process", "image/resize,w_100"), ("zone", "\u{E9} ")]
      $0.additionalHeaders = ["Range"]
      $0.securityToken = "CAIS+/=="
      $0.region = "eu-central-1"
    },
  ]

  private static let order: [BuiltCase] = [
    .presignV4(
      "v4-pre-callers-before", "V4-PRE-2", "V4-QRY-5",
      comment: "The parameters of signing are signed before those of the caller."
    ) { $0.query = [("versionId", "v"), ("acl", .null), ("Z", "1")] }.flagged("order"),
    .presignV4(
      "v4-pre-callers-after", "V4-PRE-2", "V4-QRY-5",
      comment: "The parameters of the caller are signed before those of signing."
    ) { $0.query = [("zone", "1"), ("x-oss-traffic-limit", "819200"), ("y", "2")] }
    .flagged("order"),
    .presignV4(
      "v4-pre-callers-between", "V4-PRE-2", "V4-QRY-5",
      comment: "The parameters are sorted in two groups instead of one."
    ) {
      $0.query = [
        ("x-oss-process", "image/info"), ("x-oss-access-point-name", "a"), ("x-oss-dates", "b"),
        ("x-oss-da", "c"), ("x-oss-", "d"), ("x-oss-e", "e"), ("x-oss-signature-", "f"),
      ]
    }.flagged("order"),
    .presignV4(
      "v4-pre-callers-encoded", "V4-PRE-2", "V4-QRY-2",
      comment: "A name that must be encoded is sorted as it is given."
    ) { $0.query = [("|a", "1"), ("\u{4E2D}", "2"), ("x-oss-\u{E9}", "3"), ("x y", "4")] }
    .flagged("order", "encoding"),
    .presignV4(
      "v4-pre-names-in-another-case", "V4-PRE-2", "V4-QRY-7",
      comment: "A parameter of the caller whose name differs in case is taken for one of signing."
    ) { $0.query = [("X-Oss-Date", "1"), ("X-OSS-EXPIRES", "2"), ("x-oss-Signature", "3")] }
    .flagged("case"),
    .presignV4(
      "v4-pre-names-of-v1", "V4-PRE-2", "V4-QRY-1",
      comment: "A parameter that V1 reserves is refused, or left out."
    ) { $0.query = [("Expires", "1"), ("Signature", "2"), ("OSSAccessKeyId", "3")] },
  ]

  private static let lengths: [(seconds: Int64, slug: String, comment: String)] = [
    (1, "one-second", "A validity of one second is refused or rounded."),
    (60, "one-minute", "A validity is written in minutes or milliseconds."),
    (86_400, "one-day", "A validity is written as a time since 1970."),
    (604_799, "almost-seven-days", "A validity of almost seven days is refused."),
    (604_800, "seven-days", "The longest validity is refused."),
  ]

  private static let longLengths: [(seconds: Int64, slug: String)] = [
    (43_201, "more-than-twelve-hours"), (604_800, "seven-days"),
  ]

  private static let validity: [BuiltCase] =
    lengths.map { seconds, slug, comment in
      .presignV4("v4-pre-\(slug)", "V4-PRE-3", comment: comment) { $0.validity = seconds }
        .flagged("expires")
    } + [
      .presignV4(
        "v4-pre-over-midnight", "V4-PRE-3", "V4-DATE-2",
        comment: "A URL that ends on the next day has its date in the credential."
      ) {
        $0.time = 1_702_771_199
        $0.validity = 7_200
      }.flagged("expires"),
      .presignV4(
        "v4-pre-twelve-hours-with-token", "V4-PRE-3", "V4-TOK-2",
        comment: "The longest validity that the documents give with a token is refused."
      ) {
        $0.securityToken = "CAIS0Token"
        $0.validity = 43_200
      }.flagged("expires"),
    ]
    + longLengths.map { seconds, slug in
      .presignV4(
        "v4-pre-\(slug)-with-token", "V4-PRE-4",
        comment: "A URL with a token is made to work for another time than was asked."
      ) {
        $0.securityToken = "CAIS0Token"
        $0.validity = seconds
      }
      .may("The document gives twelve hours with a token, and the SDKs sign more.")
      .or(.rejection(.invalidExpires), because: "The document gives twelve hours with a token.")
      .flagged("expires")
    }

  private static let headers: [BuiltCase] = [
    .presignV4(
      "v4-pre-additional-header", "V4-PRE-5", "V4-ADD-2",
      comment: "An additional header of a URL is not signed, or not listed."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["range"]
    },
    .presignV4(
      "v4-pre-additional-headers", "V4-PRE-5", "V4-ADD-1",
      comment: "The semicolon between additional headers divides the query."
    ) {
      $0.headers = [("zabc", "1"), ("abc", "2")]
      $0.additionalHeaders = ["zabc", "abc"]
    },
    .presignV4(
      "v4-pre-no-additional-headers", "V4-PRE-5",
      comment: "A URL without additional headers carries an empty list."
    ) { $0.headers = [("Range", "bytes=0-9")] }.flagged("empty"),
    .presignV4(
      "v4-pre-additional-host", "V4-PRE-5", "V4-ADD-2",
      comment: "A Host header that the caller gives is not signed."
    ) {
      $0.headers = [("host", "examplebucket.oss-cn-hangzhou.aliyuncs.com")]
      $0.additionalHeaders = ["host"]
    }.flagged("host"),
    .presignV4(
      "v4-pre-no-headers", "V4-PRE-6", "V4-PRE-7",
      comment: "x-oss-date or x-oss-content-sha256 is signed as a header of a URL."
    ) { $0.method = "POST" },
    .presignV4(
      "v4-pre-upload-headers", "V4-PRE-6", "V4-HDR-1",
      comment: "The headers of an upload are not signed in a URL."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("Content-Type", "image/jpeg"), ("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww=="),
        ("x-oss-object-acl", "private"), ("x-oss-meta-author", "alice"),
      ]
    },
    .presignV4(
      "v4-pre-names-in-lower-case", "V4-PRE-6", "V4-HDR-2",
      comment: "Headers of a URL are looked up with regard to case."
    ) { $0.headers = [("content-type", "text/plain"), ("CONTENT-MD5", "abc")] }.flagged("case"),
    .presignV4(
      "v4-pre-other-headers", "V4-PRE-6", "V4-HDR-1",
      comment: "Headers that V4 does not sign are signed in a URL."
    ) { $0.headers = [("Range", "bytes=0-9"), ("User-Agent", "kit"), ("Content-Type-X", "z")] },
  ]

  private static let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private static func request(_ headers: String) -> String {
    """
    PUT
    /examplebucket/key.txt
    x-oss-credential=exampleAccessKeyID00%2F20231216%2Fcn-hangzhou%2Foss%2Faliyun_v4_request\
    &x-oss-date=20231216T162057Z&x-oss-expires=3600&x-oss-signature-version=OSS4-HMAC-SHA256
    \(headers)

    UNSIGNED-PAYLOAD
    """
  }

  private static let payload: [BuiltCase] = [
    .presignV4(
      "v4-pre-payload-of-upload", "V4-PRE-7",
      comment: "The payload line of an upload's URL holds a hash, or nothing."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "text/plain")]
    }.flagged("payload"),
    .presignV4(
      "v4-pre-payload-with-token", "V4-PRE-7", "V4-TOK-2",
      comment: "With a token the payload line of a URL holds something else."
    ) {
      $0.key = "photo.jpg"
      $0.securityToken = "CAIS0Token"
    }.flagged("payload"),
    .presignV4(
      "v4-pre-payload-of-delete", "V4-PRE-7", "V4-REQ-2",
      comment: "The payload line of a URL without a body holds the hash of nothing."
    ) {
      $0.method = "DELETE"
      $0.key = "photo.jpg"
    }.flagged("payload"),
    .presignV4(
      "v4-pre-unsigned-payload-of-caller", "V4-PRE-6", "V4-HDR-1",
      comment: "An x-oss-content-sha256 header of the caller is not signed in a URL."
    ) { $0.headers = [("x-oss-content-sha256", "UNSIGNED-PAYLOAD")] }.flagged("payload"),
    .presignV4(
      "v4-pre-hash-of-caller", "V4-PRE-8",
      comment: "A hash of the caller stands in a header of the URL and not on the payload line."
    ) {
      $0.method = "PUT"
      $0.headers = [("X-Oss-Content-Sha256", .string(hash))]
    }
    .may("The document knows no value but UNSIGNED-PAYLOAD.")
    .or(
      .init(
        reason: "The header is signed, and the payload line is UNSIGNED-PAYLOAD.",
        canonicalRequest: request("x-oss-content-sha256:\(hash)\n"))
    )
    .flagged("payload"),
  ]
}
