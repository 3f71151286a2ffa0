internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/token-shapes`: in which shapes a token is read, and what says so.
enum TokenShapeCases {
  static let all: [BuiltCase] = published + shapes + bodies + names + statuses + http + decoders

  private static let published: [BuiltCase] = [
    TokenResponseCases.response(
      "docs-flat", ["TOK-SHAPE-1", "TOK-TIME-1", "TOK-STAT-2"],
      "The answer that the documents show is not read.", .string(TokenResponseTexts.flat)
    ).published("docs, \"Authorize access\" (iOS)").flagged("published"),
    TokenResponseCases.response(
      "docs-credentials-uri", ["TOK-SHAPE-1", "TOK-MEM-1", "TOK-STAT-2", "TOK-MEM-3"],
      "The answer that a credentials URI must give is not read.",
      .string(TokenResponseTexts.credentialsURI)
    ).published("docs, \"Configure access credentials\" (iOS)").flagged("published"),
    TokenResponseCases.response(
      "docs-camel-case", ["TOK-SHAPE-2", "TOK-BODY-3"],
      "The answer of older servers, in camelCase and without a status, is not read.",
      .string(TokenResponseTexts.camelCase)
    ).published("docs, \"Access control\" (iOS), 2017, with its last quotation mark mended")
      .flagged("published"),
    TokenResponseCases.response(
      "docs-assume-role", ["TOK-SHAPE-3", "TOK-BODY-3"],
      "The answer of AssumeRole is not read when a server hands it on.",
      .string(TokenResponseTexts.assumeRole), now: nil
    ).should,
    TokenResponseCases.response(
      "docs-metadata", ["TOK-STAT-4", "TOK-SHAPE-1", "TOK-BODY-3"],
      "The answer of the metadata of ECS, with Code in place of StatusCode, is not read.",
      .string(TokenResponseTexts.metadata), now: nil),
  ]

  private static let shapes: [BuiltCase] = [
    TokenResponseCases.response(
      "flat-reversed", ["TOK-SHAPE-1", "TOK-BODY-1"],
      "The members are expected in one order.", .flat.reversed),
    TokenResponseCases.response(
      "camel-case-bare", ["TOK-SHAPE-2"], "Without further members camelCase is not read.",
      .camel),
    TokenResponseCases.response(
      "nested-bare", ["TOK-SHAPE-3"], "Credentials is read only beside other members.",
      TokenBody([(name: "Credentials", value: TokenBody.bare.text)])
    ).should,
    TokenResponseCases.response(
      "nested-with-status", ["TOK-SHAPE-3", "TOK-STAT-6"],
      "Beside a StatusCode the members are looked for in the outer object.",
      TokenBody.nested.with("StatusCode", "200")
    ).should,
    TokenResponseCases.response(
      "nested-oidc", ["TOK-SHAPE-3", "TOK-BODY-3"], "The answer for OIDC is not read.",
      TokenBody.nested.with(
        "OIDCTokenInfo",
        #"{"Subject":"a","Issuer":"https://example.com","ClientIds":"b","VerificationInfo":"Success"}"#
      )
    ).should,
    TokenResponseCases.response(
      "sts-token", ["TOK-SHAPE-4"], "The short name of the token is not known.",
      TokenBody.camel.renaming("securityToken", "stsToken")
    ).may("Only JavaScript reads stsToken, from a function of the application.")
      .or(.rejection(.tokenMissingMember), because: "No document names stsToken."),
    TokenResponseCases.response(
      "short-name-in-pascal-case", ["TOK-SHAPE-5"], "StsToken is taken for SecurityToken.",
      TokenBody.whole.renaming("SecurityToken", "StsToken")
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "empty-object", ["TOK-SHAPE-6", "TOK-REF-7"], "An empty object is a token.", "{}"
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "nested-empty", ["TOK-SHAPE-6", "TOK-REF-7"],
      "The outer object is searched where Credentials is empty.",
      TokenBody([(name: "Credentials", value: "{}")])
    ).shouldRefuse(.tokenMissingMember),
  ]

  private static let bodies: [BuiltCase] = [
    TokenResponseCases.response(
      "white-space-around", ["TOK-BODY-1"], "A line end after the object makes it unreadable.",
      .string("\r\n\t " + TokenBody.whole.text + "\n")),
    TokenResponseCases.response(
      "white-space-inside", ["TOK-BODY-1"], "Indented JSON is not read.",
      "{\r\n\t\"StatusCode\" :\t200 ,\r\n\t\"AccessKeyId\"\n: \"STS.a\" , \"AccessKeySecret\":\"b\",\"SecurityToken\":\"c\",\"Expiration\":\"2015-11-03T09:52:59Z\"\r\n}\r\n"
    ),
    TokenResponseCases.response(
      "byte-order-mark", ["TOK-BODY-2"], "A byte-order mark makes a body unreadable.",
      .string("\u{FEFF}" + TokenBody.whole.text)
    ).should,
    TokenResponseCases.response(
      "byte-order-mark-and-space", ["TOK-BODY-2", "TOK-BODY-1"],
      "White space after the byte-order mark makes a body unreadable.",
      .string("\u{FEFF}\n" + TokenBody.camel.text)
    ).should,
    TokenResponseCases.response(
      "other-members", ["TOK-BODY-3"], "A member of an unknown name, or of any kind, is refused.",
      TokenBody.whole.with("a", "null").with("Data", "[{\"AccessKeyId\":1e999},[]]")
        .with("Policy", "\"\"").with("", "true").with("code", "500").with("data", "{}")),
    TokenResponseCases.response(
      "other-members-nested", ["TOK-BODY-3"], "Members beside the four within Credentials count.",
      TokenBody.nested(TokenBody.bare.with("Note", "null").with("StatusCode", "500"))),
  ]

  private static let names: [BuiltCase] = [
    TokenResponseCases.response(
      "lower-case-names", ["TOK-BODY-4", "TOK-REF-7"], "Names are compared without case.",
      .string(TokenBody.whole.text.lowercased())
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "upper-case-id", ["TOK-BODY-4", "TOK-REF-7"], "AccessKeyID is taken for AccessKeyId.",
      TokenBody.whole.renaming("AccessKeyId", "AccessKeyID")
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "upper-case-success", ["TOK-BODY-4", "TOK-STAT-4"], "Code is compared without case.",
      TokenBody.bare.with("Code", "\"SUCCESS\"")
    ).shouldRefuse(.tokenStatus),
    TokenResponseCases.response(
      "aws-metadata", ["TOK-SHAPE-5"], "The names of another cloud are mapped.",
      TokenBody.bare.renaming("AccessKeySecret", "SecretAccessKey")
        .renaming("SecurityToken", "Token").with("Code", "\"Success\"")
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "aws-nested", ["TOK-SHAPE-5"], "The names of another cloud are mapped.",
      .nested(
        TokenBody.bare.renaming("AccessKeySecret", "SecretAccessKey")
          .renaming("SecurityToken", "SessionToken"))
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "names-of-ios", ["TOK-SHAPE-5"], "The names of the iOS class are taken for those of JSON.",
      TokenBody.whole.renaming("AccessKeyId", "tAccessKey")
        .renaming("AccessKeySecret", "tSecretKey").renaming("SecurityToken", "tToken")
        .renaming("Expiration", "expirationTimeInGMTFormat")
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "translated-name", ["TOK-SHAPE-5"], "A translated name is mapped, or the time left out.",
      TokenBody.whole.renaming("Expiration", "有効期限")
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "wrapped-data", ["TOK-SHAPE-5"], "An object that wraps the answer is opened.",
      TokenBody([
        (name: "code", value: "200"),
        (name: "data", value: TokenBody([(name: "credentials", value: TokenBody.camel.text)]).text),
      ])
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "wrapped-flat", ["TOK-SHAPE-5"], "An object that wraps the answer is opened.",
      TokenBody([
        (name: "Code", value: "\"Success\""), (name: "Data", value: TokenBody.flat.text),
      ])
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "lower-case-credentials", ["TOK-SHAPE-5", "TOK-BODY-4"],
      "The member credentials is taken for Credentials.",
      TokenBody([(name: "credentials", value: TokenBody.bare.text)])
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "nested-camel-case", ["TOK-SHAPE-5"], "Within Credentials camelCase is read.",
      TokenBody([(name: "Credentials", value: TokenBody.camel.text)])
    ).shouldRefuse(.tokenMissingMember),
  ]

  private static let statuses: [BuiltCase] = [
    TokenResponseCases.response(
      "status-text", ["TOK-STAT-2"], "The text 200, which the SDKs' test server sends, is refused.",
      TokenBody.flat.with("StatusCode", "\"200\"")),
    TokenResponseCases.response(
      "status-in-camel-case", ["TOK-STAT-3"], "A statusCode of 200 is refused.",
      TokenBody.camel.with("statusCode", "\"200\"").with("StatusCode", "200")
    ).should,
    TokenResponseCases.response(
      "status-and-code", ["TOK-STAT-6", "TOK-STAT-4"], "Beside StatusCode a Code is refused.",
      TokenBody.flat.with("Code", "\"Success\"")),
    TokenResponseCases.response(
      "no-status", ["TOK-STAT-5"], "A flat answer that does not say that it is one is read.",
      .bare
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "status-in-other-case", ["TOK-STAT-5", "TOK-STAT-3"],
      "A statusCode stands in for StatusCode.", TokenBody.bare.with("statusCode", "200")
    ).shouldRefuse(.tokenMissingMember),
    TokenResponseCases.response(
      "code-alone", ["TOK-STAT-5", "TOK-STAT-4"], "Without StatusCode an answer is refused.",
      TokenBody.bare.with("Code", "\"Success\"")
    ).should,
    status("200.0"), status("2e2"),
  ]

  /// A case of a number that has the value 200 and is written otherwise.
  private static func status(_ number: String) -> BuiltCase {
    TokenResponseCases.response(
      "status-\(number.replacing(".", with: "-"))", ["TOK-STAT-7"],
      "Any way to write the number is taken.", TokenBody.flat.with("StatusCode", number)
    ).mayRefuse(.tokenStatus, "No document and no server writes it.")
      .or(TokenResponseCases.read(), because: "Most parsers of JSON give the number 200 for it.")
  }
}
