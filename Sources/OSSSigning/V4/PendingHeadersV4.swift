public import OSSPrimitives

/// A request whose headers wait for a V4 signature that is made elsewhere.
///
///     let pending = PendingHeadersV4(request, of: identity, at: now)
///     let answer = try await server.sign(pending.stringToSign.text)
///     let headers = pending.signed(by: try SignatureV4(answer)).headers(of: request)
public struct PendingHeadersV4: Sendable {
  /// What the app hands out to be signed.
  public let stringToSign: StringToSignV4
  /// The value of the Authorization header up to the signature.
  private let authorization: Bytes
  private let time: UnixTime
  private let securityToken: String?

  /// Prepares the headers of a request for a signature from elsewhere.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - identity: the access key ID whose secret will sign, its token, and the scope.
  ///   - time: the clock, as for ``SignerV4/sign(_:at:)``.
  /// - Complexity: O(*n*) in the length of the canonical request.
  public init(_ request: SigningRequest, of identity: SigningIdentityV4, at time: UnixTime) {
    let signingTime = SigningTimeV4(time)
    stringToSign = StringToSignV4(request, of: identity, at: signingTime)
    var authorization = Bytes()
    identity.appendAuthorization(for: request, at: signingTime, to: &authorization)
    self.authorization = authorization
    self.time = time
    securityToken = identity.headerTokenText
  }

  /// The headers, signed by what the signer returned.
  public func signed(by signature: SignatureV4) -> SignedHeadersV4 {
    SignedHeadersV4(
      authorization: String(decoding: authorization, as: UTF8.self) + signature.text, time: time,
      securityToken: securityToken)
  }
}
