public import OSSPrimitives

/// Signs the policies of upload forms with V4: HMAC-SHA256 over their base64 text, by a key that is
/// good for one day, one region and one product.
public struct PostSignerV4: Sendable {
  /// Whose key signs: the key is derived as for requests.
  private let signer: SignerV4
  private let steps: StepsPost

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
    try SigningIdentityV4.check(region: region, product: product)
    self.init(unchecked: credentials, region: region, product: product, steps: .standard)
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

  /// Makes a signer for a region and a product that nobody checks.
  package init(
    unchecked credentials: Credentials, region: String, product: String, steps: StepsPost
  ) {
    var stepsV4 = StepsV4.standard
    stepsV4.signingKey = steps.signingKeyV4
    signer = SignerV4(unchecked: credentials, region: region, product: product, steps: stepsV4)
    self.steps = steps
  }

  /// The conditions that a policy must have so that OSS takes its V4 signature (POST-V4-5).
  ///
  /// - Parameter time: the clock, at which the policy will be signed.
  public func conditions(at time: UnixTime) -> [PostCondition] {
    steps.conditionsV4(signer.identity, time)
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
    expiration: UnixTime, conditions: [PostCondition], at time: UnixTime
  ) throws(PostPolicyError) -> SignedPostForm {
    let policy = try PostPolicy(
      expiration: expiration, conditions: conditions + self.conditions(at: time), steps: steps)
    return sign(policy.bytes.span, at: time)
  }

  /// Signs a policy, whatever its bytes (POST-V4-3).
  ///
  /// - Parameters:
  ///   - policy: the bytes; not one is changed, and OSS gets these. They should ask what
  ///     ``conditions(at:)`` ask.
  ///   - time: the clock, whose day is that of the key.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>, at time: UnixTime) -> SignedPostForm {
    let text = steps.text(Bytes(copying: policy))
    let signature = steps.signatureV4(signingKey(at: time).bytes, text)
    return SignedPostForm(
      policy: String(decoding: text, as: UTF8.self), signature: signature,
      fields: steps.fieldsV4(signer.identity, time, text, signature))
  }

  /// The key that signs the forms of a day (POST-V4-4).
  package func signingKey(at time: UnixTime) -> SigningKeyV4 { signer.signingKey(at: time) }
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
