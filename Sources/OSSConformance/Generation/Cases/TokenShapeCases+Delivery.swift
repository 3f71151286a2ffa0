internal import OSSPrimitives
internal import OSSVectors

/// How an answer comes: under which HTTP status, and through which decoder.
extension TokenShapeCases {
  static let http: [BuiltCase] =
    [
      TokenResponseCases.response(
        "no-http", ["TOK-STAT-1"], "Without HTTP nothing is read.", .whole, status: nil),
      TokenResponseCases.response(
        "http-500-failure", ["TOK-REF-1", "TOK-STAT-8"],
        "The status of the body is told, and that of HTTP not.",
        #"{"StatusCode":"500","ErrorCode":"InvalidParameter","ErrorMessage":"No such role."}"#,
        status: 500
      ).refused(.tokenHTTPStatus),
      TokenResponseCases.response(
        "http-403-sts-failure", ["TOK-REF-1", "TOK-STAT-8"],
        "A failure of STS that a server passes on is told as a missing member.",
        #"{"RequestId":"r","HostId":"sts.aliyuncs.com","Code":"NoPermission","Message":"m"}"#,
        status: 403
      ).refused(.tokenHTTPStatus),
      TokenResponseCases.response(
        "http-502-page", ["TOK-REF-1"], "A proxy's page is called no JSON.",
        "<html><body>Bad Gateway</body></html>", status: 502
      ).refused(.tokenHTTPStatus),
      TokenResponseCases.response(
        "http-200-body-500", ["TOK-STAT-6", "TOK-REF-5"],
        "Under the HTTP status 200 the status of the body is not judged.",
        TokenBody.flat.with("StatusCode", "500")
      ).refused(.tokenStatus),
      TokenResponseCases.response(
        "no-http-body-500", ["TOK-STAT-6", "TOK-REF-5"],
        "Without HTTP the status of the body is not judged.",
        TokenBody.flat.with("StatusCode", "500"), status: nil
      ).refused(.tokenStatus),
      TokenResponseCases.response(
        "camel-case-body-403", ["TOK-STAT-6", "TOK-STAT-3"],
        "In camelCase no status is judged.", TokenBody.camel.with("statusCode", "403")
      ).refused(.tokenStatus),
      TokenResponseCases.response(
        "nested-body-403", ["TOK-STAT-6", "TOK-REF-5"],
        "Beside Credentials no status is judged.", TokenBody.nested.with("StatusCode", "403")
      ).refused(.tokenStatus),
      TokenResponseCases.response(
        "nested-code-failed", ["TOK-STAT-6", "TOK-REF-5"],
        "Beside Credentials no Code is judged.", TokenBody.nested.with("Code", "\"Failed\"")
      ).refused(.tokenStatus),
      TokenResponseCases.response(
        "status-200-code-failed", ["TOK-STAT-6", "TOK-REF-5"],
        "A StatusCode of 200 stands in for Code.", TokenBody.flat.with("Code", "\"Failed\"")
      ).refused(.tokenStatus),
      TokenResponseCases.response(
        "status-500-code-success", ["TOK-STAT-6", "TOK-REF-5"],
        "The Code Success stands in for StatusCode.",
        TokenBody.flat.with("StatusCode", "500").with("Code", "\"Success\"")
      ).refused(.tokenStatus),
    ] + [0, 100, 201, 203, 204, 206, 299, 304, 400, 403, 500].map { httpStatus($0) }

  /// A case of a whole token under another HTTP status than 200.
  private static func httpStatus(_ status: Int64) -> BuiltCase {
    TokenResponseCases.response(
      "http-\(status)", ["TOK-STAT-1", "TOK-REF-1", "TOK-STAT-6"],
      "A token under an HTTP status other than 200 is taken.", .whole, status: status
    ).refused(.tokenHTTPStatus)
  }

  static let decoders: [BuiltCase] = [
    TokenResponseCases.response(
      "decoded", ["TOK-DEC-1"], "The decoder is not asked.",
      TokenResponseCases.base64(TokenBody.flat.text), decoder: "base64"
    ).flagged("decoder"),
    TokenResponseCases.response(
      "decoded-with-mark", ["TOK-DEC-3", "TOK-BODY-2"],
      "A byte-order mark is looked for before decoding alone.",
      TokenResponseCases.base64("\u{FEFF}" + TokenBody.camel.text), decoder: "base64"
    ).should.flagged("decoder"),
    TokenResponseCases.response(
      "decoded-twice", ["TOK-DEC-1", "TOK-REF-3"], "What was decoded is decoded again.",
      TokenResponseCases.base64("e30="), decoder: "base64"
    ).refused(.tokenNotJSON).flagged("decoder"),
    TokenResponseCases.response(
      "not-decoded", ["TOK-REF-2"], "Where the decoder gives nothing, the body is read itself.",
      .flat, decoder: "nothing"
    ).refused(.tokenNotDecoded).flagged("decoder"),
    TokenResponseCases.response(
      "not-encoded", ["TOK-REF-2"], "A body that is not encoded is read without the decoder.",
      .flat, decoder: "base64"
    ).refused(.tokenNotDecoded).flagged("decoder"),
    TokenResponseCases.response(
      "cut-while-encoded", ["TOK-REF-2"], "What could be decoded of a body is read.",
      .string(
        String((TokenResponseCases.base64(TokenBody.flat.text).stringValue ?? "").dropLast(3))),
      decoder: "base64"
    ).refused(.tokenNotDecoded).flagged("decoder"),
    TokenResponseCases.response(
      "decoded-to-nothing", ["TOK-DEC-3", "TOK-REF-3"], "No bytes are taken for no answer.", "",
      decoder: "base64"
    ).shouldRefuse(.tokenNotJSON).flagged("decoder"),
    TokenResponseCases.response(
      "decoded-to-text", ["TOK-DEC-3", "TOK-REF-3"], "What the decoder gives is not judged.",
      TokenResponseCases.base64("hello"), decoder: "base64"
    ).shouldRefuse(.tokenNotJSON).flagged("decoder"),
    TokenResponseCases.response(
      "failure-not-decoded", ["TOK-DEC-2", "TOK-REF-13"],
      "A failure is decoded, and told as one of the decoder.", "Bad Gateway", status: 502,
      decoder: "nothing"
    ).shouldRefuse(.tokenHTTPStatus).flagged("decoder"),
  ]
}
