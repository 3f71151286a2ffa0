extension Credentials: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID and whether there is a token; never the secret, never the token.
  public var description: String {
    let token = securityToken == nil ? "no security token" : "a security token"
    return "Credentials(accessKeyID: \(accessKeyID), \(token))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension Credentials: CustomReflectable {
    /// A mirror of the access key ID alone, so that `dump` shows no secret.
    public var customMirror: Mirror {
      Mirror(self, children: ["accessKeyID": accessKeyID])
    }
  }
#endif
