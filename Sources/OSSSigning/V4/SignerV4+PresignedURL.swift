public import OSSPrimitives

extension SignerV4 {
  /// Makes a presigned URL (V4-PRE, V4-TOK).
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; its `Content-MD5`, `Content-Type`, `x-oss-`
  ///     headers and additional headers are signed and must be sent with the URL.
  ///   - endpoint: where the bucket is.
  ///   - time: the clock, from which the URL works.
  ///   - seconds: how long it works, from 1 to 604800.
  /// - Throws: ``SigningError/reservedParameter(name:)``, ``SigningError/reservedHeader(name:)``
  ///   or ``SigningError/invalidValidity(seconds:)``.
  /// - Complexity: O(*n* log *n*) in the length of the URL.
  public func presignedURL(
    for request: SigningRequest, endpoint: Endpoint, at time: UnixTime, validFor seconds: Int64
  ) throws(SigningError) -> PresignedURL {
    let pending = try pendingURL(
      for: request, endpoint: endpoint, at: time, validFor: seconds)
    return pending.signed(by: signature(of: pending.stringToSign, at: time))
  }

  /// The URL before its signature, with the string to sign and its steps.
  ///
  /// - Throws: as ``presignedURL(for:endpoint:at:validFor:)``.
  public func pendingURL(
    for request: SigningRequest, endpoint: Endpoint, at time: UnixTime, validFor seconds: Int64
  ) throws(SigningError) -> PendingURLV4 {
    try PendingURLV4(
      request, endpoint: endpoint, of: identity, at: time, validFor: seconds)
  }
}
