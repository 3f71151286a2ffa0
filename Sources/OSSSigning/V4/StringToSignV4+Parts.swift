internal import OSSPrimitives

extension StringToSignV4 {
  private static let contentSHA256Line = Bytes("x-oss-content-sha256:UNSIGNED-PAYLOAD\n".utf8)
  private static let datePrefix = Bytes("x-oss-date:".utf8)
  private static let tokenPrefix = Bytes("x-oss-security-token:".utf8)
  private static let unsignedPayload = Bytes("UNSIGNED-PAYLOAD".utf8)

  /// Appends the caller's parameters, with those of signing in their places (V4-QRY, V4-PRE-2).
  static func appendQuery(
    of request: SigningRequest, adding added: [QueryParameter], to buffer: inout Bytes
  ) {
    let query = request.canonicalV4.query
    if added.isEmpty {
      buffer.append(contentsOf: query.text)
    } else {
      query.append(mergedWith: CanonicalQueryV4(added), to: &buffer)
    }
  }

  /// Appends the caller's lines; those of signing take their places among them, and the places of
  /// such lines of the caller (V4-HDR, V4-DATE-3, V4-REQ-4, V4-TOK-1).
  static func appendHeaders(
    of request: SigningRequest, adding added: AddedHeadersV4?, to buffer: inout Bytes
  ) {
    let own = request.canonicalV4.headers
    guard let added else {
      buffer.append(contentsOf: own.lines)
      return
    }
    buffer.append(contentsOf: own.lines[..<own.contentSHA256.lowerBound])
    buffer.append(contentsOf: contentSHA256Line)
    buffer.append(contentsOf: own.lines[own.contentSHA256.upperBound..<own.date.lowerBound])
    buffer.append(contentsOf: datePrefix)
    added.time.civil.append(iso8601BasicTo: &buffer)
    buffer.append(UInt8(ascii: "\n"))
    guard let token = added.securityToken else {
      buffer.append(contentsOf: own.lines[own.date.upperBound...])
      return
    }
    buffer.append(contentsOf: own.lines[own.date.upperBound..<own.securityToken.lowerBound])
    buffer.append(contentsOf: tokenPrefix)
    buffer.append(contentsOf: token)
    buffer.append(UInt8(ascii: "\n"))
    buffer.append(contentsOf: own.lines[own.securityToken.upperBound...])
  }

  /// Appends `UNSIGNED-PAYLOAD`, or what a URL's request says itself (V4-REQ-3, V4-PRE-7, V4-PRE-8).
  static func appendPayload(
    of request: SigningRequest, isURL: Bool, to buffer: inout Bytes
  ) {
    let own = request.canonicalV4.headers
    if isURL, let value = own.contentSHA256Value {
      buffer.append(contentsOf: own.lines[value])
    } else {
      buffer.append(contentsOf: unsignedPayload)
    }
  }
}
