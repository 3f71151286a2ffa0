internal import OSSPrimitives

/// The key of a V4 signature, derived here for forms alone; signing requests with V4 has its own.
enum PostSigningKeyV4 {
  /// Takes the steps from a secret to the key of one day, region and product (POST-V4-4).
  static func bytes(secret: Bytes, scope: PostScopeV4) -> Bytes {
    var key = Bytes("aliyun_v4".utf8) + secret
    for part in [scope.date, scope.region, scope.product, "aliyun_v4_request"] {
      let message = Bytes(part.utf8)
      key = HMACSHA256Key(key.span).authenticationCode(for: message.span).bytes
    }
    return key
  }
}
