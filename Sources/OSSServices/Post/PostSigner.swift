public import OSSPrimitives
public import OSSSigning

/// A signer of upload forms of either version, over the same conditions.
///
///     let signer = try PostSigner(credentials, .v4(region: "cn-hangzhou"))
///     let fields = try signer.sign(
///       expiration: end, conditions: [.bucket("photos"), .startsWith("key", "user/")], at: now
///     ).fields
public enum PostSigner: Sendable {
  /// Signs with V1.
  case v1(PostSignerV1)
  /// Signs with V4.
  case v4(PostSignerV4)

  /// Makes a signer of the version chosen, which may be V1 or V4.
  ///
  /// - Throws: ``PostSignerError``: forms are not signed with V2, and not for a region or a product
  ///   that no scope can hold.
  /// - Complexity: O(*n*) in the length of the secret.
  public init(_ credentials: Credentials, _ version: SignatureVersion) throws(PostSignerError) {
    switch version {
    case .v1: self = .v1(PostSignerV1(credentials))
    case .v2: throw .formsOfV2
    case .v4(let region, let product):
      do {
        self = .v4(try PostSignerV4(credentials, region: region, product: product))
      } catch {
        throw .invalidScope(error)
      }
    }
  }

  /// The conditions that a policy must have so that OSS takes its signature: none with V1, and
  /// those of POST-V4-5 with V4.
  ///
  /// - Parameter time: the clock, at which the policy will be signed.
  public func conditions(at time: Moment) -> [PostCondition] {
    switch self {
    case .v1: []
    case .v4(let signer): signer.conditions(at: time)
    }
  }

  /// Writes a policy with these conditions and those of the version, and signs it.
  ///
  /// - Parameters:
  ///   - expiration: the first moment at which OSS no longer takes a form.
  ///   - conditions: what is asked of the form; ``conditions(at:)`` follow them.
  ///   - time: the clock.
  /// - Throws: ``PostPolicyError/noConditions`` or ``PostPolicyError/invalidCondition(index:_:)``.
  /// - Complexity: O(*n*) in the length of the policy.
  public func sign(
    expiration: Moment, conditions: [PostCondition], at time: Moment
  ) throws(PostPolicyError) -> SignedPostForm {
    let policy = try PostPolicy(
      expiration: expiration, conditions: conditions + self.conditions(at: time))
    return sign(policy.bytes.span, at: time)
  }

  /// Signs a policy, whatever its bytes (POST-V1-1, POST-V4-3).
  ///
  /// - Parameters:
  ///   - policy: the bytes; not one is changed, and OSS gets these. They should ask what
  ///     ``conditions(at:)`` ask.
  ///   - time: the clock, whose day is that of the key of V4; V1 does not look at it.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>, at time: Moment) -> SignedPostForm {
    switch self {
    case .v1(let signer): signer.sign(policy)
    case .v4(let signer): signer.sign(policy, at: time)
    }
  }
}
