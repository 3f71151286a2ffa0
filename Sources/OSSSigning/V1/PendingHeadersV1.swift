public import OSSPrimitives

/// A request whose headers wait for a signature that is made elsewhere: the app's half of the
/// self-signed mode.
///
///     let pending = try PendingHeadersV1(request, at: now)
///     let value = try await server.sign(pending.stringToSign.text)
///     let headers = pending.signed(by: try AuthorizationV1(value)).headers(of: request)
public struct PendingHeadersV1: Sendable {
  /// What the app hands out to be signed.
  public let stringToSign: StringToSignV1
  private let date: String?
  private let securityToken: String?

  /// Prepares the headers of a request for a signature from elsewhere.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock, as for ``SignerV1/sign(_:at:)``.
  ///   - securityToken: the token that will be sent with it; nil and "" mean none.
  /// - Throws: ``SigningError/invalidSecurityToken(byte:offset:)``.
  public init(
    _ request: SigningRequest, at time: UnixTime, securityToken: String? = nil
  ) throws(SigningError) {
    let token = try Credentials.checkedToken(securityToken).map(CanonicalField.trimmed)
    let string = StringToSignV1(request, at: time, token: token)
    date =
      request.ossDate == nil
      ? String(decoding: string.bytes[string.fourthLine], as: UTF8.self) : nil
    self.securityToken = token.map { String(decoding: $0, as: UTF8.self) }
    stringToSign = string
  }

  /// The headers, signed by what the signer returned.
  public func signed(by authorization: AuthorizationV1) -> SignedHeadersV1 {
    SignedHeadersV1(
      authorization: authorization.description, date: date, securityToken: securityToken)
  }
}
