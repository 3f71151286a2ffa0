internal import OSSCredentials
internal import OSSJSON
internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// Says how a credential relates to its expiry.
  func credentialStanding() throws(Refusal) -> Answer {
    let policy: RefreshPolicy = try reader.choice("policy")
    let expiration = try reader.moment("expiration")
    let obtained = try reader.requiredMoment("obtained")
    let now = try reader.requiredMoment("now")
    let offset = try reader.offset("offset") ?? .zero
    let standing = policy.standing(
      ofExpiration: expiration, obtained: offset.corrected(obtained), at: offset.corrected(now))
    var members: JSONObject = ["standing": .string(standing.phase.rawValue)]
    members["remaining"] = standing.remaining.map { .number(JSONNumber($0.milliseconds)) }
    return Answer(members: members)
  }

  /// Says when a presigned URL stops working.
  func presignExpiry() throws(Refusal) -> Answer {
    guard let interval = try reader.integer("interval") else {
      throw .shape("interval", "a whole number")
    }
    let version: SignatureVersion
    switch try reader.requiredText("version", orRefuseAs: .invalidInput) {
    case "v1": version = .v1
    case "v4": version = .v4(region: "cn-hangzhou")
    default: throw .shape("version", "v1, v4")
    }
    let now = try reader.requiredMoment("now")
    let credential = try reader.presignCredential()
    let limit: PresignLimit
    do {
      limit = try PresignLimit(
        version, interval: .seconds(interval), now: now, credential: credential)
    } catch {
      throw Refusal(.invalidExpires, error.description)
    }
    return Answer(members: [
      "effective": .number(JSONNumber(limit.effective.milliseconds)),
      "bound": .string(limit.bound.rawValue),
      "findings": .array(limit.findings.map { .string($0.rawValue) }),
    ])
  }
}
