package import OSSPrimitives

/// The steps of a signed upload form.
///
/// The steps are members, so that a signer or a check with one known mistake differs in one of them.
package struct StepsPost: Sendable {
  /// The bytes of a policy, from its expiration and its conditions.
  package var policy: @Sendable (UnixTime, [PostCondition]) -> Bytes
  /// The text that is signed and sent, from the bytes of a policy.
  package var text: @Sendable (Bytes) -> Bytes
  /// The text of a V1 signature, from the secret and the text.
  package var signatureV1: @Sendable (_ secret: Bytes, _ text: Bytes) -> String
  /// The key of a V4 signature, from the secret and the scope; nil for the one that requests are
  /// signed with.
  package var signingKeyV4: (@Sendable (_ secret: Bytes, CredentialScopeV4) -> Bytes)?
  /// The text of a V4 signature, from its key and the text.
  package var signatureV4: @Sendable (_ key: Bytes, _ text: Bytes) -> String
  /// The fields of a V1 signature, from the access key ID, the token, the text and the signature.
  package var fieldsV1: @Sendable (String, Bytes?, Bytes, String) -> [FormField]
  /// The fields of a V4 signature, from who signs, the time, the text and the signature.
  package var fieldsV4: @Sendable (SigningIdentityV4, UnixTime, Bytes, String) -> [FormField]
  /// The conditions that a policy to be signed with V4 has.
  package var conditionsV4: @Sendable (SigningIdentityV4, UnixTime) -> [PostCondition]
  /// Whether bytes with a fault are refused as no policy.
  package var refuses: @Sendable (PostPolicyError) -> Bool
  /// The value that a text of a condition stands for.
  package var value: @Sendable (String) -> String
  /// Whether a policy has expired.
  package var hasExpired: @Sendable (PostPolicy, UnixTime) -> Bool
  /// The faults of the fields that a signed form has.
  package var fieldFaults: @Sendable (PostPolicy, PostForm, UnixTime) -> [PostFormFault]
  /// Whether a condition holds.
  package var holds: @Sendable (PostCondition, PostForm) -> Bool

  /// The steps as the specification has them.
  package static let standard = StepsPost(
    policy: policyBytes,
    text: { Bytes(Base64.encode($0.span).utf8) },
    signatureV1: signatureV1,
    signatureV4: { HMACSHA256Key($0.span).authenticationCode(for: $1.span).hexadecimal },
    fieldsV1: fieldsV1,
    fieldsV4: fieldsV4,
    conditionsV4: conditionsV4,
    refuses: { _ in true },
    value: PostConditionReader.withoutBackslashes,
    hasExpired: { $1 >= $0.expiration },
    fieldFaults: PostFields.faults,
    holds: holds)
}

extension StepsPost {
  /// HMAC-SHA1 over the text, in base64 (POST-V1-1).
  private static func signatureV1(secret: Bytes, text: Bytes) -> String {
    var signature = Bytes()
    Base64.append(HMACSHA1Key(secret.span).authenticationCode(for: text.span), to: &signature)
    return String(decoding: signature, as: UTF8.self)
  }

  /// The fields of V1, in the order of the documents (POST-V1-2, POST-V1-3).
  private static func fieldsV1(
    accessKeyID: String, token: Bytes?, text: Bytes, signature: String
  ) -> [FormField] {
    var fields = [
      FormField(PostFields.accessKeyID, accessKeyID),
      FormField(PostFields.policy, String(decoding: text, as: UTF8.self)),
      FormField(PostFields.signature, signature),
    ]
    if let token {
      fields.append(FormField(PostFields.token, String(decoding: token, as: UTF8.self)))
    }
    return fields
  }

  /// The fields of V4 (POST-V4-1, POST-V4-7).
  private static func fieldsV4(
    identity: SigningIdentityV4, time: UnixTime, text: Bytes, signature: String
  ) -> [FormField] {
    var fields = [
      FormField(PostFields.policy, String(decoding: text, as: UTF8.self)),
      FormField(PostFields.version, PostFields.versionV4),
      FormField(PostFields.credential, identity.formCredential(at: time)),
      FormField(PostFields.date, time.iso8601Basic),
      FormField(PostFields.signatureV4, signature),
    ]
    if let token = identity.securityToken {
      fields.append(FormField(PostFields.token, String(decoding: token, as: UTF8.self)))
    }
    return fields
  }

  /// The conditions that bind the fields of V4 (POST-V4-5, POST-V4-8).
  private static func conditionsV4(
    _ identity: SigningIdentityV4, at time: UnixTime
  ) -> [PostCondition] {
    var conditions: [PostCondition] = [
      .field(PostFields.version, equals: PostFields.versionV4),
      .field(PostFields.credential, equals: identity.formCredential(at: time)),
    ]
    if let token = identity.securityToken {
      let text = String(decoding: token, as: UTF8.self)
      conditions.append(.field(PostFields.token, equals: text))
    }
    conditions.append(.field(PostFields.date, equals: time.iso8601Basic))
    return conditions
  }
}

extension SigningIdentityV4 {
  /// The value of the field `x-oss-credential` (POST-V4-2).
  fileprivate func formCredential(at time: UnixTime) -> String {
    "\(accessKeyID)/\(scope(at: time))"
  }
}
