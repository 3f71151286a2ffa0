package import OSSPrimitives

/// The steps of a V1 signature, each a function that appends its result to one buffer.
///
/// The steps are members, so that a signer with one known mistake differs in one of them.
package struct StepsV1: Sendable {
  /// Appends the fourth line without its LF: the date of a signed header.
  package var dateLine: @Sendable (SigningRequest, UnixTime, inout Bytes) -> Void
  /// Appends the lines of the `x-oss-` headers, with the token's among them.
  package var canonicalizedHeaders: @Sendable (SigningRequest, Bytes?, inout Bytes) -> Void
  /// Appends the resource, with the token among its subresources if one is given.
  package var canonicalizedResource: @Sendable (SigningRequest, Bytes?, inout Bytes) -> Void
  /// Appends the first three lines, each with its LF.
  package var leadingLines: @Sendable (SigningRequest, inout Bytes) -> Void
  /// Appends the fourth line without its LF: the expiry of a URL.
  package var expiryLine: @Sendable (SigningRequest, UnixTime, inout Bytes) -> Void
  /// The URL of a request without any query.
  package var location: @Sendable (Endpoint, SigningRequest) -> Bytes {
    didSet { changesMoreThanString = true }
  }
  /// Appends parameters to a URL, the first one after the separator given.
  package var parameters: @Sendable ([QueryParameter], inout UInt8, inout Bytes) -> Void {
    didSet { changesMoreThanString = true }
  }
  /// The text of the signature, from the secret and the string to sign; nil for the signer's own
  /// way, which has the secret's hash states ready.
  package var signature: (@Sendable (_ secret: Bytes, _ stringToSign: Bytes) -> String)? {
    didSet { changesMoreThanString = true }
  }
  /// Whether a step was replaced that does not write a part of the string to sign.
  package private(set) var changesMoreThanString = false

  /// The steps as the specification has them.
  package static let standard = StepsV1(
    dateLine: appendDateLine,
    canonicalizedHeaders: appendCanonicalizedHeaders,
    canonicalizedResource: appendCanonicalizedResource,
    leadingLines: appendLeadingLines,
    expiryLine: { $2.append(contentsOf: String($1.seconds).utf8) },
    location: { $0.location(of: $1) },
    parameters: URLText.append)
}

extension StepsV1 {
  /// The string to sign for a signature in the headers.
  package func headerStringToSign(
    _ request: SigningRequest, at time: UnixTime, token: Bytes?
  ) -> StringToSignV1 {
    var buffer = Bytes()
    let ranges = appendHeaderStringToSign(request, at: time, token: token, to: &buffer)
    return StringToSignV1(
      bytes: buffer, headerRange: ranges.headers, resourceRange: ranges.resource)
  }

  /// Appends the string to sign for a signature in the headers; returns where its parts stand.
  package func appendHeaderStringToSign(
    _ request: SigningRequest, at time: UnixTime, token: Bytes?, to buffer: inout Bytes
  ) -> (date: Range<Int>, headers: Range<Int>, resource: Range<Int>) {
    buffer.reserveCapacity(buffer.count + request.byteCountHint + (token?.count ?? 0))
    leadingLines(request, &buffer)
    let dateStart = buffer.count
    dateLine(request, time, &buffer)
    buffer.append(UInt8(ascii: "\n"))
    let headerStart = buffer.count
    canonicalizedHeaders(request, token, &buffer)
    let resourceStart = buffer.count
    canonicalizedResource(request, nil, &buffer)
    return (
      dateStart..<headerStart - 1, headerStart..<resourceStart, resourceStart..<buffer.count
    )
  }

  /// The string to sign for a presigned URL: `Expires` stands where the date stands (PRE-STS-1).
  package func urlStringToSign(
    _ request: SigningRequest, expires: UnixTime, token: Bytes?
  ) -> StringToSignV1 {
    var buffer = Bytes()
    buffer.reserveCapacity(request.byteCountHint + (token?.count ?? 0))
    leadingLines(request, &buffer)
    expiryLine(request, expires, &buffer)
    buffer.append(UInt8(ascii: "\n"))
    let headerStart = buffer.count
    canonicalizedHeaders(request, nil, &buffer)
    let resourceStart = buffer.count
    canonicalizedResource(request, token, &buffer)
    return StringToSignV1(
      bytes: buffer, headerRange: headerStart..<resourceStart,
      resourceRange: resourceStart..<buffer.count)
  }
}

extension StepsV1 {
  /// The method, Content-MD5 and Content-Type; the line of an absent header is empty (V1-STS-2).
  private static func appendLeadingLines(_ request: SigningRequest, to buffer: inout Bytes) {
    buffer.append(contentsOf: request.method.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if let range = request.contentMD5 { buffer.append(contentsOf: request.fields.lines[range]) }
    buffer.append(UInt8(ascii: "\n"))
    if let range = request.contentType { buffer.append(contentsOf: request.fields.lines[range]) }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// The value of `x-oss-date` where the request has one, else the time (V1-DATE-1, V1-DATE-2).
  private static func appendDateLine(
    _ request: SigningRequest, at time: UnixTime, to buffer: inout Bytes
  ) {
    if let range = request.ossDate {
      buffer.append(contentsOf: request.fields.lines[range])
    } else {
      time.append(rfc1123To: &buffer)
    }
  }
}
