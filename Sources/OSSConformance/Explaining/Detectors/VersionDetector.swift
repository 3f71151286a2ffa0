internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Signature versions, and the form of the Authorization header.
enum VersionDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    mixed(clues) + authorization(clues)
  }

  private static func version(_ string: Bytes?, isV2: Bool) -> String? {
    guard let string else { return nil }
    for name in ["OSS4-HMAC-SHA256", "AWS4-HMAC-SHA256"] where string.hasPrefix(name) {
      return name
    }
    if CanonicalText.isCanonical(string) { return "OSS4-HMAC-SHA256" }
    if isV2 { return "OSS2" }
    return StringText(string).map { _ in "OSS" }
  }

  private static func mixed(_ clues: Clues) -> [Explanation] {
    // Where OSS shows no string, the request shows by which version it is to be read.
    let sent = version(clues.server, isV2: clues.v4.isV2) ?? clues.request?.version?.text
    if let crossed = crossed(clues) { return [crossed] }
    guard !clues.isClientDerived, let server = sent,
      let client = version(clues.client, isV2: clues.v4.isClientV2),
      server != client, ["OSS", "OSS2", "OSS4-HMAC-SHA256"].contains(server)
    else { return [] }
    return [
      Explanation(
        .versionMixed, server == "OSS2" ? .likely : .certain,
        "OSS reads it as \(server), the client signed by \(client).")
    ]
  }

  /// A signature of V4 in a header of V1.
  private static func crossed(_ clues: Clues) -> Explanation? {
    guard let value = clues.request?.field("authorization"), value.hasPrefix("OSS "),
      let signature = value.halves(at: UInt8(ascii: ":")).after, signature.isHexadecimal(64)
    else { return nil }
    let detail = "The header is one of V1, and the signature 64 hexadecimal digits, as in V4."
    return Explanation(.versionMixed, .certain, detail)
  }

  /// V2, which no current document has.
  static func legacy(_ clues: Clues) -> [Explanation] {
    guard clues.isV2,
      clues.error == nil || clues.code != "AccessDenied"
    else { return [] }
    return [Explanation(.versionLegacy, .likely)]
  }

  private static func authorization(_ clues: Clues) -> [Explanation] {
    let value =
      clues.request?.field("authorization") ?? clues.error?["Authorization"].map { Bytes($0) }
    let hasNoID = ["OSS :", "OSS4-HMAC-SHA256 Credential=/"].contains {
      value?.hasPrefix($0) == true
    }
    if hasNoID { return [Explanation(.keyMissing, .certain)] }
    if clues.message.contains("Authorization header is invalid") {
      if value?.hasPrefix("OSS4-") == true {
        return [Explanation(.versionRefused, .likely, "The header is one of V4.")]
      }
      let isShown = value.map { !isWellFormed($0) } == true
      return [Explanation(.authorizationMalformed, isShown ? .certain : .likely)]
    }
    guard let value, clues.code != "InvalidAccessKeyId" else { return [] }
    if value.hasPrefix("OSS  ") { return [Explanation(.keyBlank, .likely)] }
    return isWellFormed(value) ? [] : [Explanation(.authorizationMalformed, .likely)]
  }

  private static func isWellFormed(_ value: Bytes) -> Bool {
    if value.hasPrefix("OSS4") { return isWellFormedV4(value) }
    if !value.hasPrefix("OSS") { return !value.contains(UInt8(ascii: ":")) }
    if !value.hasPrefix("OSS ") { return value.hasPrefix("OSS2 ") }
    let (id, signature) = Bytes(value.dropFirst(4)).halves(at: UInt8(ascii: ":"))
    guard let signature else { return false }
    return !id.isEmpty && !id.contains(0x20) && !signature.contains(0x20)
  }

  /// Whether a header has the pairs of V4 (V4-AUTH-1); which of them are Amazon's is decided
  /// elsewhere.
  private static func isWellFormedV4(_ value: Bytes) -> Bool {
    let (name, rest) = value.halves(at: 0x20)
    guard name.isText("OSS4-HMAC-SHA256"), let rest else { return false }
    let names = rest.parts(at: UInt8(ascii: ",")).map {
      $0.stripped.halves(at: UInt8(ascii: "=")).before.text
    }
    let known = ["Credential", "AdditionalHeaders", "Signature", "SignedHeaders"]
    return names.contains("Credential") && names.contains("Signature")
      && names.allSatisfy(known.contains)
  }
}

/// Names of Amazon's signature where V4 of OSS has its own.
enum AWSNameDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard let name = name(clues) else { return [] }
    return [Explanation(.awsNames, .certain, "It has \(name).")]
  }

  /// The first of them; nil where all of the request is Amazon's, which OSS reads too.
  private static func name(_ clues: Clues) -> String? {
    let own = clues.v4.clientString
    if own?.algorithm.hasPrefix("AWS4") == true, clues.isV4 || clues.request == nil {
      return "AWS4-HMAC-SHA256"
    }
    let scopes = [own?.scope, clues.v4.credential?.scope].compactMap { $0 }
    for scope in scopes where own?.algorithm.hasPrefix("AWS4") != true || clues.isV4 {
      if scope.terminator?.isText("aws4_request") == true { return "aws4_request" }
      if scope.product?.isText("s3") == true { return "the product s3" }
    }
    guard clues.isV4 else { return nil }
    if clues.v4.credential?.names.contains(where: { $0.isText("SignedHeaders") }) == true {
      return "SignedHeaders"
    }
    let request = clues.request
    for header in ["x-amz-date", "x-amz-content-sha256", "x-amz-security-token"]
    where request?.field(header) != nil {
      return header
    }
    let parameter = request?.rawParameters.first { $0.name.lowercased.hasPrefix("x-amz-") }
    return parameter?.name.text.visible
  }
}

/// The credential scope of V4: date, region, product and the word at its end.
enum ScopeDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    if clues.message.contains("signing product") || clues.error?.ec == "0002-00000227" {
      return [Explanation(.productWrong, .certain)]
    }
    let isRegion =
      clues.message.contains("signing region") || clues.error?.ec == "0002-00000226"
    let client = clues.v4.scope
    if let region = client?.region {
      let detail = "The region is \(region.isEmpty ? "empty" : region.text)."
      // Of a scope that OSS has not refused only the client's own string is proof.
      let sureness: Explanation.Certainty =
        isRegion || clues.code == "InvalidArgument" || clues.code == "SignatureDoesNotMatch"
        ? .certain : .likely
      if region.hasPrefix("oss-") { return [Explanation(.regionPrefix, sureness, detail)] }
      if region.isEmpty || region.contains(UInt8(ascii: ".")) {
        return [Explanation(.regionIsHost, sureness, detail)]
      }
      if isRegion { return [Explanation(.regionWrong, .certain, detail)] }
    }
    if isRegion { return [Explanation(.regionWrong, .certain)] }
    return form(clues) + compare(clues) + day(clues) + endpoint(clues)
  }

  /// What is wrong with the form of the scope that is sent or signed.
  private static func form(_ clues: Clues) -> [Explanation] {
    let isHidden = clues.v4.credential?.accessKeyID.hasSuffix("***") == true
    let sent = isHidden ? nil : clues.v4.credential?.scope
    let texts = [sent, clues.v4.clientString?.scope].compactMap { $0 }
    for scope in texts {
      let isCut =
        clues.v4.credential?.scope == scope && clues.v4.credential?.signature == nil
        && clues.request?.isPresigned == true
      if isCut || scope.terminator?.isText("aws4_request") == true { continue }
      if scope.parts.count != 4 || scope.terminator?.isText("aliyun_v4_request") != true {
        let end = scope.parts.last ?? []
        return [
          Explanation(
            .scopeMalformed, .certain,
            "It has \(scope.parts.count) parts and ends with \(end.text.visible).")
        ]
      }
      let date = scope.date ?? []
      if date.count != 8 || date.decimal == nil {
        return [Explanation(.scopeMalformed, .certain, "Its date is \(date.text.visible).")]
      }
    }
    return []
  }

  /// The scope that OSS read beside the one that the client signed.
  private static func compare(_ clues: Clues) -> [Explanation] {
    guard let own = clues.v4.clientString?.scope,
      let sent = clues.v4.serverString?.scope ?? clues.v4.credential?.scope, own != sent
    else { return [] }
    func finding(_ mistake: RefusalCause, _ one: Bytes?, _ other: Bytes?) -> [Explanation] {
      [
        Explanation(
          mistake, .certain,
          difference: Difference(
            name: "stringToSign", part: "line 3, scope", expected: one, actual: other))
      ]
    }
    if sent.date != own.date { return finding(.scopeDate, sent.date, own.date) }
    if sent.region != own.region { return finding(.regionWrong, sent.region, own.region) }
    if sent.product != own.product { return finding(.productWrong, sent.product, own.product) }
    return []
  }

  /// The day of the scope beside that of the time of signing.
  static func day(_ clues: Clues) -> [Explanation] {
    let request = clues.request
    // Two times that differ are another matter than the day of one.
    if let own = clues.v4.clientString, let sent = clues.v4.serverString, own.time != sent.time {
      return []
    }
    let time =
      clues.v4.credential == nil
      ? clues.v4.clientString?.time
      : request?.parameter("x-oss-date") ?? request?.field("x-oss-date")
    guard let day = clues.v4.scope?.date, let time, day.decimal != nil, day.count == 8,
      (try? Moment(iso8601Basic: time.text)) != nil, !time.starts(with: day)
    else { return [] }
    let detail = "The scope has \(day.text), the time of signing is \(time.text)."
    return [Explanation(.scopeDate, .certain, detail)]
  }

  /// The region and the product beside those that the host names.
  private static func endpoint(_ clues: Clues) -> [Explanation] {
    guard let scope = clues.v4.credential?.scope, let region = scope.region,
      let product = scope.product
    else { return [] }
    // Where OSS compares signatures it has taken the scope.
    let isTaken = clues.error != nil && clues.code != "InvalidArgument"
    if isTaken { return [] }
    if region != region.lowercased {
      return [Explanation(.regionWrong, .likely, "The region is \(region.text).")]
    }
    if !["oss", "oss-cloudbox"].contains(product.text) && !product.isText("s3") {
      return [Explanation(.productWrong, .likely, "The product is \(product.text.visible).")]
    }
    guard let named = hostRegion(clues.request), named != region else { return [] }
    return [
      Explanation(
        .regionWrong, .likely, "The scope has \(region.text), the host \(named.text).",
        difference: Difference(
          name: "credential scope", part: "region", expected: named, actual: region))
    ]
  }

  /// The region that is in a host such as `bucket.oss-cn-hangzhou-internal.aliyuncs.com`.
  private static func hostRegion(_ request: SentRequest?) -> Bytes? {
    guard let host = request?.host, host.hasSuffix(".aliyuncs.com") else { return nil }
    let labels = host.parts(at: UInt8(ascii: "."))
    guard let label = labels.dropLast(2).last, label.hasPrefix("oss-"),
      !label.hasPrefix("oss-accelerate"), !label.hasPrefix("oss-cloudbox")
    else { return nil }
    let name = Bytes(label.dropFirst(4))
    return name.hasSuffix("-internal") ? Bytes(name.dropLast(9)) : name
  }
}
