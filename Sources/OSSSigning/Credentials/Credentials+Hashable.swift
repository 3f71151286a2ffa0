internal import OSSPrimitives

extension Credentials {
  /// Whether both sign alike: the same ID, and the same bytes of secret and token.
  ///
  /// `String` would also equate secrets whose bytes differ by Unicode normalization, and those
  /// give different signatures.
  public static func == (left: Self, right: Self) -> Bool {
    left.accessKeyID.hasSameBytes(as: right.accessKeyID)
      && left.accessKeySecret.hasSameBytes(as: right.accessKeySecret)
      && left.securityToken == right.securityToken
  }

  /// Hashes the bytes of the ID, the secret and the token.
  public func hash(into hasher: inout Hasher) {
    accessKeyID.hashBytes(into: &hasher)
    accessKeySecret.hashBytes(into: &hasher)
    hasher.combine(securityToken)
  }
}
