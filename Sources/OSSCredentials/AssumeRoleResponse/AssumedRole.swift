/// The session of a role, as STS names it in its answer (ROLE-RSP-12).
public struct AssumedRole: Hashable, Sendable {
  /// The ARN of the session, such as `acs:ram::123456789012****:role/oss/app`.
  public let arn: String?
  /// The ID of the role, a colon and the name of the session.
  public let id: String?
}
