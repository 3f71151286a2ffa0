internal import OSSPrimitives
internal import OSSSigning

/// The parameters of AssumeRole, by which STS gives temporary credentials of a role (ROLE-PAR).
///
/// The answer is read elsewhere; this is the question.
public struct AssumeRoleRequest: Sendable {
  /// The least seconds that a session can last.
  public static let leastDurationSeconds = 900
  /// What the greatest duration of a role can be, in seconds.
  public static let maximumDurationSeconds = 3600...43_200
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
      of: "AssumeRole", version: "2015-04-01", parameters: parameters, method: method,
      format: format)
  }
}
