internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/verdicts`: whether an answer to a presigned request is a success.
enum VerdictCases {
  static let all: [BuiltCase] = statuses + texts + open

  private static let must = ["UPL-STAT-1", "UPL-STAT-2", "UPL-TEXT-1"]
  private static let page = "docs, the iOS page \"Authorize access\""

  private static func verdict(
    _ slug: String, _ clauses: [String], _ comment: String, status: Int64, body: JSONValue? = nil
  ) -> BuiltCase {
    var input: JSONObject = ["status": .number(JSONNumber(status))]
    input["body"] = body
    let definition = BuiltCase(
      id: "verdict-\(slug)", operation: .responseVerdict, clauses: clauses, comment: comment,
      input: input)
    return clauses.first.map(must.contains) == true ? definition : definition.should
  }

  private static let statuses: [BuiltCase] =
    [200, 201, 202, 204, 206, 299].map { status in
      verdict(
        "\(status)", ["UPL-STAT-2"], "Only some statuses of success count.", status: status
      ).published(page)
    }
    + [203, 300, 301, 304, 307, 400, 403, 404, 500, 503, 599].map { status in
      verdict(
        "\(status)", ["UPL-STAT-1"],
        status == 203
          ? "All statuses below 300 are a success." : "Only errors of some kinds are a failure.",
        status: status
      ).published(page)
    } + [
      verdict(
        "200-with-body", ["UPL-STAT-2"], "A body makes a success a failure.", status: 200,
        body: .string(ServerErrorTexts.body("InternalError"))),
      verdict(
        "999", ["UPL-STAT-1"], "A status that nobody knows is a success.", status: 999),
    ]

  private static let texts: [BuiltCase] = [
    verdict(
      "text-of-403", ["UPL-TEXT-1", "UPL-STAT-1"], "The text of the failure is lost.", status: 403,
      body: .string(ServerErrorTexts.body("AccessDenied"))),
    verdict(
      "text-of-203", ["UPL-TEXT-1", "UPL-STAT-1"], "A 203 has no text.", status: 203,
      body: "{\"Status\":\"callback failed\"}"),
    verdict(
      "text-of-304", ["UPL-TEXT-1", "UPL-STAT-1"], "A redirect has no text.", status: 304,
      body: "moved"),
    verdict(
      "text-not-ascii", ["UPL-TEXT-1"], "The body is read as Latin 1.", status: 400,
      body: "\u{7B7E}\u{540D}\u{9519}\u{8BEF} \u{1F512}"),
    verdict(
      "text-kept", ["UPL-TEXT-1"], "White space or a byte-order mark is taken off.", status: 500,
      body: "\u{FEFF}\n e\u{301} \r\n"),
    verdict(
      "text-with-nul", ["UPL-TEXT-1"], "The text ends at a byte of zero.", status: 500,
      body: ["base64": "YQBi"]),
    verdict(
      "text-not-utf-8", ["UPL-TEXT-2"], "Bytes that are no text make the whole text vanish.",
      status: 500, body: ["base64": "YYD/Yg=="]),
    verdict(
      "text-cut-short", ["UPL-TEXT-2"],
      "A sequence that is cut short is replaced byte by byte.", status: 500,
      body: ["base64": "YeesLfCfkgo="]),
    verdict(
      "text-overlong", ["UPL-TEXT-2"], "An overlong form is decoded, or replaced as one.",
      status: 500, body: ["base64": "YcCvYg=="]),
    verdict(
      "text-surrogate", ["UPL-TEXT-2"], "A surrogate is decoded, or replaced as one.", status: 500,
      body: ["base64": "Ye2ggGI="]),
    verdict(
      "text-empty", ["UPL-TEXT-3"], "An empty body has no text.", status: 403, body: ""),
  ]

  private static let open: [BuiltCase] = [100, 102, 199, 0].map { status in
    verdict(
      "\(status)", ["UPL-STAT-3"], "A status below 200 is a failure.", status: status, body: "a"
    )
    .may("The page takes a status below 200 for a success, the iOS SDK for an error.")
    .or(
      .answer(Answer(members: ["verdict": "failure"])),
      because: "The iOS SDK takes 200 to 299 without 203 for a success.")
  }
}
