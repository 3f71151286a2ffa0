import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSVectors
import Testing

/// How credentials stand towards their expiry, done with what an app imports.
enum ExpiryReplay {
  static func standing(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let policy = try #require(RefreshPolicy(rawValue: input.string("policy")))
    let offset = ClockOffset(.milliseconds(try input.optionalInteger("offset") ?? 0))
    let standing = policy.standing(
      ofExpiration: try input.optionalInteger("expiration").map {
        Moment(milliseconds: $0)
      },
      obtained: offset.corrected(Moment(milliseconds: try input.integer("obtained"))),
      at: offset.corrected(Moment(milliseconds: try input.integer("now"))))
    expected.member("standing", .string(standing.phase.rawValue))
    expected.member(
      "remaining", standing.remaining.map { .number(JSONNumber($0.milliseconds)) } ?? .null)
  }

  private static let versions: [String: SignatureVersion] = [
    "v1": .v1, "v4": .v4(region: "cn-hangzhou"),
  ]

  static func presignExpiry(_ input: VectorInput, _ expected: ExpectedAnswer) throws {
    let expiration = try input.optionalInteger("expiration").map {
      Moment(milliseconds: $0)
    }
    let isTemporary = try input.string("credential") == "temporary"
    let limit = try PresignLimit(
      try #require(Self.versions[input.string("version")]),
      interval: .seconds(try input.integer("interval")),
      now: Moment(milliseconds: try input.integer("now")),
      credential: isTemporary ? .temporary(expiration: expiration) : .longTerm)
    expected.member("effective", .number(JSONNumber(limit.effective.milliseconds)))
    expected.member("bound", .string(limit.bound.rawValue))
    expected.member("findings", .array(limit.findings.map { .string($0.rawValue) }))
  }
}
