internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/token-members`: the four texts, and what stands in their place.
enum TokenMemberCases {
  static let all: [BuiltCase] =
    texts + white + kept + absent + empty + foreign

  private static let names = ["AccessKeyId", "AccessKeySecret", "SecurityToken", "Expiration"]

  /// A slug for a name.
  private static func slug(_ name: String) -> String {
    switch name.lowercased() {
    case "accesskeyid": "id"
    case "accesskeysecret": "secret"
    case "securitytoken", "ststoken": "token"
    default: name.lowercased()
    }
  }

  private static let texts: [BuiltCase] = [
    TokenResponseCases.response(
      "escaped-slashes", ["TOK-MEM-2"], "A slash that PHP escapes keeps its backslash.",
      TokenBody.whole.with("SecurityToken", #""CAIS\/a+b\/c==""#)),
    TokenResponseCases.response(
      "escaped-characters", ["TOK-MEM-2"], "Escapes by number are not decoded.",
      TokenBody.whole.with("SecurityToken", #""CAIS\u002B\u002fa=\u003d""#)
        .with("AccessKeySecret", #""\u00e9\ud83d\ude00\"\\""#)),
    TokenResponseCases.response(
      "escaped-name", ["TOK-MEM-2", "TOK-BODY-1"], "A name with an escape is not known.",
      TokenBody.whole.renaming("SecurityToken", #"Security\u0054oken"#)),
    TokenResponseCases.response(
      "plus-signs", ["TOK-MEM-2"], "A plus sign becomes a space, as in a form.",
      TokenBody.whole.with("SecurityToken", #""CAIS+a%2Bb/c+==""#)
        .with("AccessKeySecret", #""a+b%20c""#)),
    TokenResponseCases.response(
      "not-normalized", ["TOK-MEM-2"], "A decomposed character is composed, and the key another.",
      TokenBody.whole.with("AccessKeySecret", "\"e\u{301}\u{E9}\u{FB01}\u{212B}\"")),
    TokenResponseCases.response(
      "long-token", ["TOK-MEM-2"], "A long token is cut.",
      TokenBody.whole.with("SecurityToken", "\"" + String(repeating: "CAIS+/0=", count: 256) + "\"")
    ),
    TokenResponseCases.response(
      "other-prefix", ["TOK-MEM-3"], "An ID that does not begin with STS. is refused.",
      TokenBody.whole.with("AccessKeyId", #""TMP.example_ID=00""#)
    ).should,
  ]

  private static func trimmed(
    _ slug: String, _ comment: String, of clauses: [String] = ["TOK-MEM-4"], _ body: TokenBody
  ) -> BuiltCase {
    TokenResponseCases.response("space-\(slug)", clauses, comment, body).should.flagged("blank")
  }

  private static let white: [BuiltCase] =
    names.map { name in
      trimmed(
        "after-\(slug(name))", "A line end after the \(slug(name)) stays.",
        TokenBody.whole.with(name, "\"\(text(of: name))\\r\\n\""))
    }
    + names.map { name in
      trimmed(
        "before-\(slug(name))", "A blank before the \(slug(name)) stays.",
        TokenBody.camel.with(
          name.prefix(1).lowercased() + name.dropFirst(), "\" \\t\(text(of: name)) \""))
    } + [
      trimmed(
        "nested", "Within Credentials nothing is trimmed.",
        .nested(TokenBody.bare.with("SecurityToken", "\"\\n\(TokenBody.token)\\n\""))),
      set("ascii", #"\t\n\u000b\f\r "#, "Only spaces are trimmed."),
      set("latin", "\u{85}\u{A0}", "White space is that of ASCII."),
      set("line-separators", "\u{2028}\u{2029}", "A line separator stays."),
      set(
        "wide", "\u{1680}\u{2000}\u{2005}\u{200A}\u{202F}\u{205F}\u{3000}",
        "White space is that of Latin-1."),
      set("zero-width", "\u{200B}", "A zero-width space, which nobody sees, stays."),
      set("byte-order-mark", "\u{FEFF}", "A byte-order mark, which nobody sees, stays."),
    ]

  /// A case of characters on both sides of three members.
  private static func set(_ slug: String, _ space: String, _ comment: String) -> BuiltCase {
    trimmed(
      "set-\(slug)", comment, of: ["TOK-MEM-5", "TOK-MEM-4"],
      TokenBody.whole.with("AccessKeyId", "\"\(TokenBody.id)\(space)\"")
        .with("AccessKeySecret", "\"\(space)\(TokenBody.secret)\"")
        .with("SecurityToken", "\"\(space)\(TokenBody.token)\(space)\""))
  }

  private static func text(of name: String) -> String {
    switch name {
    case "AccessKeyId": TokenBody.id
    case "AccessKeySecret": TokenBody.secret
    case "SecurityToken": TokenBody.token
    default: TokenBody.expiration
    }
  }

  private static let kept: [BuiltCase] = [
    trimmed(
      "inside", "White space inside a text is dropped.",
      TokenBody.whole.with("AccessKeySecret", #""a  b\tc""#)
        .with("SecurityToken", "\"CAIS a\u{FEFF}b\u{3000}c\"")),
    trimmed(
      "line-end-in-secret", "A line end inside a secret is dropped, or ends it.",
      TokenBody.whole.with("AccessKeySecret", #""a\nb""#)),
    trimmed(
      "not-in-set", "Characters that are no white space are trimmed.", of: ["TOK-MEM-5"],
      TokenBody.whole.with("AccessKeySecret", #""\u0000\u001c\u001fa\u001d\u0001""#)
        .with("SecurityToken", "\"\u{180E}CAIS\u{2060}\"")),
    trimmed(
      "marks", "A mark that stands on a blank is trimmed with it.", of: ["TOK-MEM-5"],
      TokenBody.whole.with("AccessKeySecret", "\" \u{301}a \u{301}\"")),
    TokenResponseCases.response(
      "space-not-in-id-set", ["TOK-MEM-5", "TOK-REF-14"],
      "A character that is no white space is dropped from an ID.",
      TokenBody.whole.with("AccessKeyId", "\"\u{2060}\(TokenBody.id)\"")
    ).shouldRefuse(.invalidAccessKeyID).flagged("blank"),
  ]

  private static let absent: [BuiltCase] =
    names.flatMap { name in
      [
        TokenResponseCases.response(
          "missing-\(slug(name))", ["TOK-REF-7", "TOK-MEM-1"],
          "A token without its \(slug(name)) is used.", TokenBody.whole.without(name)
        ).refused(.tokenMissingMember),
        TokenResponseCases.response(
          "null-\(slug(name))", ["TOK-REF-8", "TOK-MEM-1"],
          "Null is taken for the text null, or for no \(slug(name)).",
          TokenBody.whole.with(name, "null")
        ).refused(.tokenNullMember),
        TokenResponseCases.response(
          "number-\(slug(name))", ["TOK-REF-9", "TOK-MEM-1"], "A number becomes a text.",
          TokenBody.whole.with(name, name == "Expiration" ? "1446544379000" : "12345678")
        ).refused(.tokenNonTextMember),
      ]
    } + [
      TokenResponseCases.response(
        "missing-camel-case-token", ["TOK-REF-7", "TOK-SHAPE-2"],
        "In camelCase the token may be left out.", TokenBody.camel.without("securityToken")
      ).refused(.tokenMissingMember),
      TokenResponseCases.response(
        "missing-nested-expiration", ["TOK-REF-7", "TOK-SHAPE-3"],
        "Within Credentials the expiration may be left out.",
        .nested(TokenBody.bare.without("Expiration"))
      ).refused(.tokenMissingMember),
      TokenResponseCases.response(
        "null-camel-case-expiration", ["TOK-REF-8", "TOK-SHAPE-2"],
        "In camelCase null is no expiration.", TokenBody.camel.with("expiration", "null")
      ).refused(.tokenNullMember),
      TokenResponseCases.response(
        "null-credentials", ["TOK-REF-8"], "Credentials that are null are passed over.",
        TokenBody([(name: "Credentials", value: "null")])
      ).refused(.tokenNullMember),
      TokenResponseCases.response(
        "truth-secret", ["TOK-REF-9"], "A truth value becomes a text.",
        TokenBody.whole.with("AccessKeySecret", "true")
      ).refused(.tokenNonTextMember),
      TokenResponseCases.response(
        "array-token", ["TOK-REF-9"], "The text in an array is taken.",
        TokenBody.whole.with("SecurityToken", "[\"\(TokenBody.token)\"]")
      ).refused(.tokenNonTextMember),
      TokenResponseCases.response(
        "object-expiration", ["TOK-REF-9"], "The text in an object is taken.",
        TokenBody.nested(TokenBody.bare.with("Expiration", "{\"iso\":\"2015-11-03T09:52:59Z\"}"))
      ).refused(.tokenNonTextMember),
    ]

  private static let empty: [BuiltCase] = names.flatMap { name in
    [
      TokenResponseCases.response(
        "empty-\(slug(name))", ["TOK-REF-10", "TOK-MEM-1"], "An empty text is taken for a value.",
        TokenBody.whole.with(name, "\"\"")
      ).refused(.tokenEmptyMember),
      TokenResponseCases.response(
        "blank-\(slug(name))", ["TOK-REF-10", "TOK-MEM-4"],
        "A text of white space alone is taken for a value.",
        TokenBody.whole.with(name, "\" \\n\u{FEFF}\"")
      ).refused(.tokenEmptyMember),
    ]
  }

  private static let foreign: [BuiltCase] = [
    TokenResponseCases.response(
      "masked-id", ["TOK-REF-14"],
      "The sample of the documents, in which asterisks hide a part, is taken for a token.",
      .string(TokenResponseTexts.masked)
    ).refused(.invalidAccessKeyID).flagged("published"),
    TokenResponseCases.response(
      "blank-in-id", ["TOK-REF-14"], "A blank inside an ID is dropped, or sent.",
      TokenBody.whole.with("AccessKeyId", #""STS. exampleAccessKeyID00""#)
    ).refused(.invalidAccessKeyID),
    TokenResponseCases.response(
      "line-end-in-id", ["TOK-REF-14"], "A line end inside an ID writes another header.",
      TokenBody.whole.with("AccessKeyId", #""STS.a\r\nx-oss-acl:public""#)
    ).refused(.invalidAccessKeyID),
    TokenResponseCases.response(
      "letter-in-id", ["TOK-REF-14"], "A letter outside ASCII is sent in an ID.",
      TokenBody.whole.with("AccessKeyId", "\"STS.\u{E9}\"")
    ).refused(.invalidAccessKeyID),
    TokenResponseCases.response(
      "line-end-in-token", ["TOK-REF-14"], "A line end inside a token writes another header.",
      TokenBody.whole.with("SecurityToken", #""CAIS\nx-oss-acl:public""#)
    ).refused(.invalidSecurityToken),
    TokenResponseCases.response(
      "nul-in-token", ["TOK-REF-14"], "A NUL ends the token, or is sent.",
      TokenBody.camel.with("securityToken", #""CAIS\u0000""#)
    ).refused(.invalidSecurityToken),
  ]
}
