internal import OSSPrimitives

/// Suite `v1/presign`: what a presigned URL signs and carries.
enum PresignCases {
  static let all: [BuiltCase] = string + headers + query + tokens + expiry

  private static let string: [BuiltCase] = [
    .presign(
      "v1-pre-get", "PRE-STS-1", "PRE-QRY-1",
      comment: "The date, and not the expiry, stands on the Date line."),
    .presign(
      "v1-pre-put", "PRE-STS-1", "V1-STS-3",
      comment: "A URL for another method than GET is signed as GET."
    ) { $0.method = "PUT" },
    .presign(
      "v1-pre-bucket", "PRE-PATH-3", "V1-RES-2",
      comment: "The slash after the bucket is left out of the resource of a URL."
    ) { $0.key = .null },
    .presign(
      "v1-pre-bucket-subresource", "PRE-PATH-3", "PRE-QRY-4", "V1-RES-2",
      comment: "The slash after the bucket is left out before a subresource."
    ) {
      $0.key = .null
      $0.query = [("acl", .null)]
    },
    .presign(
      "v1-pre-service", "PRE-HOST-5", "V1-RES-1",
      comment: "A URL of the service has a bucket in its host."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.query = [("regionList", .null)]
    },
    .presign(
      "v1-pre-signature-encoded-once", "PRE-QRY-2",
      comment: "The plus, slash or equals sign of the signature is encoded twice or not at all."
    ) { $0.key = "photo-113.jpg" }.flagged("encoding"),
  ]

  private static let headers: [BuiltCase] = [
    .presign(
      "v1-pre-content-type", "PRE-STS-2",
      comment: "The Content-Type of an upload is not signed."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-Type", "image/jpeg")]
    },
    .presign(
      "v1-pre-content-md5", "PRE-STS-2",
      comment: "The Content-MD5 of an upload is not signed."
    ) {
      $0.method = "PUT"
      $0.headers = [("Content-MD5", "XrY7u+Ae7tCTyyK7j1rNww=="), ("Content-Type", "text/plain")]
    },
    .presign(
      "v1-pre-lower-case-names", "PRE-STS-2", "V1-STS-4",
      comment: "Headers of a URL are looked up with regard to case."
    ) {
      $0.method = "PUT"
      $0.headers = [("content-type", "text/plain"), ("content-md5", "XrY7u+Ae7tCTyyK7j1rNww==")]
    }.flagged("case"),
    .presign(
      "v1-pre-oss-headers", "PRE-STS-2", "V1-HDR-5",
      comment: "The x-oss- headers of an upload are not signed."
    ) {
      $0.method = "PUT"
      $0.headers = [("x-oss-object-acl", "private"), ("x-oss-meta-author", "alice")]
    },
    .presign(
      "v1-pre-header-blanks", "PRE-STS-2", "V1-HDR-3",
      comment: "Blanks around a header value are signed in a URL."
    ) { $0.headers = [("x-oss-meta-a", " v ")] }.flagged("trim"),
    .presign(
      "v1-pre-header-zero", "PRE-STS-2", "V1-HDR-1",
      comment: "A header whose value is 0 is dropped."
    ) { $0.headers = [("x-oss-meta-a", "0")] }.flagged("zero"),
    .presign(
      "v1-pre-other-headers", "PRE-STS-2", "V1-STS-6",
      comment: "Headers that V1 does not sign are signed in a URL."
    ) { $0.headers = [("Range", "bytes=0-9"), ("User-Agent", "kit"), ("Content-Type-X", "z")] },
    .presign(
      "v1-pre-date-header", "PRE-STS-3",
      comment: "A Date header takes the place of the expiry."
    ) { $0.headers = [("Date", "Sat, 16 Dec 2023 16:10:00 GMT")] },
    .presign(
      "v1-pre-x-oss-date", "PRE-STS-3",
      comment: "x-oss-date takes the place of the expiry."
    ) { $0.headers = [("x-oss-date", "Sat, 16 Dec 2023 16:20:57 GMT")] }.flagged("x-oss-date"),
  ]

  private static let query: [BuiltCase] = [
    .presign(
      "v1-pre-subresource", "PRE-QRY-3", "PRE-QRY-4",
      comment: "A subresource of a URL is not signed."
    ) {
      $0.query = [("versionId", "CAEQNhiBgMDJgZCA0BYiIDc4MGZjZGI2OTBjOTRmNTE5NmU5NmFhZjhjYmY0")]
    },
    .presign(
      "v1-pre-unsigned-parameter", "PRE-QRY-6",
      comment: "A parameter that is not a subresource is signed, or not sent."
    ) { $0.query = [("foo", "bar"), ("acl", .null)] },
    .presign(
      "v1-pre-value-encoded", "PRE-QRY-4", "PRE-QRY-3",
      comment: "A value is signed encoded, or sent decoded."
    ) { $0.query = [("response-content-disposition", "attachment; filename=\"a b&c=d.txt\"")] }
    .flagged("encoding"),
    .presign(
      "v1-pre-value-plus", "PRE-QRY-3",
      comment: "A plus in a value is sent as it is, which a server reads as a space."
    ) { $0.query = [("response-content-type", "image/svg+xml"), ("foo", "a+b")] }
    .flagged("encoding"),
    .presign(
      "v1-pre-value-percent", "PRE-QRY-3", "PRE-QRY-4",
      comment: "A percent sign in a value is not encoded, or decoded first."
    ) { $0.query = [("response-content-language", "%2B%41")] }.flagged("encoding"),
    .presign(
      "v1-pre-value-chinese", "PRE-QRY-3", "PRE-QRY-4",
      comment: "A value outside ASCII is encoded as another charset."
    ) { $0.query = [("response-content-disposition", "\u{4E2D}\u{6587}\u{1F600}")] }
    .flagged("encoding", "unicode"),
    .presign(
      "v1-pre-value-marks", "PRE-QRY-3",
      comment: "Marks such as ! * ' ( ) ~ do not survive encoding."
    ) { $0.query = [("foo", "-_.~!*'();:@&=+$,/?#[]")] }.flagged("encoding"),
    .presign(
      "v1-pre-value-blanks", "PRE-QRY-3", "V1-RES-11",
      comment: "Blanks at the ends of a value are trimmed."
    ) { $0.query = [("response-content-type", " text/plain "), ("foo", "\tbar")] }
    .flagged("trim"),
    .presign(
      "v1-pre-name-encoded", "PRE-QRY-3",
      comment: "The name of a parameter is not encoded, or a space in it becomes a plus sign."
    ) { $0.query = [("x y", "1"), ("a&b", "2"), ("a=b", "3"), ("q[]", "4")] }.flagged("encoding"),
    .presign(
      "v1-pre-bare-name", "PRE-QRY-5", "V1-RES-8",
      comment: "A bare name gets a value, or is lost."
    ) { $0.query = [("acl", .null), ("foo", .null)] }.should.flagged("empty"),
    .presign(
      "v1-pre-empty-value", "PRE-QRY-5", "V1-RES-8",
      comment: "A parameter with an empty value is lost, or signed with an equals sign."
    ) { $0.query = [("acl", ""), ("prefix", "")] }.should.flagged("empty"),
    .presign(
      "v1-pre-nameless", "PRE-QRY-5", "PRE-QRY-3",
      comment: "A bare name that is empty stands between two ampersands, where nobody reads it."
    ) { $0.query = [("", .null), ("a", "1")] }.should.flagged("empty"),
    .presign(
      "v1-pre-process", "PRE-QRY-4", "V1-SUB-1",
      comment: "An image process is not signed in a URL."
    ) { $0.query = [("x-oss-process", "image/resize,w_100")] },
    .presign(
      "v1-pre-traffic-limit", "V1-SUB-2", "PRE-QRY-4",
      comment: "A limit of traffic is not signed in a URL."
    ) { $0.query = [("x-oss-traffic-limit", "819200")] }.should,
    .presign(
      "v1-pre-callback", "V1-SUB-2", "PRE-QRY-4", "V1-RES-6",
      comment: "A callback is not signed in a URL, or stands after callback-var."
    ) {
      $0.method = "PUT"
      $0.query = [("callback-var", "eyJ4OmEiOiJiIn0="), ("callback", "eyJjIjoiZCJ9")]
    }.should,
  ]

  private static let tokens: [BuiltCase] = [
    .presign(
      "v1-pre-token", "PRE-TOK-1",
      comment: "The token is added to the URL after it was signed."
    ) { $0.securityToken = "CAIS0Token" },
    .presign(
      "v1-pre-token-encoded-once", "PRE-TOK-2",
      comment: "A plus, slash or equals sign of the token is signed encoded or encoded twice."
    ) { $0.securityToken = "CAISgAJ1q6Ft5B2yfSjIr5fkBtnegJp40bGSaEH+l2MHTN9+v/2k=" }
    .flagged("encoding"),
    .presign(
      "v1-pre-token-among-subresources", "PRE-TOK-1", "V1-RES-6",
      comment: "The token is put after the other subresources instead of among them."
    ) {
      $0.query = [("versionId", "v"), ("acl", .null), ("response-expires", "0")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
    .presign(
      "v1-pre-token-last", "V1-SUB-2", "PRE-TOK-1", "V1-RES-6",
      comment: "The token does not come last where its name sorts last."
    ) {
      $0.query = [("restore", .null), ("acl", .null)]
      $0.securityToken = "CAIS0Token"
    }.should.flagged("order"),
    .presign(
      "v1-pre-token-not-a-header", "PRE-TOK-3",
      comment: "The token is also signed as a header that nobody will send."
    ) {
      $0.method = "PUT"
      $0.headers = [("x-oss-meta-a", "1"), ("x-oss-tagging", "a=b")]
      $0.securityToken = "CAIS0Token"
    },
    .presign(
      "v1-pre-token-not-ascii", "PRE-TOK-2",
      comment: "A token outside ASCII is encoded as another charset."
    ) { $0.securityToken = "\u{4EE4}\u{724C}" }.flagged("unicode"),
    .presign(
      "v1-pre-token-empty", "PRE-TOK-4",
      comment: "An empty token is sent and signed."
    ) { $0.securityToken = "" }.should.flagged("empty"),
    .presign(
      "v1-pre-token-of-caller", "PRE-TOK-5",
      comment: "A security-token parameter of the caller is dropped."
    ) { $0.query = [("security-token", "explicit+/=")] }.should,
  ]

  private static let expiry: [BuiltCase] = [
    .presign(
      "v1-pre-expired", "PRE-EXP-1",
      comment: "A URL whose expiry has passed is not made."
    ) { $0.expires = 1_702_743_656 }.should,
    .presign(
      "v1-pre-expires-after-2038", "PRE-STS-1",
      comment: "An expiry after 2038 overflows."
    ) { $0.expires = 2_147_483_648 },
    .presign(
      "v1-pre-expires-small", "PRE-STS-1",
      comment: "A small expiry is taken for a number of seconds from now."
    ) { $0.expires = 3600 },
  ]
}
