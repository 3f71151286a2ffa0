// As with V1: what holds a key or a token shows neither when it is printed, interpolated or logged.

extension SignerV2: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID; never the key, never the token.
  public var description: String { "SignerV2(accessKeyID: \(accessKeyID))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension StringToSignV2: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number of bytes; a token may stand among them, so ``text`` is asked for by name.
  public var description: String { "StringToSignV2(\(bytes.count) bytes)" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension SignedHeadersV2: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value of the Authorization header; never the token.
  public var description: String { "SignedHeadersV2(authorization: \(authorization))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PendingURLV2: CustomStringConvertible, CustomDebugStringConvertible {
  /// The size of the string that waits for a signature; never the token.
  public var description: String { "PendingURLV2(\(stringToSign))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension SignerV2: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension StringToSignV2: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension SignedHeadersV2: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PendingURLV2: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
