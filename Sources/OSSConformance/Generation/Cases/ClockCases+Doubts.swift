internal import OSSPrimitives
internal import OSSVectors

extension ClockCases {
  /// A case of a refusal without `ServerTime`, so that Date alone decides.
  private static func dated(
    _ slug: String, _ clauses: [String], _ comment: String, _ date: String, age: String? = nil,
    ahead: Int64 = 1_800_000
  ) -> BuiltCase {
    skewed(
      "date-\(slug)", clauses, comment, serverTime: nil, date: date, age: age, ahead: ahead,
      known: 250)
  }

  /// A case that this kit holds to teach nothing, where an SDK may learn from Date.
  private static func open(_ slug: String, _ comment: String, _ date: String) -> BuiltCase {
    dated(slug, ["CLK-DATE-3"], comment, date)
      .may("RFC 9110 has recipients read the obsolete forms; OSS never sends them.")
      .or(learned(-1_800_000), because: "The moment is the true one, and iOS reads some of these.")
  }

  private static func learned(_ offset: Int64) -> Outcome {
    .answer(Answer(members: ["offset": .number(JSONNumber(offset)), "learned": true]))
  }

  static let dates: [BuiltCase] = [
    dated(
      "form", ["CLK-DATE-1", "CLK-SRC-2"], "The form of RFC 9110 is not read.", date),
    dated(
      "blanks", ["CLK-DATE-1"], "Blanks around the value make it unreadable.", " \t\(date) \t"),
    dated(
      "iso", ["CLK-DATE-2"], "The format of bodies is read in the header.",
      "2023-11-14T22:13:20Z"),
    dated(
      "other-zone", ["CLK-DATE-2"], "The zone is not looked at.", "Tue, 14 Nov 2023 22:13:20 PST"),
    dated(
      "impossible", ["CLK-DATE-2"], "A day that there is not is moved to the next month.",
      "Thu, 31 Nov 2023 22:13:20 GMT"),
    dated("words", ["CLK-DATE-2"], "What cannot be read is the beginning of 1970.", "yesterday"),
    dated("empty", ["CLK-DATE-2"], "An empty value is the beginning of 1970, or now.", ""),
    dated(
      "cached", ["CLK-DATE-4"], "The Date of a cache is taken.",
      "Tue, 14 Nov 2023 10:13:20 GMT", age: "43200"),
    dated(
      "age-zero", ["CLK-DATE-4"], "An Age of zero is taken for none.", date, age: "0"),
    dated(
      "age-unreadable", ["CLK-DATE-4"], "An Age that is no number is taken for none.", date,
      age: "old"),
    open(
      "wrong-weekday", "A date that contradicts itself is taken.",
      "Wed, 14 Nov 2023 22:13:20 GMT"),
    open("rfc-850", "The form of RFC 850 is read.", "Tuesday, 14-Nov-23 22:13:20 GMT"),
    open("asctime", "The form of asctime is read.", "Tue Nov 14 22:13:20 2023"),
  ]

  static let plausible: [BuiltCase] = [
    dated(
      "1970", ["CLK-TRUE-1"], "Any Date is believed.", "Thu, 01 Jan 1970 00:00:00 GMT"),
    dated(
      "2019-end", ["CLK-TRUE-1"], "The first plausible moment is another.",
      "Tue, 31 Dec 2019 23:59:59 GMT"),
    dated(
      "2020-begin", ["CLK-TRUE-1"], "The first plausible moment is left out.",
      "Wed, 01 Jan 2020 00:00:00 GMT"),
    dated(
      "2100-begin", ["CLK-TRUE-1"], "The last plausible moment is left out.",
      "Fri, 01 Jan 2100 00:00:00 GMT"),
    dated(
      "2100-second", ["CLK-TRUE-1"], "The last plausible moment is another.",
      "Fri, 01 Jan 2100 00:00:01 GMT"),
    skewed(
      "server-time-1970", ["CLK-TRUE-1"], "Any ServerTime is believed.",
      serverTime: "1970-01-01T00:00:00.000Z", ahead: 1_800_000, known: 250),
    skewed(
      "server-time-2100", ["CLK-TRUE-1"], "A ServerTime of the far future is believed.",
      serverTime: "2100-01-01T00:00:01.000Z", ahead: 1_800_000, known: 250),
    skewed(
      "device-of-1970", ["CLK-TRUE-1", "CLK-OFF-1"],
      "An offset of decades is held to be implausible, and not the device's clock.",
      ahead: -1_699_999_000_000),
  ]

  static let oldRequests: [BuiltCase] = [
    skewed(
      "old-request", ["CLK-TRUE-2"], "A request that waited for long sets a clock that is right.",
      ahead: 1500),
    skewed(
      "old-request-slow", ["CLK-TRUE-2"], "A small error is made an offset.", ahead: -420_000),
    skewed(
      "limit-fast", ["CLK-TRUE-2"], "At the limit itself an offset is learned.", ahead: 900_000),
    skewed(
      "limit-slow", ["CLK-TRUE-2"], "The limit holds in one direction only.", ahead: -900_000),
    skewed(
      "above-limit-fast", ["CLK-TRUE-2", "CLK-OFF-1"], "The limit is cut to seconds, or longer.",
      ahead: 900_001),
    skewed(
      "above-limit-slow", ["CLK-TRUE-2", "CLK-OFF-1"], "The limit is cut to seconds, or longer.",
      ahead: -900_001),
    skewed(
      "old-request-corrected", ["CLK-TRUE-2", "CLK-OFF-3"],
      "The device's clock is compared, not the corrected one.", ahead: 3_600_000,
      known: -3_600_500),
    skewed(
      "wrong-correction", ["CLK-TRUE-2", "CLK-OFF-2"],
      "A wrong correction of a right clock is never undone.", ahead: 0, known: 3_600_000),
    skewed(
      "old-request-by-date", ["CLK-TRUE-2", "CLK-SRC-2"],
      "A Date is not held against the clock.", serverTime: nil, date: date, ahead: 60_000),
  ]

  private static func token(
    _ slug: String, _ clauses: [String], _ comment: String, status: Int64 = 200,
    body: String? = "{\"StatusCode\":200}", date: String? = date, age: String? = nil,
    ahead: Int64 = 600_000
  ) -> BuiltCase {
    clock(
      "token-server-\(slug)", clauses, comment, source: "token-server", status: status,
      body: body, date: date, age: age, ahead: ahead, known: 250)
  }

  private static let kept = Outcome.answer(
    Answer(members: ["offset": 250, "learned": false]))

  static let tokenServer: [BuiltCase] = [
    token("fast", ["CLK-SRC-5"], "A clock that is ten minutes fast stays so.")
      .may("No SDK learns from the token server, whose clock may be wrong too.")
      .or(kept, because: "The SDKs at hand read no Date of the token server."),
    token("slow", ["CLK-SRC-5"], "A clock that is ten minutes slow stays so.", ahead: -600_000)
      .may("No SDK learns from the token server, whose clock may be wrong too.")
      .or(kept, because: "The SDKs at hand read no Date of the token server."),
    token(
      "cached", ["CLK-DATE-4", "CLK-SRC-5"], "The Date of a cache is taken.",
      date: "Tue, 14 Nov 2023 10:13:20 GMT", age: "43200"),
    token("500", ["CLK-SRC-6"], "The Date of a failure is taken.", status: 500),
    token("304", ["CLK-SRC-6"], "The Date of an answer without news is taken.", status: 304),
    token(
      "1970", ["CLK-TRUE-1", "CLK-SRC-5"], "Any Date is believed.",
      date: "Thu, 01 Jan 1970 00:00:00 GMT"),
    token("without-date", ["CLK-OFF-3"], "Without Date the offset is forgotten.", date: nil),
    token(
      "refusal-for-time", ["CLK-SRC-6"], "A body of OSS is believed whoever sent it.",
      status: 403, body: ServerErrorTexts.skewed(serverTime: text), ahead: 3_600_000),
  ]

  static let others: [BuiltCase] = [
    clock(
      "success", ["CLK-SRC-6"], "The Date of every answer sets the clock.", status: 200,
      date: date, ahead: 3_600_000),
    clock(
      "success-from-cache", ["CLK-SRC-6"], "The Date of a cached object sets the clock.",
      status: 200, date: "Sat, 14 Oct 2023 22:13:20 GMT", ahead: 0, known: 100),
    clock(
      "signature-refused", ["CLK-SRC-6"], "Every 403 sets the clock.",
      body: ServerErrorTexts.body("SignatureDoesNotMatch"), date: date, ahead: 3_600_000),
    clock(
      "token-expired", ["CLK-SRC-6"], "A token that has expired sets the clock.",
      body: ServerErrorTexts.body("SecurityTokenExpired"), date: date, ahead: 3_600_000),
    clock(
      "code-in-lower-case", ["CLK-SRC-6"], "The code is compared without regard to case.",
      body: ServerErrorTexts.body("requesttimetooskewed"), date: date, ahead: 3_600_000),
    clock(
      "skewed-other-status", ["CLK-SRC-6"], "The status beside the code is not looked at.",
      status: 200, body: ServerErrorTexts.skewed(serverTime: text), date: date,
      ahead: 3_600_000),
    clock(
      "unavailable", ["CLK-SRC-6"], "The Date of a gateway sets the clock.", status: 503,
      body: "Service Unavailable", date: date, ahead: 3_600_000),
    clock(
      "page-of-portal", ["CLK-SRC-6"], "A page that is no error is searched for the code.",
      body: "<html><body><Code>RequestTimeTooSkewed</Code></body></html>", date: date,
      ahead: 3_600_000),
  ]
}
