public import OSSPrimitives

/// The string to sign of V1, with the place of each step in it.
///
/// The canonicalized headers and the canonicalized resource are parts of the string, so that
/// showing them costs nothing.
public struct StringToSignV1: Sendable {
  /// The bytes that are signed: UTF-8, lines ended by LF, none at the end.
  public let bytes: Bytes
  package let headerRange: Range<Int>
  package let resourceRange: Range<Int>

  package init(bytes: Bytes, headerRange: Range<Int>, resourceRange: Range<Int>) {
    self.bytes = bytes
    self.headerRange = headerRange
    self.resourceRange = resourceRange
  }

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
    self = StepsV1.standard.headerStringToSign(request, at: time, token: token)
  }
}
