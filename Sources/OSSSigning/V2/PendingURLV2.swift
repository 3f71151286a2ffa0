public import OSSPrimitives

/// A URL presigned with V2 before its signature, with the string to sign and its steps.
public struct PendingURLV2: Sendable {
  /// What is signed.
  public let stringToSign: StringToSignV2
  private let expires: UnixTime
  /// The URL but the signature.
  private let unsigned: Bytes

  init(
    _ request: SigningRequest, endpoint: Endpoint, expires: UnixTime, of signer: SignerV2
  ) throws(SigningError) {
    try Self.check(request, expires: expires, token: signer.token)
    let added = StringToSignV2.addedParameters(
      to: request, accessKeyID: signer.accessKeyID, expires: expires, token: signer.token)
    stringToSign = StringToSignV2(request, expires: expires, adding: added)
    self.expires = expires
    var url = endpoint.location(of: request)
    var separator = UInt8(ascii: "?")
    URLText.append(request.query, after: &separator, to: &url)
    URLText.append(added, after: &separator, to: &url)
    unsigned = url
  }

  /// The URL with its signature.
  package func signed(by signature: String) -> PresignedURL {
    var url = unsigned
    var separator = UInt8(ascii: "&")
    URLText.append(
      QueryParameter("x-oss-signature", signature), after: &separator, to: &url)
    return PresignedURL(
      text: String(decoding: url, as: UTF8.self), signature: signature, expires: expires)
  }

  /// Refuses a request that cannot be made by a presigned URL (V2-REF-2, V2-REF-3, V2-REF-4).
  private static func check(
    _ request: SigningRequest, expires: UnixTime, token: Bytes?
  ) throws(SigningError) {
    if expires.seconds < 0 { throw .invalidExpiry(seconds: expires.seconds) }
    for parameter in request.query {
      for reserved in reservedParameters where parameter.name.utf8.elementsEqual(reserved.utf8) {
        throw .reservedParameter(name: reserved)
      }
      if token != nil, parameter.name.utf8.elementsEqual("security-token".utf8) {
        throw .reservedParameter(name: "security-token")
      }
    }
    if let header = request.headers.first(where: { $0.hasName("x-oss-security-token") }) {
      throw .reservedHeader(name: header.name)
    }
  }

  private static let reservedParameters = [
    "x-oss-access-key-id", "x-oss-additional-headers", "x-oss-expires", "x-oss-signature",
    "x-oss-signature-version",
  ]
}

extension SignerV2 {
  /// Makes a presigned URL (V2-PRE, V2-TOK).
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; its `Content-MD5`, `Content-Type`, `x-oss-`
  ///     and additional headers are signed and must be sent with the URL.
  ///   - endpoint: where the bucket is.
  ///   - expires: the last second at which the URL works, 1970 or later.
  /// - Throws: ``SigningError/reservedParameter(name:)``, ``SigningError/reservedHeader(name:)``
  ///   or ``SigningError/invalidExpiry(seconds:)``.
  /// - Complexity: O(*n* log *n*) in the length of the URL.
  public func presignedURL(
    for request: SigningRequest, endpoint: Endpoint, expires: UnixTime
  ) throws(SigningError) -> PresignedURL {
    let pending = try pendingURL(for: request, endpoint: endpoint, expires: expires)
    return pending.signed(by: signature(of: pending.stringToSign.bytes))
  }

  /// The URL before its signature, with the string to sign and its steps.
  ///
  /// - Throws: as ``presignedURL(for:endpoint:expires:)``.
  public func pendingURL(
    for request: SigningRequest, endpoint: Endpoint, expires: UnixTime
  ) throws(SigningError) -> PendingURLV2 {
    try PendingURLV2(request, endpoint: endpoint, expires: expires, of: self)
  }
}
