public import OSSPrimitives
public import OSSSigning

/// Temporary credentials as a server hands them out, with the moment when they end.
///
/// The three parts and the expiry are one value, so that parts of two answers never mix.
/// Nothing that describes it shows the secret or the token.
///
///     let token = try FederationToken(
///       accessKeyID: id, accessKeySecret: secret, securityToken: securityToken,
///       expiration: "2026-11-03T09:52:59Z")
public struct FederationToken: Equatable, Sendable {
  /// The access key ID, its secret and the security token.
  public let credentials: Credentials
  /// The moment when they end; nil where nothing is known of it.
  public let expiration: Moment?

  /// Makes a token of its credentials and the moment when they end.
  public init(_ credentials: Credentials, expiration: Moment?) {
    self.credentials = credentials
    self.expiration = expiration
  }
}

extension FederationToken: Redacted {
  /// The access key ID and the moment of the end; never the secret, never the token.
  public var description: String {
    "FederationToken(\(credentials), \(CredentialText.ending(at: expiration)))"
  }
}

extension FederationToken {
  /// Makes a token of its three texts, as an application has them from its own server.
  ///
  /// Outer white space is dropped, as it is in an answer (TOK-MEM-4).
  ///
  /// - Parameters:
  ///   - accessKeyID: visible ASCII without `:` and `,`.
  ///   - accessKeySecret: the secret.
  ///   - securityToken: the token; temporary credentials have one always.
  ///   - expiration: the moment when they end; nil where nothing is known of it.
  /// - Throws: ``TokenResponseError/emptyMember(_:)`` for a text that is empty without its white
  ///   space (CRED-VAL-2, CRED-VAL-3), ``TokenResponseError/invalidCredentials(_:)`` for one that a
  ///   request cannot carry (CRED-VAL-4). No error shows a secret or a token (CRED-LEAK-6).
  /// - Complexity: O(*n*) in the length of the texts.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String,
    expiration: Moment?
  ) throws(TokenResponseError) {
    self.init(
      try Self.credentials(accessKeyID, accessKeySecret, securityToken), expiration: expiration)
  }

  /// Makes a token of its four texts, the expiration as servers write it.
  ///
  /// - Parameters:
  ///   - accessKeyID: visible ASCII without `:` and `,`.
  ///   - accessKeySecret: the secret.
  ///   - securityToken: the token.
  ///   - expiration: a date and time of RFC 3339, such as `2015-11-03T09:52:59Z`.
  /// - Throws: what the other initializer throws, and
  ///   ``TokenResponseError/invalidTime(member:_:)``.
  /// - Complexity: O(*n*) in the length of the texts.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String, expiration: String
  ) throws(TokenResponseError) {
    let credentials = try Self.credentials(accessKeyID, accessKeySecret, securityToken)
    let name = TokenNames.camelCase.expiration
    let text = try Self.text(expiration, name)
    do {
      self.init(credentials, expiration: try Moment(rfc3339: text))
    } catch {
      throw .invalidTime(member: name, error)
    }
  }

  private static func credentials(
    _ accessKeyID: String, _ accessKeySecret: String, _ securityToken: String
  ) throws(TokenResponseError) -> Credentials {
    let names = TokenNames.camelCase
    let id = try text(accessKeyID, names.accessKeyID)
    let secret = try text(accessKeySecret, names.accessKeySecret)
    let token = try text(securityToken, names.securityToken)
    do {
      return try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token)
    } catch {
      throw .invalidCredentials(error)
    }
  }

  private static func text(
    _ text: String, _ name: String
  ) throws(TokenResponseError) -> String {
    let rest = OuterWhiteSpace.trimmed(text)
    if rest.utf8.isEmpty { throw .emptyMember(name) }
    return rest
  }
}

/// What a provider hands to its callers: credentials, when they end, and which ones they are.
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
