package import OSSPrimitives

extension StepsV4 {
  private static let credentialPrefix = Bytes(" Credential=".utf8)
  private static let additionalPrefix = Bytes(",AdditionalHeaders=".utf8)
  private static let signaturePrefix = Bytes(",Signature=".utf8)

  /// Appends `OSS4-HMAC-SHA256 Credential=…,AdditionalHeaders=…,Signature=` (V4-AUTH-1).
  package static func appendAuthorization(
    _ steps: StepsV4, for request: SigningRequest, of identity: SigningIdentityV4,
    at time: SigningTimeV4, to buffer: inout Bytes
  ) {
    buffer.append(contentsOf: algorithmName)
    buffer.append(contentsOf: credentialPrefix)
    steps.appendCredential(of: identity, at: time, to: &buffer)
    let additionalHeaders = request.canonicalV4.headers.additionalHeaders
    if !additionalHeaders.isEmpty {
      buffer.append(contentsOf: additionalPrefix)
      buffer.append(contentsOf: additionalHeaders)
    }
    buffer.append(contentsOf: signaturePrefix)
  }

  /// Appends the access key ID, a slash and the scope.
  package func appendCredential(
    of identity: SigningIdentityV4, at time: SigningTimeV4, to buffer: inout Bytes
  ) {
    buffer.append(contentsOf: identity.accessKeyID.utf8)
    buffer.append(UInt8(ascii: "/"))
    scope(identity, time, &buffer)
  }

  /// The parameters of a presigned URL but the signature, all of which are signed (V4-PRE-1).
  package static func addedParameters(
    _ steps: StepsV4, for request: SigningRequest, of identity: SigningIdentityV4,
    at time: SigningTimeV4, validFor seconds: Int64
  ) -> [QueryParameter] {
    var credential = Bytes()
    steps.appendCredential(of: identity, at: time, to: &credential)
    var parameters = [
      QueryParameter("x-oss-credential", String(decoding: credential, as: UTF8.self)),
      QueryParameter("x-oss-date", time.time.iso8601Basic),
      QueryParameter("x-oss-expires", String(seconds)),
      QueryParameter("x-oss-signature-version", String(decoding: algorithmName, as: UTF8.self)),
    ]
    let additionalHeaders = request.canonicalV4.headers.additionalHeaders
    if !additionalHeaders.isEmpty {
      let names = String(decoding: additionalHeaders, as: UTF8.self)
      parameters.append(QueryParameter("x-oss-additional-headers", names))
    }
    if let token = identity.securityToken {
      let value = String(decoding: token, as: UTF8.self)
      parameters.append(QueryParameter("x-oss-security-token", value))
    }
    return parameters
  }
}
