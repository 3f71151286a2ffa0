public import OSSPrimitives

/// Who signs and how: all that a signature needs but the secret.
///
/// An app that has its requests signed elsewhere makes one of these; a ``Signer`` has one.
///
///     let identity = try SigningIdentity(accessKeyID: id, .v4(region: "cn-hangzhou"))
///     let unsigned = try identity.headers(for: request, at: now)
///     let answer = try await server.sign(unsigned.stringToSign.text)
///     let headers = try unsigned.signed(by: Signature(answer)).headers
public struct SigningIdentity: Sendable {
  /// The access key ID, which is sent with each request; with V1 it may be left to the server that
  /// signs.
  public let accessKeyID: String?
  /// Which signature is made.
  public let version: SignatureVersion
  /// The UTF-8 bytes of the security token; nil for a long-term key pair.
  package let securityToken: Bytes?
  /// The token as a header delivers it: without outer blanks.
  let headerToken: Bytes?
  /// What V4 signs for; nil with other versions.
  let scope: CredentialScope?

  /// Makes an identity that can be signed for.
  ///
  /// - Parameters:
  ///   - accessKeyID: visible ASCII without `:` and `,` (V1-REF-3). V1 does without it: the server's
  ///     answer names it (V1-AUTH-2), and that name counts. V2 and V4 need it.
  ///   - securityToken: the token of STS; nil and "" both mean no token (V4-TOK-3).
  ///   - version: which signature is made.
  /// - Throws: ``SigningError``, which names the part at fault.
  /// - Complexity: O(*n*) in the length of the parts.
  public init(
    accessKeyID: String? = nil, securityToken: String? = nil, _ version: SignatureVersion
  ) throws(SigningError) {
    if accessKeyID != nil || version != .v1 {
      try Credentials.check(accessKeyID: accessKeyID ?? "")
    }
    let token = try Credentials.checkedToken(securityToken)
    try self.init(accessKeyID: accessKeyID, token: token, version)
  }

  /// Makes an identity of an access key ID and a token that are checked already.
  init(
    accessKeyID: String?, token: Bytes?, _ version: SignatureVersion
  ) throws(SigningError) {
    self.accessKeyID = accessKeyID
    self.version = version
    securityToken = token
    headerToken = token?.trimmingBlanks
    if case .v4(let region, let product) = version {
      scope = try CredentialScope(region: region, product: product)
    } else {
      scope = nil
    }
  }

  /// The scope of what is signed at a time; nil but for V4 (V4-SCO-1).
  package func scope(at time: Moment) -> String? {
    scope.map { scope in
      String(byteCount: 64) { scope.append(at: CivilTime(time), to: &$0) }
    }
  }
}

extension SigningIdentity {
  /// The headers of a request before their signature, and what is to be signed.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock, as for ``Signer/sign(_:at:)``.
  /// - Throws: ``SigningError/invalidAdditionalHeader(_:offset:)`` with V2 and V4.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the request.
  public func headers(
    for request: SigningRequest, at time: Moment
  ) throws(SigningError) -> Unsigned<SignedHeaders> {
    let (string, draft) = try draft(for: request, at: time)
    return Unsigned(stringToSign: string, version: version, draft: draft)
  }

  /// A presigned URL before its signature, and what is to be signed.
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make.
  ///   - endpoint: where the bucket is.
  ///   - now: the clock, as for ``Signer/presign(_:at:now:validFor:)``.
  ///   - span: how long the URL works.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the URL.
  public func url(
    for request: SigningRequest, at endpoint: Endpoint, now: Moment, validFor span: TimeSpan
  ) throws(SigningError) -> Unsigned<PresignedURL> {
    let (string, draft) = try draft(for: request, at: endpoint, now: now, .span(span))
    return Unsigned(stringToSign: string, version: version, draft: draft)
  }

  /// A presigned URL that works up to a moment, before its signature, and what is to be signed.
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make.
  ///   - endpoint: where the bucket is.
  ///   - now: the clock, as for ``Signer/presign(_:at:now:until:)``.
  ///   - end: the last second at which the URL works.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the URL.
  public func url(
    for request: SigningRequest, at endpoint: Endpoint, now: Moment, until end: Moment
  ) throws(SigningError) -> Unsigned<PresignedURL> {
    let (string, draft) = try draft(for: request, at: endpoint, now: now, .until(end))
    return Unsigned(stringToSign: string, version: version, draft: draft)
  }

  func draft(
    for request: SigningRequest, at time: Moment
  ) throws(SigningError) -> (StringToSign, SignedHeaders) {
    try request.service.check(version)
    switch version {
    case .v1: return V1.headers(for: request, of: self, at: time)
    case .v2: return try V2.headers(for: request, of: self, at: time)
    case .v4: return try V4.headers(for: request, of: self, at: time)
    }
  }

  func draft(
    for request: SigningRequest, at endpoint: Endpoint, now: Moment, _ validity: Validity
  ) throws(SigningError) -> (StringToSign, PresignedURL) {
    try request.service.check(version)
    switch version {
    case .v1:
      return try V1.url(for: request, at: endpoint, of: self, until: validity.end(from: now))
    case .v2:
      return try V2.url(for: request, at: endpoint, of: self, until: validity.end(from: now))
    case .v4: return try V4.url(for: request, at: endpoint, of: self, now: now, validity)
    }
  }
}

/// How long a presigned URL works.
enum Validity {
  case span(TimeSpan)
  case until(Moment)

  /// The absolute second that URLs of V1 and V2 carry (PRE-REF-3, V2-REF-4), one that has passed too
  /// (PRE-EXP-1).
  ///
  /// A span that is over already is refused as V4 refuses it, since no clock would tell the caller.
  func end(from now: Moment) throws(SigningError) -> Moment {
    switch self {
    case .until(let end):
      if end.seconds < 0 { throw .invalidExpiry(seconds: end.seconds) }
      return end
    case .span(let span):
      guard span.seconds >= 1, let end = try? now.adding(seconds: span.seconds) else {
        throw .invalidInterval(seconds: span.seconds)
      }
      if end.seconds < 0 { throw .invalidExpiry(seconds: end.seconds) }
      return end
    }
  }

  /// The seconds that URLs of V4 carry, at most seven days of them (V4-PRE-3, V4-REF-5), with a token
  /// too (V4-PRE-4).
  func seconds(from now: Moment) throws(SigningError) -> Int64 {
    let seconds =
      switch self {
      case .span(let span): span.seconds
      case .until(let end): end.seconds - now.seconds
      }
    if !(1...604_800).contains(seconds) { throw .invalidValidity(seconds: seconds) }
    return seconds
  }
}

extension SigningIdentity: Redacted {
  /// The access key ID and the version; never the token.
  public var description: String {
    "SigningIdentity(accessKeyID: \(accessKeyID?.shown ?? "that of the server"), \(version))"
  }
}
