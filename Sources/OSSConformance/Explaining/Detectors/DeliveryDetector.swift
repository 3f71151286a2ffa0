internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What happened on the way: the URL was changed, or something else answered.
enum DeliveryDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    let requests = [clues.request, clues.evidence.url].compactMap { $0 }
    if clues.isRPC { return answer(clues) }
    return answer(clues) + preflight(clues) + messages(clues) + requests.flatMap { url($0, clues) }
  }

  /// What a browser asks for and the CORS rules do not allow (EXP-ANS-5).
  private static func preflight(_ clues: Clues) -> [Explanation] {
    let answer = clues.evidence.answerFields
    guard let request = clues.request, request.method?.isText("OPTIONS") == true, !answer.isEmpty,
      request.field("access-control-request-method") != nil, clues.error == nil
    else { return [] }
    func names(_ value: Bytes?) -> [Bytes] {
      (value ?? []).lowercased.parts(at: UInt8(ascii: ",")).map(\.stripped).filter { !$0.isEmpty }
    }
    let origin = answer.value(of: "access-control-allow-origin")
    if let asked = request.field("origin"), origin.map({ $0.isText("*") || $0 == asked }) != true {
      let detail = origin.map { "It allows the origin \($0.text.visible)." }
      return [Explanation(.corsRefused, .likely, detail ?? "It names no origin.")]
    }
    for (kind, list) in [("method", "methods"), ("headers", "headers")] {
      let given = answer.value(of: "access-control-allow-" + list)
      let (allowed, asked) = (names(given), names(request.field("access-control-request-" + kind)))
      if let name = asked.first(where: { !allowed.contains($0) }), !allowed.contains(Bytes("*")) {
        // Whoever posted the answer may have cut it.
        let detail = "It does not allow \(name.text.visible)."
        return [Explanation(.corsRefused, given == nil ? .likely : .certain, detail)]
      }
    }
    guard origin?.isText("*") == true,
      answer.value(of: "access-control-allow-credentials") == nil
    else { return [] }
    // The answer allows all that is asked; what a browser still refuses is a request with cookies.
    return [Explanation(.corsCredentials, .likely, "The answer allows all that is asked.")]
  }

  private static func answer(_ clues: Clues) -> [Explanation] {
    if let fault = clues.evidence.bodyFault {
      return switch fault {
      case .webPage: [Explanation(.notAnAnswer, .likely, "It is a web page.")]
      case .json: [Explanation(.notAnAnswer, .likely, "It is JSON.")]
      case .unexpectedRoot(let name, _):
        [Explanation(.otherService, .likely, "Its root is \(name.visible).")]
      case .empty: []
      default: [Explanation(.notAnAnswer, .possible, "\(fault)".visible)]
      }
    }
    guard let error = clues.error else { return [] }
    if let host = error.hostID, host.hasSuffix(".aliyuncs.com"), !isOSSOrSTS(host) {
      return [Explanation(.otherService, .likely, "\(host.visible) answers.")]
    }
    let hosts = [error.hostID, clues.request?.host?.text]
    let isOSS =
      hosts.contains { $0?.contains("aliyun") == true } || error["OSSAccessKeyId"] != nil
    let names = ["AWSAccessKeyId", "TraceId", "Resource"]
    if !isOSS, error.ec == nil, let name = names.first(where: { error[$0] != nil }) {
      return [Explanation(.otherService, .likely, "OSS sends no \(name).")]
    }
    return []
  }

  private static func isOSSOrSTS(_ host: String) -> Bool {
    host.split(separator: ".").contains { label in
      ["oss", "img", "sts", "s3"].contains { label == $0 || label.hasPrefix($0 + "-") }
    }
  }

  private static func messages(_ clues: Clues) -> [Explanation] {
    if let ec = clues.error?.ec, incompleteV4Codes.contains(ec) {
      return [Explanation(.urlIncomplete, .certain, "OSS gives the error code \(ec).")]
    }
    let isSaid = ["Query string authentication requires", "URL-Signature must have parameters"]
      .contains { clues.message.contains($0) }
    guard isSaid || incompleteCodes.contains(clues.error?.ec ?? "") else { return [] }
    guard let request = clues.request else { return [Explanation(.urlIncomplete, .likely)] }
    let names = request.rawParameters.map(\.name)
    if request.isCutByShell || names.contains(where: { $0.hasPrefix("amp;") }) { return [] }
    if names.count == 1 { return [Explanation(.urlCut, .likely)] }
    return [Explanation(.urlIncomplete, incomplete(request).isEmpty ? .likely : .certain)]
  }

  /// Whether the URL lacks a part of its signature, or OSS says so.
  static func isIncomplete(_ clues: Clues) -> Bool {
    let causes: [RefusalCause] = [.urlIncomplete, .urlCut, .ampersandEscaped]
    return findings(clues).contains { causes.contains($0.mistake) }
  }

  /// What OSS answers when a parameter of V1 or V2 is missing or empty.
  private static let incompleteCodes = ["071", "072", "074", "113", "115", "118"].map {
    "0002-00000" + $0
  }

  /// What OSS answers when a parameter of V4 is missing or empty.
  private static let incompleteV4Codes = (215...219).map { "0002-00000\($0)" }

  private static func url(_ request: SentRequest, _ clues: Clues) -> [Explanation] {
    var found: [Explanation] = []
    let query = request.query ?? []
    if query.contains("&amp;") || query.hasPrefix("amp;") || query.contains("\\u0026") {
      found.append(Explanation(.ampersandEscaped, .likely, "The query holds an escaped &."))
    }
    if request.isCutByShell {
      found.append(
        Explanation(.urlCut, .likely, "The command ends at an & outside quotes."))
    } else {
      found += incomplete(request)
    }
    if request.isPresigned, request.field("authorization") != nil {
      found.append(Explanation(.signedTwice, .likely))
    }
    let path = request.path.lowercased
    if path.contains("%3fx-oss-process") || path.contains("%3fosaccesskeyid")
      || path.contains("%3fresponse-")
    {
      found.append(Explanation(.queryInKey, .likely, "The path holds %3F and a parameter."))
    }
    if request.path.contains(where: { $0 >= 0x80 }) {
      found.append(Explanation(.keyNotEncoded, .likely, "The path holds bytes outside ASCII."))
    }
    let signedNames = request.parameter("X-Amz-SignedHeaders")
    if clues.error == nil || clues.code == "SignatureDoesNotMatch", let signedNames,
      signedNames.contains("host"),
      let host = request.host, !host.hasSuffix(".aliyuncs.com"),
      clues.evidence.string?.contains("\nhost:\(host.text)\n") != true
    {
      found.append(Explanation(.hostChanged, .likely, "The URL goes to \(host.text)."))
    }
    return found
  }

  /// A presigned URL that lacks its end.
  private static func incomplete(_ request: SentRequest) -> [Explanation] {
    let names = ["signature-version", "credential", "date", "expires", "signature"].map {
      "x-oss-" + $0
    }
    let missing = names.filter { !request.hasParameter($0) }
    if missing.count == names.count { return incompleteV1(request) }
    if request.isV2 || request.hasParameter("x-oss-access-key-id") { return [] }
    guard let first = missing.first else { return [] }
    if missing.contains(where: { request.hasParameter("amp;" + $0) }) { return [] }
    if let credential = request.parameter("x-oss-credential"), missing.last == names.last {
      let isShort = !credential.hasSuffix("aliyun_v4_request")
      if isShort { return [Explanation(.urlCut, .likely, "The credential ends early, too.")] }
      if missing.count > 1 {
        return [Explanation(.urlCut, .likely, "The URL has no x-oss-signature.")]
      }
    }
    return [Explanation(.urlIncomplete, .likely, "It has no \(first).")]
  }

  private static func incompleteV1(_ request: SentRequest) -> [Explanation] {
    let names = ["OSSAccessKeyId", "Expires", "Signature"]
    let missing = names.filter { !request.hasParameter($0) }
    if missing.isEmpty || missing.count == 3 || request.hasParameter("AWSAccessKeyId") { return [] }
    if missing.contains(where: { request.hasParameter("amp;" + $0) }) { return [] }
    if let name = swallowing(missing, request) {
      let detail = "A second question mark begins the signature, which is read as part of \(name)."
      return [Explanation(.urlIncomplete, .certain, detail)]
    }
    let detail = "It has no \(missing.joined(separator: " and no "))."
    return [
      Explanation(request.rawParameters.count == 1 ? .urlCut : .urlIncomplete, .likely, detail)
    ]
  }

  /// The parameter whose value has one that is missing, behind a question mark in place of `&`.
  private static func swallowing(_ missing: [String], _ request: SentRequest) -> String? {
    let parameter = request.rawParameters.first { _, value in
      missing.contains { value?.contains("?" + $0 + "=") == true }
    }
    return parameter?.name.text.visible
  }
}
