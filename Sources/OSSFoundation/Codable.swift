public import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning

/// The members of a token, named as a token server names them.
private enum TokenKey: String, CodingKey {
  case statusCode = "StatusCode"
  case accessKeyID = "AccessKeyId"
  case accessKeySecret = "AccessKeySecret"
  case securityToken = "SecurityToken"
  case expiration = "Expiration"
}

/// A token as a token server answers it, to be kept where the device keeps secrets.
///
/// What is encoded holds the secret in the clear: a Keychain is a place for it, a log or a file is not.
extension FederationToken: Codable {
  /// Reads what ``encode(to:)`` wrote, or the flat answer of a token server.
  ///
  /// - Throws: a `DecodingError`, or a `TokenResponseError`, which shows neither a secret nor a token.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: TokenKey.self)
    let expiration = try members.decodeIfPresent(String.self, forKey: .expiration)
    try self.init(
      accessKeyID: members.decode(String.self, forKey: .accessKeyID),
      accessKeySecret: members.decode(String.self, forKey: .accessKeySecret),
      securityToken: members.decode(String.self, forKey: .securityToken),
      expiration: expiration.map { try Moment(rfc3339: $0) })
  }

  /// Writes the members of a token response.
  public func encode(to encoder: any Encoder) throws {
    let (secret, token) = credentials.revealed()
    var members = encoder.container(keyedBy: TokenKey.self)
    try members.encode(200, forKey: .statusCode)
    try members.encode(credentials.accessKeyID, forKey: .accessKeyID)
    try members.encode(secret, forKey: .accessKeySecret)
    try members.encodeIfPresent(token, forKey: .securityToken)
    try members.encodeIfPresent(expiration?.description, forKey: .expiration)
  }
}
