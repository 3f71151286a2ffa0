internal import OSSPrimitives

extension AssumeRoleError: CustomStringConvertible {
  /// One sentence that names the parameter and the fault.
  public var description: String {
    switch self {
    case .invalidRoleARN(let offset):
      "The ARN is not 'acs:ram::<account ID>:role/<role name>' from byte \(offset) on."
    case .sessionNameLength(let count):
      "The session name has \(count) characters, where it has 2 to 64."
    case .sessionNameByte(let byte, let offset):
      "The session name holds the byte 0x\(Self.hexadecimal(byte)) at byte \(offset); it is made of "
        + "letters, digits, '.', '@', '-' and '_'."
    case .invalidDuration(let seconds, let allowed):
      "A session cannot last \(seconds) seconds; the role allows \(allowed.lowerBound) to "
        + "\(allowed.upperBound)."
    case .invalidMaximumDuration(let seconds):
      "A role's sessions cannot last \(seconds) seconds at most; it can be 3600 to 43200."
    case .policyLength(let count):
      "The policy has \(count) characters, where it has 1 to 2048."
    case .policyNotAnObject: "The policy is not a JSON object."
    case .policyWildcard(let byte):
      "The bucket or the prefix holds the byte 0x\(Self.hexadecimal(byte)), a wildcard of policies."
    case .externalIDLength(let count):
      "The external ID has \(count) characters, where it has 2 to 1224."
    case .externalIDByte(let byte, let offset):
      "The external ID holds the byte 0x\(Self.hexadecimal(byte)) at byte \(offset), which it cannot."
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    Hexadecimal.encode(Bytes([byte]).span)
  }
}
