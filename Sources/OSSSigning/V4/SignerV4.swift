public import OSSPrimitives

/// Signs requests with V4: HMAC-SHA256, by a key that is good for one day, one region and one
/// product.
///
/// Making the key costs more than the signature. So a signer holds the key of one day, once it was
/// prepared for it, and signs for any other day too, only slower. It is a value without shared
/// state: an actor keeps one in a variable, a struct passes a prepared one on.
///
///     var signer = try SignerV4(credentials, region: "cn-hangzhou")
///     signer.prepare(at: now)  // Does nothing if it is prepared for this day.
///     let headers = signer.sign(request, at: now).headers(of: request)
public struct SignerV4: Sendable {
  /// What is signed for: the access key ID, the region and the product.
  public let identity: SigningIdentityV4
  /// The key made of `aliyun_v4` and the secret, with which each signing key begins.
  private let secretKey: HMACSHA256Key
  /// The signing key of the day that the signer was prepared for.
  private var prepared: (day: Int64, key: SigningKeyV4)?

  /// Makes a signer for a region and a product.
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - region: the region of the bucket, such as `cn-hangzhou`, without the `oss-` of host names.
  ///   - product: `oss`, or another product of the service.
  /// - Throws: ``SigningError/invalidRegion(_:)`` or ``SigningError/invalidProduct(_:)``.
  /// - Complexity: two blocks of SHA-256, and O(*n*) in the length of a secret over 55 bytes.
  public init(
    _ credentials: Credentials, region: String, product: String = "oss"
  ) throws(SigningError) {
    identity = try SigningIdentityV4(
      accessKeyID: credentials.accessKeyID, token: credentials.securityToken, region: region,
      product: product)
    let key = Bytes("aliyun_v4".utf8) + Bytes(credentials.accessKeySecret.utf8)
    secretKey = HMACSHA256Key(key.span)
  }

  /// Makes a signer for a CloudBox (V4-SCO-4).
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - cloudBoxID: the ID of the CloudBox, such as `cb-123`.
  /// - Throws: ``SigningError/invalidRegion(_:)`` if it cannot stand in a scope.
  public init(_ credentials: Credentials, cloudBoxID: String) throws(SigningError) {
    try self.init(credentials, region: cloudBoxID, product: "oss-cloudbox")
  }
}

extension SignerV4 {
  /// Makes the signing key of the day of a time and keeps it, unless it is there already (V4-KEY-3).
  ///
  /// Call it before each signature, or when the day begins: on the same day it costs a comparison.
  /// - Complexity: about 16 blocks of SHA-256 on a new day.
  public mutating func prepare(at time: UnixTime) {
    if isPrepared(at: time) { return }
    let day = CredentialScopeV4.day(of: time)
    prepared = (day, makeKey(ofDay: day))
  }

  /// Whether the signer has the signing key of the day of a time.
  public func isPrepared(at time: UnixTime) -> Bool {
    prepared?.day == CredentialScopeV4.day(of: time)
  }

  /// The same signer, prepared for the day of a time.
  public func prepared(at time: UnixTime) -> SignerV4 {
    var signer = self
    signer.prepare(at: time)
    return signer
  }

  /// The signing key of the day of a time: the prepared one if it is of this day, else a new one.
  public func signingKey(at time: UnixTime) -> SigningKeyV4 {
    let day = CredentialScopeV4.day(of: time)
    if let prepared, prepared.day == day { return prepared.key }
    return makeKey(ofDay: day)
  }

  private func makeKey(ofDay day: Int64) -> SigningKeyV4 {
    let scope = CredentialScopeV4(day: day, of: identity)
    let date = Bytes(scope.date.utf8)
    return SigningKeyV4(
      SigningKeyV4.digest(by: secretKey, date: date.span, of: identity), scope: scope)
  }

  /// The code of a message by the signing key of a time, which is not stored anywhere.
  private func authenticationCode(
    for message: Span<UInt8>, at time: SigningTimeV4
  ) -> SHA256Digest {
    let day = CredentialScopeV4.day(of: time.time)
    // Asked for in place: the value is large, and a copy would cost.
    if prepared?.day == day, let code = prepared?.key.key.authenticationCode(for: message) {
      return code
    }
    var date = Bytes()
    time.civil.append(iso8601BasicDateTo: &date)
    return SigningKeyV4.digest(by: secretKey, date: date.span, of: identity)
      .authenticationCode(for: message)
  }
}

extension SignerV4 {
  /// Signs the headers of a request (V4-STS, V4-AUTH).
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock. It is the `x-oss-date` that is sent and signed, and its day is that of
  ///     the signing key; an `x-oss-date` of the caller does not change it (V4-DATE-3).
  /// - Complexity: O(*n*) in the length of the canonical request; about 16 blocks of SHA-256 more
  ///   on a day that the signer is not prepared for.
  public func sign(_ request: SigningRequest, at time: UnixTime) -> SignedHeadersV4 {
    let signingTime = SigningTimeV4(time)
    let string = StringToSignV4(request, of: identity, at: signingTime)
    let code = authenticationCode(
      for: string.buffer.span.extracting(string.layout.string), at: signingTime)
    var authorization = Bytes()
    authorization.reserveCapacity(256)
    identity.appendAuthorization(for: request, at: signingTime, to: &authorization)
    code.append(hexadecimalTo: &authorization)
    return SignedHeadersV4(
      authorization: String(decoding: authorization, as: UTF8.self), time: time,
      securityToken: identity.headerTokenText)
  }

  /// The string that ``sign(_:at:)`` signs, with its steps.
  ///
  /// - Complexity: O(*n*) in the length of the canonical request.
  public func stringToSign(for request: SigningRequest, at time: UnixTime) -> StringToSignV4 {
    StringToSignV4(request, of: identity, at: SigningTimeV4(time))
  }

  /// The signature of a string to sign, made at a time (V4-STS-4).
  package func signature(of string: StringToSignV4, at time: UnixTime) -> SignatureV4 {
    let bytes = string.buffer.span.extracting(string.layout.string)
    return SignatureV4(authenticationCode(for: bytes, at: SigningTimeV4(time)))
  }
}
