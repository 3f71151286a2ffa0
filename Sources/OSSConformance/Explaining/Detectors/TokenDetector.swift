internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The security token of temporary credentials.
enum TokenDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    blank(clues) + missing(clues)
  }

  /// A token that was read with what is around it.
  private static func blank(_ clues: Clues) -> [Explanation] {
    let tokens = [
      clues.evidence.secrets?.securityToken.map { Bytes($0) },
      clues.request?.parameter("security-token"), clues.request?.parameter("x-oss-security-token"),
      clues.evidence.string == nil ? nil : clues.clientText?.subresourceToken,
    ]
    let isBlank = tokens.contains { token in token.map { $0.stripped != $0 } ?? false }
    return isBlank ? [Explanation(.tokenBlank, .likely)] : []
  }

  /// A token with a plus in a query, which is read as a blank there (PRE-QRY-3).
  static func unescaped(_ clues: Clues) -> [Explanation] {
    let names = ["security-token", "x-oss-security-token"]
    let parameter = clues.request?.rawParameters.first { names.contains($0.name.text) }
    guard clues.code == "InvalidSecurityToken", parameter?.value?.contains(0x2B) == true else {
      return []
    }
    let detail = "The token in the URL has a + that is read as a blank: percent-encode it."
    return [Explanation(.tokenInvalid, .likely, detail)]
  }

  private static func missing(_ clues: Clues) -> [Explanation] {
    if let place = place(clues) { return [place] }
    guard clues.isTemporary else {
      return clues.error == nil ? ofAnotherKey(clues, .possible).map { [$0] } ?? [] : []
    }
    var isSent = false
    if let request = clues.request {
      if let name = wrongName(request) {
        return [Explanation(.tokenWrongName, .likely, "It is sent as \(name).")]
      }
      isSent = hasToken(request)
    }
    if clues.code.hasPrefix("InvalidAccessKeyId") { return unknown(clues, isSent: isSent) }
    guard !isSent, clues.code == "SignatureDoesNotMatch" || clues.error == nil else { return [] }
    if let server = clues.serverText, clues.error?.stringToSign != nil {
      return server.token == nil ? [Explanation(.tokenMissing, .likely, detail)] : []
    }
    if let server = clues.error?.canonicalRequest.flatMap({ CanonicalText($0) }) {
      let name = "x-oss-security-token"
      let hasToken = server.hasHeader(name) || server.hasParameter(name)
      return hasToken ? [] : [Explanation(.tokenMissing, .likely, detail)]
    }
    return isCopied(clues) ? [] : [Explanation(.tokenMissing, .likely, detail)]
  }

  /// A temporary ID that OSS does not know: it says so where the token is missing (EXP-TOK-1), and
  /// also where the credentials have expired (EXP-TOK-2).
  private static func unknown(_ clues: Clues, isSent: Bool) -> [Explanation] {
    let saysLost = clues.message.contains("Security Token may be lost")
    if saysLost, !isSent { return [Explanation(.tokenMissing, .likely, detail)] }
    let isShown = clues.request != nil && !isCopied(clues)
    let missing = Explanation(.tokenMissing, isShown && !isSent ? .likely : .possible, detail)
    let expired = Explanation(
      .tokenExpired, .likely, "OSS does not know the ID, which is one of STS.")
    let invalid = Explanation(.tokenInvalid, .possible)
    return isSent ? [expired, invalid] : isShown ? [missing, expired] : [expired, missing]
  }

  /// A token beside an ID that no answer of STS has (EXP-TOK-3).
  static func ofAnotherKey(
    _ clues: Clues, _ certainty: Explanation.Certainty
  ) -> Explanation? {
    let isSaid = clues.error?.ec == "0002-00000002"
    guard isSaid || clues.request.map(hasToken) == true else { return nil }
    guard let id = clues.accessKeyID else {
      return isSaid ? Explanation(.tokenInvalid, certainty, "OSS found no such ID of STS.") : nil
    }
    // Whoever hides an ID hides its start, or leaves it.
    let isHidden = id.isEmpty || id.prefix(4).contains(UInt8(ascii: "*"))
    if isHidden || id.hasPrefix("STS.") || id.hasPrefix("TMP.") { return nil }
    return Explanation(
      .tokenInvalid, certainty,
      "The access key ID is not one of STS: drop the token, or use the key that came with it.")
  }

  private static let detail = "The access key ID is one of STS, and there is no token."

  /// Whether the request shows too little of itself to say that something is missing.
  private static func isCopied(_ clues: Clues) -> Bool {
    guard let request = clues.request else { return true }
    return request.fields.isEmpty && !request.isPresigned
  }

  /// A token of V4 that is sent where the signature is not (V4-TOK-1, V4-TOK-2).
  private static func place(_ clues: Clues) -> Explanation? {
    guard let request = clues.request, clues.isV4 else { return nil }
    let name = "x-oss-security-token"
    let (isHeader, isParameter) = (request.field(name) != nil, request.hasParameter(name))
    if request.isPresigned, isHeader, !isParameter {
      return Explanation(.tokenPlace, .likely, "The URL is presigned, and the token a header.")
    }
    if !request.isPresigned, isParameter, !isHeader, request.field("authorization") != nil {
      return Explanation(.tokenPlace, .likely, "The signature is a header, the token a parameter.")
    }
    return nil
  }

  private static func hasToken(_ request: SentRequest) -> Bool {
    request.field("x-oss-security-token") != nil || request.hasParameter("security-token")
      || request.hasParameter("x-oss-security-token")
      || request.field("x-amz-security-token") != nil
      || request.hasParameter("X-Amz-Security-Token")
      || request.content.lowercased.contains("name=\"x-oss-security-token\"")
  }

  private static func wrongName(_ request: SentRequest) -> String? {
    let isV4 = request.isV4
    for name in ["security-token", "x-oss-security_token", "x-security-token", "securitytoken"]
    where request.field(name) != nil && request.field("x-oss-security-token") == nil {
      return "the header \(name)"
    }
    if isV4, !request.hasParameter("x-oss-security-token"),
      request.hasParameter("security-token")
    {
      return "the parameter security-token"
    }
    guard !isV4, !request.hasParameter("security-token") else { return nil }
    for name in ["x-oss-security-token", "SecurityToken", "securityToken", "token", "amp;token"]
    where request.hasParameter(name) {
      return "the parameter \(name)"
    }
    return nil
  }
}
