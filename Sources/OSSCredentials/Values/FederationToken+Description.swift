internal import OSSPrimitives
internal import OSSSigning

extension FederationToken: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID and the moment of the end; never the secret, never the token.
  public var description: String {
    "FederationToken(\(credentials), \(CredentialText.ending(at: expiration)))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension FederationToken: CustomReflectable {
    /// A mirror of what ``description`` shows, so that `dump` shows no more.
    public var customMirror: Mirror {
      Mirror(
        self,
        children: [
          "credentials": credentials, "expiration": expiration?.milliseconds as Any,
        ])
    }
  }
#endif
