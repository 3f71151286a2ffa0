internal import OSSPrimitives

/// Signature version 1, in the order of its pages: the string to sign, and where the signature goes.
enum V1 {
  /// The headers that are sent but the signature, and the string to sign (V1-STS-1, V1-AUTH-1).
  static func headers(
    for request: SigningRequest, of identity: SigningIdentity, at time: Moment
  ) -> (StringToSign, SignedHeaders) {
    var string = StringToSign(reserving: room(for: request, identity.headerToken))
    appendLeadingLines(of: request, to: &string.buffer)
    // The value of `x-oss-date` where the request has one (V1-DATE-1, V1-DATE-2).
    if let date = request.canonicalHeaders.places.date {
      request.canonicalHeaders.append(date, to: &string.buffer)
    } else {
      time.append(rfc1123To: &string.buffer)
    }
    string.buffer.append(ascii: "\n")
    append(request, headerToken: identity.headerToken, queryToken: nil, to: &string)
    let signed = SignedHeaders(
      .v1, given: request.headers, request.canonicalHeaders, token: identity.headerToken, at: time)
    return (string, signed)
  }

  /// A presigned URL but its last parameters, and the string to sign.
  ///
  /// The expiry is on the line of the date, whatever date the headers give (PRE-STS-1, PRE-STS-3,
  /// PRE-STS-4).
  /// A token is signed decoded as a parameter, and not as a header (PRE-TOK-1, PRE-TOK-2,
  /// PRE-TOK-3). Every parameter of the caller is sent encoded, signed or not (PRE-QRY-4,
  /// PRE-QRY-6).
  static func url(
    for request: SigningRequest, at endpoint: Endpoint, of identity: SigningIdentity,
    until end: Moment
  ) throws(SigningError) -> (StringToSign, PresignedURL) {
    try PresignedURL.check(
      request, reserved: reserved,
      token: identity.securityToken == nil ? nil : Subresources.securityToken, hasDate: false)
    var string = StringToSign(reserving: room(for: request, identity.securityToken))
    appendLeadingLines(of: request, to: &string.buffer)
    string.buffer.append(String(end.seconds))
    string.buffer.append(ascii: "\n")
    append(request, headerToken: nil, queryToken: identity.securityToken, to: &string)
    var url = PresignedURL(
      .v1, method: request.method, given: request.headers, request.canonicalHeaders,
      signing: .v1, expires: end)
    endpoint.appendLocation(of: request, to: &url.bytes)
    var separator = UInt8(ascii: "?")
    URLText.append(request.query, after: &separator, to: &url.bytes)
    if let token = identity.securityToken {
      let value = String(decoding: token, as: UTF8.self)
      URLText.append(Subresources.securityToken, value, after: &separator, to: &url.bytes)
    }
    url.bytes.append(separator)
    return (string, url)
  }

  private static let reserved = ["OSSAccessKeyId", "Expires", "Signature"]

  /// About how many bytes the string to sign has.
  static func room(for request: SigningRequest, _ token: Bytes?) -> Int {
    var count = 160 + request.canonicalHeaders.lines.bytes.count + (token?.count ?? 0)
    count += (request.bucket?.utf8.count ?? 0) + (request.key?.utf8.count ?? 0)
    for parameter in request.query {
      count += parameter.name.utf8.count + (parameter.value?.utf8.count ?? 0) + 2
    }
    return count
  }
}

extension V1 {
  /// The method, Content-MD5 and Content-Type; the line of an absent header is empty (V1-STS-2,
  /// V1-STS-3, V2-STS-2). Presigned URLs sign them too (PRE-STS-2, V2-PRE-4).
  static func appendLeadingLines(of request: SigningRequest, to buffer: inout Bytes) {
    buffer.append(request.method)
    buffer.append(ascii: "\n")
    let headers = request.canonicalHeaders
    headers.append(headers.places.contentMD5, to: &buffer)
    buffer.append(ascii: "\n")
    headers.append(headers.places.contentType, to: &buffer)
    buffer.append(ascii: "\n")
  }

  /// Appends what follows the date: the headers and the resource (V1-STS-1), as their UTF-8 bytes
  /// (V1-STS-7).
  private static func append(
    _ request: SigningRequest, headerToken: Bytes?, queryToken: Bytes?,
    to string: inout StringToSign
  ) {
    string.begin()
    appendCanonicalHeaders(of: request, .v1, token: headerToken, to: &string.buffer)
    string.end(.canonicalHeaders)
    string.begin()
    appendCanonicalResource(of: request, token: queryToken, to: &string.buffer)
    string.end(.canonicalResource)
  }

  /// Appends `name:value` and an LF for each signed header, sorted by name (V1-HDR-6, V2-HDR-5).
  ///
  /// A token takes its place among them, and the place of one that the caller gave (V1-TOK-1,
  /// V1-TOK-3, V2-TOK-1).
  static func appendCanonicalHeaders(
    of request: SigningRequest, _ names: SignedNames, token: Bytes?, to buffer: inout Bytes
  ) {
    let headers = request.canonicalHeaders
    var next = 0
    if let token {
      headers.appendLines(
        before: HeaderName.securityToken, from: &next, signing: names, to: &buffer)
      buffer.append(contentsOf: HeaderName.securityToken)
      buffer.append(ascii: ":")
      buffer.append(contentsOf: token)
      buffer.append(ascii: "\n")
    }
    headers.appendLines(from: next, signing: names, to: &buffer)
  }

  /// Appends `/`, `/bucket/` or `/bucket/key` and, after `?`, the signed subresources (V1-RES-1,
  /// V1-RES-2, V1-RES-3). The endpoint has no part in it (V1-RES-5).
  ///
  /// OSS computes the resource from the decoded key, so nothing is percent-encoded here (V1-RES-4).
  private static func appendCanonicalResource(
    of request: SigningRequest, token: Bytes?, to buffer: inout Bytes
  ) {
    buffer.append(ascii: "/")
    if let bucket = request.bucket {
      buffer.append(bucket)
      buffer.append(ascii: "/")
    }
    if let key = request.key { buffer.append(key) }
    let signed = Subresources.signed(of: request.query, token: token)
    for index in signed.indices {
      buffer.append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      buffer.append(contentsOf: signed[index])
    }
  }
}
