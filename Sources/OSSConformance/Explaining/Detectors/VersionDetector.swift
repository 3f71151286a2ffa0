internal import OSSPrimitives
internal import OSSSigning

/// Signature versions, and the credential scope of V4.
enum VersionDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    mixed(clues) + scope(clues) + authorization(clues)
  }

  private static func version(_ string: Bytes?) -> String? {
    guard let string else { return nil }
    for name in ["OSS4-HMAC-SHA256", "AWS4-HMAC-SHA256"] where string.hasPrefix(name) {
      return name
    }
    let lines = string.parts(at: 0x0a)
    let isCanonicalRequest =
      lines.count > 5 && (lines.last?.isText("UNSIGNED-PAYLOAD") == true || lines.last?.count == 64)
    return isCanonicalRequest ? "OSS4-HMAC-SHA256" : StringText(string).map { _ in "OSS" }
  }

  private static func mixed(_ clues: Clues) -> [Explanation] {
    // Where OSS shows no string, the request shows by which version it is to be read.
    let sent = version(clues.server) ?? clues.request?.version
    guard !clues.isClientDerived, let server = sent, let client = version(clues.client),
      server != client, ["OSS", "OSS4-HMAC-SHA256"].contains(server)
    else { return [] }
    return [
      Explanation(
        .versionMixed, .certain, "OSS reads it as \(server), the client signed by \(client).")
    ]
  }

  /// Date, region, product of a scope.
  private static func parts(ofScope scope: Bytes) -> [Bytes] { scope.parts(at: 0x2f) }

  /// The scope that the request shows, or the client's string.
  private static func clientScope(_ clues: Clues) -> [Bytes]? {
    if let string = clues.evidence.string, string.hasPrefix("OSS4-") {
      let lines = string.parts(at: 0x0a)
      if lines.count > 2 { return parts(ofScope: lines[2]) }
    }
    let credential =
      clues.request?.parameter("x-oss-credential")
      ?? clues.request?.field("authorization").flatMap(credential)
    return credential.map { Array(parts(ofScope: $0).dropFirst()) }
  }

  private static func credential(_ authorization: Bytes) -> Bytes? {
    guard authorization.hasPrefix("OSS4-"), let start = authorization.index(of: "Credential=")
    else { return nil }
    return Bytes(authorization[(start + 11)...].prefix { $0 != UInt8(ascii: ",") }).stripped
  }

  private static func scope(_ clues: Clues) -> [Explanation] {
    let isRegion = clues.message.contains("signing region")
    if clues.message.contains("signing product") { return [Explanation(.productWrong, .certain)] }
    let client = clientScope(clues)
    if let region = client.flatMap({ $0.count > 1 ? $0[1] : nil }) {
      let detail = "The region is \(region.isEmpty ? "empty" : region.text)."
      if region.hasPrefix("oss-") { return [Explanation(.regionPrefix, .certain, detail)] }
      if region.isEmpty || region.contains(UInt8(ascii: ".")) {
        return [Explanation(.regionIsHost, .certain, detail)]
      }
      if isRegion { return [Explanation(.regionWrong, .certain, detail)] }
    }
    if isRegion { return [Explanation(.regionWrong, .certain)] }
    return compare(clues, client) + day(clues, client)
  }

  private static func compare(_ clues: Clues, _ client: [Bytes]?) -> [Explanation] {
    guard let client, client.count > 2, let server = clues.error?.stringToSign,
      server.hasPrefix("OSS4-"), case let lines = server.parts(at: 0x0a), lines.count > 2
    else { return [] }
    let scope = parts(ofScope: lines[2])
    guard scope.count > 2 else { return [] }
    if scope[1] != client[1] {
      return [
        Explanation(
          .regionWrong, .certain,
          difference: clues.difference("credential scope", scope[1], client[1]))
      ]
    }
    return scope[2] == client[2] ? [] : [Explanation(.productWrong, .certain)]
  }

  private static func day(_ clues: Clues, _ client: [Bytes]?) -> [Explanation] {
    let time = clues.request?.parameter("x-oss-date") ?? clues.request?.field("x-oss-date")
    guard let day = client?.first, let time, day.decimal != nil, !time.starts(with: day) else {
      return []
    }
    return [
      Explanation(.scopeDate, .certain, "The scope has \(day.text), x-oss-date \(time.text).")
    ]
  }

  private static func authorization(_ clues: Clues) -> [Explanation] {
    let message = clues.message
    if message.contains("signature version") || message.contains("V1 signature") {
      return [Explanation(.versionRefused, .certain)]
    }
    let value = clues.request?.field("authorization")
    if message.hasPrefix("Authorization header is invalid") {
      if value?.hasPrefix("OSS4-") == true {
        return [Explanation(.versionRefused, .likely, "The header is one of V4.")]
      }
      return [Explanation(.authorizationMalformed, value == nil ? .likely : .certain)]
    }
    guard let value, clues.code != "InvalidAccessKeyId" else { return [] }
    if value.hasPrefix("OSS  ") { return [Explanation(.keyBlank, .likely)] }
    return isWellFormed(value) ? [] : [Explanation(.authorizationMalformed, .likely)]
  }

  private static func isWellFormed(_ value: Bytes) -> Bool {
    if !value.hasPrefix("OSS") { return !value.contains(UInt8(ascii: ":")) }
    if !value.hasPrefix("OSS ") { return true }
    let (id, signature) = Bytes(value.dropFirst(4)).halves(at: UInt8(ascii: ":"))
    guard let signature else { return false }
    return !id.isEmpty && !id.contains(0x20) && !signature.contains(0x20)
  }
}
