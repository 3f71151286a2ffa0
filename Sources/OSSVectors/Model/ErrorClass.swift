/// Why an input is refused: the closed list that adapters map their SDK's own errors to.
public enum ErrorClass: String, CaseIterable, Hashable, Sendable {
  /// The access key ID is empty or absent.
  case missingAccessKeyID = "missing-access-key-id"
  /// The access key secret is empty or absent.
  case missingSecret = "missing-secret"
  /// The access key ID holds a byte that the protocol cannot carry.
  case invalidAccessKeyID = "invalid-access-key-id"
  /// The access key secret holds a line end or NUL.
  case invalidSecret = "invalid-secret"
  /// The security token holds a byte that the protocol cannot carry.
  case invalidSecurityToken = "invalid-security-token"
  /// The method is not an HTTP verb in upper case.
  case invalidMethod = "invalid-method"
  /// The bucket's name holds something that no bucket's name can hold.
  case invalidBucketName = "invalid-bucket-name"
  /// The ID of an account is not made of digits.
  case invalidAccountID = "invalid-account-id"
  /// A key is given without the bucket that it is in.
  case missingBucket = "missing-bucket"
  /// OSS cannot hold an object under this key.
  case invalidObjectKey = "invalid-object-key"
  /// A header's name is not a token.
  case invalidHeaderName = "invalid-header-name"
  /// A header's value would break its line.
  case invalidHeaderValue = "invalid-header-value"
  /// A header is there twice and no rule says which one counts.
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
  /// A token response in XML is not XML, or has another root.
  case tokenNotXML = "token-not-xml"
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
  /// The region cannot stand in a credential scope.
  case invalidRegion = "invalid-region"
  /// The product cannot stand in a credential scope.
  case invalidProduct = "invalid-product"
  /// The name of an additional header is one that none of them can have.
  case invalidAdditionalHeader = "invalid-additional-header"
  /// The text is not a string to sign for the region and the product of the signer.
  case invalidStringToSign = "invalid-string-to-sign"
  /// The text is not a policy.
  case invalidPolicy = "invalid-policy"
  /// The policy of an upload form has expired.
  case policyExpired = "policy-expired"
  /// An upload form does not fulfil a condition of its policy.
  case policyConditionFailed = "policy-condition-failed"
  /// An upload form lacks a field.
  case missingFormField = "missing-form-field"
  /// An upload form has a field twice.
  case duplicateFormField = "duplicate-form-field"
  /// A field of an upload form has a value that it cannot have.
  case invalidFormField = "invalid-form-field"
  /// The policy has no condition for a field of the signature.
  case uncoveredFormField = "uncovered-form-field"
  /// The signature of an upload form is too old, or of the future.
  case signatureExpired = "signature-expired"
  /// A parameter is given twice.
  case duplicateParameter = "duplicate-parameter"
  /// The nonce of a call is empty.
  case invalidNonce = "invalid-nonce"
  /// The text is not the ARN of a role.
  case invalidRoleARN = "invalid-role-arn"
  /// The name of a session is too short, too long, or holds what it cannot hold.
  case invalidSessionName = "invalid-session-name"
  /// The duration is shorter than STS allows, or longer than the role does.
  case invalidDuration = "invalid-duration"
  /// The external ID is too short, too long, or holds what it cannot hold.
  case invalidExternalID = "invalid-external-id"
  /// The ARN of an identity provider has another form.
  case invalidProviderARN = "invalid-provider-arn"
  /// The token of an identity provider has another length or byte than it can have.
  case invalidIdentityToken = "invalid-identity-token"
  /// The text is not the name of a LiveChannel.
  case invalidChannelName = "invalid-channel-name"
  /// The text is not the name of a playlist.
  case invalidPlaylistName = "invalid-playlist-name"
  /// A member of a callback is missing, or is one that OSS does not take.
  case invalidCallback = "invalid-callback"
  /// The name of a variable is one that OSS does not take.
  case invalidCallbackVar = "invalid-callback-var"
  /// The URL of a key is missing, or is not one of OSS.
  case invalidKeyURL = "invalid-key-url"
  /// The signature of a callback is missing, or is not that of the key.
  case invalidCallbackSignature = "invalid-callback-signature"
  /// The text is not an RSA key that can verify a callback.
  case invalidPublicKey = "invalid-public-key"
  /// The text is not the body of an error of OSS.
  case invalidErrorBody = "invalid-error-body"
  /// The mode of a profile or of the output of a process is not known.
  case unsupportedMode = "unsupported-mode"
  /// No profile has the name.
  case unknownProfile = "unknown-profile"
  /// The text holds no profiles, or the profile lacks what its mode needs.
  case invalidProfile = "invalid-profile"
  /// No source gives credentials.
  case noCredentials = "no-credentials"
  /// The input lacks a member, has one of the wrong type, or makes no sense as a whole.
  case invalidInput = "invalid-input"
}
