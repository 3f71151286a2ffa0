internal import OSSCredentials
internal import OSSSigning

/// Every text that the package makes of credentials without being asked for a secret by name.
enum DescribedCredentials {
  /// The descriptions and dumps of a token, of what a provider hands out, and of what is in both.
  static func texts(of token: FederationToken) -> [String] {
    let provided = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: 1)
    let signer = try? Signer(token.credentials, .v1)
    return shown(token.credentials) + shown(token) + shown(provided) + shown(signer)
  }

  private static func shown<Value>(_ value: Value) -> [String] {
    var dumped = ""
    dump([value as Value?], to: &dumped)
    return ["\(value)", String(reflecting: value), String(describing: [value as Value?]), dumped]
  }
}
