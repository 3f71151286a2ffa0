package import OSSPrimitives

/// The steps of a V4 signature, each a function that appends its result to one buffer.
///
/// The steps are members, so that a signer with one known mistake differs in one of them.
package struct StepsV4: Sendable {
  /// Appends the canonical URI.
  package var uri: @Sendable (SigningRequest, inout Bytes) -> Void
  /// Appends the canonical query: the request's parameters and those that signing adds.
  package var query: @Sendable (SigningRequest, [QueryParameter], inout Bytes) -> Void
  /// Appends the lines of the signed headers, those that signing adds among them; a presigned URL
  /// adds none.
  package var headers: @Sendable (SigningRequest, AddedHeadersV4?, inout Bytes) -> Void
  /// Appends the names of the additional headers.
  package var additionalHeaders: @Sendable (SigningRequest, inout Bytes) -> Void
  /// Appends the sixth part of the canonical request; for a presigned URL if true.
  package var payload: @Sendable (SigningRequest, _ isURL: Bool, inout Bytes) -> Void
  /// Appends the first line of the string to sign without its LF.
  package var algorithm: @Sendable (inout Bytes) -> Void
  /// Appends the second line without its LF.
  package var timestamp: @Sendable (SigningTimeV4, inout Bytes) -> Void
  /// Appends the credential scope, which is the third line and follows the access key ID too.
  package var scope: @Sendable (SigningIdentityV4, SigningTimeV4, inout Bytes) -> Void {
    didSet { changesMoreThanString = true }
  }
  /// The parameters that a presigned URL adds but the signature, with the seconds that it works.
  package var addedParameters:
    @Sendable (StepsV4, SigningRequest, SigningIdentityV4, SigningTimeV4, Int64) -> [QueryParameter]
  {
    didSet { changesMoreThanString = true }
  }
  /// The URL of a request without any query.
  package var location: @Sendable (Endpoint, SigningRequest) -> Bytes {
    didSet { changesMoreThanString = true }
  }
  /// Appends parameters to a URL, the first one after the separator given.
  package var parameters: @Sendable ([QueryParameter], inout UInt8, inout Bytes) -> Void {
    didSet { changesMoreThanString = true }
  }
  /// The text of the canonical request's hash; nil for the signer's own way.
  package var hash: (@Sendable (_ canonicalRequest: Bytes) -> String)?
  /// The signing key, from the secret and the scope; nil for the signer's own way, which has the
  /// secret's hash states ready.
  package var signingKey: (@Sendable (_ secret: Bytes, CredentialScopeV4) -> Bytes)? {
    didSet { changesMoreThanString = true }
  }
  /// The text of the signature, from the signing key and the string to sign; nil for the signer's
  /// own way.
  package var signature: (@Sendable (_ key: Bytes, _ stringToSign: Bytes) -> String)? {
    didSet { changesMoreThanString = true }
  }
  /// Appends the value of the Authorization header up to the signature.
  package var authorization:
    @Sendable (StepsV4, SigningRequest, SigningIdentityV4, SigningTimeV4, inout Bytes) -> Void
  {
    didSet { changesMoreThanString = true }
  }
  /// Whether a step was replaced that does not write a part of the string to sign.
  package private(set) var changesMoreThanString = false

  /// The steps as the specification has them.
  package static let standard = StepsV4(
    uri: { $1.append(contentsOf: $0.canonicalV4.uri) },
    query: appendQuery,
    headers: appendHeaders,
    additionalHeaders: { $1.append(contentsOf: $0.canonicalV4.headers.additionalHeaders) },
    payload: appendPayload,
    algorithm: { $0.append(contentsOf: algorithmName) },
    timestamp: { $0.civil.append(iso8601BasicTo: &$1) },
    scope: appendScope,
    addedParameters: addedParameters,
    location: { $0.location(of: $1) },
    parameters: URLText.append,
    authorization: appendAuthorization)
}

/// What the headers of a request get from signing, the Authorization apart.
package struct AddedHeadersV4: Sendable {
  /// The time that `x-oss-date` tells.
  package let time: SigningTimeV4
  /// The value of `x-oss-security-token`; nil for a long-term key pair.
  package let securityToken: Bytes?
}
