public import OSSPrimitives

extension SignerV1 {
  /// Makes a presigned URL (PRE-STS, PRE-QRY, PRE-TOK).
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; its `Content-MD5`, `Content-Type` and
  ///     `x-oss-` headers are signed and must be sent with the URL.
  ///   - endpoint: where the bucket is.
  ///   - expires: the last second at which the URL works, 1970 or later.
  /// - Throws: ``SigningError/reservedParameter(name:)``, ``SigningError/reservedHeader(name:)``
  ///   or ``SigningError/invalidExpiry(seconds:)``.
  /// - Complexity: O(*n*) in the length of the URL.
  public func presignedURL(
    for request: SigningRequest, endpoint: Endpoint, expires: UnixTime
  ) throws(SigningError) -> PresignedURL {
    let pending = try pendingURL(for: request, endpoint: endpoint, expires: expires)
    return pending.signed(by: authorization(forStringToSign: pending.stringToSign.bytes.span))
  }

  /// The URL before its signature, with the string to sign and its steps.
  ///
  /// - Throws: as ``presignedURL(for:endpoint:expires:)``.
  public func pendingURL(
    for request: SigningRequest, endpoint: Endpoint, expires: UnixTime
  ) throws(SigningError) -> PendingURLV1 {
    try PendingURLV1(request, endpoint: endpoint, expires: expires, token: token)
  }
}
