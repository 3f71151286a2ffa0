public import OSSPrimitives

/// A URL presigned with V4 that waits for its signature, made here or elsewhere.
public struct PendingURLV4: Sendable {
  /// The longest time in seconds that a URL can work: seven days (V4-PRE-3).
  public static let longestValidity: Int64 = 604_800
  /// The longest time in seconds that OSS documents for a URL with a security token: twelve hours
  /// (V4-PRE-4).
  ///
  /// Signing does not ask this, for SDKs make longer ones.
  public static let longestValidityWithToken: Int64 = 43_200

  /// What is signed; an app that signs elsewhere hands it out.
  public let stringToSign: StringToSignV4
  private let expires: UnixTime
  /// The URL but the signature.
  private let unsigned: Bytes

  /// Prepares a URL for a signature from elsewhere (V4-PRE).
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; its `Content-MD5`, `Content-Type`, `x-oss-`
  ///     headers and additional headers are signed and must be sent with the URL.
  ///   - endpoint: where the bucket is.
  ///   - identity: the access key ID whose secret will sign, its token, and the scope.
  ///   - time: the clock, from which the URL works.
  ///   - seconds: how long it works, from 1 to 604800.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the length of the URL.
  public init(
    _ request: SigningRequest, endpoint: Endpoint, of identity: SigningIdentityV4,
    at time: UnixTime, validFor seconds: Int64
  ) throws(SigningError) {
    try Self.check(request, validFor: seconds, token: identity.securityToken)
    let signingTime = SigningTimeV4(time)
    let added = identity.addedParameters(to: request, at: signingTime, validFor: seconds)
    stringToSign = StringToSignV4(request, of: identity, at: signingTime, adding: added)
    expires = (try? time.adding(seconds: seconds)) ?? .latest
    var url = endpoint.location(of: request)
    var separator = UInt8(ascii: "?")
    URLText.append(request.query, after: &separator, to: &url)
    URLText.append(added, after: &separator, to: &url)
    unsigned = url
  }

  /// The URL, signed by what the signer returned.
  public func signed(by signature: SignatureV4) -> PresignedURL {
    var url = unsigned
    var separator = UInt8(ascii: "&")
    URLText.append(
      QueryParameter("x-oss-signature", signature.text), after: &separator, to: &url)
    return PresignedURL(
      text: String(decoding: url, as: UTF8.self), signature: signature.text, expires: expires)
  }

  /// Refuses a request that cannot be made by a presigned URL (V4-REF-5 to 7).
  private static func check(
    _ request: SigningRequest, validFor seconds: Int64, token: Bytes?
  ) throws(SigningError) {
    if !(1...longestValidity).contains(seconds) { throw .invalidValidity(seconds: seconds) }
    for parameter in request.query {
      for reserved in reservedParameters where parameter.name.utf8.elementsEqual(reserved.utf8) {
        throw .reservedParameter(name: reserved)
      }
      if token != nil, parameter.name.utf8.elementsEqual(tokenName.utf8) {
        throw .reservedParameter(name: tokenName)
      }
    }
    for header in request.headers
    where header.hasName("x-oss-date") || header.hasName("x-oss-security-token") {
      throw .reservedHeader(name: header.name)
    }
  }

  private static let tokenName = "x-oss-security-token"
  private static let reservedParameters = [
    "x-oss-additional-headers", "x-oss-credential", "x-oss-date", "x-oss-expires",
    "x-oss-signature", "x-oss-signature-version",
  ]
}
