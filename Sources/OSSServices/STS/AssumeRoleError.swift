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
    }
  }
}
