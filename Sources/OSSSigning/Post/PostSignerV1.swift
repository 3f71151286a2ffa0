internal import OSSPrimitives

/// Signs the policies of upload forms with V1: HMAC-SHA1 over their base64 text.
///
///     let policy = try PostPolicy(
///       expiration: end, conditions: [.bucket("photos"), .startsWith("key", "user/")])
///     let fields = PostSignerV1(credentials).sign(policy.bytes.span).fields
public struct PostSignerV1: Sendable {
  private let credentials: Credentials
  private let steps: StepsPost

  /// Makes a signer; that the credentials can sign was checked when they were made (POST-REF-2).
  public init(_ credentials: Credentials) { self.init(credentials, steps: .standard) }

  package init(_ credentials: Credentials, steps: StepsPost) {
    self.credentials = credentials
    self.steps = steps
  }

  /// Signs a policy, whatever its bytes (POST-V1-1).
  ///
  /// - Parameter policy: the bytes; not one is changed, and OSS gets these.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>) -> SignedPostForm {
    let text = steps.text(Bytes(copying: policy))
    let signature = steps.signatureV1(Bytes(credentials.accessKeySecret.utf8), text)
    return SignedPostForm(
      policy: String(decoding: text, as: UTF8.self), signature: signature,
      fields: steps.fieldsV1(
        credentials.accessKeyID, credentials.securityToken, text, signature))
  }
}

extension PostSignerV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID; never the secret, never the token.
  public var description: String { "PostSignerV1(accessKeyID: \(credentials.accessKeyID))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
