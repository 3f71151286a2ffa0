package import OSSPrimitives

/// The key that V4 signs with: made of the secret for one day, one region and one product.
///
/// The value is as secret as what it signs, and worthless on the next day. Its description shows
/// nothing of it.
public struct SigningKeyV4: Sendable {
  /// What the key is good for.
  public let scope: CredentialScopeV4
  /// The bytes of the key.
  package let bytes: Bytes
  let key: HMACSHA256Key

  /// Makes a key that ``digest(by:date:of:)`` gives.
  init(_ digest: SHA256Digest, scope: CredentialScopeV4) {
    self.scope = scope
    bytes = digest.bytes
    key = HMACSHA256Key(digest)
  }

  /// The key in hexadecimal digits of lower case, to be compared with what another signer has.
  public var hexadecimal: String { Hexadecimal.encode(bytes.span) }

  /// Signs bytes, such as a string to sign or a policy (V4-STS-4).
  ///
  /// - Parameter message: the bytes; not one is added or removed.
  /// - Complexity: O(*n*) in the number of bytes.
  public func signature(of message: Span<UInt8>) -> SignatureV4 {
    SignatureV4(key.authenticationCode(for: message))
  }

  /// The bytes of a signing key (V4-KEY-1).
  ///
  /// - Parameters:
  ///   - secretKey: the key that is `aliyun_v4` and the secret.
  ///   - date: the date in eight digits.
  ///   - identity: what has the region and the product.
  static func digest(
    by secretKey: HMACSHA256Key, date: Span<UInt8>, of identity: SigningIdentityV4
  ) -> SHA256Digest {
    let names = identity.scopeEnd.span
    return secretKey.authenticationCode(for: date)
      .authenticationCode(for: names.extracting(identity.regionRange))
      .authenticationCode(for: names.extracting(identity.productRange))
      .authenticationCode(for: names.extracting(identity.terminatorRange))
  }
}
