internal import OSSExplain
internal import OSSPrimitives

/// A fault in the form of a signature: the code that OSS has for it, and a sentence.
struct FormFault {
  let ec: String
  let clause: String?
  let sentence: String

  init(_ ec: String, _ clause: String?, _ sentence: String) {
    (self.ec, self.clause, self.sentence) = (ec, clause, sentence)
  }

  /// The answer. Where no answer of OSS is public, it is 400 and `InvalidArgument`.
  func refusal(_ request: SentRequest) -> Refusal {
    let header = request.value(of: "authorization")
    let message =
      header == nil
      ? "The signature in the query string is invalid." : "Authorization header is invalid."
    let shown = header.map { [Refusal.Member("Authorization", $0)] } ?? []
    switch ec {
    case "0002-00000039":
      return Refusal(400, "InvalidArgument", Self.isTwice, ec: ec, members: shown)
    case "0002-00000070":
      return Refusal(
        403, "AccessDenied", "Invalid date (should be seconds since epoch).", ec: ec)
    case "0002-00000071", "0002-00000072", "0002-00000074":
      return Refusal(403, "AccessDenied", Self.isIncomplete, ec: ec)
    case "0002-00000226":
      return Refusal(
        400, "InvalidArgument", "Invalid signing region in Authorization header.", ec: ec)
    case "0002-00000227":
      return Refusal(
        400, "InvalidArgument", "Invalid signing product in Authorization header.", ec: ec)
    default: return Refusal(400, "InvalidArgument", message, ec: ec, members: shown)
    }
  }

  private static let isTwice =
    "Either the Signature query string parameter or the Authorization header should be specified, "
    + "not both."
  private static let isIncomplete =
    "Query string authentication requires the Signature, Expires and OSSAccessKeyId parameters."
}

/// What the form of a signature must be, in the order in which the faults are looked for.
struct FormRules {
  let request: SentRequest
  let signature: CarriedSignature
  let region: String

  /// The first fault; nil where the signature is whole.
  var fault: FormFault? {
    if request.carriesTwoSignatures {
      return FormFault(
        "0002-00000039", nil, "A header and the URL both carry a signature; send one of them.")
    }
    guard let version = signature.version else {
      return signature.fault.map { FormFault("0002-00000061", nil, $0) }
    }
    let first: FormFault?
    switch (version, signature.isURL) {
    case (.v1, false): first = headerV1
    case (.v1, true): first = urlV1
    case (.v2, _): first = v2
    case (.v4, false): first = headerV4 ?? scope ?? payload
    case (.v4, true): first = urlV4 ?? scope
    case (.s3, _): return FormFault("0002-00000033", nil, "The signature is one of Amazon S3.")
    case (.rpc, _): return FormFault("0002-00000061", nil, "The signature is one of STS.")
    }
    let other = signature.fault.map { FormFault(Self.other[version] ?? "0002-00000061", nil, $0) }
    return first ?? list ?? other
  }

  private static let other: [SignatureKind: String] = [
    .v1: "0002-00000062", .v2: "0002-00000104", .v4: "0002-00000202",
  ]

  private var headerV1: FormFault? {
    if signature.accessKeyID.isEmpty {
      return FormFault("0002-00000063", "V1-AUTH-1", "The access key ID before the colon is empty.")
    }
    if signature.text?.isEmpty != false {
      return FormFault("0002-00000065", "V1-AUTH-1", "No signature is behind the colon.")
    }
    return badID("0002-00000064", "V1-AUTH-1")
  }

  private var urlV1: FormFault? {
    missing(
      [
        ("OSSAccessKeyId", "0002-00000071"), ("Expires", "0002-00000072"),
        ("Signature", "0002-00000074"),
      ], "PRE-QRY-1")
      ?? (signature.date.decimal == nil
        ? FormFault("0002-00000070", "PRE-STS-1", "Expires is not a number of seconds.") : nil)
  }

  private var v2: FormFault? {
    if !signature.isURL {
      if signature.accessKeyID.isEmpty {
        return FormFault("0002-00000105", "V2-AUTH-1", "AccessKeyId is missing.")
      }
      return signature.text?.isEmpty != false
        ? FormFault("0002-00000108", "V2-AUTH-1", "Signature is missing.") : nil
    }
    return missing(
      [
        ("x-oss-access-key-id", "0002-00000115"), ("x-oss-expires", "0002-00000113"),
        ("x-oss-signature", "0002-00000118"),
      ], "V2-PRE-2")
      ?? (signature.date.decimal == nil
        ? FormFault("0002-00000070", "V2-PRE-1", "x-oss-expires is not a number of seconds.") : nil)
  }

  private var headerV4: FormFault? {
    if signature.credential == nil {
      return FormFault("0002-00000205", "V4-AUTH-1", "Credential is missing.")
    }
    return signature.text?.isEmpty != false
      ? FormFault("0002-00000202", "V4-AUTH-1", "Signature is missing.")
      : badID("0002-00000206", "V4-AUTH-1")
  }

  private var urlV4: FormFault? {
    let clause = "V4-PRE-1"
    if let fault = missing(
      [
        ("x-oss-credential", "0002-00000217"), ("x-oss-date", "0002-00000223"),
        ("x-oss-expires", "0002-00000215"), ("x-oss-signature", "0002-00000219"),
      ], clause)
    {
      return fault
    }
    guard let expires = request.parameters("x-oss-expires").first ?? nil else { return nil }
    if expires.isEmpty { return FormFault("0002-00000216", clause, "x-oss-expires is empty.") }
    let seconds = UInt64(digits: expires[...])
    return seconds.map { 1...604_800 ~= $0 } == true
      ? nil
      : FormFault("0002-00000232", "V4-PRE-3", "x-oss-expires is not between 1 and 604800 seconds.")
  }

  /// The scope: its form, its day, and whether region and product are those of the bucket.
  private var scope: FormFault? {
    let scope = signature.scope
    let isURL = signature.isURL
    guard !scope[0].isEmpty || !scope[3].isEmpty else { return nil }
    if scope[0].count != 8 || UInt64(digits: scope[0][...]) == nil {
      return FormFault(
        isURL ? "0002-00000223" : "0002-00000212", "V4-SCO-1",
        "The day of the scope is not one of eight digits.")
    }
    if !scope[3].isText("aliyun_v4_request") {
      return FormFault(
        "0002-00000213", "V4-SCO-1", "The scope does not end with aliyun_v4_request.")
    }
    if !scope[1].isText(region) {
      return FormFault(
        "0002-00000226", "V4-SCO-3",
        "The region of the scope is \(scope[1].text.shown), and that of the bucket is \(region).")
    }
    return scope[2].isText("oss")
      ? nil
      : FormFault(
        "0002-00000227", "V4-SCO-2", "The product of the scope is \(scope[2].text.shown), not oss.")
  }

  private var payload: FormFault? {
    let payload = request.value(of: "x-oss-content-sha256")
    return payload?.isText("UNSIGNED-PAYLOAD") != false
      ? nil
      : FormFault(
        "0002-00000214", "V4-REQ-4", "x-oss-content-sha256 is not UNSIGNED-PAYLOAD.")
  }

  /// The list of additional headers: each is there, and none has an underscore.
  private var list: FormFault? {
    guard let list = signature.list else { return nil }
    let isV4 = signature.version == .v4
    let clause = isV4 ? "V4-ADD-4" : "V2-ADD-2"
    if list.isEmpty {
      return FormFault(
        isV4 ? "0002-00000209" : "0002-00000110", isV4 ? "V4-AUTH-2" : clause,
        "The list of additional headers is empty.")
    }
    for name in list.parts(at: ";") {
      if name.isEmpty, isV4 {
        return FormFault(
          "0002-00000210", "V4-ADD-1", "The list of additional headers has an empty name.")
      }
      let isSent = request.value(of: name.lowercased.text) != nil
      if !isSent || name.contains(UInt8(ascii: "_")) {
        return FormFault(
          isV4 ? "0002-00000211" : "0002-00000112", clause,
          "The additional header \(name.text.shown) was not sent, or has an underscore.")
      }
    }
    return nil
  }

  /// The first of some parameters that is missing or empty.
  private func missing(_ names: [(String, String)], _ clause: String) -> FormFault? {
    for (name, ec) in names {
      let value = request.parameters(name).first
      if value == nil {
        return FormFault(ec, clause, "The parameter \(name) is missing.")
      }
    }
    return nil
  }

  private func badID(_ ec: String, _ clause: String) -> FormFault? {
    let isBad = signature.accessKeyID.contains { $0 <= 0x20 || $0 >= 0x7F }
    return isBad
      ? FormFault(ec, clause, "The access key ID has characters that no ID has.") : nil
  }
}

extension SentRequest {
  /// Whether a header and the URL both carry a signature.
  var carriesTwoSignatures: Bool {
    ["Signature", "x-oss-signature"].contains { !parameters($0).isEmpty }
      && value(of: "authorization") != nil
  }
}

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
        refusal: .invalidDate(ec: "0002-00000502"))
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
      refusal: .ended(end, now: now, ec: ec))
  }

  private var ofHeaders: Fault? {
    let isV4 = signature.version == .v4
    let clause = isV4 ? "V4-DATE-1" : "V1-DATE-1"
    if signature.date.isEmpty {
      return Fault(
        clause: clause, sentence: "The request has no date.",
        refusal: .invalidDate(ec: "0002-00000503"))
    }
    guard let date = Moment(anyForm: signature.date.text) else {
      return Fault(
        clause: clause, sentence: "The date is in no form that OSS reads.",
        refusal: .invalidDate(ec: "0002-00000502"))
    }
    if isV4, let fault = day(date) { return fault }
    let skew = date < now ? now.since(date) : date.since(now)
    if skew <= Self.maximumSkew { return nil }
    return Fault(
      clause: clause,
      sentence: "The date is \(date.iso8601), and the time of the endpoint is \(now.iso8601).",
      refusal: .skewed(date, now: now))
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
      refusal: .invalidSigningDate)
  }
}
