internal import OSSPrimitives

/// Signature version 2, in the order of its page: the string to sign, and where the signature goes.
enum V2 {
  /// The headers that are sent but the signature, and the string to sign (V2-STS, V2-AUTH).
  ///
  /// The clock is the date that is signed, whatever the caller's headers say (V2-DATE-1,
  /// V2-DATE-2).
  static func headers(
    for request: SigningRequest, of identity: SigningIdentity, at time: Moment
  ) throws(SigningError) -> (StringToSign, SignedHeaders) {
    let names = try SignedNames(
      .v2, request.additionalHeaders, of: request.canonicalHeaders,
      addsToken: identity.headerToken != nil)
    var query = EncodedQuery(request.query)
    var string = StringToSign(reserving: room(for: request, identity.headerToken, query))
    V1.appendLeadingLines(of: request, to: &string.buffer)
    time.append(rfc1123To: &string.buffer)
    string.buffer.append(ascii: "\n")
    append(request, names, token: identity.headerToken, &query, to: &string)
    var signed = SignedHeaders(
      .v2, given: request.headers, request.canonicalHeaders, token: identity.headerToken, at: time)
    appendAuthorization(identity.accessKeyID ?? "", names, to: &signed.authorizationBytes)
    return (string, signed)
  }

  /// A presigned URL but its signature, and the string to sign: the expiry is on the line of the
  /// date (V2-PRE-1), what is added to the query is signed as well (V2-PRE-2), and the URL is
  /// written as one of V1 is (V2-PRE-5).
  static func url(
    for request: SigningRequest, at endpoint: Endpoint, of identity: SigningIdentity,
    until end: Moment
  ) throws(SigningError) -> (StringToSign, PresignedURL) {
    try PresignedURL.check(
      request, reserved: reserved, token: identity.securityToken == nil ? nil : "security-token",
      hasDate: false)
    let names = try SignedNames(
      .v2, request.additionalHeaders, of: request.canonicalHeaders, addsToken: false)
    var query = EncodedQuery(request.query, adding: 5)
    appendParameters(of: identity, names, until: end, to: &query)
    var string = StringToSign(reserving: room(for: request, nil, query))
    V1.appendLeadingLines(of: request, to: &string.buffer)
    string.buffer.append(String(end.seconds))
    string.buffer.append(ascii: "\n")
    append(request, names, token: nil, &query, to: &string)
    var url = PresignedURL(
      .v2, method: request.method, given: request.headers, request.canonicalHeaders,
      signing: names, expires: end)
    endpoint.appendLocation(of: request, to: &url.bytes)
    url.bytes.append(ascii: "?")
    url.bytes.append(contentsOf: query.text)
    url.bytes.append("&x-oss-signature=")
    return (string, url)
  }

  private static func room(
    for request: SigningRequest, _ token: Bytes?, _ query: EncodedQuery
  ) -> Int {
    V1.room(for: request, token) + query.text.count + (request.key?.utf8.count ?? 0)
  }

  private static let reserved = [
    "x-oss-access-key-id", "x-oss-additional-headers", "x-oss-expires", "x-oss-signature",
    "x-oss-signature-version",
  ]
}

extension V2 {
  /// Appends what follows the date: the headers, the additional names, whose line may be empty, and
  /// the resource with all parameters (V2-STS-1, V2-STS-3, V2-RES-3).
  private static func append(
    _ request: SigningRequest, _ names: SignedNames, token: Bytes?, _ query: inout EncodedQuery,
    to string: inout StringToSign
  ) {
    string.begin()
    V1.appendCanonicalHeaders(of: request, names, token: token, to: &string.buffer)
    string.end(.canonicalHeaders)
    string.begin()
    names.appendList(to: &string.buffer)
    string.end(.additionalHeaders)
    string.buffer.append(ascii: "\n")
    query.sort()
    string.begin()
    appendPath(of: request, to: &string.buffer)
    query.append(after: UInt8(ascii: "?"), to: &string.buffer)
    string.end(.canonicalResource)
  }

  /// Appends `/`, the bucket and the key, percent-encoded with their slashes (V2-RES-1, V2-RES-2).
  private static func appendPath(of request: SigningRequest, to buffer: inout Bytes) {
    let start = buffer.count
    buffer.append(ascii: "/")
    if let bucket = request.bucket {
      buffer.append(bucket)
      buffer.append(ascii: "/")
    }
    if let key = request.key { buffer.append(key) }
    PercentEncoding.encode(from: start, keepingSlash: false, in: &buffer)
  }

  /// What presigning adds to the query but the signature (V2-PRE-2, V2-TOK-2).
  private static func appendParameters(
    of identity: SigningIdentity, _ names: SignedNames, until end: Moment,
    to query: inout EncodedQuery
  ) {
    if let token = identity.securityToken {
      query.begin("security-token")
      query.value.append(contentsOf: token)
      query.end()
    }
    query.append("x-oss-signature-version", "OSS2")
    query.append("x-oss-expires", String(end.seconds))
    query.append("x-oss-access-key-id", identity.accessKeyID ?? "")
    if !names.listed.isEmpty {
      query.begin("x-oss-additional-headers")
      names.appendList(to: &query.value)
      query.end()
    }
  }

  /// Appends `OSS2 AccessKeyId:…,AdditionalHeaders:…,Signature:`, without the second if there are
  /// none (V2-AUTH-1).
  private static func appendAuthorization(
    _ accessKeyID: String, _ names: SignedNames, to buffer: inout Bytes
  ) {
    buffer.append("OSS2 AccessKeyId:")
    buffer.append(accessKeyID)
    if !names.listed.isEmpty {
      buffer.append(",AdditionalHeaders:")
      names.appendList(to: &buffer)
    }
    buffer.append(",Signature:")
  }
}
