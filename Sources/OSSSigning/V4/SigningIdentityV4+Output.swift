internal import OSSPrimitives

extension SigningIdentityV4 {
  private static let credentialPrefix = Bytes(" Credential=".utf8)
  private static let additionalPrefix = Bytes(",AdditionalHeaders=".utf8)
  private static let signaturePrefix = Bytes(",Signature=".utf8)

  /// Appends `OSS4-HMAC-SHA256 Credential=…,AdditionalHeaders=…,Signature=` (V4-AUTH-1).
  func appendAuthorization(
    for request: SigningRequest, at time: SigningTimeV4, to buffer: inout Bytes
  ) {
    buffer.append(contentsOf: StringToSignV4.algorithmName)
    buffer.append(contentsOf: Self.credentialPrefix)
    appendCredential(at: time, to: &buffer)
    let additionalHeaders = request.canonicalV4.headers.additionalHeaders
    if !additionalHeaders.isEmpty {
      buffer.append(contentsOf: Self.additionalPrefix)
      buffer.append(contentsOf: additionalHeaders)
    }
    buffer.append(contentsOf: Self.signaturePrefix)
  }

  /// Appends the access key ID, a slash and the scope.
  private func appendCredential(at time: SigningTimeV4, to buffer: inout Bytes) {
    buffer.append(contentsOf: accessKeyID.utf8)
    buffer.append(UInt8(ascii: "/"))
    appendScope(at: time, to: &buffer)
  }

  /// Appends the date and what follows it (V4-SCO-1).
  func appendScope(at time: SigningTimeV4, to buffer: inout Bytes) {
    time.civil.append(iso8601BasicDateTo: &buffer)
    buffer.append(contentsOf: scopeEnd)
  }

  /// The parameters of a presigned URL but the signature, all of which are signed (V4-PRE-1).
  func addedParameters(
    to request: SigningRequest, at time: SigningTimeV4, validFor seconds: Int64
  ) -> [QueryParameter] {
    var credential = Bytes()
    appendCredential(at: time, to: &credential)
    var parameters = [
      QueryParameter("x-oss-credential", String(decoding: credential, as: UTF8.self)),
      QueryParameter("x-oss-date", time.time.iso8601Basic),
      QueryParameter("x-oss-expires", String(seconds)),
      QueryParameter(
        "x-oss-signature-version", String(decoding: StringToSignV4.algorithmName, as: UTF8.self)),
    ]
    let additionalHeaders = request.canonicalV4.headers.additionalHeaders
    if !additionalHeaders.isEmpty {
      let names = String(decoding: additionalHeaders, as: UTF8.self)
      parameters.append(QueryParameter("x-oss-additional-headers", names))
    }
    if let token = securityToken {
      let value = String(decoding: token, as: UTF8.self)
      parameters.append(QueryParameter("x-oss-security-token", value))
    }
    return parameters
  }
}
