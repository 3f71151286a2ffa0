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
  /// The text is not the body of an error of OSS.
  case invalidErrorBody = "invalid-error-body"
  /// The input lacks a member, has one of the wrong type, or makes no sense as a whole.
  case invalidInput = "invalid-input"
}
