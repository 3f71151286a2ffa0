internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/error-actions`: what is done about an answer.
enum ErrorActionCases {
  static let all: [BuiltCase] =
    credentials + tried + clock + codes + causes + transient + final + open

  private static let must = ["ACT-CODE-1", "ACT-CRED-1", "ACT-TIME-1"]

  /// A case of an answer.
  private static func action(
    _ slug: String, _ clauses: [String], _ comment: String, status: Int64? = 403,
    body: JSONValue? = nil, header: String? = nil, ec: String? = nil,
    credential: String = "temporary", tried: [String] = []
  ) -> BuiltCase {
    var input: JSONObject = [
      "credential": .string(credential), "tried": .array(tried.map { .string($0) }),
    ]
    input["status"] = status.map { .number(JSONNumber($0)) }
    input["body"] = body
    input["header"] = header.map { .string($0) }
    input["ecHeader"] = ec.map { .string($0) }
    let definition = BuiltCase(
      id: "action-\(slug)", operation: .errorAction, clauses: clauses, comment: comment,
      input: input)
    return clauses.first.map(must.contains) == true ? definition : definition.should
  }

  private static func body(_ code: String, _ members: String = "") -> JSONValue {
    .string(ServerErrorTexts.body(code, members))
  }

  /// The codes by which OSS rejects credentials, each with its slug and clause.
  private static let rejections = [
    ("expired", "SecurityTokenExpired", "ACT-CRED-1"),
    ("invalid-token", "InvalidSecurityToken", "ACT-CRED-2"),
    ("torn", "AccessKeyIdAndSecurityTokenNotMatch", "ACT-CRED-2"),
    ("unknown-id", "InvalidAccessKeyId", "ACT-CRED-2"),
  ]

  private static let credentials: [BuiltCase] =
    rejections.map { slug, code, clause in
      action(
        "\(slug)-temporary", [clause, "ACT-CODE-1"],
        "The rejected credentials are used again until they seem to have ended.",
        body: body(code))
    }
    + rejections.flatMap { slug, code, clause in
      ["static", "signer"].map { credential in
        action(
          "\(slug)-\(credential)", ["ACT-CRED-4", clause],
          "What cannot be fetched again is refreshed.", body: body(code), credential: credential)
      }
    }

  private static let tried: [BuiltCase] =
    rejections.map { slug, code, clause in
      action(
        "\(slug)-again", ["ACT-CRED-3", clause], "Credentials are fetched without end.",
        body: body(code), tried: ["refresh-credentials"])
    } + [
      action(
        "expired-after-others", ["ACT-CRED-1", "ACT-CRED-3"],
        "Any action before keeps the credentials from being refreshed.",
        body: body("SecurityTokenExpired"), tried: ["correct-clock", "retry", "retry", "retry"]),
      action(
        "skewed-after-refresh", ["ACT-TIME-1", "ACT-TIME-3"],
        "A refresh before keeps the clock from being corrected.",
        body: body("RequestTimeTooSkewed"), tried: ["refresh-credentials"]),
    ]

  private static let clock: [BuiltCase] =
    ["static", "temporary", "signer"].map { credential in
      action(
        "skewed-\(credential)", ["ACT-TIME-1"],
        "A clock that is wrong is reported as a refusal.",
        body: .string(ServerErrorTexts.skewed(serverTime: "2023-11-14T22:13:20.000Z")),
        credential: credential
      ).flagged("clock-skew")
    } + [
      action(
        "skewed-again", ["ACT-TIME-3"], "The clock is corrected without end.",
        body: body("RequestTimeTooSkewed"), tried: ["correct-clock"]
      ).flagged("clock-skew"),
      action(
        "skewed-head", ["ACT-TIME-1", "ACT-CODE-1"], "The header x-oss-err is not read.",
        header: ServerErrorTexts.header(ServerErrorTexts.skewed(serverTime: nil)),
        credential: "static"
      ).flagged("clock-skew", "head"),
      action(
        "skewed-other-status", ["ACT-STOP-1", "ACT-TIME-1"],
        "The status beside the code is not looked at.", status: 404,
        body: body("RequestTimeTooSkewed")
      ).flagged("clock-skew"),
      action(
        "signing-date", ["ACT-TIME-2"], "The refusal for the day of the scope is given up.",
        status: 400, body: .string(ServerErrorTexts.signingDate()), credential: "static"
      ).flagged("clock-skew"),
      action(
        "signing-date-again", ["ACT-TIME-3", "ACT-TIME-2"], "The clock is corrected without end.",
        status: 400, body: .string(ServerErrorTexts.signingDate()), tried: ["correct-clock"]
      ).flagged("clock-skew"),
      action(
        "signing-date-other-status", ["ACT-STOP-1", "ACT-TIME-2"],
        "The message counts whatever the status is.",
        body: .string(ServerErrorTexts.signingDate())
      ).flagged("clock-skew"),
    ]

  private static let codes: [BuiltCase] = [
    action(
      "code-in-head", ["ACT-CODE-1", "ACT-CRED-1"], "The header x-oss-err is not read.",
      header: ServerErrorTexts.header(ServerErrorTexts.body("SecurityTokenExpired"))
    ).flagged("head"),
    action(
      "code-empty-body", ["ACT-CODE-1", "ACT-CRED-1"], "A body of no bytes hides the header.",
      body: "", header: ServerErrorTexts.header(ServerErrorTexts.body("SecurityTokenExpired"))
    ).flagged("head"),
    action(
      "code-of-body-first", ["ACT-CODE-1"], "The header is preferred to the body.",
      body: body("AccessDenied"),
      header: ServerErrorTexts.header(ServerErrorTexts.body("SecurityTokenExpired"))
    ).flagged("head"),
    action(
      "code-in-lower-case", ["ACT-CODE-1"], "The code is compared without regard to case.",
      body: body("securitytokenexpired")),
    action(
      "code-as-prefix", ["ACT-CODE-1"], "A code that begins like another is taken for it.",
      body: body("InvalidAccessKeyIdFormat")),
    action(
      "code-in-message", ["ACT-CODE-1"], "The body is searched for the code.",
      body: body("AccessDenied", "  <Message>SecurityTokenExpired</Message>\n")),
    action(
      "code-in-web-page", ["ACT-CODE-1", "ACT-STOP-1"],
      "A page that is no error is searched for the code.",
      body: "<html><body><Code>SecurityTokenExpired</Code></body></html>"),
    action(
      "code-cut-short", ["ACT-CODE-1", "ACT-STOP-1"], "A body that is cut short is read.",
      body: "<Error><Code>SecurityTokenExpired</Code>"),
    action(
      "code-on-its-own-line", ["ACT-CRED-1", "ACT-CODE-1"],
      "White space around the code makes it another one.", body: body("\n  SecurityTokenExpired\n")),
  ]

  private static let causes: [BuiltCase] =
    ["03", "04", "06", "07", "08"].map { number in
      action(
        "cause-\(number)", ["ACT-CODE-2"], "The header x-oss-ec is not read.",
        ec: "0002-000000\(number)"
      ).flagged("head")
    } + [
      action(
        "cause-blanks", ["ACT-CODE-2"], "Blanks around the value make it another one.",
        ec: " 0002-00000007\t"
      ).flagged("head"),
      action(
        "cause-in-body", ["ACT-CODE-2"], "The EC of a body without a code is not used.",
        body: "<Error><EC>0002-00000007</EC></Error>"),
      action(
        "cause-beside-code", ["ACT-CODE-2", "ACT-CODE-1"],
        "The exact cause is preferred to the code.",
        body: body("AccessDenied", "  <EC>0002-00000007</EC>\n")),
      action(
        "cause-beside-empty-code", ["ACT-CODE-2"], "An empty code hides the exact cause.",
        body: "<Error><Code/><EC>0002-00000007</EC></Error>"),
      action(
        "cause-unreadable-body", ["ACT-CODE-2"],
        "A body that cannot be read hides the exact cause.", body: "Forbidden",
        ec: "0002-00000007"),
      action(
        "cause-other", ["ACT-CODE-2", "ACT-STOP-1"],
        "Any cause of the same family counts as a rejected credential.", ec: "0002-00000040"),
      action(
        "cause-skewed", ["ACT-CODE-2", "ACT-STOP-1"],
        "A cause that tells no time asks for a corrected clock.", ec: "0002-00000504"
      ).flagged("clock-skew"),
      action(
        "cause-static", ["ACT-CRED-4", "ACT-CODE-2"],
        "What cannot be fetched again is refreshed.", ec: "0002-00000003", credential: "static"),
    ]

  private static let transient: [BuiltCase] = [
    action(
      "no-answer", ["ACT-RETRY-1"], "A request without an answer is given up.", status: nil),
    action(
      "no-answer-signer", ["ACT-RETRY-1"], "A custom signer is asked once only.", status: nil,
      credential: "signer"),
    action(
      "no-answer-third", ["ACT-RETRY-2"], "A request is repeated once or twice.", status: nil,
      tried: ["retry", "retry"]),
    action(
      "no-answer-fourth", ["ACT-RETRY-2"], "A request is repeated without end.", status: nil,
      tried: ["retry", "retry", "retry"]),
    action("500", ["ACT-RETRY-1"], "A failure of the server is given up.", status: 500),
    action(
      "503-slow-down", ["ACT-RETRY-1"], "A busy server is given up.", status: 503,
      body: body("SlowDown"), credential: "static"),
    action("599", ["ACT-RETRY-1"], "Only known statuses are retried.", status: 599),
    action(
      "500-with-code", ["ACT-RETRY-1"], "A code counts beside a failure of the server.",
      status: 500, body: body("SecurityTokenExpired")),
    action(
      "503-fourth", ["ACT-RETRY-2"], "A failing server is asked without end.", status: 503,
      tried: ["retry", "retry", "retry"]),
    action(
      "500-after-others", ["ACT-RETRY-2"], "Other actions count as repetitions.", status: 500,
      tried: ["refresh-credentials", "retry", "correct-clock", "retry"]),
  ]

  private static let final: [BuiltCase] =
    [
      ("SignatureDoesNotMatch", 403), ("AccessDenied", 403), ("NoSuchKey", 404),
      ("MethodNotAllowed", 405), ("PreconditionFailed", 412),
    ].map { code, status in
      action(
        "stop-\(code.lowercased())", ["ACT-STOP-1"],
        "A refusal that nothing will change is answered by another try.", status: status,
        body: body(code))
    } + [
      action("stop-without-body", ["ACT-STOP-1"], "Every 403 refreshes the credentials."),
      action("stop-404", ["ACT-STOP-1"], "A status without a code is retried.", status: 404),
      action(
        "stop-301", ["ACT-STOP-1"], "The code of a redirect is looked at.", status: 301,
        body: body("SecurityTokenExpired")),
      action(
        "stop-203", ["ACT-STOP-1"], "The code of a success is looked at.", status: 203,
        body: body("SecurityTokenExpired")),
      action("stop-600", ["ACT-STOP-1"], "Everything from 500 on is retried.", status: 600),
    ]

  private static let open: [BuiltCase] = ([400, 401, 408, 429] as [Int64]).map { status in
    action(
      "open-\(status)", ["ACT-STOP-2"], "A refusal of this status is repeated.", status: status
    )
    .may("Go v2 repeats this status; OSS is not known to send it for what will pass.")
    .or(
      .answer(Answer(members: ["action": "retry"])),
      because: "Go v2 repeats 400, 401, 408 and 429.")
  }
}
