internal import OSSExplain
internal import OSSPrimitives

/// What the date of a request, or the end of a URL, must be.
struct TimeRules {
  let request: SentRequest
  let signature: CarriedSignature
  let now: Moment

  /// How far the date of a request may be from the time of OSS.
  static let maximumSkew = TimeSpan.minutes(15)

  /// A fault of the time: the clause, a sentence and the answer.
  struct Fault {
    let clause: String?
    let sentence: String
    let refusal: Refusal
  }

  /// The first fault; nil where the time is right.
  var fault: Fault? {
    switch (signature.version, signature.isURL) {
    case (.v1, true), (.v2, true): endOfURL
    case (.v4, true): windowOfURL
    case (.v1, false), (.v2, false), (.v4, false): ofHeaders
    case (.s3, _), (.rpc, _), (nil, _): nil
    }
  }

  /// The seconds of V1 and V2 after which the URL has ended.
  private var endOfURL: Fault? {
    guard let seconds = signature.date.decimal else { return nil }
    // Years that no clock shows are ends that have not come, or were long ago.
    let end = try? Moment(seconds: seconds)
    if let end, end >= now { return nil }
    if end == nil, seconds > 0 { return nil }
    return ended(
      "PRE-STS-1", end.map { $0.iso8601 } ?? "1970-01-01T00:00:00Z", "0002-00000069")
  }

  private var windowOfURL: Fault? {
    guard let start = try? Moment(iso8601Basic: signature.date.text) else {
      return Fault(
        clause: "V4-PRE-1", sentence: "x-oss-date is not a time as 20231203T121212Z.",
        refusal: Refusal(
          403, "AccessDenied", "OSS authentication requires a valid Date.", ec: "0002-00000502"))
    }
    let seconds = (request.parameters("x-oss-expires").first ?? nil)?.decimal ?? 0
    if now < start.adding(.milliseconds(-Self.maximumSkew.seconds * 1000)) {
      return Fault(
        clause: "V4-PRE-1",
        sentence: "x-oss-date is more than 15 minutes after the time of the endpoint.",
        refusal: Refusal(
          403, "AccessDenied", "Request is not valid yet.", ec: "0002-00000235"))
    }
    let end = start.adding(.seconds(seconds))
    return now > end ? ended("V4-PRE-3", end.iso8601, "0002-00000236") : nil
  }

  private func ended(_ clause: String, _ end: String, _ ec: String) -> Fault {
    Fault(
      clause: clause, sentence: "The URL ended at \(end), and it is \(now.iso8601).",
      refusal: Refusal(
        403, "AccessDenied", "Request has expired.", ec: ec,
        members: [
          Refusal.Member("Expires", end.bytes.inMilliseconds),
          Refusal.Member("ServerTime", now.iso8601.bytes.inMilliseconds),
        ]))
  }

  private var ofHeaders: Fault? {
    let isV4 = signature.version == .v4
    let clause = isV4 ? "V4-DATE-1" : "V1-DATE-1"
    if signature.date.isEmpty {
      return Fault(
        clause: clause, sentence: "The request has no date.",
        refusal: Refusal(
          403, "AccessDenied", "OSS authentication requires a valid Date.", ec: "0002-00000503"))
    }
    guard let date = Moment(anyForm: signature.date.text) else {
      return Fault(
        clause: clause, sentence: "The date is in no form that OSS reads.",
        refusal: Refusal(
          403, "AccessDenied", "OSS authentication requires a valid Date.", ec: "0002-00000502"))
    }
    if isV4, let fault = day(date) { return fault }
    let skew = date < now ? now.since(date) : date.since(now)
    if skew <= Self.maximumSkew { return nil }
    return Fault(
      clause: clause,
      sentence: "The date is \(date.iso8601), and the time of the endpoint is \(now.iso8601).",
      refusal: Refusal(
        403, "RequestTimeTooSkewed",
        "The difference between the request time and the current time is too large.",
        ec: "0002-00000504",
        members: [
          Refusal.Member("MaxAllowedSkewMilliseconds", "900000".bytes),
          Refusal.Member("RequestTime", date.iso8601.bytes.inMilliseconds),
          Refusal.Member("ServerTime", now.iso8601.bytes.inMilliseconds),
        ]))
  }

  /// The day of the scope, which OSS looks at before the clock: the day of the date, and no more than one
  /// from today.
  private func day(_ date: Moment) -> Fault? {
    let day = signature.scope[0].text
    let isSame = day == date.iso8601BasicDate
    let isNear = [-1, 0, 1].contains { now.adding(.days($0)).iso8601BasicDate == day }
    if isSame && isNear { return nil }
    return Fault(
      clause: "V4-DATE-2",
      sentence: isSame
        ? "The day of the scope is not one near the time of the endpoint."
        : "The day of the scope is not that of the date.",
      refusal: Refusal(
        400, "InvalidArgument", "Invalid signing date in Authorization header."))
  }
}

extension Bytes {
  /// A time of ISO 8601 with the milliseconds that OSS writes.
  fileprivate var inMilliseconds: Bytes {
    ends(with: "Z") && !contains(UInt8(ascii: ".")) ? Bytes(dropLast()) + ".000Z".bytes : self
  }
}
