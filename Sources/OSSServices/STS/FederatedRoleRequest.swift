public import OSSPrimitives
public import OSSSigning

/// A call by which STS gives temporary credentials of a role to somebody whom an identity provider
/// knows: AssumeRoleWithOIDC or AssumeRoleWithSAML (ROLE-FED).
///
/// It is not signed (ROLE-FED-1): what the provider gave proves who calls. So no key of Alibaba Cloud
/// is needed, but the URL is as secret as the token in it.
public struct FederatedRoleRequest: Sendable {
  /// The characters that an OIDC token can have (ROLE-REF-8).
  public static let oidcTokenLength = 4...20_000
  /// The characters that a SAML assertion can have (ROLE-REF-8).
  public static let samlAssertionLength = 4...100_000

  /// The name of the call, `AssumeRoleWithOIDC` or `AssumeRoleWithSAML`.
  public let action: String
  /// The parameters of the call but `Action` and `Version`; one holds what the provider gave.
  public let parameters: [QueryParameter]

  /// Makes a call with the token of a provider of OpenID Connect (ROLE-FED-2, ROLE-FED-5).
  ///
  /// - Parameters:
  ///   - oidcToken: the token as the provider gave it, without another layer of base64 (ROLE-FED-4);
  ///     visible ASCII of ``oidcTokenLength``.
  ///   - providerARN: `acs:ram::<account ID>:oidc-provider/<name>`.
  ///   - roleARN: `acs:ram::<account ID>:role/<role name>`.
  ///   - roleSessionName: 2 to 64 letters, digits and `.@-_`.
  ///   - durationSeconds: from 900 to the role's maximum; nil for 3600, which STS takes then.
  ///   - roleMaximumSeconds: the greatest duration that the role allows, from 3600 to 43200.
  ///   - policy: a JSON object of 1 to 2048 characters; nil for none.
  /// - Throws: ``AssumeRoleError``, which names the parameter at fault.
  public init(
    oidcToken: String, providerARN: String, roleARN: String, roleSessionName: String,
    durationSeconds: Int? = nil, roleMaximumSeconds: Int = 43_200, policy: String? = nil
  ) throws(AssumeRoleError) {
    try AssumeRoleRules.check(roleARN: roleARN)
    try AssumeRoleRules.check(providerARN: providerARN, kind: "oidc")
    try AssumeRoleRules.check(identityToken: oidcToken, allowed: Self.oidcTokenLength)
    try AssumeRoleRules.check(sessionName: roleSessionName)
    action = "AssumeRoleWithOIDC"
    parameters =
      [
        QueryParameter("OIDCProviderArn", providerARN), QueryParameter("OIDCToken", oidcToken),
        QueryParameter("RoleArn", roleARN), QueryParameter("RoleSessionName", roleSessionName),
      ] + (try Self.limits(durationSeconds, roleMaximumSeconds, policy))
  }

  /// Makes a call with the response of a provider of SAML (ROLE-FED-3), which names the session itself.
  ///
  /// - Parameters:
  ///   - samlAssertion: the response of the provider in base64, as it gave it (ROLE-FED-4); visible
  ///     ASCII of ``samlAssertionLength``.
  ///   - providerARN: `acs:ram::<account ID>:saml-provider/<name>`.
  ///   - roleARN: `acs:ram::<account ID>:role/<role name>`.
  ///   - durationSeconds: from 900 to the role's maximum; nil for 3600, which STS takes then.
  ///   - roleMaximumSeconds: the greatest duration that the role allows, from 3600 to 43200.
  ///   - policy: a JSON object of 1 to 2048 characters; nil for none.
  /// - Throws: ``AssumeRoleError``, which names the parameter at fault.
  public init(
    samlAssertion: String, providerARN: String, roleARN: String, durationSeconds: Int? = nil,
    roleMaximumSeconds: Int = 43_200, policy: String? = nil
  ) throws(AssumeRoleError) {
    try AssumeRoleRules.check(roleARN: roleARN)
    try AssumeRoleRules.check(providerARN: providerARN, kind: "saml")
    try AssumeRoleRules.check(identityToken: samlAssertion, allowed: Self.samlAssertionLength)
    action = "AssumeRoleWithSAML"
    parameters =
      [
        QueryParameter("SAMLProviderArn", providerARN),
        QueryParameter("SAMLAssertion", samlAssertion), QueryParameter("RoleArn", roleARN),
      ] + (try Self.limits(durationSeconds, roleMaximumSeconds, policy))
  }

  /// The parameters that limit the session, checked.
  private static func limits(
    _ durationSeconds: Int?, _ maximum: Int, _ policy: String?
  ) throws(AssumeRoleError) -> [QueryParameter] {
    try AssumeRoleRules.check(durationSeconds: durationSeconds, maximum: maximum)
    if let policy { try AssumeRoleRules.check(policy: policy) }
    var parameters: [QueryParameter] = []
    if let durationSeconds {
      parameters.append(QueryParameter("DurationSeconds", String(durationSeconds)))
    }
    if let policy { parameters.append(QueryParameter("Policy", policy)) }
    return parameters
  }

  /// The URL to get, whose answer is read as that of AssumeRole.
  ///
  /// What the provider gave is in its query, so it belongs over HTTPS alone. A long assertion may need a
  /// POST, which this library does not make.
  ///
  /// - Parameter endpoint: where STS is, without a path.
  /// - Throws: ``RPCError/endpointPath(_:)``.
  public func url(endpoint: Endpoint = .sts) throws(RPCError) -> String {
    if !endpoint.pathPrefix.utf8.isEmpty { throw .endpointPath(endpoint.pathPrefix) }
    let common = [
      QueryParameter("Action", action), QueryParameter("Version", AssumeRoleRequest.version),
      QueryParameter("Format", "JSON"),
    ]
    var url = Bytes()
    endpoint.appendLocation(scheme: endpoint.scheme, bucket: nil, key: nil, to: &url)
    url.append("?")
    url += RPCSigner.canonicalQuery(common + parameters)
    return String(decoding: url, as: UTF8.self)
  }
}

extension FederatedRoleRequest: Redacted {
  /// The name of the call; never the token.
  public var description: String { "FederatedRoleRequest(action: \(action))" }
}
