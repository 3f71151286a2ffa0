internal import OSSPrimitives

/// Suite `v2/presign`: presigned URLs.
enum V2PresignCases {
  static let all: [BuiltCase] = strings + parameters + headers + places

  private static let strings: [BuiltCase] = [
    .presignV2(
      "v2-pre-expiry", "V2-PRE-1", "V2-PRE-2",
      comment: "The seconds from now to the expiry are signed, or the date."
    ),
    .presignV2(
      "v2-pre-far-expiry", "V2-PRE-1", comment: "An expiry beyond 2038 overflows."
    ) { $0.expires = 4_102_444_800 },
    .presignV2(
      "v2-pre-method", "V2-PRE-4", comment: "Every URL is signed as one for GET."
    ) { $0.method = "PUT" },
  ]

  private static let parameters: [BuiltCase] = [
    .presignV2(
      "v2-pre-names", "V2-PRE-2",
      comment: "The URL has the parameters of V1, or some of its own are not signed."
    ) { $0.query = [("versionId", "abc"), ("x-oss-process", "image/resize,w_100")] },
    .presignV2(
      "v2-pre-no-additional", "V2-PRE-2",
      comment: "An empty list of additional headers is sent."
    ) { $0.headers = [("Range", "bytes=0-9")] },
    .presignV2(
      "v2-pre-signature-encoded", "V2-PRE-3",
      comment: "The signature is not encoded, or twice."
    ) { $0.key = "object-2" },
    .presignV2(
      "v2-pre-query-of-caller", "V2-PRE-5", "V2-PRE-2",
      comment: "A parameter of the caller is signed and not sent, or sent in another form."
    ) {
      $0.query = [("response-content-disposition", "attachment; filename=\"a b+c.txt\"")]
    },
    .presignV2(
      "v2-pre-nameless", "PRE-QRY-5", "V2-PRE-5",
      comment: "A bare name that is empty stands between two ampersands, where nobody reads it."
    ) { $0.query = [("", .null), ("a", "1")] }.should.flagged("empty"),
  ]

  private static let headers: [BuiltCase] = [
    .presignV2(
      "v2-pre-headers", "V2-PRE-4", comment: "The headers of the request are not signed."
    ) {
      $0.method = "PUT"
      $0.headers = [
        ("Content-Type", "image/png"), ("Content-MD5", "ICy5YqxZB1uWSwcVLSNLcA=="),
        ("x-oss-meta-a", "1"), ("x-oss-object-acl", "private"),
      ]
    },
    .presignV2(
      "v2-pre-additional", "V2-PRE-4", "V2-PRE-2",
      comment: "An additional header is listed in the URL and has no line."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["range"]
    },
  ]

  private static let places: [BuiltCase] = [
    .presignV2(
      "v2-pre-key", "V2-PRE-5", comment: "The key is encoded twice in the URL, or not at all."
    ) { $0.key = "dir/a b+c%41.txt" },
    .presignV2(
      "v2-pre-path-style", "V2-PRE-5", comment: "The bucket is not in the path of the URL."
    ) {
      $0.endpoint = "http://127.0.0.1:8080"
    },
    .presignV2(
      "v2-pre-cname", "V2-PRE-5", comment: "The bucket stands before a host of the caller's own."
    ) {
      $0.endpoint = "https://img.example.com"
      $0.addressing = "cname"
    },
  ]
}
