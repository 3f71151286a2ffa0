internal import OSSSigning

extension FederationToken {
  /// Makes a token of its three texts, as an application has them from its own server.
  ///
  /// Outer white space is dropped, as it is in an answer (TOK-MEM-4).
  ///
  /// - Parameters:
  ///   - accessKeyID: letters, digits, `.`, `_` and `=`.
  ///   - accessKeySecret: the secret.
  ///   - securityToken: the token; temporary credentials have one always.
  ///   - expiration: the moment when they end; nil where nothing is known of it.
  /// - Throws: ``TokenResponseError/emptyMember(_:)`` for a text that is empty without its white
  ///   space, ``TokenResponseError/invalidCredentials(_:)`` for one that a request cannot carry.
  /// - Complexity: O(*n*) in the length of the texts.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String,
    expiration: UnixMilliseconds?
  ) throws(TokenResponseError) {
    let names = TokenNames.camelCase
    let id = try Self.text(accessKeyID, names.accessKeyID)
    let secret = try Self.text(accessKeySecret, names.accessKeySecret)
    let token = try Self.text(securityToken, names.securityToken)
    do {
      self.init(
        try Credentials(accessKeyID: id, accessKeySecret: secret, securityToken: token),
        expiration: expiration)
    } catch {
      throw .invalidCredentials(error)
    }
  }

  /// Makes a token of its four texts, the expiration as servers write it.
  ///
  /// - Parameters:
  ///   - accessKeyID: letters, digits, `.`, `_` and `=`.
  ///   - accessKeySecret: the secret.
  ///   - securityToken: the token.
  ///   - expiration: a date and time of RFC 3339, such as `2015-11-03T09:52:59Z`.
  /// - Throws: what the other initializer throws, and
  ///   ``TokenResponseError/invalidTime(member:_:)``.
  /// - Complexity: O(*n*) in the length of the texts.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String, expiration: String
  ) throws(TokenResponseError) {
    let name = TokenNames.camelCase.expiration
    let text = try Self.text(expiration, name)
    let moment: UnixMilliseconds
    do {
      moment = try UnixMilliseconds(rfc3339: text)
    } catch {
      throw .invalidTime(member: name, error)
    }
    try self.init(
      accessKeyID: accessKeyID, accessKeySecret: accessKeySecret, securityToken: securityToken,
      expiration: moment)
  }

  private static func text(
    _ text: String, _ name: String
  ) throws(TokenResponseError) -> String {
    let rest = OuterWhiteSpace.trimmed(text)
    if rest.utf8.isEmpty { throw .emptyMember(name) }
    return rest
  }
}
