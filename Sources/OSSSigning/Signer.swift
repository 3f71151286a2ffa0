public import OSSPrimitives

/// Signs requests.
///
/// Make one for each set of credentials and keep it: the work on the secret is done once, here. A
/// signer is a value without shared state, so any number of threads may use it at once.
///
///     var signer = try Signer(credentials, .v4(region: .cnHangzhou))
///     signer.prepare(at: now)
///     let headers = try signer.sign(request, at: now).headers
///     let url = endpoint.url(for: request)
public struct Signer: Sendable {
  /// Who signs and how, without the secret.
  public let identity: SigningIdentity
  private var key: SigningKey

  /// Makes a signer of the version chosen.
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - version: which signature is made.
  /// - Throws: ``SigningError/invalidRegion(_:)`` or ``SigningError/invalidProduct(_:)``.
  /// - Complexity: O(*n*) in the length of the secret.
  public init(_ credentials: Credentials, _ version: SignatureVersion) throws(SigningError) {
    identity = try SigningIdentity(
      accessKeyID: credentials.accessKeyID, token: credentials.securityToken, version)
    key = SigningKey(credentials.accessKeySecret, version, identity.scope)
  }

  /// Makes what the version needs once a day and keeps it; V1 and V2 need nothing.
  ///
  /// With V4 that is the key of the day (V4-KEY-3), which costs more than a signature. Call it before
  /// each signature, or when the day begins: on the same day it costs a comparison. On another day
  /// the signer makes that day's key for each signature, and keeps none.
  public mutating func prepare(at time: Moment) { key.prepare(at: time) }

  /// Whether the signer has what it needs for the day of a time.
  public func isPrepared(at time: Moment) -> Bool { key.isPrepared(at: time) }
}

extension Signer {
  /// Signs the headers of a request.
  ///
  /// Send them to ``Endpoint/url(for:)``, which encodes path and query as they are signed.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock. It is the date that is sent and signed; a `Date` header of the caller does
  ///     not change it, and with V1 alone an `x-oss-date` does (V1-DATE, V2-DATE, V4-DATE).
  /// - Throws: ``SigningError/invalidAdditionalHeader(_:offset:)`` with V2 and V4.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the request.
  public func sign(
    _ request: SigningRequest, at time: Moment
  ) throws(SigningError) -> SignedHeaders {
    var (string, signed) = try identity.draft(for: request, at: time)
    signed.beginSignature(identity.accessKeyID ?? "")
    key.append(signatureOf: string, at: time, to: &signed.authorizationBytes)
    return signed
  }

  /// Makes a presigned URL that works for a span of time.
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; what is signed of its headers must be sent
  ///     with the URL: ``PresignedURL/signedHeaders``.
  ///   - endpoint: where the bucket is.
  ///   - now: the clock, from which the URL works.
  ///   - span: how long it works, in whole seconds: at least 1, and with V4 at most seven days.
  /// - Throws: ``SigningError``, which names the field at fault: for a span in which no URL works,
  ///   ``SigningError/invalidInterval(seconds:)`` with V1 and V2 and
  ///   ``SigningError/invalidValidity(seconds:)`` with V4.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the URL.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, now: Moment, validFor span: TimeSpan
  ) throws(SigningError) -> PresignedURL {
    try presign(request, at: endpoint, now: now, .span(span))
  }

  /// Makes a presigned URL that works up to a moment.
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make; what is signed of its headers must be sent
  ///     with the URL: ``PresignedURL/signedHeaders``.
  ///   - endpoint: where the bucket is.
  ///   - now: the clock, from which a URL of V4 works; V1 and V2 do not look at it.
  ///   - end: the last second at which the URL works, 1970 or later. With V4 it is at most seven days
  ///     later than `now`; with V1 and V2 it may have passed already.
  /// - Throws: ``SigningError``, which names the field at fault.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the URL.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, now: Moment, until end: Moment
  ) throws(SigningError) -> PresignedURL {
    try presign(request, at: endpoint, now: now, .until(end))
  }

  private func presign(
    _ request: SigningRequest, at endpoint: Endpoint, now: Moment, _ validity: Validity
  ) throws(SigningError) -> PresignedURL {
    var (string, url) = try identity.draft(for: request, at: endpoint, now: now, validity)
    url.beginSignature(identity.accessKeyID ?? "")
    key.append(signatureOf: string, at: now, to: &url.bytes)
    url.endSignature()
    return url
  }
}

// The server's half of signing elsewhere.
extension Signer {
  /// Signs a string that an app sent (V1-REM-1, V4-REM-1).
  ///
  /// - Parameter stringToSign: the bytes as the app handed them out; not one is added or removed.
  /// - Returns: what the app is given back.
  /// - Throws: ``SigningError/foreignStringToSign`` if the bytes are not a string to sign for this
  ///   signer's region and product: a server signs nothing else. V1 and V2 sign anything.
  /// - Complexity: O(*n*) in the length of the string.
  public func signature(of stringToSign: Span<UInt8>) throws(SigningError) -> Signature {
    var text = Bytes()
    switch key {
    case .v1:
      text.append("OSS \(identity.accessKeyID ?? ""):")
      key.append(codeOf: stringToSign, at: .epoch, to: &text)
    case .v2: key.append(codeOf: stringToSign, at: .epoch, to: &text)
    case .v4:
      let time = try readTime(of: stringToSign)
      key.append(codeOf: stringToSign, at: time, to: &text)
    }
    return Signature(String(decoding: text, as: UTF8.self))
  }

  /// Signs a string that an app sent, as its UTF-8 bytes (V1-REM-1, V4-REM-1).
  ///
  /// - Parameter stringToSign: the text as the app handed it out.
  /// - Returns: what the app is given back.
  /// - Throws: as for the bytes.
  /// - Complexity: O(*n*) in the length of the string.
  public func signature(of stringToSign: String) throws(SigningError) -> Signature {
    let bytes = stringToSign.bytes
    return try signature(of: bytes.span)
  }

  /// The time in a string to sign of V4, if its scope is that of this signer (V4-REM-1).
  private func readTime(of stringToSign: Span<UInt8>) throws(SigningError) -> Moment {
    let bytes = Bytes(copying: stringToSign)
    let lines = bytes[...].pieces(at: "\n")
    guard lines.count == 4, lines[0].isText(V4.algorithm),
      let time = try? Moment(iso8601Basic: String(decoding: lines[1], as: UTF8.self)),
      let scope = identity.scope(at: time), lines[2].isText(scope),
      (try? Signature(String(decoding: lines[3], as: UTF8.self)).read(as: identity.version)) != nil
    else { throw .foreignStringToSign }
    return time
  }
}

// What forms and reports need.
extension Signer {
  /// The text of the signature of bytes, such as those of a policy: base64, or hexadecimal digits.
  package func signatureText(of message: Span<UInt8>, at time: Moment) -> String {
    String(byteCount: 64) { key.append(codeOf: message, at: time, to: &$0) }
  }

  /// The key that V4 signs with on the day of a time, in hexadecimal digits; nil but for V4.
  package func signingKey(at time: Moment) -> String? {
    guard case .v4(let key) = key else { return nil }
    return key.signingKey(at: time).hexadecimal
  }
}

extension Signer: Redacted {
  /// Who signs and how; never a key, never the token.
  public var description: String { "Signer(\(identity))" }
}
