internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// Refusals that are no matter of the signature.
enum PermissionDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    switch clues.code {
    case "InvalidAccessKeyId": accessKey(clues)
    case "AccessDenied": denied(clues)
    case "NoSuchBucket": [Explanation(.bucketUnknown, .certain, bucketDetail(clues))]
    case "NoSuchKey": noSuchKey(clues)
    default: foreign(clues)
    }
  }

  /// A credential of V4 whose ID holds what no ID does.
  private static func foreign(_ clues: Clues) -> [Explanation] {
    let id = clues.v4.credential?.accessKeyID ?? []
    return id.contains { !isIDByte($0) } ? [Explanation(.keyBlank, .certain)] : []
  }

  private static func accessKey(_ clues: Clues) -> [Explanation] {
    let raw = clues.error?.members.first { $0.name == "OSSAccessKeyId" }?.value
    let value = clues.request?.field("authorization") ?? []
    let id = raw ?? (clues.accessKeyID ?? [])
    let isForeign = id.contains { !isIDByte($0) } || value.hasPrefix("OSS  ")
    if isForeign { return [Explanation(.keyBlank, .certain)] }
    if id.hasPrefix("STS.") || clues.message.contains("Security Token may be lost") { return [] }
    let detail = clues.message.contains("disabled") ? "It is disabled." : nil
    return [Explanation(.keyUnknown, .certain, detail)]
  }

  private static func isIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"):
      true
    default: false
    }
  }

  /// Messages that other detectors know.
  private static let others = [
    "Request has expired", "requires a valid Date", "Query string authentication",
    "Invalid date (should", "Anonymous access", "signature version", "V1 signature",
    "Security-token must be",
  ]

  private static func denied(_ clues: Clues) -> [Explanation] {
    let message = clues.message
    if others.contains(where: { message.contains($0) }) { return [] }
    if message.contains("addressed using the specified endpoint") {
      let detail = clues.error?.endpoint.map { "OSS names the endpoint \($0.visible)." }
      return [Explanation(.endpointWrong, .certain, detail)]
    }
    if message.contains("Invalid according to Policy") {
      return [Explanation(.policyOfForm, .certain, message.visible)]
    }
    let detail = message.isEmpty ? nil : "OSS says: \(message.visible)"
    return [Explanation(.permission403, .certain, detail)] + unsigned(clues)
  }

  /// A request that shows no signature is taken for an anonymous one.
  private static func unsigned(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request, request.field("authorization") == nil,
      !request.isPresigned
    else { return [] }
    return [Explanation(.notSigned, .possible, "The request that is given carries none.")]
  }

  private static func noSuchKey(_ clues: Clues) -> [Explanation] {
    let key = Bytes(clues.error?["Key"] ?? "")
    if key.contains("?x-oss-process") { return [Explanation(.queryInKey, .certain)] }
    if key.hasEscape {
      return [Explanation(.keyEncodedTwice, .certain, "The key that OSS looked for holds %XX.")]
    }
    if clues.request?.path.contains("%25") == true {
      return [Explanation(.keyEncodedTwice, .likely, "The path holds %25.")]
    }
    let path = (clues.request?.path ?? []).lowercased
    return path.contains("%3fx-oss-process") ? [] : [Explanation(.objectUnknown, .certain)]
  }

  private static func bucketDetail(_ clues: Clues) -> String? {
    clues.error?.bucket.map { "OSS looked for \($0.visible)." }
  }
}

/// What happened on the way: the URL was changed, or something else answered.
enum DeliveryDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    let requests = [clues.request, clues.evidence.url].compactMap { $0 }
    return answer(clues) + messages(clues) + requests.flatMap { url($0, clues) }
  }

  private static func answer(_ clues: Clues) -> [Explanation] {
    if let fault = clues.evidence.bodyFault {
      return switch fault {
      case .webPage: [Explanation(.notAnAnswer, .certain, "It is a web page.")]
      case .json: [Explanation(.notAnAnswer, .certain, "It is JSON.")]
      case .unexpectedRoot(let name, _):
        [Explanation(.otherService, .certain, "Its root is \(name.visible).")]
      case .empty: []
      default: [Explanation(.notAnAnswer, .possible, "\(fault)".visible)]
      }
    }
    guard let error = clues.error else { return [] }
    if clues.message.contains("server string to sign is") {
      return [Explanation(.otherService, .certain, "An RPC service such as STS answers so.")]
    }
    let isOSS = error.hostID?.contains("aliyun") == true || error["OSSAccessKeyId"] != nil
    let names = ["AWSAccessKeyId", "TraceId", "Resource"]
    if !isOSS, error.ec == nil, let name = names.first(where: { error[$0] != nil }) {
      return [Explanation(.otherService, .certain, "OSS sends no \(name).")]
    }
    return []
  }

  private static func messages(_ clues: Clues) -> [Explanation] {
    let message = clues.message
    if clues.code == "SecondLevelDomainForbidden" {
      return [Explanation(.pathStyleForbidden, .certain)]
    }
    if message.contains("Either the Signature query string parameter or the Authorization") {
      return [Explanation(.signedTwice, .certain)]
    }
    if message.contains("Anonymous access is forbidden") {
      return [Explanation(.notSigned, .certain)]
    }
    if let ec = clues.error?.ec, incompleteV4Codes.contains(ec) {
      return [Explanation(.urlIncomplete, .certain, "OSS gives the error code \(ec).")]
    }
    guard message.hasPrefix("Query string authentication requires") else { return [] }
    guard let request = clues.request else { return [Explanation(.urlIncomplete, .certain)] }
    let names = request.rawParameters.map(\.name)
    if request.isCutByShell || names.contains(where: { $0.hasPrefix("amp;") }) { return [] }
    let isFirstOnly = names.count == 1
    return [Explanation(isFirstOnly ? .urlCut : .urlIncomplete, .certain)]
  }

  /// What OSS answers when a parameter of V4 is missing or empty.
  private static let incompleteV4Codes = (215...219).map { "0002-00000\($0)" }

  private static func url(_ request: SentRequest, _ clues: Clues) -> [Explanation] {
    var found: [Explanation] = []
    let query = request.query ?? []
    if query.contains("&amp;") || query.hasPrefix("amp;") || query.contains("\\u0026") {
      found.append(Explanation(.ampersandEscaped, .certain, "The query holds an escaped &."))
    }
    if request.isCutByShell {
      found.append(
        Explanation(.urlCut, .certain, "The command ends at an & outside quotes."))
    } else {
      found += incomplete(request, clues)
    }
    if request.isPresigned, request.field("authorization") != nil {
      found.append(Explanation(.signedTwice, .certain))
    }
    let path = request.path.lowercased
    if path.contains("%3fx-oss-process") || path.contains("%3fosaccesskeyid")
      || path.contains("%3fresponse-")
    {
      found.append(Explanation(.queryInKey, .certain, "The path holds %3F and a parameter."))
    }
    if request.path.contains(where: { $0 >= 0x80 }) {
      found.append(Explanation(.keyNotEncoded, .likely, "The path holds bytes outside ASCII."))
    }
    let signedNames = request.parameter("X-Amz-SignedHeaders")
    if clues.error == nil || clues.code == "SignatureDoesNotMatch", let signedNames,
      signedNames.contains("host"),
      let host = request.host, !host.hasSuffix(".aliyuncs.com")
    {
      found.append(Explanation(.hostChanged, .likely, "The URL goes to \(host.text)."))
    }
    return found
  }

  /// A presigned URL that lacks its end.
  private static func incomplete(_ request: SentRequest, _ clues: Clues) -> [Explanation] {
    if let credential = request.parameter("x-oss-credential") {
      if request.hasParameter("x-oss-signature") { return incompleteV4(request, clues) }
      let isShort = !credential.hasSuffix("aliyun_v4_request")
      let detail = isShort ? "The credential ends early, too." : nil
      return [Explanation(.urlCut, .certain, detail ?? "The URL has no x-oss-signature.")]
    }
    return incompleteV1(request)
  }

  /// A presigned URL of V4 that lacks one of its parameters (V4-PRE-1).
  private static func incompleteV4(
    _ request: SentRequest, _ clues: Clues
  ) -> [Explanation] {
    let names = ["signature-version", "credential", "date", "expires", "signature"].map {
      "x-oss-" + $0
    }
    let missing = names.filter { !request.hasParameter($0) }
    guard let first = missing.first, missing.count < 3 else { return [] }
    if missing.contains(where: { request.hasParameter("amp;" + $0) }) { return [] }
    // An error code that is about something else comes first.
    let sureness: Explanation.Certainty = clues.error?.ec == nil ? .certain : .likely
    return [Explanation(.urlIncomplete, sureness, "It has no \(first).")]
  }

  private static func incompleteV1(_ request: SentRequest) -> [Explanation] {
    let names = ["OSSAccessKeyId", "Expires", "Signature"]
    let missing = names.filter { !request.hasParameter($0) }
    if missing.isEmpty || missing.count == 3 || request.hasParameter("AWSAccessKeyId") { return [] }
    if missing.contains(where: { request.hasParameter("amp;" + $0) }) { return [] }
    let detail = "It has no \(missing.joined(separator: " and no "))."
    return [
      Explanation(request.rawParameters.count == 1 ? .urlCut : .urlIncomplete, .certain, detail)
    ]
  }
}
