internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// The rules for the parameters of AssumeRole (ROLE-REF).
enum RoleRules {
  /// Letters, digits, `.`, `_` and `-`.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "._-".utf8.contains(byte)
  }

  /// `acs:ram::`, digits, `:role/` and a name (ROLE-REF-1).
  static func isARN(_ text: String, _ names: ClosedRange<Int>) -> Bool {
    let bytes = text.raw
    let start = "acs:ram::".raw
    guard bytes.starts(with: start) else { return false }
    let rest = bytes.dropFirst(start.count)
    let digits = rest.prefix { $0.isDigit }
    let middle = ":role/".raw
    let name = rest.dropFirst(digits.count + middle.count)
    return !digits.isEmpty && rest.dropFirst(digits.count).starts(with: middle)
      && names ~= name.count && name.allSatisfy(isNameByte)
  }
}

extension STSModel {
  /// The parameters of AssumeRole (ROLE-PAR-1, ROLE-PAR-2), or why there are none (ROLE-REF).
  func role(_ input: InputReader) throws(Refusal) -> Answer {
    let arn = try input.requiredText("roleArn", orRefuseAs: .invalidRoleARN)
    let name = try input.requiredText("roleSessionName", orRefuseAs: .invalidSessionName)
    let seconds = try input.integer("durationSeconds")
    let most = try input.integer("roleMaximumSeconds") ?? longestSession
    let texts = (
      policy: try input.text("policy", orRefuseAs: .invalidPolicy),
      externalID: try input.text("externalId", orRefuseAs: .invalidExternalID)
    )
    let policy = texts.policy.flatMap { isGiven($0) ? $0 : nil }
    let externalID = texts.externalID.flatMap { isGiven($0) ? $0 : nil }
    try refuse(.invalidRoleARN, unless: isARN(arn, roleNames))
    try refuse(
      .invalidSessionName,
      unless: sessionNames ~= name.utf8.count && name.utf8.allSatisfy(isSessionByte))
    try refuse(.invalidDuration, unless: isDuration(seconds, most))
    if let policy {
      try refuse(.invalidPolicy, unless: policies ~= policyLength(policy) && isPolicy(policy))
    }
    if let externalID {
      try refuse(
        .invalidExternalID,
        unless: externalIDs ~= externalID.utf8.count && externalID.utf8.allSatisfy(isExternalIDByte)
      )
    }
    let parameters: [(name: String, value: String?)] = [
      ("Action", "AssumeRole"), ("Version", "2015-04-01"), ("RoleArn", arn),
      ("RoleSessionName", name), ("DurationSeconds", seconds.map { "\($0)" }), ("Policy", policy),
      ("ExternalId", externalID),
    ]
    let given = parameters.compactMap { pair in pair.value.map { (name: pair.name, value: $0) } }
    return Answer(members: [
      "parameters": .array(role(given).map { .array([.string($0.name), .string($0.value)]) })
    ])
  }

  private func refuse(_ errorClass: ErrorClass, unless isRight: Bool) throws(Refusal) {
    if !isRight { throw Refusal(errorClass, "STS does not take the parameter.") }
  }
}
