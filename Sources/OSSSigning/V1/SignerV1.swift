public import OSSPrimitives

/// Signs requests with V1: HMAC-SHA1 over the string to sign.
///
/// Make one for each set of credentials and keep it: the work on the secret is done once, here.
/// A signer is a value without shared state, so any number of threads may use it at once.
///
///     let credentials = try Credentials(accessKeyID: id, accessKeySecret: secret)
///     let signer = SignerV1(credentials)
///     let request = try SigningRequest(method: "GET", bucket: "photos", key: "a.jpg")
///     let headers = signer.sign(request, at: now).headers(of: request)
public struct SignerV1: Sendable {
  let accessKeyID: String
  let token: Bytes?
  /// The token as a header delivers it: without outer blanks.
  private let headerToken: Bytes?
  private let key: HMACKey<SHA1>
  /// `OSS <access key ID>:`, which every signature follows.
  private let authorizationPrefix: Bytes

  /// Makes a signer, with the hash states of the secret computed once.
  ///
  /// - Complexity: two blocks of SHA-1, and O(*n*) in the length of a secret over 64 bytes.
  public init(_ credentials: Credentials) {
    accessKeyID = credentials.accessKeyID
    token = credentials.securityToken
    headerToken = token.map(CanonicalField.trimmed)
    let secret = Bytes(credentials.accessKeySecret.utf8)
    key = HMACKey<SHA1>(secret.span)
    authorizationPrefix = Bytes("OSS \(credentials.accessKeyID):".utf8)
  }

  /// Signs the headers of a request (V1-STS, V1-SIG, V1-AUTH).
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock. It is the Date that is sent and signed, unless the request has
  ///     `x-oss-date`; a `Date` header of the caller does not change it (V1-DATE-3).
  /// - Complexity: O(*n*) in the length of the string to sign.
  public func sign(_ request: SigningRequest, at time: UnixTime) -> SignedHeadersV1 {
    let string = StringToSignV1(request, at: time, token: headerToken)
    let date =
      request.ossDate == nil
      ? String(decoding: string.bytes[string.fourthLine], as: UTF8.self) : nil
    var authorization = authorizationPrefix
    Base64.append(key.authenticationCode(for: string.bytes.span), to: &authorization)
    return SignedHeadersV1(
      authorization: String(decoding: authorization, as: UTF8.self), date: date,
      securityToken: headerToken.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The string that ``sign(_:at:)`` signs, with its steps.
  ///
  /// - Complexity: O(*n*) in the length of the string to sign.
  public func stringToSign(for request: SigningRequest, at time: UnixTime) -> StringToSignV1 {
    StringToSignV1(request, at: time, token: headerToken)
  }

  /// Signs a given string: the server's half of the self-signed mode (V1-REM-1).
  ///
  /// - Parameter stringToSign: the bytes as the app handed them out; not one is added or removed.
  /// - Returns: the value that the app's custom signer returns.
  /// - Complexity: O(*n*) in the length of the string.
  public func authorization(forStringToSign stringToSign: Span<UInt8>) -> AuthorizationV1 {
    AuthorizationV1(accessKeyID: accessKeyID, signature: signature(of: stringToSign))
  }

  /// Signs a given string, as its UTF-8 bytes (V1-REM-1).
  ///
  /// - Parameter stringToSign: the text as the app handed it out.
  /// - Returns: the value that the app's custom signer returns.
  /// - Complexity: O(*n*) in the length of the string.
  public func authorization(forStringToSign stringToSign: String) -> AuthorizationV1 {
    let bytes = Bytes(stringToSign.utf8)
    return authorization(forStringToSign: bytes.span)
  }

  /// The base64 text of the signature of a string to sign (V1-SIG-1).
  func signature(of stringToSign: Span<UInt8>) -> String {
    var text = Bytes()
    text.reserveCapacity(28)
    Base64.append(key.authenticationCode(for: stringToSign), to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
