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
