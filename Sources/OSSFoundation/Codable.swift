public import OSSCredentialProviders
public import OSSCredentials
internal import OSSPrimitives
public import OSSSigning

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

/// The members of a presigned URL, as an app's server sends them to the app.
private enum LinkKey: String, CodingKey {
  case method, url, headers, expires
}

extension Encoder {
  fileprivate func encode(
    _ method: String, _ url: String, _ headers: [HeaderField], expires: Moment
  ) throws {
    var members = container(keyedBy: LinkKey.self)
    try members.encode(method, forKey: .method)
    try members.encode(url, forKey: .url)
    try members.encode(headers.dictionary, forKey: .headers)
    try members.encode(expires.description, forKey: .expires)
  }
}

/// A link as JSON: `{"method": …, "url": …, "headers": {…}, "expires": "2026-11-03T09:52:59Z"}`.
///
/// An app reads it as a `PresignedRequest`. The URL is all that its request needs: send it to one user.
extension PresignedURL: Encodable {
  /// Writes the four members.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(method, url, signedHeaders, expires: expires)
  }
}

/// A link as JSON: `{"method": …, "url": …, "headers": {…}, "expires": "2026-11-03T09:52:59Z"}`.
extension PresignedRequest: Codable {
  /// Reads a link of an app's server; of its limit the end alone is known, and no generation.
  ///
  /// - Throws: a `DecodingError`, or a `TimeError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: LinkKey.self)
    self.init(
      url: try members.decode(String.self, forKey: .url),
      method: try members.decode(String.self, forKey: .method),
      signedHeaders: HeaderField.sorted(
        try members.decode([String: String].self, forKey: .headers)),
      limit: PresignLimit(
        effective: try Moment(rfc3339: members.decode(String.self, forKey: .expires))),
      generation: nil)
  }

  /// Writes the four members.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(method, url, signedHeaders, expires: limit.effective)
  }
}
