internal import OSSPrimitives
internal import OSSVectors

/// Suite `errors/error-body`: what is read of an error body, and what is refused.
enum ErrorBodyCases {
  static let all: [BuiltCase] =
    published + documents + texts + members + strings + times + headers + refusals

  /// A case whose body is given whole.
  static func body(
    _ slug: String, _ clauses: [String], _ comment: String, _ body: JSONValue, ec: String? = nil
  ) -> BuiltCase {
    var input: JSONObject = ["body": body]
    input["ecHeader"] = ec.map { .string($0) }
    return BuiltCase(
      id: "error-body-\(slug)", operation: .errorBody, clauses: clauses, comment: comment,
      input: input)
  }

  /// A case whose body is an `Error` with these members.
  static func members(
    _ slug: String, _ clauses: [String], _ comment: String, _ members: String, ec: String? = nil
  ) -> BuiltCase {
    body(slug, clauses, comment, .string("<Error>\(members)</Error>"), ec: ec)
  }

  /// Bodies that documents, tests of SDKs and issue threads show.
  private static let published: [BuiltCase] = [
    body(
      "docs-2011", ["ERR-STS-2", "ERR-STS-1", "ERR-TXT-4", "ERR-STS-4", "ERR-XML-1"],
      "StringToSign, which lost its empty lines, is taken for what OSS signed.",
      .string(ErrorBodyTexts.docs2011)
    ).published("docs, \"Include signatures in the Authorization header\"").flagged("published"),
    body(
      "docs-2023", ["ERR-STS-1", "ERR-STS-2", "ERR-STS-4", "ERR-XML-1"],
      "Upper-case digits or the space after the last one are not read.",
      .string(ErrorBodyTexts.docs2023)
    ).published("docs, \"Troubleshoot signature errors\", 2023").flagged("published"),
    body(
      "time-skewed-2019", ["ERR-TIME-1", "ERR-TIME-3", "ERR-TIME-4"],
      "The fraction of a second makes a time unreadable.",
      .string(ErrorBodyTexts.skewed2019)
    ).published("github.com/aliyun/aliyun-oss-android-sdk/issues/167").flagged("clock-skew"),
    body(
      "time-skewed-2024", ["ERR-TIME-1", "ERR-MEM-3"],
      "A member that came later, such as RecommendDoc, is dropped.",
      .string(ErrorBodyTexts.skewed2024)
    ).published("github.com/huhx/flutter_oss_aliyun/issues/63").flagged("clock-skew"),
    body(
      "indented", ["ERR-XML-1", "ERR-MEM-5"],
      "White space between the members is taken for a value.",
      .string(ErrorBodyTexts.invalidAccessKeyID)
    ).published("alibabacloud-oss-python-sdk-v2, alibabacloud-oss-csharp-sdk-v2, client tests"),
    body(
      "policy-detail", ["ERR-MEM-4", "ERR-MEM-3"],
      "Elements inside a member are dropped, or end the reading.",
      .string(ErrorBodyTexts.policyDetail)
    ).should.published("docs, error code 0003-00000201").flagged("nested"),
  ]

  private static let documents: [BuiltCase] = [
    body(
      "no-declaration", ["ERR-XML-2"], "A body without a declaration is refused.",
      "<Error><Code>NoSuchKey</Code></Error>"),
    body(
      "declaration-quotes", ["ERR-XML-2"],
      "Single quotes or a blank in the declaration are refused.",
      "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<Error><Code>A</Code></Error>\n"),
    body(
      "comments", ["ERR-XML-2"], "A comment ends a value, or becomes part of it.",
      "<!-- a --><Error><!-- <Code>X</Code> --><Code>No<!-- b -->Such<?p q?>Key</Code></Error><!---->"
    ),
    body(
      "namespace", ["ERR-XML-3"], "The root is not found when it has a namespace.",
      "<Error xmlns=\"http://doc.oss-cn-hangzhou.aliyuncs.com\" a='&lt;&#62;\"'><Code b = \"\">A</Code></Error>"
    ),
    members(
      "empty-elements", ["ERR-XML-4"], "An empty element is refused or swallows the next one.",
      "<Code/><Message></Message><EC /><RequestId>r</RequestId >"),
    body(
      "leading-space", ["ERR-XML-5"],
      "A line break before the declaration makes a body unreadable.",
      "\n  <?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>A</Code></Error>"
    ).should.flagged("pasted"),
    body(
      "byte-order-mark", ["ERR-XML-5"], "A byte-order mark makes a body unreadable.",
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>A</Code></Error>"
    ).should.flagged("pasted"),
    members("nothing", ["ERR-MEM-5"], "A body without a Code is refused.", "").should,
  ]

  private static let headers: [BuiltCase] = [
    header(
      "plain", ["ERR-HEAD-1"], "The header is not read, and a HEAD error has no code.",
      "PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPEVycm9yPgogIDxDb2RlPk5vU3VjaEtleTwv"
        + "Q29kZT4KICA8UmVxdWVzdElkPnI8L1JlcXVlc3RJZD4KPC9FcnJvcj4K"),
    header(
      "outer-blanks", ["ERR-HEAD-3"], "Blanks around the value of the header make it unreadable.",
      " \tPEVycm9yPjxDb2RlPkE8L0NvZGU+PC9FcnJvcj4= "),
    header(
      "ec", ["ERR-HEAD-2", "ERR-HEAD-1"], "The EC of the header x-oss-ec is not used.",
      "PEVycm9yPjxDb2RlPkE8L0NvZGU+PC9FcnJvcj4=", ec: " 0026-00000001 "),
    members(
      "ec-of-body", ["ERR-HEAD-2"], "The EC of the header replaces that of the body.",
      "<EC>0002-00000040</EC>", ec: "0002-00000902"
    ).should,
    members(
      "ec-empty-in-body", ["ERR-HEAD-2"], "An empty EC in the body hides that of the header.",
      "<Code>A</Code><EC> </EC>", ec: "0002-00000902"
    ).should,
    header("not-base64", ["ERR-HEAD-3"], "A header that is not base64 is guessed at.", "<Error/>")
      .refused(.invalidErrorBody),
    header(
      "unpadded", ["ERR-HEAD-3"], "A header that was cut inside its padding is read.",
      "PEVycm9yPjxDb2RlPkE8L0NvZGU+PC9FcnJvcj4"
    ).refused(.invalidErrorBody),
    header(
      "empty", ["ERR-REF-5", "ERR-HEAD-1"], "An empty header becomes an error without a code.", ""
    )
    .refused(.invalidErrorBody),
    header(
      "line-break", ["ERR-HEAD-3"], "Line breaks within the base64 are skipped.",
      "PEVycm9yPjxDb2RlPkE8\nL0NvZGU+PC9FcnJvcj4="
    ).refused(.invalidErrorBody),
    header(
      "other-content", ["ERR-HEAD-1", "ERR-REF-1"], "What the base64 holds is not checked.",
      "SGVsbG8="
    ).refused(.invalidErrorBody),
  ]

  private static func header(
    _ slug: String, _ clauses: [String], _ comment: String, _ text: String, ec: String? = nil
  ) -> BuiltCase {
    var input: JSONObject = ["header": .string(text)]
    input["ecHeader"] = ec.map { .string($0) }
    return BuiltCase(
      id: "error-header-\(slug)", operation: .errorBody, clauses: clauses, comment: comment,
      input: input
    ).should.flagged("head")
  }
}
