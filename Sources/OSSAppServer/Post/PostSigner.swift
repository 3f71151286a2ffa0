public import OSSPrimitives
internal import OSSServices
public import OSSSigning

/// Signs the policies of upload forms, over the same conditions whichever version signs.
///
///     let signer = try PostSigner(credentials, .v4(region: "cn-hangzhou"))
///     let fields = try signer.sign(
///       expiration: end, conditions: [.bucket("photos"), .startsWith("key", "user/")], at: now
///     ).fields
public struct PostSigner: Sendable {
  /// Whose key signs: that of requests.
  package let signer: Signer

  /// Makes a signer of the version chosen, which may be V1 or V4; that the credentials can sign was
  /// checked when they were made (POST-REF-2).
  ///
  /// - Throws: ``PostSignerError``: forms are not signed with V2, and not for a region or a product
  ///   that no scope can hold (POST-REF-3).
  /// - Complexity: O(*n*) in the length of the secret.
  public init(_ credentials: Credentials, _ version: SignatureVersion) throws(PostSignerError) {
    if version == .v2 { throw .formsOfV2 }
    do {
      signer = try Signer(credentials, version)
    } catch {
      throw .invalidScope(error)
    }
  }

  /// The conditions that a policy must have so that OSS takes its signature: none with V1; with V4
  /// they bind the fields (POST-V4-5, POST-V4-8, POST-V4-10, POST-V4-12).
  ///
  /// - Parameter time: the clock, at which the policy will be signed.
  public func conditions(at time: Moment) -> [PostCondition] {
    guard let credential = credential(at: time) else { return [] }
    var conditions: [PostCondition] = [
      .field(PostFields.version, equals: PostFields.versionV4),
      .field(PostFields.credential, equals: credential),
    ]
    if let token { conditions.append(.field(PostFields.token, equals: token)) }
    conditions.append(.field(PostFields.date, equals: time.iso8601Basic))
    return conditions
  }

  /// Writes a policy with these conditions and those of the version, and signs it.
  ///
  /// - Parameters:
  ///   - expiration: the first moment at which OSS no longer takes a form.
  ///   - conditions: what is asked of the form; ``conditions(at:)`` follow them.
  ///   - time: the clock.
  /// - Throws: ``PostPolicyError/noConditions``, ``PostPolicyError/invalidCondition(index:_:)``, or
  ///   ``PostPolicyError/expired(_:)`` for a policy that has ended already.
  /// - Complexity: O(*n*) in the length of the policy.
  public func sign(
    expiration: Moment, conditions: [PostCondition], at time: Moment
  ) throws(PostPolicyError) -> SignedPostForm {
    guard expiration > time else { throw .expired(expiration) }
    let policy = try PostPolicy(
      expiration: expiration, conditions: conditions + self.conditions(at: time))
    return sign(policy.bytes.span, at: time)
  }

  /// Signs a policy, whatever its bytes (POST-POL-2): its base64 text is signed as a string to sign
  /// is (POST-V1-1, POST-V4-3, POST-V4-4).
  ///
  /// - Parameters:
  ///   - policy: the bytes; not one is changed, and OSS gets these. They should ask what
  ///     ``conditions(at:)`` ask.
  ///   - time: the clock, whose day is that of the key of V4; V1 does not look at it.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>, at time: Moment) -> SignedPostForm {
    let text = Base64.encode(policy)
    let string = text.bytes
    let signature = signer.signatureText(of: string.span, at: time)
    var fields =
      if let credential = credential(at: time) {
        // POST-V4-1.
        [
          FormField(PostFields.policy, text),
          FormField(PostFields.version, PostFields.versionV4),
          FormField(PostFields.credential, credential),
          FormField(PostFields.date, time.iso8601Basic),
          FormField(PostFields.signatureV4, signature),
        ]
      } else {
        // POST-V1-2.
        [
          FormField(PostFields.accessKeyID, signer.identity.accessKeyID ?? ""),
          FormField(PostFields.policy, text),
          FormField(PostFields.signature, signature),
        ]
      }
    // POST-V1-3, POST-V4-7.
    if let token { fields.append(FormField(PostFields.token, token)) }
    return SignedPostForm(policy: text, signature: signature, fields: fields)
  }

  /// The value of the field `x-oss-credential`; nil with V1 (POST-V4-2, POST-V4-11).
  private func credential(at time: Moment) -> String? {
    signer.identity.scope(at: time).map { "\(signer.identity.accessKeyID ?? "")/\($0)" }
  }

  /// The security token, if there is one.
  private var token: String? {
    signer.identity.securityToken.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension PostSigner: Redacted {
  /// Who signs and how; never the secret, never the token.
  public var description: String { "PostSigner(\(signer.identity))" }
}

/// Why there is no signer of upload forms for a version.
public enum PostSignerError: Error, Equatable, Sendable {
  /// The version is V2, with which this package signs no forms.
  case formsOfV2
  /// The region or the product of V4 is one that no scope can hold (POST-REF-3).
  case invalidScope(SigningError)
}

extension PostSignerError: PlainError, CustomStringConvertible {
  /// One sentence that says what is wrong with the version.
  public var description: String {
    switch self {
    case .formsOfV2: "Upload forms are signed with V1 or V4, not with V2."
    case .invalidScope(let error): error.description
    }
  }
}
