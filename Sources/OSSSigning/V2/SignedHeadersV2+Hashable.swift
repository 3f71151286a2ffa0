internal import OSSPrimitives

extension SignedHeadersV2: Hashable {
  /// Whether both add the same bytes; `String` would also equate normalized forms of a token.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.authorization == right.authorization, left.date == right.date else { return false }
    guard let token = left.securityToken, let other = right.securityToken else {
      return left.securityToken == right.securityToken
    }
    return token.hasSameBytes(as: other)
  }

  /// Hashes the bytes of the three.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authorization)
    hasher.combine(date)
    hasher.combine(securityToken == nil)
    securityToken?.hashBytes(into: &hasher)
  }
}
