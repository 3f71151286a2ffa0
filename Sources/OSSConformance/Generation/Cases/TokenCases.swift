internal import OSSPrimitives

/// Suite `v1/token`: temporary credentials in the headers.
enum TokenCases {
  static let all: [BuiltCase] = sent + placed + absent + callers

  private static let sent: [BuiltCase] = [
    .header(
      "v1-tok-sent-and-signed", "V1-TOK-1",
      comment: "The token is sent unsigned, or under the name security-token."
    ) { $0.securityToken = "CAIS0Token" },
    .header(
      "v1-tok-base64-bytes", "V1-TOK-1", "V1-HDR-4",
      comment: "A plus, slash or equals sign of the token is escaped."
    ) { $0.securityToken = "CAISgAJ1q6Ft5B2yfSjIr5fkBtnegJp40bGSaEH+l2MHTN9+v/2k=" },
    .header(
      "v1-tok-long", "V1-TOK-1",
      comment: "A token of 1500 bytes is cut."
    ) { $0.securityToken = .string(String(repeating: "CAIS0token+/01==", count: 94)) },
    .header(
      "v1-tok-not-ascii", "V1-TOK-1", "V1-STS-7",
      comment: "A token outside ASCII is signed in another encoding."
    ) { $0.securityToken = "\u{4EE4}\u{724C}" }.flagged("unicode"),
    .header(
      "v1-tok-delete", "V1-TOK-1",
      comment: "The token is added to some methods only."
    ) {
      $0.method = "DELETE"
      $0.securityToken = "CAIS0Token"
    },
    .header(
      "v1-tok-service", "V1-TOK-1", "V1-RES-1",
      comment: "The token is not signed for a request to the service."
    ) {
      $0.bucket = .null
      $0.key = .null
      $0.securityToken = "CAIS0Token"
    },
    .header(
      "v1-tok-not-in-resource", "V1-TOK-1", "V1-RES-10",
      comment: "The token of a header signature is also put among the subresources."
    ) {
      $0.query = [("acl", .null)]
      $0.securityToken = "CAIS0Token"
    },
  ]

  private static let placed: [BuiltCase] = [
    .header(
      "v1-tok-between-headers", "V1-TOK-1", "V1-HDR-5",
      comment: "The token is put before or after the other headers instead of among them."
    ) {
      $0.headers = [("x-oss-tagging", "a=b"), ("x-oss-meta-a", "1")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
    .header(
      "v1-tok-first", "V1-TOK-1", "V1-HDR-5",
      comment: "The token does not come first where its name sorts first."
    ) {
      $0.headers = [("x-oss-server-side-encryption", "AES256"), ("x-oss-tagging", "a=b")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
    .header(
      "v1-tok-last", "V1-TOK-1", "V1-HDR-5",
      comment: "The token does not come last where its name sorts last."
    ) {
      $0.headers = [("X-Oss-Meta-A", "1"), ("x-oss-security", "2")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
    .header(
      "v1-tok-beside-longer-name", "V1-TOK-1", "V1-HDR-5",
      comment: "A header whose name begins with that of the token is taken for it."
    ) {
      $0.headers = [("x-oss-security-token-extra", "1")]
      $0.securityToken = "CAIS0Token"
    }.flagged("order"),
  ]

  private static let absent: [BuiltCase] = [
    .header(
      "v1-tok-empty", "V1-TOK-2",
      comment: "An empty token is sent and signed as an empty header."
    ) { $0.securityToken = "" }.should.flagged("empty"),
    .header(
      "v1-tok-null", "V1-TOK-2", "V1-HDR-6",
      comment: "A token that is null is signed as a text such as null."
    ) { $0.securityToken = .null }.should.flagged("empty"),
  ]

  private static let callers: [BuiltCase] = [
    .header(
      "v1-tok-callers-header", "V1-HDR-1",
      comment: "A token that the caller gives as a header is not signed."
    ) { $0.headers = [("x-oss-security-token", "CAIS0Callers")] },
    .header(
      "v1-tok-callers-header-upper-case", "V1-HDR-1", "V1-HDR-2",
      comment: "A token that the caller gives as a header in upper case is not signed."
    ) { $0.headers = [("X-OSS-Security-Token", "CAIS0Callers")] }.flagged("case"),
    .header(
      "v1-tok-replaces-callers", "V1-TOK-3",
      comment: "Two tokens are sent, and one of them signed."
    ) {
      $0.headers = [("x-oss-security-token", "CAIS0Callers"), ("x-oss-meta-a", "1")]
      $0.securityToken = "CAIS0Token"
    }.may(
      "No document says which of two tokens a client sends.",
      BuiltCase.Alternative(
        reason: "The caller's token is sent and signed.",
        stringToSign: """
          GET\n\n\nSat, 16 Dec 2023 16:20:57 GMT
          x-oss-meta-a:1\nx-oss-security-token:CAIS0Callers\n/examplebucket/key.txt
          """,
        headers: [
          ("Date", "Sat, 16 Dec 2023 16:20:57 GMT"), ("x-oss-meta-a", "1"),
          ("x-oss-security-token", "CAIS0Callers"),
        ])),
    .header(
      "v1-tok-query-parameter", "V1-SUB-1", "V1-RES-7",
      comment:
        "A security-token parameter of the caller is not a subresource for a header signature."
    ) { $0.query = [("security-token", "explicit+/=")] },
  ]
}
