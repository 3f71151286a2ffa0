public import OSSPrimitives
public import OSSSigning

/// What a provider hands to whoever asks: credentials, when they end, and which ones they are.
///
/// It is one value that never changes, so a caller that holds it signs with parts that belong
/// together, whatever the provider fetches meanwhile (CRED-VAL-1).
public struct ProvidedCredentials: Equatable, Sendable {
  /// What to sign with.
  public let credentials: Credentials
  /// The moment when they end; nil where nothing is known of it.
  public let expiration: Moment?
  /// The number of these credentials among those of one provider, counted from 1.
  ///
  /// A caller whose request was rejected names them by it, so that only they are dropped.
  public let generation: Int

  /// Makes the value that a provider hands out.
  ///
  /// - Parameters:
  ///   - credentials: what to sign with.
  ///   - expiration: the moment when they end; nil where nothing is known of it.
  ///   - generation: their number among those of the provider, counted from 1.
  public init(_ credentials: Credentials, expiration: Moment?, generation: Int) {
    self.credentials = credentials
    self.expiration = expiration
    self.generation = generation
  }
}

extension ProvidedCredentials: Redacted {
  /// The access key ID, the generation and the moment of the end; never the secret, never the token.
  ///
  /// The clauses are CRED-LEAK-1, CRED-LEAK-2 and CRED-LEAK-5.
  public var description: String {
    "ProvidedCredentials(\(credentials), generation \(generation), "
      + "\(CredentialText.ending(at: expiration)))"
  }
}

/// Words for the values that hold credentials.
enum CredentialText {
  /// When credentials end, if it is known.
  static func ending(at expiration: Moment?) -> String {
    expiration.map { "expiration \($0)" } ?? "no known expiration"
  }
}
