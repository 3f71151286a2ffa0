internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// When credentials are to be renewed, and when nothing may be signed with them any more
/// (credentials.md, section "Expiry").
package struct StandingModel: Sendable {
  /// How long before their end credentials are to be renewed, in milliseconds.
  package typealias Windows = (advisory: Int64, mandatory: Int64)

  /// The moment that is taken for the end; nil if it is unknown (CRED-EXP-9, CRED-EXP-10).
  package var end: @Sendable (_ expiration: Int64?, _ now: Int64, _ obtained: Int64) -> Int64? = {
    end, _, _ in end
  }

  /// The time: the device's clock with the known offset added (CRED-EXP-2).
  package var time: @Sendable (_ now: Int64, _ offset: Int64) -> Int64 = { $0.plus($1) }

  /// When the credentials were obtained, on the corrected clock (CRED-EXP-6).
  package var obtained: @Sendable (_ obtained: Int64, _ offset: Int64) -> Int64 = { $0.plus($1) }

  /// What remains, in whole milliseconds (CRED-EXP-1).
  package var remaining: @Sendable (_ end: Int64, _ time: Int64) -> Int64 = { $0.minus($1) }

  /// How long the credentials live: 0 if they ended before they came (CRED-EXP-6).
  package var lifetime: @Sendable (_ end: Int64, _ obtained: Int64) -> Int64 = {
    max(0, $0.minus($1))
  }

  /// The windows of the policy `five-minutes` (CRED-EXP-3).
  package var fiveMinutes: @Sendable (_ lifetime: Int64) -> Windows = { _ in (0, 300_000) }

  /// The windows of the policy `scaled`, rounded down (CRED-EXP-7, CRED-EXP-8).
  package var scaled: @Sendable (_ lifetime: Int64) -> Windows = {
    (min(900_000, $0 / 3), min(60_000, $0 / 15))
  }

  /// The standing: the first line of the page that is true (CRED-EXP-4, CRED-EXP-5).
  package var standing: @Sendable (_ remaining: Int64, _ windows: Windows) -> String = {
    remaining, windows in
    if remaining <= 0 { return "expired" }
    if remaining < windows.mandatory { return "mandatory" }
    return remaining < windows.advisory ? "advisory" : "fresh"
  }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    let policy = try input.word("policy", of: "five-minutes", "scaled")
    let now = try input.requiredInteger("now")
    let came = try input.requiredInteger("obtained")
    let offset = try input.integer("offset") ?? 0
    let obtained = obtained(came, offset)
    guard let end = end(try input.integer("expiration"), now, obtained) else {
      return Answer(members: ["standing": "fresh"])
    }
    let remaining = remaining(end, time(now, offset))
    let lifetime = lifetime(end, obtained)
    let windows = policy == "scaled" ? scaled(lifetime) : fiveMinutes(lifetime)
    return Answer(members: [
      "standing": .string(standing(remaining, windows)),
      "remaining": .number(JSONNumber(remaining)),
    ])
  }
}
