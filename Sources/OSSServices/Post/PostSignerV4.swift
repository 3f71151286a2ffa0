public import OSSPrimitives
public import OSSSigning

/// Signs the policies of upload forms with V4: HMAC-SHA256 over their base64 text, by a key that is
/// good for one day, one region and one product.
public struct PostSignerV4: Sendable {
  /// Whose key signs: the key is derived as for requests.
  private let signer: SignerV4

  /// Makes a signer for a region and a product.
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - region: the region of the bucket, such as `cn-hangzhou`, without the `oss-` of host names.
  ///   - product: `oss`, or another product of the service.
  /// - Throws: ``SigningError/invalidRegion(_:)`` or ``SigningError/invalidProduct(_:)``.
  public init(
    _ credentials: Credentials, region: String, product: String = "oss"
  ) throws(SigningError) {
    signer = try SignerV4(credentials, region: region, product: product)
  }

  /// Makes a signer for a CloudBox (V4-SCO-4).
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - cloudBoxID: the ID of the CloudBox, such as `cb-123`.
  /// - Throws: ``SigningError/invalidRegion(_:)`` if it cannot stand in a scope.
  public init(_ credentials: Credentials, cloudBoxID: String) throws(SigningError) {
    try self.init(credentials, region: cloudBoxID, product: "oss-cloudbox")
  }

  /// The conditions that a policy must have so that OSS takes its V4 signature: they bind the fields
  /// (POST-V4-5, POST-V4-8).
  ///
  /// - Parameter time: the clock, at which the policy will be signed.
  public func conditions(at time: Moment) -> [PostCondition] {
    var conditions: [PostCondition] = [
      .field(PostFields.version, equals: PostFields.versionV4),
      .field(PostFields.credential, equals: credential(at: time)),
    ]
    if let token { conditions.append(.field(PostFields.token, equals: token)) }
    conditions.append(.field(PostFields.date, equals: time.iso8601Basic))
    return conditions
  }

  /// Writes a policy with these conditions and its own, and signs it.
  ///
  /// - Parameters:
  ///   - expiration: the first moment at which OSS no longer takes a form.
  ///   - conditions: what is asked of the form; ``conditions(at:)`` follow them.
  ///   - time: the clock.
  /// - Throws: ``PostPolicyError/invalidCondition(index:_:)``.
  /// - Complexity: O(*n*) in the length of the policy.
  public func sign(
    expiration: Moment, conditions: [PostCondition], at time: Moment
  ) throws(PostPolicyError) -> SignedPostForm {
    let policy = try PostPolicy(
      expiration: expiration, conditions: conditions + self.conditions(at: time))
    return sign(policy.bytes.span, at: time)
  }

  /// Signs a policy, whatever its bytes: HMAC-SHA256 over its base64 text (POST-V4-3).
  ///
  /// The fields are those of POST-V4-1 and POST-V4-7.
  ///
  /// - Parameters:
  ///   - policy: the bytes; not one is changed, and OSS gets these. They should ask what
  ///     ``conditions(at:)`` ask.
  ///   - time: the clock, whose day is that of the key.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>, at time: Moment) -> SignedPostForm {
    let text = Base64.encode(policy)
    let string = Bytes(text.utf8)
    let signature = signingKey(at: time).signature(of: string.span).text
    var fields = [
      FormField(PostFields.policy, text),
      FormField(PostFields.version, PostFields.versionV4),
      FormField(PostFields.credential, credential(at: time)),
      FormField(PostFields.date, time.iso8601Basic),
      FormField(PostFields.signatureV4, signature),
    ]
    if let token { fields.append(FormField(PostFields.token, token)) }
    return SignedPostForm(policy: text, signature: signature, fields: fields)
  }

  /// The value of the field `x-oss-credential` (POST-V4-2).
  private func credential(at time: Moment) -> String {
    "\(signer.identity.accessKeyID)/\(signer.identity.scope(at: time))"
  }

  /// The security token, if there is one.
  private var token: String? {
    signer.identity.securityToken.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The key that signs the forms of a day (POST-V4-4).
  package func signingKey(at time: Moment) -> SigningKeyV4 { signer.signingKey(at: time) }
}

extension PostSignerV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID and the scope; never the secret, never the token.
  public var description: String {
    let identity = signer.identity
    return "PostSignerV4(accessKeyID: \(identity.accessKeyID), region: \(identity.region), "
      + "product: \(identity.product))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
