internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What signing comes to, as the adapter protocol has it: the result, and every step on the way.
///
/// The reference makes these of the input of a vector, the command line of its flags.
enum SigningAnswers {
  /// Signs the headers of a request; the string to sign of V1 is built once.
  static func headers(
    _ signer: SignerV1, of credentials: Credentials, _ request: SigningRequest, at time: Moment
  ) throws(SigningError) -> Answer {
    let pending = try PendingHeadersV1(
      request, at: time, securityToken: credentials.securityToken?.text)
    let string = pending.stringToSign
    let authorization = signer.authorization(forStringToSign: string.bytes.span)
    let signed = pending.signed(by: authorization)
    return headers(
      authorization.signature, signed.authorization, signed.headers(of: request), stages(string))
  }

  /// Signs the headers of a request with V2.
  static func headers(
    _ signer: SignerV2, _ request: SigningRequest, at time: Moment
  ) -> Answer {
    let signed = signer.sign(request, at: time)
    return headers(
      lastPart(of: signed.authorization, after: ":"), signed.authorization,
      signed.headers(of: request), stages(signer.stringToSign(for: request, at: time)))
  }

  /// Signs the headers of a request with V4.
  static func headers(
    _ signer: SignerV4, _ request: SigningRequest, at time: Moment
  ) -> Answer {
    // The signer keeps the key of the day, as that of an app does (V4-KEY-3).
    let signed = signer.prepared(at: time).sign(request, at: time)
    return headers(
      lastPart(of: signed.authorization, after: "="), signed.authorization,
      signed.headers(of: request),
      stages(signer.stringToSign(for: request, at: time), signer.signingKey(at: time)))
  }

  /// Makes a presigned URL of V1.
  static func url(
    _ signer: SignerV1, _ request: SigningRequest, _ endpoint: Endpoint, expires: Moment
  ) throws(SigningError) -> Answer {
    let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
    let string = pending.stringToSign
    return url(
      pending.signed(by: signer.authorization(forStringToSign: string.bytes.span)),
      stages(string))
  }

  /// Makes a presigned URL of V2.
  static func url(
    _ signer: SignerV2, _ request: SigningRequest, _ endpoint: Endpoint, expires: Moment
  ) throws(SigningError) -> Answer {
    let pending = try signer.pendingURL(for: request, endpoint: endpoint, expires: expires)
    return url(
      pending.signed(by: signer.signature(of: pending.stringToSign.bytes)),
      stages(pending.stringToSign))
  }

  /// Makes a presigned URL of V4.
  static func url(
    _ signer: SignerV4, _ request: SigningRequest, _ endpoint: Endpoint, at time: Moment,
    validFor seconds: Int64
  ) throws(SigningError) -> Answer {
    let pending = try signer.pendingURL(
      for: request, endpoint: endpoint, at: time, validFor: seconds)
    // The signer keeps the key of another day, which must not sign (V4-KEY-3).
    let kept = signer.prepared(at: time.seconds < 86_400 ? .latest : .epoch)
    return url(
      pending.signed(by: kept.signature(of: pending.stringToSign, at: time)),
      stages(pending.stringToSign, signer.signingKey(at: time)))
  }

  /// Signs a string of V1 that somebody else made.
  static func string(_ signer: SignerV1, _ string: Bytes) -> Answer {
    let authorization = signer.authorization(forStringToSign: string.span)
    return Answer(members: [
      "signature": .string(authorization.signature),
      "authorization": .string(authorization.description),
    ])
  }

  /// Signs a string of V4 that somebody else made.
  static func string(_ signer: SignerV4, _ string: Bytes) throws(SigningError) -> Answer {
    let signature = try signer.signature(forStringToSign: string.span)
    return Answer(members: ["signature": .string(signature.text)])
  }

  /// Headers as the protocol has them.
  static func pairs(_ headers: [HeaderField]) -> JSONValue {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
  }

  private static func headers(
    _ signature: String, _ authorization: String, _ headers: [HeaderField], _ stages: JSONObject
  ) -> Answer {
    Answer(
      members: [
        "signature": .string(signature), "authorization": .string(authorization),
        "headers": pairs(headers),
      ], stages: stages)
  }

  private static func url(_ url: PresignedURL, _ stages: JSONObject) -> Answer {
    Answer(
      members: ["signature": .string(url.signature), "url": .string(url.text)], stages: stages)
  }

  /// What follows the last of a mark in an Authorization header: the signature.
  ///
  /// No signature holds a colon, and one in hexadecimal digits no equals sign.
  private static func lastPart(of authorization: String, after mark: Unicode.Scalar) -> String {
    guard let place = authorization.utf8.lastIndex(of: UInt8(ascii: mark)) else { return "" }
    return String(authorization[authorization.utf8.index(after: place)...])
  }

  private static func stages(_ string: StringToSignV1) -> JSONObject {
    [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }

  private static func stages(_ string: StringToSignV2) -> JSONObject {
    [
      "canonicalizedHeaders": .string(string.canonicalizedHeaders),
      "additionalHeaders": .string(string.additionalHeaders),
      "canonicalizedResource": .string(string.canonicalizedResource),
      "stringToSign": .string(string.text),
    ]
  }

  private static func stages(_ string: StringToSignV4, _ key: SigningKeyV4) -> JSONObject {
    [
      "canonicalUri": .string(string.canonicalURI),
      "canonicalQuery": .string(string.canonicalQuery),
      "canonicalHeaders": .string(string.canonicalHeaders),
      "additionalHeaders": .string(string.additionalHeaders),
      "canonicalRequest": .string(string.canonicalRequest),
      "canonicalRequestHash": .string(string.canonicalRequestHash),
      "scope": .string(string.scope),
      "stringToSign": .string(string.text),
      "signingKey": .string(key.hexadecimal),
    ]
  }
}
