internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/clock`: which answers tell the time.
enum ClockCases {
  static let all: [BuiltCase] =
    reported + offsets + serverTimes + fallbacks + signingDates + heads + dates + plausible
    + oldRequests + tokenServer + others

  /// 2023-11-14T22:13:20Z: the true time of these cases.
  static let time: Int64 = 1_700_000_000_000
  /// The true time as bodies write it.
  static let text = "2023-11-14T22:13:20.000Z"
  /// The true time as headers write it.
  static let date = "Tue, 14 Nov 2023 22:13:20 GMT"

  private static let must = ["CLK-OFF-1", "CLK-SRC-1", "CLK-DATE-1"]

  /// A case of an answer.
  ///
  /// - Parameters:
  ///   - ahead: how far the device's clock is ahead of ``time``, in milliseconds.
  ///   - known: the offset known so far.
  static func clock(
    _ slug: String, _ clauses: [String], _ comment: String, source: String = "oss",
    status: Int64 = 403, body: String? = nil, header: String? = nil, date: String? = nil,
    age: String? = nil, ahead: Int64, known: Int64? = nil
  ) -> BuiltCase {
    var input: JSONObject = [
      "source": .string(source), "status": .number(JSONNumber(status)),
      "deviceTime": .number(JSONNumber(time + ahead)),
    ]
    input["body"] = body.map { .string($0) }
    input["header"] = header.map { .string($0) }
    input["date"] = date.map { .string($0) }
    input["age"] = age.map { .string($0) }
    input["offset"] = known.map { .number(JSONNumber($0)) }
    let definition = BuiltCase(
      id: "clock-\(slug)", operation: .clockOffset, clauses: clauses, comment: comment,
      input: input
    ).flagged("clock-skew")
    return clauses.first.map(must.contains) == true ? definition : definition.should
  }

  /// A case of a refusal for the time.
  static func skewed(
    _ slug: String, _ clauses: [String], _ comment: String, serverTime: String? = text,
    date: String? = nil, age: String? = nil, ahead: Int64, known: Int64? = nil
  ) -> BuiltCase {
    clock(
      slug, clauses, comment, body: ServerErrorTexts.skewed(serverTime: serverTime), date: date,
      age: age, ahead: ahead, known: known)
  }

  private static let reported: [BuiltCase] = [
    // github.com/aliyun/aliyun-oss-android-sdk/issues/167, moved to the time of the other cases.
    skewed(
      "android-1970", ["CLK-SRC-1", "CLK-OFF-1"],
      "The Date of 1970 is taken, and no request succeeds any more.",
      date: "Thu, 01 Jan 1970 00:00:00 GMT", ahead: 46_355_000 - time),
    clock(
      "android-2019", ["CLK-TRUE-1"], "A ServerTime that is years old sets the clock.",
      body: ErrorBodyTexts.skewed2019, ahead: 0),
  ]

  private static let offsets: [BuiltCase] =
    [-30, -16, 16, 30].map { minutes in
      skewed(
        "offset-\(minutes > 0 ? "fast" : "slow")-\(abs(minutes))", ["CLK-OFF-1", "CLK-SRC-1"],
        "The offset has the other sign, or is counted in seconds.", date: date,
        ahead: minutes * 60_000)
    } + [
      skewed(
        "offset-half-day-fast", ["CLK-OFF-1", "CLK-SRC-1"],
        "The time of OSS is read in the device's own zone.", ahead: 43_200_000),
      skewed(
        "offset-within-a-second", ["CLK-OFF-2"], "The device's time is cut to seconds.",
        ahead: 1_000_123),
      skewed(
        "offset-replaced", ["CLK-OFF-2"], "The new offset is added to the former one.",
        ahead: 3_600_000, known: 1_200_000),
      skewed(
        "offset-from-corrected-clock", ["CLK-OFF-2"],
        "The difference from the corrected clock is taken for one from the device's.",
        ahead: -1_800_000, known: -600_000),
    ]

  private static let serverTimes: [BuiltCase] = [
    skewed(
      "server-time-and-date", ["CLK-SRC-1"], "Date is preferred to the time in the body.",
      date: "Tue, 14 Nov 2023 21:13:20 GMT", ahead: -3_600_000),
    skewed(
      "server-time-cached-date", ["CLK-SRC-1", "CLK-DATE-4"],
      "An answer with Age is dropped as a whole.", date: "Tue, 14 Nov 2023 10:00:00 GMT",
      age: "44000", ahead: 1_800_000),
    skewed(
      "server-time-without-fraction", ["CLK-SRC-1"], "A ServerTime without a fraction is not read.",
      serverTime: "2023-11-14T22:13:20Z", ahead: 1_800_000),
    skewed(
      "request-time", ["CLK-SRC-1"], "RequestTime is taken for the time of OSS.",
      ahead: -3_600_000),
  ]

  private static let fallbacks: [BuiltCase] = [
    skewed(
      "date-without-server-time", ["CLK-SRC-2"], "Without ServerTime nothing is learned.",
      serverTime: nil, date: date, ahead: 1_800_000),
    skewed(
      "date-beside-unreadable", ["CLK-SRC-2"],
      "A ServerTime that cannot be read keeps Date from being tried.", serverTime: "now",
      date: date, ahead: 1_800_000),
    skewed(
      "date-beside-implausible", ["CLK-SRC-2", "CLK-TRUE-1"],
      "A ServerTime of 1970 is taken, or keeps Date from being tried.",
      serverTime: "1970-01-01T00:00:00.000Z", date: date, ahead: 1_800_000),
    skewed(
      "no-time-at-all", ["CLK-OFF-3", "CLK-SRC-2"],
      "Without any time the known offset is lost, or one of zero is learned.", serverTime: nil,
      ahead: 1_800_000, known: -1200),
    skewed(
      "nothing-known-nothing-told", ["CLK-OFF-3", "CLK-SRC-2"],
      "An offset that nothing told is said to be learned.", serverTime: nil, ahead: 1_800_000),
  ]

  private static let signingDates: [BuiltCase] = [
    clock(
      "signing-date", ["CLK-SRC-3"], "The refusal for the day of the scope teaches nothing.",
      status: 400, body: ServerErrorTexts.signingDate(), date: date, ahead: 86_400_000),
    clock(
      "signing-date-near-midnight", ["CLK-SRC-3"],
      "The refusal teaches nothing where the gap is below 900 seconds.", status: 400,
      body: ServerErrorTexts.signingDate(), date: "Tue, 14 Nov 2023 23:59:58 GMT",
      ahead: 6_400_000),
    clock(
      "signing-date-cached", ["CLK-DATE-4", "CLK-SRC-3"], "The Date of a cache is taken.",
      status: 400, body: ServerErrorTexts.signingDate(), date: date, age: "0",
      ahead: 86_400_000),
    clock(
      "other-argument", ["CLK-SRC-6", "CLK-SRC-3"],
      "Every InvalidArgument sets the clock.", status: 400,
      body: ServerErrorTexts.signingDate(
        message: "Invalid signing product in Authorization header."), date: date,
      ahead: 86_400_000, known: 500),
    clock(
      "signing-date-other-status", ["CLK-SRC-6", "CLK-SRC-3"],
      "The status beside the code is not looked at.", body: ServerErrorTexts.signingDate(),
      date: date, ahead: 86_400_000),
  ]

  private static let heads: [BuiltCase] = [
    clock(
      "head", ["CLK-SRC-4", "CLK-SRC-1"], "The header x-oss-err is not read.",
      header: ServerErrorTexts.header(ServerErrorTexts.skewed(serverTime: text)), date: date,
      ahead: 1_800_000
    ).flagged("clock-skew", "head"),
    clock(
      "head-empty-body", ["CLK-SRC-4"], "A body of no bytes hides the header.", body: "",
      header: ServerErrorTexts.header(ServerErrorTexts.skewed(serverTime: text)),
      ahead: -1_800_000
    ).flagged("clock-skew", "head"),
    clock(
      "head-without-header", ["CLK-SRC-6", "CLK-SRC-4"],
      "Without any error the status alone sets the clock.", date: date, ahead: 1_800_000
    ).flagged("clock-skew", "head"),
    clock(
      "head-broken-header", ["CLK-SRC-6", "CLK-SRC-4"],
      "A header that is not base64 sets the clock.", header: "RequestTimeTooSkewed", date: date,
      ahead: 1_800_000, known: 42
    ).flagged("clock-skew", "head"),
    clock(
      "body-before-header", ["CLK-SRC-4", "CLK-SRC-6"],
      "The header is preferred to a body that there is.",
      body: ServerErrorTexts.body("AccessDenied"),
      header: ServerErrorTexts.header(ServerErrorTexts.skewed(serverTime: text)), date: date,
      ahead: 1_800_000
    ).flagged("clock-skew", "head"),
  ]
}
