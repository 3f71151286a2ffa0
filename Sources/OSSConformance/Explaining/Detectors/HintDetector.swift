internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What the string of OSS shows by itself, where the client's is not known.
enum HintDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.evidence.string == nil, let server = clues.serverText,
      clues.error?.stringToSign != nil
    else {
      let isOpen = clues.error == nil || clues.code == "SignatureDoesNotMatch"
      guard isOpen, clues.evidence.string == nil || clues.isS3 else { return [] }
      let found = ofRequest(clues)
      return found.isEmpty && clues.error != nil ? unshown(clues) : found
    }
    if clues.isV2 { return type(clues, server) + fallback(clues) }
    return method(clues, server) + key(clues, server) + type(clues, server) + parameters(server)
      + fallback(clues)
  }

  /// What the request shows by itself.
  private static func ofRequest(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request else { return [] }
    if request.path.contains("%25") {
      return [Explanation(.keyEncodedTwice, .likely, "The path holds %25.")]
    }
    if let bucket = request.bucketInHost, request.path.hasPrefix("/\(bucket.text)/") {
      return [Explanation(.bucketDoubled, .likely, "Host and path begin with \(bucket.text).")]
    }
    if request.path.hasPrefix("//") {
      return [Explanation(.keyDoubleSlash, .likely, "The key begins with a slash.")]
    }
    let labels = (request.host ?? []).parts(at: UInt8(ascii: "."))
    if labels.count > 2, labels[0] == labels[1] {
      return [Explanation(.bucketDoubled, .likely, "The host begins with \(labels[0].text) twice.")]
    }
    if clues.error == nil, request.isAtEndpoint, request.path.count > 1 {
      return [Explanation(.pathStyleForbidden, .possible, "The host names no bucket.")]
    }
    return []
  }

  /// What is often signed otherwise, of a request whose string OSS does not show (EXP-FIND-6).
  private static func unshown(_ clues: Clues) -> [Explanation] {
    var found: [Explanation] = []
    if let text = clues.request?.canonicalRequest(bucket: nil) {
      found = HintV4Detector.hints(clues, text)
    } else if let text = clues.request?.stringToSign(bucket: nil).flatMap({ StringText($0) }) {
      found = type(clues, text) + key(clues, text) + parameters(text)
    }
    return found.map { Explanation($0.mistake, .possible, $0.detail) }
  }

  /// A URL that is asked with another method than that of a link; it is signed for one.
  private static func method(_ clues: Clues, _ server: StringText) -> [Explanation] {
    guard server.isPresigned, !server.method.isText("GET") else { return [] }
    let isHead = server.method.isText("HEAD")
    let detail = "OSS received \(server.method.text.visible); is the URL signed for it?"
    return [Explanation(.methodDiffers, isHead ? .likely : .possible, detail)]
  }

  private static func key(_ clues: Clues, _ server: StringText) -> [Explanation] {
    let key = server.key
    var found: [Explanation] = []
    if !server.bucket.isEmpty, key.starts(with: server.bucket + Bytes("/")) {
      found.append(
        Explanation(
          .bucketDoubled, .likely, "The resource begins with \(server.bucket.text) twice."))
    }
    if key.hasEscape {
      found.append(
        Explanation(
          .keyEncodedTwice, .likely, "OSS decoded the path once, and the key still holds %XX."))
    }
    if key.hasPrefix("/") {
      found.append(Explanation(.keyDoubleSlash, .likely, "The key begins with a slash."))
    }
    let hasMark = key.text.unicodeScalars.contains { 0x300...0x36f ~= $0.value }
    if hasMark {
      found.append(Explanation(.keyNormalized, .possible, "The key is decomposed (NFD)."))
    }
    if key.contains(0x20) || key.contains(UInt8(ascii: "+")) {
      found.append(Explanation(.plusAndSpace, .possible, "The key holds a plus sign or a blank."))
    }
    return found
  }

  private static func type(_ clues: Clues, _ server: StringText) -> [Explanation] {
    let type = server.contentType
    guard !type.isEmpty else { return [] }
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    if server.isPresigned {
      // Who added the type cannot be seen, unless it is the one that nobody chooses.
      let mistake: RefusalCause = isForm ? .typeAdded : .typeNotSigned
      return [
        Explanation(
          mistake, .likely, "The URL is presigned, and \(type.text) is sent with it.")
      ]
    }
    return isForm
      ? [Explanation(.typeAdded, .likely, "\(type.text) is what HTTP clients send by themselves.")]
      : []
  }

  private static func parameters(_ server: StringText) -> [Explanation] {
    let names = server.subresources.map(\.name).filter { !$0.isText("security-token") }
    var found: [Explanation] = []
    if let name = names.first {
      found.append(
        Explanation(
          .subresourceNotSigned, .possible, "OSS signs \(name.text); does the client, too?"))
    }
    if server.isPresigned, let header = server.headers.first {
      found.append(
        Explanation(
          .headerNotSigned, .possible, "OSS signs \(header.name.text); does the client, too?"))
    }
    return found
  }

  private static func fallback(_ clues: Clues) -> [Explanation] {
    guard clues.code == "SignatureDoesNotMatch" else { return [] }
    let isAsSent = clues.client == clues.server
    let detail =
      isAsSent
      ? "The string of OSS is that of the request; look at the one that your client signed."
      : "The string of OSS shows nothing odd; it was compared with nothing."
    return [Explanation(.secretWrong, .possible, detail)]
  }
}

/// What the canonical request of OSS shows by itself, where the client's is not known.
enum HintV4Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    guard clues.isV4, clues.evidence.string == nil else { return [] }
    guard let server = clues.error?.canonicalRequest.flatMap({ CanonicalText($0) }) else {
      return fallback(clues)
    }
    return hints(clues, server) + fallback(clues)
  }

  fileprivate static func hints(_ clues: Clues, _ server: CanonicalText) -> [Explanation] {
    var found: [Explanation] = []
    if server.isPresigned, server.hasHeader("content-type") {
      found.append(
        Explanation(.typeAdded, .likely, "The URL is presigned, and a Content-Type is sent."))
    }
    if server.isPresigned, let header = server.headers.first(where: { $0.name.hasPrefix("x-oss-") })
    {
      let detail = "OSS signs \(header.name.text); does the client, too?"
      found.append(Explanation(.headerNotSigned, .possible, detail))
    }
    if server.uri.contains("%25") {
      found.append(Explanation(.keyEncodedTwice, .likely, "The URI holds %25."))
    }
    if server.uri.hasPrefix("/\(server.bucket.text)/\(server.bucket.text)/") {
      let detail = "The URI begins with \(server.bucket.text) twice."
      found.append(Explanation(.bucketDoubled, .likely, detail))
    }
    if !server.isPresigned, !server.hasHeader("x-oss-content-sha256") {
      found.append(
        Explanation(.payloadHeaderMissing, .likely, "The canonical request of OSS has none."))
    }
    if !server.isPresigned, !server.hasHeader("x-oss-date") {
      found.append(Explanation(.dateMissing, .likely, "The canonical request of OSS has none."))
    }
    return found
  }

  private static func fallback(_ clues: Clues) -> [Explanation] {
    guard clues.code == "SignatureDoesNotMatch", clues.error?.stringToSign != nil else { return [] }
    let isAsSent = clues.v4.server?.bytes == clues.v4.client?.bytes && clues.v4.client != nil
    let detail =
      isAsSent
      ? "The canonical request of OSS is that of the request; look at the one of your client."
      : "What OSS shows has nothing odd."
    return [Explanation(.secretWrong, .possible, detail)]
  }
}

/// What a request signed by V4 shows by itself.
enum RequestV4Detector {
  static func findings(_ clues: Clues) -> [Explanation] {
    payload(clues) + expiry(clues)
  }

  /// The header x-oss-content-sha256, which a signature in the headers needs.
  private static func payload(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request, request.isV4, !request.isPresigned else { return [] }
    guard let hash = request.field("x-oss-content-sha256") else {
      // A request without x-oss-date may be copied in part.
      return request.field("x-oss-date") == nil || isOther(clues)
        ? [] : [Explanation(.payloadHeaderMissing, .likely)]
    }
    guard !hash.isText("UNSIGNED-PAYLOAD"), !isOther(clues) else { return [] }
    return [Explanation(.payloadHash, .likely, "The header has another value.")]
  }

  /// Whether OSS refuses the request for another reason than its signature.
  private static func isOther(_ clues: Clues) -> Bool {
    clues.error != nil && !["SignatureDoesNotMatch", "InvalidArgument"].contains(clues.code)
  }

  private static func expiry(_ clues: Clues) -> [Explanation] {
    guard let request = clues.request, request.isV4 || request.hasParameter("x-oss-credential"),
      let text = request.parameter("x-oss-expires")
    else { return [] }
    let sureness: Explanation.Certainty = clues.error?.ec == "0002-00000232" ? .certain : .likely
    let detail = "x-oss-expires is \(text.text.visible)."
    guard let value = text.decimal else {
      let isNumber = text.first == UInt8(ascii: "-") && Bytes(text.dropFirst()).decimal != nil
      return [Explanation(isNumber ? .expiresRange : .expiresMalformed, sureness, detail)]
    }
    if value >= 1_000_000_000 { return [Explanation(.expiresAbsolute, sureness, detail)] }
    if value > 604_800 || value < 1 {
      // A whole number of minutes, given in milliseconds.
      let isMilliseconds = value > 0 && value % 60_000 == 0 && value / 1000 <= 604_800
      return [Explanation(isMilliseconds ? .expiresMilliseconds : .expiresRange, sureness, detail)]
    }
    let hasToken = request.hasParameter("x-oss-security-token")
    guard value > 43_200, hasToken else { return [] }
    return [Explanation(.expiresOfToken, clues.error == nil ? .likely : .possible, detail)]
  }
}
