internal import OSSPrimitives
public import OSSSigning

/// Signs the policies of upload forms with V1: HMAC-SHA1 over their base64 text.
///
///     let policy = try PostPolicy(
///       expiration: end, conditions: [.bucket("photos"), .startsWith("key", "user/")])
///     let fields = PostSignerV1(credentials).sign(policy.bytes.span).fields
public struct PostSignerV1: Sendable {
  private let credentials: Credentials

  /// Makes a signer; that the credentials can sign was checked when they were made (POST-REF-2).
  public init(_ credentials: Credentials) { self.credentials = credentials }

  /// Signs a policy, whatever its bytes: HMAC-SHA1 over its base64 text, in base64 (POST-V1-1).
  ///
  /// The fields are in the order of the documents (POST-V1-2, POST-V1-3).
  ///
  /// - Parameter policy: the bytes; not one is changed, and OSS gets these.
  /// - Complexity: O(*n*) in the number of bytes.
  public func sign(_ policy: Span<UInt8>) -> SignedPostForm {
    let text = Base64.encode(policy)
    let (key, string) = (Bytes(credentials.accessKeySecret.utf8), Bytes(text.utf8))
    let code = HMACSHA1Key(key.span).authenticationCode(for: string.span).bytes
    let signature = Base64.encode(code.span)
    var fields = [
      FormField(PostFields.accessKeyID, credentials.accessKeyID),
      FormField(PostFields.policy, text),
      FormField(PostFields.signature, signature),
    ]
    if let token = credentials.securityToken {
      fields.append(FormField(PostFields.token, String(decoding: token, as: UTF8.self)))
    }
    return SignedPostForm(policy: text, signature: signature, fields: fields)
  }
}

extension PostSignerV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID; never the secret, never the token.
  public var description: String { "PostSignerV1(accessKeyID: \(credentials.accessKeyID))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
