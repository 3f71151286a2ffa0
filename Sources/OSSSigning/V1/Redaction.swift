// A signer holds a key and a token, and what it makes holds the token too. None of them shows more
// than the access key ID when it is printed, interpolated or logged; what is to be sent is asked
// for by name.

extension SignerV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID; never the key, never the token.
  public var description: String { "SignerV1(accessKeyID: \(accessKeyID))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension StringToSignV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number of bytes; a token may stand among them, so ``text`` is asked for by name.
  public var description: String { "StringToSignV1(\(bytes.count) bytes)" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension SignedHeadersV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value of the Authorization header; never the token.
  public var description: String { "SignedHeadersV1(authorization: \(authorization))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PendingHeadersV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The size of the string that waits for a signature; never the token.
  public var description: String { "PendingHeadersV1(\(stringToSign))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PendingURLV1: CustomStringConvertible, CustomDebugStringConvertible {
  /// The size of the string that waits for a signature; never the token.
  public var description: String { "PendingURLV1(\(stringToSign))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension SignerV1: CustomReflectable {
    /// A mirror without children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension StringToSignV1: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension SignedHeadersV1: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PendingHeadersV1: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  extension PendingURLV1: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
