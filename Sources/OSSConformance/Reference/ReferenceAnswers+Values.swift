internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Throws the refusal of a fault, unless the steps pass over it.
  func refuse(_ check: () throws(SigningError) -> Void) throws(Refusal) {
    do {
      try check()
    } catch {
      if steps.refuses(error) { throw Refusal(error) }
    }
  }

  /// The credentials of the input.
  func credentials() throws(Refusal) -> Credentials {
    let parts = try reader.credentials()
    try refuse { () throws(SigningError) in
      try Credentials.check(
        accessKeyID: parts.id, accessKeySecret: parts.secret, securityToken: parts.token)
    }
    return Credentials(
      uncheckedAccessKeyID: parts.id, accessKeySecret: parts.secret,
      securityToken: steps.token(parts.token))
  }

  /// The request of the input.
  func request() throws(Refusal) -> SigningRequest {
    let parts = try reader.request()
    try refuse { () throws(SigningError) in
      try SigningRequest.check(
        method: parts.method, bucket: parts.bucket, key: parts.key, headers: parts.headers,
        additionalHeaders: parts.additionalHeaders)
    }
    return SigningRequest(
      uncheckedMethod: parts.method, bucket: parts.bucket, key: parts.key,
      headers: parts.headers, query: parts.query, additionalHeaders: parts.additionalHeaders)
  }

  /// The endpoint of the input, with its addressing.
  func endpoint() throws(Refusal) -> Endpoint {
    let (text, addressing) = try reader.endpoint()
    do {
      return try Endpoint(text, addressing: addressing)
    } catch {
      if steps.refuses(error) { throw Refusal(error) }
      return Self.unchecked(text, addressing)
    }
  }

  /// An endpoint cut at the first `://` and at the slash after it.
  private static func unchecked(_ text: String, _ addressing: Addressing?) -> Endpoint {
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    let host = text.contains("://") ? parts.dropFirst().first : parts.first
    return Endpoint(
      scheme: text.hasPrefix("http:") ? "http" : "https", host: host.map { String($0) } ?? "",
      port: nil, pathPrefix: "", addressing: addressing ?? .virtualHost)
  }
}
