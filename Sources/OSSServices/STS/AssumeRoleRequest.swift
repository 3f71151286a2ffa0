internal import OSSJSON
public import OSSPrimitives
public import OSSSigning

/// The parameters of AssumeRole, by which STS gives temporary credentials of a role (ROLE-PAR).
///
/// The answer is read elsewhere; this is the question.
public struct AssumeRoleRequest: Sendable {
  /// The least seconds that a session can last.
  public static let leastDurationSeconds = 900
  /// What the greatest duration of a role can be, in seconds.
  public static let maximumDurationSeconds = 3600...43_200
  /// The version of the interface of STS (ROLE-PAR-1).
  static let version = "2015-04-01"
  /// The most characters of a session policy.
  public static let greatestPolicyLength = 2048

  /// The name of the role, `acs:ram::<account ID>:role/<role name>`.
  public let roleARN: String
  /// What distinguishes this session from others in the logs.
  public let roleSessionName: String
  /// How many seconds the session lasts; nil for 3600, which STS takes then.
  public let durationSeconds: Int?
  /// A policy in JSON that takes rights away from those of the role; nil for none.
  public let policy: String?
  /// What the owner of the role asks of a stranger who assumes it; nil for nothing.
  public let externalID: String?

  /// Makes parameters that STS takes.
  ///
  /// - Parameters:
  ///   - roleARN: `acs:ram::<account ID>:role/<role name>`.
  ///   - roleSessionName: 2 to 64 letters, digits and `.@-_`.
  ///   - durationSeconds: from 900 to the role's maximum.
  ///   - roleMaximumSeconds: the greatest duration that the role allows, from 3600 to 43200.
  ///   - policy: a JSON object of 1 to 2048 characters.
  ///   - externalID: 2 to 1224 letters, digits and `_=+,.@:/-`.
  /// - Throws: ``AssumeRoleError``, which names the parameter at fault.
  /// - Complexity: O(*n*) in the length of the parameters.
  public init(
    roleARN: String, roleSessionName: String, durationSeconds: Int? = nil,
    roleMaximumSeconds: Int = 43_200, policy: String? = nil, externalID: String? = nil
  ) throws(AssumeRoleError) {
    try AssumeRoleRules.check(roleARN: roleARN)
    try AssumeRoleRules.check(sessionName: roleSessionName)
    try AssumeRoleRules.check(durationSeconds: durationSeconds, maximum: roleMaximumSeconds)
    if let policy { try AssumeRoleRules.check(policy: policy) }
    if let externalID { try AssumeRoleRules.check(externalID: externalID) }
    self.roleARN = roleARN
    self.roleSessionName = roleSessionName
    self.durationSeconds = durationSeconds
    self.policy = policy
    self.externalID = externalID
  }

  /// The call, ready to be signed (ROLE-PAR-1, ROLE-PAR-2).
  ///
  /// - Parameters:
  ///   - method: how the call is sent.
  ///   - format: the form of the answer.
  public func rpcRequest(
    method: RPCRequest.Method = .post, format: RPCRequest.Format = .json
  ) -> RPCRequest {
    var parameters = [
      QueryParameter("RoleArn", roleARN), QueryParameter("RoleSessionName", roleSessionName),
    ]
    if let durationSeconds {
      parameters.append(QueryParameter("DurationSeconds", String(durationSeconds)))
    }
    if let policy { parameters.append(QueryParameter("Policy", policy)) }
    if let externalID { parameters.append(QueryParameter("ExternalId", externalID)) }
    return RPCRequest(
      of: "AssumeRole", version: Self.version, parameters: parameters, method: method,
      format: format)
  }
}

extension AssumeRoleRequest {
  /// A policy for one user: of the rights of the role, it leaves some actions on the objects of a
  /// prefix.
  ///
  ///     let policy = try AssumeRoleRequest.policy(
  ///       allowing: ["oss:PutObject"], bucket: "photos", keyPrefix: "users/7/")
  ///
  /// - Parameters:
  ///   - actions: what is allowed, such as `oss:PutObject`.
  ///   - bucket: the bucket.
  ///   - keyPrefix: what each key begins with; end it with a slash, or `users/7` allows `users/70`.
  /// - Throws: ``AssumeRoleError/policyWildcard(_:)`` for `*`, `?` or `$` in the bucket or the prefix,
  ///   which would allow more than they say.
  public static func policy(
    allowing actions: [String], bucket: String, keyPrefix: String
  ) throws(AssumeRoleError) -> String {
    for byte in "\(bucket)\(keyPrefix)".utf8 where [0x2A, 0x3F, 0x24].contains(byte) {
      throw .policyWildcard(byte)
    }
    let statement: JSONValue = [
      "Effect": "Allow", "Action": .array(actions.map { .string($0) }),
      "Resource": [.string("acs:oss:*:*:\(bucket)/\(keyPrefix)*")],
    ]
    return JSONValue.object(["Version": "1", "Statement": [statement]]).compact()
  }
}

extension Endpoint {
  /// The endpoint of STS that serves every region.
  public static let sts = Endpoint(aliyunHost: "sts")
}

/// Why STS would refuse the parameters of AssumeRole (ROLE-REF).
public enum AssumeRoleError: Error, Equatable, Sendable {
  /// The ARN is not `acs:ram::<account ID>:role/<role name>`, from this byte on.
  case invalidRoleARN(offset: Int)
  /// The session name has fewer than 2 or more than 64 characters.
  case sessionNameLength(Int)
  /// The session name holds a byte outside `[A-Za-z0-9.@_-]`.
  case sessionNameByte(UInt8, offset: Int)
  /// The duration is not from 900 seconds to what the role allows.
  case invalidDuration(seconds: Int, allowed: ClosedRange<Int>)
  /// The greatest duration of the role is not from 3600 to 43200 seconds.
  case invalidMaximumDuration(seconds: Int)
  /// The policy has no character or more than 2048.
  case policyLength(Int)
  /// The policy is not a JSON object.
  case policyNotAnObject
  /// The bucket or the prefix of a policy holds a byte that is a wildcard there.
  case policyWildcard(UInt8)
  /// The external ID has fewer than 2 or more than 1224 characters.
  case externalIDLength(Int)
  /// The external ID holds a byte outside `[A-Za-z0-9_=+,.@:/-]`.
  case externalIDByte(UInt8, offset: Int)
  /// The ARN of the identity provider has another form, from this byte on.
  case invalidProviderARN(offset: Int)
  /// What the identity provider gave has too few or too many characters.
  case identityTokenLength(Int, allowed: ClosedRange<Int>)
  /// What the identity provider gave holds a byte other than visible ASCII.
  case identityTokenByte(UInt8, offset: Int)
}

extension AssumeRoleError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .invalidRoleARN: "invalid-role-arn"
    case .sessionNameLength, .sessionNameByte: "invalid-session-name"
    case .invalidDuration, .invalidMaximumDuration: "invalid-duration"
    case .policyLength, .policyNotAnObject, .policyWildcard: "invalid-policy"
    case .externalIDLength, .externalIDByte: "invalid-external-id"
    case .invalidProviderARN: "invalid-provider-arn"
    case .identityTokenLength, .identityTokenByte: "invalid-identity-token"
    }
  }
}

extension AssumeRoleError: PlainError, CustomStringConvertible {
  /// One sentence that names the parameter and the fault.
  public var description: String {
    switch self {
    case .invalidRoleARN(let offset):
      "The ARN is not 'acs:ram::<account ID>:role/<role name>' from byte % on.".filled(offset)
    case .sessionNameLength(let count):
      "The session name has % characters, where it has 2 to 64.".filled(count)
    case .sessionNameByte(let byte, let offset):
      ("The session name holds the byte 0x% at byte %; it is made of "
        + "letters, digits, '.', '@', '-' and '_'.").filled(byte: byte, offset)
    case .invalidDuration(let seconds, let allowed):
      "A session cannot last % seconds; the role allows % to %.".filled(
        String(seconds), String(allowed.lowerBound), String(allowed.upperBound))
    case .invalidMaximumDuration(let seconds):
      "A role's sessions cannot last % seconds at most; it can be 3600 to 43200.".filled(seconds)
    case .policyLength(let count):
      "The policy has % characters, where it has 1 to 2048.".filled(count)
    case .policyNotAnObject: "The policy is not a JSON object."
    case .policyWildcard(let byte):
      "The bucket or the prefix holds the byte 0x%, a wildcard of policies.".filled(
        Hexadecimal.encode(byte))
    case .externalIDLength(let count):
      "The external ID has % characters, where it has 2 to 1224.".filled(count)
    case .externalIDByte(let byte, let offset):
      "The external ID holds the byte 0x% at byte %, which it cannot.".filled(byte: byte, offset)
    case .invalidProviderARN(let offset):
      ("The ARN is not 'acs:ram::<account ID>:oidc-provider/<name>', or with 'saml-provider' for SAML, "
        + "from byte % on.").filled(offset)
    case .identityTokenLength(let count, let allowed):
      "What the identity provider gave has % characters, where it can have % to %.".filled(
        String(count), String(allowed.lowerBound), String(allowed.upperBound))
    case .identityTokenByte(let byte, let offset):
      ("What the identity provider gave holds the byte 0x% at byte %; it is made of visible ASCII.")
        .filled(byte: byte, offset)
    }
  }
}

/// The rules for the parameters of AssumeRole (ROLE-REF).
enum AssumeRoleRules {
  /// `acs:ram::`, digits, `:role/` and 1 to 64 letters, digits and `.-_` (ROLE-REF-1).
  static func check(roleARN: String) throws(AssumeRoleError) {
    if let offset = fault(in: roleARN, of: ":role/", nameLength: 64) {
      throw .invalidRoleARN(offset: offset)
    }
  }

  /// The same with `:oidc-provider/` or `:saml-provider/`, and 1 to 128 of these (ROLE-REF-7).
  static func check(providerARN: String, kind: String) throws(AssumeRoleError) {
    if let offset = fault(in: providerARN, of: ":\(kind)-provider/", nameLength: 128) {
      throw .invalidProviderARN(offset: offset)
    }
  }

  /// Visible ASCII of a length (ROLE-REF-8).
  static func check(
    identityToken: String, allowed: ClosedRange<Int>
  ) throws(AssumeRoleError) {
    var offset = 0
    for byte in identityToken.utf8 {
      if !(0x21...0x7E).contains(byte) { throw .identityTokenByte(byte, offset: offset) }
      offset += 1
    }
    if !allowed.contains(offset) { throw .identityTokenLength(offset, allowed: allowed) }
  }

  /// Where a text stops to be the ARN of what this is the name of; nil where it is one.
  private static func fault(in arn: String, of kind: String, nameLength: Int) -> Int? {
    let bytes = arn.bytes
    var offset = 0
    if !skip("acs:ram::", in: bytes, &offset) { return offset }
    let account = offset
    while offset < bytes.count, isDigit(bytes[offset]) { offset += 1 }
    if offset == account || !skip(kind, in: bytes, &offset) { return offset }
    let name = offset
    while offset < bytes.count, offset < name + nameLength, isNameByte(bytes[offset]) {
      offset += 1
    }
    return offset == name || offset < bytes.count ? offset : nil
  }

  /// 2 to 64 letters, digits and `.@-_` (ROLE-REF-2).
  static func check(sessionName: String) throws(AssumeRoleError) {
    var offset = 0
    for byte in sessionName.utf8 {
      if !isNameByte(byte), byte != UInt8(ascii: "@") {
        throw .sessionNameByte(byte, offset: offset)
      }
      offset += 1
    }
    if !(2...64).contains(offset) { throw .sessionNameLength(offset) }
  }

  /// From 900 seconds to what the role allows, which is 3600 to 43200 itself (ROLE-REF-3).
  static func check(durationSeconds: Int?, maximum: Int) throws(AssumeRoleError) {
    guard AssumeRoleRequest.maximumDurationSeconds.contains(maximum) else {
      throw .invalidMaximumDuration(seconds: maximum)
    }
    let allowed = AssumeRoleRequest.leastDurationSeconds...maximum
    if let durationSeconds, !allowed.contains(durationSeconds) {
      throw .invalidDuration(seconds: durationSeconds, allowed: allowed)
    }
  }

  /// A JSON object (ROLE-REF-5). The documents count characters, which are taken to be Unicode
  /// scalars (ROLE-REF-4).
  static func check(policy: String) throws(AssumeRoleError) {
    let count = policy.unicodeScalars.count
    if !(1...AssumeRoleRequest.greatestPolicyLength).contains(count) { throw .policyLength(count) }
    guard let json = try? JSONReader.read(policy), json.objectValue != nil else {
      throw .policyNotAnObject
    }
  }

  /// 2 to 1224 letters, digits and `_=+,.@:/-` (ROLE-REF-6).
  static func check(externalID: String) throws(AssumeRoleError) {
    var offset = 0
    for byte in externalID.utf8 {
      if !isExternalIDByte(byte) { throw .externalIDByte(byte, offset: offset) }
      offset += 1
    }
    if !(2...1224).contains(offset) { throw .externalIDLength(offset) }
  }

  /// Moves behind a text; false where it is not there, with the offset of the first other byte.
  private static func skip(_ text: String, in bytes: Bytes, _ offset: inout Int) -> Bool {
    for byte in text.utf8 {
      guard offset < bytes.count, bytes[offset] == byte else { return false }
      offset += 1
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Letters, digits, `.`, `-` and `_`.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func isExternalIDByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"),
      UInt8(ascii: ":"), UInt8(ascii: "/"):
      true
    default: isNameByte(byte)
    }
  }
}

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
