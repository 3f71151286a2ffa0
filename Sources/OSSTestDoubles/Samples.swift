public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

extension FederationToken {
  /// A token whose parts contain its name, so that a test can tell tokens apart.
  ///
  /// - Parameters:
  ///   - name: visible ASCII; the access key ID is `STS.` and the name.
  ///   - expires: the moment when the token ends; nil where nothing is known of it.
  public static func sample(
    _ name: String, expires: Moment?
  ) throws(SigningError) -> FederationToken {
    FederationToken(
      try Credentials(
        accessKeyID: "STS.\(name)", accessKeySecret: "secret-\(name)",
        securityToken: "token-\(name)"), expiration: expires)
  }
}
