public import OSSPrimitives

/// The string to sign of V1, with the place of each step in it.
///
/// The canonicalized headers and the canonicalized resource are parts of the string, so that
/// showing them costs nothing.
public struct StringToSignV1: Sendable {
  /// The bytes that are signed: UTF-8, lines ended by LF, none at the end.
  public let bytes: Bytes
  /// The fourth line without its LF: the date, or the expiry of a URL.
  let fourthLine: Range<Int>
  package let headerRange: Range<Int>
  package let resourceRange: Range<Int>

  /// The string as text, as an app sends it to a server that signs.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of the `x-oss-` headers, each with its LF; empty if there are none.
  public var canonicalizedHeaders: String {
    String(decoding: bytes[headerRange], as: UTF8.self)
  }

  /// The bucket, the key and the signed subresources.
  public var canonicalizedResource: String {
    String(decoding: bytes[resourceRange], as: UTF8.self)
  }
}

extension StringToSignV1 {
  /// The string to sign of a request whose headers carry the signature (V1-STS).
  ///
  /// Needs no secret: this is what an app hands out when the secret lives on its server.
  /// - Parameters:
  ///   - request: the request.
  ///   - time: the clock; the Date line unless the request has `x-oss-date`.
  ///   - securityToken: the token that will be sent with it; nil and "" mean none.
  /// - Throws: ``SigningError/invalidSecurityToken(byte:offset:)``.
  public init(
    _ request: SigningRequest, at time: UnixTime, securityToken: String? = nil
  ) throws(SigningError) {
    let token = try Credentials.checkedToken(securityToken).map(CanonicalField.trimmed)
    self.init(request, at: time, token: token)
  }

  /// The same with the token as its header delivers it.
  init(_ request: SigningRequest, at time: UnixTime, token: Bytes?) {
    self.init(request, headerToken: token, queryToken: nil) { line in
      // The value of `x-oss-date` where the request has one (V1-DATE-1, V1-DATE-2).
      if let range = request.ossDate {
        line.append(contentsOf: request.fields.lines[range])
      } else {
        time.append(rfc1123To: &line)
      }
    }
  }

  /// The string to sign of a presigned URL: `Expires` stands where the date stands (PRE-STS-1).
  init(_ request: SigningRequest, expires: UnixTime, token: Bytes?) {
    self.init(request, headerToken: nil, queryToken: token) { line in
      line.append(contentsOf: String(expires.seconds).utf8)
    }
  }

  private init(
    _ request: SigningRequest, headerToken: Bytes?, queryToken: Bytes?,
    _ appendFourthLine: (inout Bytes) -> Void
  ) {
    var buffer = Bytes()
    let tokenCount = (headerToken ?? queryToken)?.count ?? 0
    buffer.reserveCapacity(request.byteCountHint + tokenCount)
    Self.appendLeadingLines(of: request, to: &buffer)
    let lineStart = buffer.count
    appendFourthLine(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    let headerStart = buffer.count
    Self.appendCanonicalizedHeaders(of: request, token: headerToken, to: &buffer)
    let resourceStart = buffer.count
    Self.appendCanonicalizedResource(of: request, token: queryToken, to: &buffer)
    fourthLine = lineStart..<headerStart - 1
    headerRange = headerStart..<resourceStart
    resourceRange = resourceStart..<buffer.count
    bytes = buffer
  }

  /// The method, Content-MD5 and Content-Type; the line of an absent header is empty (V1-STS-2).
  static func appendLeadingLines(of request: SigningRequest, to buffer: inout Bytes) {
    buffer.append(contentsOf: request.method.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if let range = request.contentMD5 { buffer.append(contentsOf: request.fields.lines[range]) }
    buffer.append(UInt8(ascii: "\n"))
    if let range = request.contentType { buffer.append(contentsOf: request.fields.lines[range]) }
    buffer.append(UInt8(ascii: "\n"))
  }
}
