internal import OSSExplain
package import OSSPrimitives

/// An access key that the endpoint knows.
package struct KnownKey: Sendable {
  /// A security token, and when it ends.
  package struct Token: Sendable {
    /// The token.
    package let text: Bytes
    /// The moment from which it is refused; nil for one that does not end.
    package let end: Moment?

    /// Makes a token.
    package init(_ text: Bytes, end: Moment? = nil) { (self.text, self.end) = (text, end) }
  }

  /// The access key ID.
  package let id: Bytes
  /// The access key secret.
  package let secret: Bytes
  /// The token that must be sent with it; nil for a key that lasts.
  package internal(set) var token: Token?
  /// What it may do; nil for everything.
  package let policy: SessionPolicy?

  /// Makes a key.
  package init(id: Bytes, secret: Bytes, token: Token? = nil, policy: SessionPolicy? = nil) {
    (self.id, self.secret, self.token, self.policy) = (id, secret, token, policy)
  }

  /// The key as what explains takes it.
  var given: GivenCredentials {
    GivenCredentials(
      accessKeyID: id.text, accessKeySecret: secret.text, securityToken: token?.text.text)
  }

  /// Whether an access key ID is as one of a real account: `LTAI` and 12 to 26 letters and digits. The
  /// endpoint takes none of those.
  package static func looksReal(_ id: Bytes) -> Bool {
    id.begins(with: "LTAI") && 16...30 ~= id.count && id.allSatisfy { $0.isLetterOrDigit }
  }
}

extension KnownKey: Redacted {
  /// The access key ID; never the secret or the token.
  package var description: String {
    "KnownKey(\(id.text.shown)\(token == nil ? "" : ", with a token"))"
  }
}
