internal import OSSPrimitives

/// Signature version 4, in the order of its pages: the canonical request, the string to sign, and
/// where the signature goes.
enum V4 {
  /// The name of the algorithm, which is also the version in a presigned URL and in a form.
  static let algorithm = "OSS4-HMAC-SHA256"
  private static let unsignedPayload = "UNSIGNED-PAYLOAD"

  /// The headers that are sent but the signature, and the string to sign (V4-STS, V4-AUTH).
  ///
  /// One moment is the header, the second line of the string and the date of the scope (V4-DATE-2).
  static func headers(
    for request: SigningRequest, of identity: SigningIdentity, at time: Moment
  ) throws(SigningError) -> (StringToSign, SignedHeaders) {
    let names = try SignedNames(
      .v4, request.additionalHeaders, of: request.canonicalHeaders,
      addsToken: identity.headerToken != nil)
    let civil = CivilTime(time)
    var query = EncodedQuery(request.query)
    query.sort()
    let token = identity.headerToken
    var string = StringToSign(reserving: room(for: request, query) + (token?.count ?? 0))
    appendPath(of: request, query, in: identity.scope, to: &string)
    string.begin()
    appendHeaders(of: request, names, at: civil, token: token, to: &string.buffer)
    string.end(.canonicalHeaders)
    appendNames(names, to: &string)
    string.buffer.append(unsignedPayload)
    appendString(of: identity, at: civil, to: &string)
    var signed = SignedHeaders(
      .v4, given: request.headers, request.canonicalHeaders, token: identity.headerToken, at: time)
    appendAuthorization(of: identity, names, at: civil, to: &signed.authorizationBytes)
    return (string, signed)
  }

  /// A presigned URL but its signature, and the string to sign: what is added to the query is
  /// signed with the caller's parameters, and no header is added (V4-TOK-2, V4-PRE-1, V4-PRE-2,
  /// V4-PRE-6, V4-PRE-10).
  static func url(
    for request: SigningRequest, at endpoint: Endpoint, of identity: SigningIdentity, now: Moment,
    _ validity: Validity
  ) throws(SigningError) -> (StringToSign, PresignedURL) {
    let seconds = try validity.seconds(from: now)
    try PresignedURL.check(
      request, reserved: reserved,
      token: identity.securityToken == nil ? nil : "x-oss-security-token", hasDate: true)
    let names = try SignedNames(
      .v4, request.additionalHeaders, of: request.canonicalHeaders, addsToken: false)
    let civil = CivilTime(now)
    var query = EncodedQuery(request.query, adding: 6)
    appendParameters(of: identity, names, at: civil, validFor: seconds, to: &query)
    query.sort()
    var string = StringToSign(reserving: room(for: request, query))
    appendPath(of: request, query, in: identity.scope, to: &string)
    string.begin()
    request.canonicalHeaders.appendLines(from: 0, signing: names, to: &string.buffer)
    string.end(.canonicalHeaders)
    appendNames(names, to: &string)
    appendPayload(ofURLOf: request, to: &string.buffer)
    appendString(of: identity, at: civil, to: &string)
    let end = (try? now.adding(seconds: seconds)) ?? .latest
    var url = PresignedURL(
      .v4, method: request.method, given: request.headers, request.canonicalHeaders,
      signing: names, expires: end)
    endpoint.appendLocation(of: request, to: &url.bytes)
    url.bytes.append(ascii: "?")
    url.bytes.append(contentsOf: query.text)
    url.bytes.append("&x-oss-signature=")
    return (string, url)
  }

  /// About how many bytes the canonical request and the string to sign have without a token.
  private static func room(for request: SigningRequest, _ query: EncodedQuery) -> Int {
    let path = 2 + (request.bucket?.utf8.count ?? 0) + 2 * (request.key?.utf8.count ?? 0)
    return 400 + path + query.text.count + request.canonicalHeaders.lines.bytes.count
  }

  private static let reserved = [
    "x-oss-additional-headers", "x-oss-credential", "x-oss-date", "x-oss-expires",
    "x-oss-signature", "x-oss-signature-version",
  ]
}

// The six parts of the canonical request (V4-REQ-1).
extension V4 {
  /// Appends the method, the path and the query, each with its LF, as their UTF-8 bytes (V4-REQ-2,
  /// V4-REQ-5).
  private static func appendPath(
    of request: SigningRequest, _ query: EncodedQuery, in scope: CredentialScope?,
    to string: inout StringToSign
  ) {
    string.buffer.append(request.method)
    string.buffer.append(ascii: "\n")
    string.begin()
    appendURI(of: request, in: scope, to: &string.buffer)
    string.end(.canonicalURI)
    string.buffer.append(ascii: "\n")
    string.begin()
    query.append(to: &string.buffer)
    string.end(.canonicalQuery)
    string.buffer.append(ascii: "\n")
  }

  /// Appends what names the bucket, and the key where there is one (V4-URI-3).
  ///
  /// The key is percent-encoded but for its slashes, and not normalized (V4-URI-4, V4-URI-5). The
  /// endpoint has no part in it (V4-URI-6).
  private static func appendURI(
    of request: SigningRequest, in scope: CredentialScope?, to buffer: inout Bytes
  ) {
    request.appendResource(in: scope?.regionName ?? "", to: &buffer)
    if let key = request.key { PercentEncoding.append(key.utf8, keepingSlash: true, to: &buffer) }
  }

  /// Appends the caller's lines; those of signing take their places among them, and the places of
  /// such lines of the caller (V4-DATE-1, V4-DATE-3, V4-DATE-5, V4-REQ-3, V4-REQ-4, V4-TOK-1,
  /// V4-TOK-4).
  private static func appendHeaders(
    of request: SigningRequest, _ names: SignedNames, at time: CivilTime, token: Bytes?,
    to buffer: inout Bytes
  ) {
    let own = request.canonicalHeaders
    var next = 0
    own.appendLines(before: HeaderName.contentSHA256, from: &next, signing: names, to: &buffer)
    buffer.append("x-oss-content-sha256:UNSIGNED-PAYLOAD\n")
    own.appendLines(before: HeaderName.date, from: &next, signing: names, to: &buffer)
    buffer.append("x-oss-date:")
    time.append(iso8601BasicTo: &buffer)
    buffer.append(ascii: "\n")
    if let token {
      own.appendLines(before: HeaderName.securityToken, from: &next, signing: names, to: &buffer)
      buffer.append("x-oss-security-token:")
      buffer.append(contentsOf: token)
      buffer.append(ascii: "\n")
    }
    own.appendLines(from: next, signing: names, to: &buffer)
  }

  /// Appends the LF after the headers, and the names of the additional ones with an LF (V4-ADD-1).
  private static func appendNames(_ names: SignedNames, to string: inout StringToSign) {
    string.buffer.append(ascii: "\n")
    string.begin()
    names.appendList(to: &string.buffer)
    string.end(.additionalHeaders)
    string.buffer.append(ascii: "\n")
  }

  /// Appends what a URL's request says of its payload, else `UNSIGNED-PAYLOAD` (V4-REQ-3, V4-PRE-7,
  /// V4-PRE-8).
  private static func appendPayload(ofURLOf request: SigningRequest, to buffer: inout Bytes) {
    let headers = request.canonicalHeaders
    if let place = headers.places.contentSHA256 {
      headers.append(place, to: &buffer)
    } else {
      buffer.append(unsignedPayload)
    }
  }
}

// The string to sign, and what is sent.
extension V4 {
  /// Appends the four lines of the string to sign to the canonical request (V4-STS-1, V4-STS-2), the
  /// last of them its hash (V4-STS-3).
  private static func appendString(
    of identity: SigningIdentity, at time: CivilTime, to string: inout StringToSign
  ) {
    string.endCanonicalRequest()
    let digest = SHA256.hash(string.buffer.span)
    string.buffer.append(algorithm)
    string.buffer.append(ascii: "\n")
    time.append(iso8601BasicTo: &string.buffer)
    string.buffer.append(ascii: "\n")
    string.begin()
    identity.scope?.append(at: time, to: &string.buffer)
    string.end(.scope)
    string.buffer.append(ascii: "\n")
    string.begin()
    digest.append(hexadecimalTo: &string.buffer)
    string.end(.canonicalRequestHash)
  }

  /// Appends `OSS4-HMAC-SHA256 Credential=…,AdditionalHeaders=…,Signature=`, without the second
  /// pair if no header is additional (V4-AUTH-1, V4-AUTH-2, V4-AUTH-3).
  private static func appendAuthorization(
    of identity: SigningIdentity, _ names: SignedNames, at time: CivilTime,
    to buffer: inout Bytes
  ) {
    buffer.append(algorithm)
    buffer.append(" Credential=")
    appendCredential(of: identity, at: time, to: &buffer)
    if !names.listed.isEmpty {
      buffer.append(",AdditionalHeaders=")
      names.appendList(to: &buffer)
    }
    buffer.append(",Signature=")
  }

  /// Appends the access key ID, a slash and the scope.
  private static func appendCredential(
    of identity: SigningIdentity, at time: CivilTime, to buffer: inout Bytes
  ) {
    buffer.append(identity.accessKeyID ?? "")
    buffer.append(ascii: "/")
    identity.scope?.append(at: time, to: &buffer)
  }

  /// Appends the parameters of a presigned URL but the signature, all of which are signed
  /// (V4-PRE-1, V4-PRE-2, V4-PRE-5); slashes in them are sent as `%2F` (V4-PRE-9).
  private static func appendParameters(
    of identity: SigningIdentity, _ names: SignedNames, at time: CivilTime,
    validFor seconds: Int64, to query: inout EncodedQuery
  ) {
    query.begin("x-oss-credential")
    appendCredential(of: identity, at: time, to: &query.value)
    query.end()
    query.begin("x-oss-date")
    time.append(iso8601BasicTo: &query.value)
    query.end()
    query.append("x-oss-expires", String(seconds))
    query.append("x-oss-signature-version", algorithm)
    if !names.listed.isEmpty {
      query.begin("x-oss-additional-headers")
      names.appendList(to: &query.value)
      query.end()
    }
    if let token = identity.securityToken {
      query.begin("x-oss-security-token")
      query.value.append(contentsOf: token)
      query.end()
    }
  }
}
