internal import OSSPrimitives

/// Suite `v4/token`: temporary credentials, in the headers and in URLs.
enum TokenV4Cases {
  static let all: [BuiltCase] = headers + urls + absent + callers

  private static let headers: [BuiltCase] = [
    .headerV4(
      "v4-tok-sent-and-signed", "V4-TOK-1",
      comment: "The token is sent unsigned, or under the name security-token."
    ) { $0.securityToken = "CAIS0Token" },
    .headerV4(
      "v4-tok-base64-bytes", "V4-TOK-1", "V4-HDR-4",
      comment: "A plus, slash or equals sign of the token is escaped."
    ) { $0.securityToken = "CAISgAJ1q6Ft5B2yfSjIr5fkBtnegJp40bGSaEH+l2MHTN9+v/2k=" },
    .headerV4(
      "v4-tok-long", "V4-TOK-1",
      comment: "A token of 1504 bytes is cut."
    ) { $0.securityToken = .string(String(repeating: "CAIS0token+/01==", count: 94)) },
    .headerV4(
      "v4-tok-not-ascii", "V4-TOK-1", "V4-REQ-5",
      comment: "A token outside ASCII is signed in another encoding."
    ) { $0.securityToken = "\u{4EE4}\u{724C}" }.flagged("unicode"),
    .headerV4(
      "v4-tok-outer-blanks", "V4-TOK-1", "V4-HDR-3",
      comment: "Blanks around the token are signed, though the header is delivered without them."
    ) { $0.securityToken = " CAIS0Token\t" }.flagged("trim"),
    .headerV4(
      "v4-tok-between-headers", "V4-TOK-1", "V4-HDR-5",
      comment: "The token is put before or after the other headers instead of among them."
    ) {
      $0.headers = [("x-oss-tagging", "a=b"), ("x-oss-meta-a", "1"), ("x-oss-zone", "z")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
    .headerV4(
      "v4-tok-not-in-query", "V4-TOK-1", "V4-QRY-1",
      comment: "The token of a header signature is also put among the parameters."
    ) {
      $0.query = [("acl", .null)]
      $0.securityToken = "CAIS0Token"
    },
    .headerV4(
      "v4-tok-beside-additional-headers", "V4-TOK-1", "V4-ADD-1",
      comment: "The token is listed among the additional headers."
    ) {
      $0.headers = [("Range", "bytes=0-9")]
      $0.additionalHeaders = ["range"]
      $0.securityToken = "CAIS0Token"
    },
  ]

  private static let urls: [BuiltCase] = [
    .presignV4(
      "v4-tok-url", "V4-TOK-2",
      comment: "The token is added to the URL after it was signed, or as V1 names it."
    ) { $0.securityToken = "CAIS0Token" },
    .presignV4(
      "v4-tok-url-encoded-once", "V4-TOK-2", "V4-QRY-2",
      comment: "A plus, slash or equals sign of the token is encoded twice, or not at all."
    ) { $0.securityToken = "CAISgAJ1q6Ft5B2yfSjIr5fkBtnegJp40bGSaEH+l2MHTN9+v/2k=" }
    .flagged("encoding"),
    .presignV4(
      "v4-tok-url-not-ascii", "V4-TOK-2", "V4-REQ-5",
      comment: "A token outside ASCII is encoded as another charset in a URL."
    ) { $0.securityToken = "\u{4EE4}\u{724C}\u{1F600}" }.flagged("unicode"),
    .presignV4(
      "v4-tok-url-outer-blanks", "V4-TOK-2", "V4-QRY-7",
      comment: "Blanks around the token are trimmed in one place of a URL only."
    ) { $0.securityToken = " CAIS0Token\t" }.flagged("trim"),
    .presignV4(
      "v4-tok-url-not-a-header", "V4-TOK-2", "V4-PRE-6",
      comment: "The token is also signed as a header that nobody will send."
    ) {
      $0.method = "PUT"
      $0.headers = [("x-oss-meta-a", "1"), ("x-oss-tagging", "a=b")]
      $0.securityToken = "CAIS0Token"
    },
    .presignV4(
      "v4-tok-url-among-parameters", "V4-TOK-2", "V4-PRE-2",
      comment: "The token is put behind the caller's parameters instead of among them."
    ) {
      $0.query = [("x-oss-process", "image/resize,w_100"), ("x-oss-traffic-limit", "819200")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
    .presignV4(
      "v4-tok-url-v1-name-of-caller", "V4-TOK-2", "V4-QRY-1",
      comment: "A parameter security-token of the caller is taken for the token."
    ) {
      $0.query = [("security-token", "other")]
      $0.securityToken = "CAIS0Token"
    },
  ]

  private static let absent: [BuiltCase] = [
    .headerV4(
      "v4-tok-empty", "V4-TOK-3",
      comment: "An empty token is sent and signed as an empty header."
    ) { $0.securityToken = "" }.should.flagged("empty"),
    .headerV4(
      "v4-tok-null", "V4-TOK-3",
      comment: "A token that is null is signed as a text such as null."
    ) { $0.securityToken = .null }.should.flagged("empty"),
    .presignV4(
      "v4-tok-url-empty", "V4-TOK-3",
      comment: "An empty token is sent and signed as an empty parameter."
    ) { $0.securityToken = "" }.should.flagged("empty"),
    .headerV4(
      "v4-tok-empty-beside-callers", "V4-TOK-3", "V4-HDR-1",
      comment: "An empty token replaces a token that the caller gives as a header."
    ) {
      $0.headers = [("x-oss-security-token", "CAIS0Callers")]
      $0.securityToken = ""
    }.should.flagged("empty"),
  ]

  private static let callers: [BuiltCase] = [
    .headerV4(
      "v4-tok-callers-header", "V4-HDR-1", "V4-HDR-2",
      comment: "A token that the caller gives as a header is not signed."
    ) { $0.headers = [("X-OSS-Security-Token", "CAIS0Callers")] },
    .headerV4(
      "v4-tok-replaces-callers", "V4-TOK-4",
      comment: "Two tokens are sent, and one of them signed."
    ) {
      $0.headers = [("x-oss-security-token", "CAIS0Callers"), ("x-oss-meta-a", "1")]
      $0.securityToken = "CAIS0Token"
    }
    .may("No document says which of two tokens a client sends.")
    .or("The caller's token is sent and signed.") { $0.securityToken = nil },
    .presignV4(
      "v4-tok-url-of-caller", "V4-TOK-5",
      comment: "An x-oss-security-token parameter of the caller is dropped."
    ) { $0.query = [("x-oss-security-token", "explicit+/=")] }.should,
    .presignV4(
      "v4-tok-url-of-caller-beside-empty", "V4-TOK-5", "V4-TOK-3",
      comment: "An empty token makes a parameter of the caller a second one."
    ) {
      $0.query = [("x-oss-security-token", "explicit"), ("acl", .null)]
      $0.securityToken = ""
    }.should.flagged("empty"),
  ]
}
