public import OSSPrimitives

/// Signs requests with V2: HMAC-SHA256 over the string to sign.
///
/// Legacy: the documents of OSS no longer have a page on it, and its SDKs of the second generation
/// cannot make it. It is here for what still speaks it; new code signs with V4.
///
/// A signer is a value without shared state, so any number of threads may use it at once.
public struct SignerV2: Sendable {
  let accessKeyID: String
  let token: Bytes?
  /// The token as a header delivers it: without outer blanks.
  private let headerToken: Bytes?
  private let key: HMACSHA256Key

  /// Makes a signer, with the hash states of the secret computed once.
  ///
  /// - Complexity: two blocks of SHA-256, and O(*n*) in the length of a secret over 64 bytes.
  public init(_ credentials: Credentials) {
    accessKeyID = credentials.accessKeyID
    token = credentials.securityToken
    headerToken = token.map(CanonicalField.trimmed)
    let secret = Bytes(credentials.accessKeySecret.utf8)
    key = HMACSHA256Key(secret.span)
  }

  /// Signs the headers of a request (V2-STS, V2-AUTH).
  ///
  /// - Parameters:
  ///   - request: the request; its additional headers are signed too, if it has them.
  ///   - time: the clock. It is the Date that is sent and signed (V2-DATE-1); a `Date` or
  ///     `x-oss-date` header of the caller does not change it (V2-DATE-2, V2-DATE-3).
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the string.
  public func sign(_ request: SigningRequest, at time: UnixTime) -> SignedHeadersV2 {
    let string = stringToSign(for: request, at: time)
    let signature = signature(of: string.bytes)
    return SignedHeadersV2(
      authorization: authorization(string.additionalHeaders, signature),
      date: string.date, securityToken: headerToken.map { String(decoding: $0, as: UTF8.self) })
  }

  /// `OSS2 AccessKeyId:…,AdditionalHeaders:…,Signature:…`, without the second if there are none
  /// (V2-AUTH-1).
  private func authorization(_ additionalHeaders: String, _ signature: String) -> String {
    let additional =
      additionalHeaders.utf8.isEmpty ? "" : "AdditionalHeaders:\(additionalHeaders),"
    return "OSS2 AccessKeyId:\(accessKeyID),\(additional)Signature:\(signature)"
  }

  /// The string that ``sign(_:at:)`` signs, with its steps.
  ///
  /// - Complexity: as ``sign(_:at:)``.
  public func stringToSign(for request: SigningRequest, at time: UnixTime) -> StringToSignV2 {
    StringToSignV2(request, at: time, token: headerToken)
  }

  /// The base64 text of the signature of a string to sign (V2-SIG-1).
  package func signature(of stringToSign: Bytes) -> String {
    var text = Bytes()
    text.reserveCapacity(44)
    Base64.append(key.authenticationCode(for: stringToSign.span), to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
