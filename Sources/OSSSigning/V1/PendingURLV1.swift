public import OSSPrimitives

/// A presigned URL that waits for its signature, made here or elsewhere.
public struct PendingURLV1: Sendable {
  /// What is signed; an app in the self-signed mode hands it out.
  public let stringToSign: StringToSignV1
  private let expires: UnixTime
  /// The URL up to the parameters that the signature adds.
  private let unsigned: Bytes
  private let hasQuery: Bool

  /// Prepares a URL for a signature from elsewhere (PRE-STS, PRE-QRY).
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; its `Content-MD5`, `Content-Type` and
  ///     `x-oss-` headers are signed and must be sent with the URL.
  ///   - endpoint: where the bucket is.
  ///   - expires: the last second at which the URL works.
  ///   - securityToken: the token that the URL will carry; nil and "" mean none.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n*) in the length of the URL.
  public init(
    _ request: SigningRequest, endpoint: Endpoint, expires: UnixTime,
    securityToken: String? = nil
  ) throws(SigningError) {
    let token = try Credentials.checkedToken(securityToken)
    try self.init(request, endpoint: endpoint, expires: expires, token: token)
  }

  init(
    _ request: SigningRequest, endpoint: Endpoint, expires: UnixTime, token: Bytes?
  ) throws(SigningError) {
    try Self.check(request, expires: expires, token: token)
    stringToSign = StringToSignV1(request, expires: expires, token: token)
    self.expires = expires
    var url = endpoint.location(of: request)
    var separator = UInt8(ascii: "?")
    URLText.append(request.query, after: &separator, to: &url)
    if let token {
      let value = String(decoding: token, as: UTF8.self)
      URLText.append(
        QueryParameter(Subresources.securityToken, value), after: &separator, to: &url)
    }
    hasQuery = separator == UInt8(ascii: "&")
    unsigned = url
  }

  /// The URL, signed by what the signer returned.
  public func signed(by authorization: AuthorizationV1) -> PresignedURL {
    var url = unsigned
    var separator = hasQuery ? UInt8(ascii: "&") : UInt8(ascii: "?")
    let added = [
      QueryParameter("OSSAccessKeyId", authorization.accessKeyID),
      QueryParameter("Expires", String(expires.seconds)),
      QueryParameter("Signature", authorization.signature),
    ]
    URLText.append(added, after: &separator, to: &url)
    return PresignedURL(
      text: String(decoding: url, as: UTF8.self), signature: authorization.signature,
      expires: expires)
  }

  /// Refuses a request that cannot be made by a presigned URL (PRE-REF-1 to 3).
  private static func check(
    _ request: SigningRequest, expires: UnixTime, token: Bytes?
  ) throws(SigningError) {
    if expires.seconds < 0 { throw .invalidExpiry(seconds: expires.seconds) }
    for parameter in request.query {
      let name = Bytes(parameter.name.utf8)
      for reserved in ["OSSAccessKeyId", "Expires", "Signature"] where name == Bytes(reserved.utf8)
      {
        throw .reservedParameter(name: reserved)
      }
    }
    if token != nil, request.subresources.holdsToken {
      throw .reservedParameter(name: Subresources.securityToken)
    }
    if let header = request.headers.first(where: { $0.hasName("x-oss-security-token") }) {
      throw .reservedHeader(name: header.name)
    }
  }
}
