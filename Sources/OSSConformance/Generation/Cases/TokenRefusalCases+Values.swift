internal import OSSPrimitives
internal import OSSVectors

/// Refusals of JSON that is no token.
extension TokenRefusalCases {
  static let notObjects: [BuiltCase] =
    [
      ("null", "null"), ("number", "200"), ("truth", "true"),
      ("text", "\"\(TokenBody.token)\""), ("array", "[]"),
      ("array-of-token", "[\(TokenBody.whole.text)]"),
    ].map { slug, text in
      TokenResponseCases.response(
        "no-object-\(slug)", ["TOK-REF-4"],
        "JSON that is no object ends the program, or is opened.",
        .string(text)
      ).refused(.tokenNotObject)
    }
    + [
      ("text", "\"a\""), ("array", "[\(TokenBody.bare.text)]"), ("number", "0"),
    ].map { slug, text in
      TokenResponseCases.response(
        "no-object-credentials-\(slug)", ["TOK-REF-4"],
        "Credentials that are no object are passed over, or opened.",
        TokenBody([(name: "Credentials", value: text)])
      ).refused(.tokenNotObject)
    }

  private static func status(_ slug: String, _ comment: String, _ value: String) -> BuiltCase {
    TokenResponseCases.response(
      "status-\(slug)", ["TOK-REF-5", "TOK-STAT-2"], comment,
      TokenBody.flat.with("StatusCode", value)
    ).refused(.tokenStatus)
  }

  private static func code(_ slug: String, _ comment: String, _ value: String) -> BuiltCase {
    TokenResponseCases.response(
      "code-\(slug)", ["TOK-REF-5", "TOK-STAT-4"], comment, TokenBody.bare.with("Code", value)
    ).refused(.tokenStatus)
  }

  static let statuses: [BuiltCase] = [
    TokenResponseCases.response(
      "failure-of-test-server", ["TOK-REF-5", "TOK-STAT-8"],
      "A failure is told as a missing member, and what the server says is lost.",
      #"{"StatusCode":"500","ErrorCode":"EntityNotExist.Role","ErrorMessage":"No such role."}"#
    ).refused(.tokenStatus),
    TokenResponseCases.response(
      "failure-of-sts", ["TOK-REF-5", "TOK-STAT-4", "TOK-STAT-8"],
      "A failure of STS has no status.",
      #"{"RequestId":"r","HostId":"sts.aliyuncs.com","Code":"NoPermission","Message":"m"}"#,
      status: nil
    ).refused(.tokenStatus),
    status("500", "The status is not judged.", "500"),
    status("text-500", "A text is no status.", "\"500\""),
    status("words", "A number is read from the beginning of a text.", "\"200 OK\""),
    status("blank-before", "A number is read after blanks.", "\" 200\""),
    status("zero-before", "A text is converted to a number.", "\"0200\""),
    status("fraction", "A fraction is cut off.", "200.9"),
    status("text-fraction", "A text is converted to a number.", "\"200.0\""),
    status("overflow", "Only 32 bits of a number are kept.", "4294967496"),
    status("201", "Every status from 200 to 299 is a success.", "201"),
    status("zero", "Zero is a success.", "0"),
    status("truth", "True is a success.", "true"),
    status("null", "Null is no status.", "null"),
    status("empty", "The empty text is no status.", "\"\""),
    status("array", "The number in an array is taken.", "[200]"),
    status("success", "The word of Code is a StatusCode.", "\"Success\""),
    code("failed", "The Code is not judged.", "\"Failed\""),
    code("null", "Null is no Code.", "null"),
    code("empty", "An empty Code is a success.", "\"\""),
    code("number", "The number of StatusCode is a Code.", "200"),
    code("text-200", "The text of StatusCode is a Code.", "\"200\""),
    code("blank-after", "The Code is trimmed.", "\"Success \""),
  ]

  private static func torn(_ slug: String, _ comment: String, _ body: TokenBody) -> BuiltCase {
    TokenResponseCases.response("torn-\(slug)", ["TOK-REF-6"], comment, body)
      .shouldRefuse(.tokenTorn).flagged("torn")
  }

  static let torn: [BuiltCase] = [
    torn(
      "spellings", "Members are taken in either spelling.",
      TokenBody.whole.renaming("AccessKeySecret", "accessKeySecret")),
    torn(
      "second-secret", "One spelling is taken, and the other passed over.",
      TokenBody.whole.with("accessKeySecret", "\"other\"")),
    torn(
      "second-token", "One spelling is taken, and the other passed over.",
      TokenBody.camel.with("SecurityToken", "\"other\"")),
    torn(
      "sts-token-beside-pascal-case", "The name stsToken is passed over.",
      TokenBody.whole.with("stsToken", "\"other\"")),
    torn(
      "two-names-of-token", "One of two names of the token is passed over.",
      TokenBody.camel.with("stsToken", "\"\(TokenBody.token)\"")),
    torn(
      "flat-and-nested", "Members beside Credentials are passed over.",
      TokenBody.nested.with("SecurityToken", "\"other\"").with("StatusCode", "200")),
    torn(
      "expiration-beside-nested", "An expiration beside Credentials is passed over, or taken.",
      TokenBody.nested.with("Expiration", "\"2035-11-03T09:52:59Z\"")),
    torn(
      "camel-case-and-nested", "Members beside Credentials are passed over.",
      TokenBody.camel.with("Credentials", TokenBody.bare.text)),
    torn(
      "null-beside", "A member of the other spelling does not count while it is null.",
      TokenBody.whole.with("securityToken", "null")),
    torn(
      "null-credentials-beside", "Credentials that are null do not count.",
      TokenBody.whole.with("Credentials", "null")),
    torn(
      "spellings-nested", "Within Credentials members are taken in either spelling.",
      .nested(TokenBody.bare.renaming("SecurityToken", "securityToken"))),
  ]

  static let expired: [BuiltCase] = [
    expiring("long-ago", "A token that ended long ago is taken.", 86_400_000, "token-expired"),
    expiring("just-now", "A token that ends this moment is taken.", 0, "token-expired"),
    expiring("by-a-millisecond", "Expiry is judged in seconds.", 1, "token-expired"),
    expiring("not-by-a-millisecond", "A token with a millisecond left is refused.", -1, nil),
    expiring(
      "not-within-the-window", "A token that lives less than five minutes is refused.", -299_000,
      nil),
    TokenResponseCases.response(
      "expired-by-the-fraction", ["TOK-REF-12", "TOK-TIME-3"],
      "The fraction makes the token last a second longer.",
      TokenBody.whole.with("Expiration", "\"2015-11-03T09:52:59.250Z\""), now: TokenBody.end + 250
    ).refused(.tokenExpired),
    TokenResponseCases.response(
      "expired-by-the-distance", ["TOK-REF-12", "TOK-TIME-2"],
      "Without the distance from UTC the token lives eight hours after its end.",
      TokenBody.whole.with("Expiration", "\"2015-11-03T17:52:59+08:00\""),
      now: TokenBody.end + 3_600_000
    ).refused(.tokenExpired),
    TokenResponseCases.response(
      "expired-unknown", ["TOK-REF-12"], "Without a clock the token is refused.", .nested,
      now: nil),
  ]

  private static func expiring(
    _ slug: String, _ comment: String, _ late: Int64, _ refusal: String?
  ) -> BuiltCase {
    let definition = TokenResponseCases.response(
      "expired-\(slug)", ["TOK-REF-12"], comment, .whole, now: TokenBody.end + late)
    return refusal == nil ? definition : definition.refused(.tokenExpired)
  }
}
