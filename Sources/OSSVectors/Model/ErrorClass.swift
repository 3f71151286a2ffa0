/// Why an input is refused: the closed list that adapters map their SDK's own errors to.
public enum ErrorClass: String, CaseIterable, Hashable, Sendable {
  /// The access key ID is empty or absent.
  case missingAccessKeyID = "missing-access-key-id"
  /// The access key secret is empty or absent.
  case missingSecret = "missing-secret"
  /// The access key ID holds a byte that the protocol cannot carry.
  case invalidAccessKeyID = "invalid-access-key-id"
  /// The security token holds a byte that the protocol cannot carry.
  case invalidSecurityToken = "invalid-security-token"
  /// The method is not an HTTP verb in upper case.
  case invalidMethod = "invalid-method"
  /// The bucket's name holds something that no bucket's name can hold.
  case invalidBucketName = "invalid-bucket-name"
  /// A key is given without the bucket that it is in.
  case missingBucket = "missing-bucket"
  /// OSS cannot hold an object under this key.
  case invalidObjectKey = "invalid-object-key"
  /// A header's name is not a token.
  case invalidHeaderName = "invalid-header-name"
  /// A header's value would break its line.
  case invalidHeaderValue = "invalid-header-value"
  /// A header stands twice and no rule says which one counts.
  case duplicateHeader = "duplicate-header"
  /// A query parameter has no name, or one that cannot be sent.
  case invalidQueryParameter = "invalid-query-parameter"
  /// A query parameter is one that only the signer may set.
  case reservedParameter = "reserved-parameter"
  /// A header is one that only the signer may set.
  case reservedHeader = "reserved-header"
  /// The endpoint has no scheme or host, or has what no endpoint has.
  case invalidEndpoint = "invalid-endpoint"
  /// The way to address the bucket is unknown, or does not fit the endpoint.
  case invalidAddressing = "invalid-addressing"
  /// The time cannot be written in the protocol's format.
  case invalidTime = "invalid-time"
  /// The expiry is not a time that a presigned URL can carry.
  case invalidExpires = "invalid-expires"
  /// The text is not base64.
  case invalidBase64 = "invalid-base64"
  /// What a custom signer returned is not an authorization value.
  case invalidSignerValue = "invalid-signer-value"
  /// The HTTP status of a token response is not 200.
  case tokenHTTPStatus = "token-http-status"
  /// The decoder of an application gave nothing for a token response.
  case tokenNotDecoded = "token-not-decoded"
  /// A token response is not JSON.
  case tokenNotJSON = "token-not-json"
  /// A token response is JSON and no object.
  case tokenNotObject = "token-not-object"
  /// A token response says itself that it is a failure.
  case tokenStatus = "token-status"
  /// A token response lacks a member.
  case tokenMissingMember = "token-missing-member"
  /// A member of a token response is null.
  case tokenNullMember = "token-null-member"
  /// A member of a token response is not text.
  case tokenNonTextMember = "token-non-text-member"
  /// A member of a token response is empty.
  case tokenEmptyMember = "token-empty-member"
  /// The expiration of a token response cannot be read.
  case tokenInvalidTime = "token-invalid-time"
  /// A token response mixes the members of two shapes.
  case tokenTorn = "token-torn"
  /// A token response holds credentials that have expired.
  case tokenExpired = "token-expired"
  /// A custom signer returned neither a value nor an error.
  case missingSignerValue = "missing-signer-value"
  /// A custom signer returned an error.
  case signerFailed = "signer-failed"
  /// The text is not the body of an error of OSS.
  case invalidErrorBody = "invalid-error-body"
  /// The input lacks a member, has one of the wrong type, or makes no sense as a whole.
  case invalidInput = "invalid-input"
}
