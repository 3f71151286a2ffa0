internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// The security token of temporary credentials.
enum TokenDetector {
  static func findings(_ clues: Clues) -> [Explanation] {
    blank(clues) + named(clues)
  }

  /// A token that was read with what is around it.
  private static func blank(_ clues: Clues) -> [Explanation] {
    let tokens = [
      clues.evidence.secrets?.securityToken.map { Bytes($0) },
      clues.request?.parameter("security-token"), clues.request?.parameter("x-oss-security-token"),
      clues.evidence.string == nil ? nil : clues.clientText?.subresourceToken,
    ]
    let isBlank = tokens.contains { token in token.map { $0.stripped != $0 } ?? false }
    return isBlank ? [Explanation(.tokenBlank, .certain)] : []
  }

  private static func named(_ clues: Clues) -> [Explanation] {
    switch clues.code {
    case "SecurityTokenExpired": return [Explanation(.tokenExpired, .certain)]
    case "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
      "SecurityTokenNotSupported":
      return [Explanation(.tokenInvalid, .certain)]
    default: break
    }
    if clues.message.contains("Security-token must be provided") {
      return [Explanation(.tokenWrongName, .certain)]
    }
    return missing(clues)
  }

  private static func missing(_ clues: Clues) -> [Explanation] {
    let isTemporary =
      clues.accessKeyID?.hasPrefix("STS.") == true
      || clues.message.contains("Security Token may be lost")
    if let place = place(clues) { return [place] }
    guard isTemporary else { return [] }
    if let request = clues.request {
      if let name = wrongName(request) {
        return [Explanation(.tokenWrongName, .certain, "It is sent as \(name).")]
      }
      if hasToken(request) { return [] }
    }
    let isRefused = clues.code == "InvalidAccessKeyId"
    if isRefused { return [Explanation(.tokenMissing, .certain, detail)] }
    guard clues.code == "SignatureDoesNotMatch" || clues.error == nil else { return [] }
    if let server = clues.serverText, clues.error?.stringToSign != nil {
      return server.token == nil ? [Explanation(.tokenMissing, .certain, detail)] : []
    }
    if let server = clues.error?.canonicalRequest.flatMap({ CanonicalText($0) }) {
      let name = "x-oss-security-token"
      let hasToken = server.hasHeader(name) || server.hasParameter(name)
      return hasToken ? [] : [Explanation(.tokenMissing, .certain, detail)]
    }
    return clues.request == nil || isCopied(clues)
      ? [] : [Explanation(.tokenMissing, .likely, detail)]
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
