/// A signed policy: the fields that an upload form carries so that OSS takes it.
public struct SignedPostForm: Hashable, Sendable {
  /// The base64 text of the policy, which is what was signed.
  public let policy: String
  /// The text of the signature: base64 with V1, hexadecimal with V4.
  public let signature: String
  /// Every field that signing adds; the form's own fields and then the file follow.
  public let fields: [FormField]
}

extension SignedPostForm: CustomStringConvertible, CustomDebugStringConvertible {
  /// The signature; never the token, which is one of the fields.
  public var description: String { "SignedPostForm(signature: \(signature))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension SignedPostForm: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
