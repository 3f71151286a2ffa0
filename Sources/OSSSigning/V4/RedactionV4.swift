// A signer holds keys and a token, and what it makes holds the token too. None of them shows more
// than the access key ID and the scope when it is printed, interpolated or logged; what is to be
// sent is asked for by name.

extension SignerV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID and the scope; never a key, never the token.
  public var description: String { "SignerV4(\(identity))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension SigningKeyV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The scope; never the key.
  public var description: String { "SigningKeyV4(\(scope))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension SigningIdentityV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID, the region and the product; never the token.
  public var description: String { "SigningIdentityV4(\(accessKeyID), \(region), \(product))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension StringToSignV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number of bytes; a token may stand in the canonical request.
  public var description: String { "StringToSignV4(\(layout.string.count) bytes)" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension SignedHeadersV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value of the Authorization header; never the token.
  public var description: String { "SignedHeadersV4(authorization: \(authorization))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PendingHeadersV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The size of the string that waits for a signature; never the token.
  public var description: String { "PendingHeadersV4(\(stringToSign))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PendingURLV4: CustomStringConvertible, CustomDebugStringConvertible {
  /// The size of the string that waits for a signature; never the token.
  public var description: String { "PendingURLV4(\(stringToSign))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension SignerV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension SigningKeyV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension SigningIdentityV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension StringToSignV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension SignedHeadersV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PendingHeadersV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PendingURLV4: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
