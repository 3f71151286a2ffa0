package import OSSExplain
package import OSSPrimitives

/// A step of the verification, in the order in which OSS takes them.
package enum VerificationStep: String, CaseIterable, Sendable {
  /// The host is an endpoint or a domain of a bucket.
  case host
  /// The signature has all its parts, and each has its form.
  case form
  /// The access key ID is known.
  case key
  /// The date is there and near, and the URL has not ended.
  case time
  /// The token belongs to the key and has not ended.
  case token
  /// The secret makes the signature.
  case signature
  /// The policy of an upload form allows the form.
  case policy
  /// What a request without a signature asks for is public.
  case access
}

/// What the verification of one request found.
package struct Verdict: Sendable {
  /// A step that failed, with the answer that OSS would give for it alone.
  package struct Failure: Sendable {
    /// The step.
    package let step: VerificationStep
    /// The clause of the specification; nil where none is about it.
    package let clause: String?
    /// What is wrong, as one sentence without secrets.
    package let sentence: String
    /// The answer.
    package let refusal: Refusal
  }

  /// What was served although a rule that is open, or no must, says otherwise.
  package struct Note: Hashable, Sendable {
    /// The clause.
    package let clause: String
    /// What the client does, as one sentence.
    package let sentence: String
  }

  /// By whose rules the request is signed; nil for one without a signature.
  package internal(set) var version: SignatureKind?
  /// Whether the URL carries the signature.
  package internal(set) var isURL = false
  /// Whether an upload form carries it.
  package internal(set) var isForm = false
  /// The access key ID; empty without one.
  package internal(set) var accessKeyID = Bytes()
  /// The bucket, the key and where the bucket was found; nil where the host is not known.
  package internal(set) var resource: SentResource?
  /// The region of the bucket.
  package internal(set) var region: String
  /// What the signature proves that is not the right one; nil where it proves nothing.
  var proof: Proof?
  /// What OSS signs; nil without a whole signature.
  package internal(set) var text: SignedText?
  /// All steps that failed, in their order; the first one is answered.
  package internal(set) var failures: [Failure] = []
  /// What was noted of a request that is served.
  package internal(set) var notes: [Note] = []

  /// Whether the request carries no signature, so that it is one of a stranger.
  package var isAnonymous: Bool { version == nil && failures.isEmpty }

  init(region: String) { self.region = region }

  mutating func fail(
    _ step: VerificationStep, _ clause: String?, _ sentence: String, _ refusal: Refusal
  ) {
    failures.append(Failure(step: step, clause: clause, sentence: sentence, refusal: refusal))
  }
}

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

extension KnownKey {
  /// What is wrong with the token of a request; nil where nothing is.
  ///
  /// - Parameters:
  ///   - sent: the token; nil where none was sent.
  ///   - clause: the one that says where the token is.
  func fault(ofToken sent: Bytes?, at now: Moment, clause: String) -> Verdict.Failure? {
    guard let token else {
      if sent == nil { return nil }
      return Verdict.Failure(
        step: .token, clause: nil, sentence: "A token was sent with a key that has none.",
        refusal: Refusal(
          403, "SecurityTokenNotSupported", "The security token is not supported by this key."))
    }
    guard let sent else {
      return Verdict.Failure(
        step: .token, clause: clause,
        sentence: "The key has a token, and none was sent where OSS reads it.",
        refusal: .unknownKey(
          id, adding: " The Security Token may be lost to specify that it is a STS Access Id.",
          ec: "0002-00000003"))
    }
    if sent != token.text {
      return Verdict.Failure(
        step: .token, clause: clause, sentence: "The token is not that of the key.",
        refusal: .invalidToken)
    }
    guard let end = token.end, end <= now else { return nil }
    return Verdict.Failure(
      step: .token, clause: nil,
      sentence: "The token ended at \(end.iso8601), and it is \(now.iso8601).",
      refusal: .expiredToken(sent))
  }
}
