internal import OSSPrimitives
internal import OSSSigning

extension ProvidedCredentials: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID, the generation and the moment of the end; never the secret, never the token.
  public var description: String {
    "ProvidedCredentials(\(credentials), generation \(generation), "
      + "\(CredentialText.ending(at: expiration)))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension ProvidedCredentials: CustomReflectable {
    /// A mirror of what ``description`` shows, so that `dump` shows no more.
    public var customMirror: Mirror {
      Mirror(
        self,
        children: [
          "credentials": credentials, "generation": generation,
          "expiration": expiration?.milliseconds as Any,
        ])
    }
  }
#endif
