internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/expiry`: how credentials stand towards their end.
enum ExpiryCases {
  static let all: [BuiltCase] =
    edges + precision + otherRules + clock + deviceErrors + scaledEdges + scaledLifetimes + unknown

  /// 2023-11-14T23:13:20Z: where the credentials of these cases end.
  static let end: Int64 = 1_700_003_600_000

  private static let must = ["CRED-EXP-1", "CRED-EXP-3", "CRED-EXP-4"]

  /// A case with so much left by the true clock.
  ///
  /// - Parameters:
  ///   - remaining: what is left, in milliseconds.
  ///   - lifetime: how long the credentials live, in seconds.
  ///   - offset: what is known to be missing from the device's clock, which is behind by as much.
  static func standing(
    _ slug: String, _ clauses: [String], _ comment: String, policy: String = "five-minutes",
    remaining: Int64, lifetime: Int64 = 3600, end: Int64 = end, offset: Int64? = nil
  ) -> BuiltCase {
    let behind = offset ?? 0
    return standing(
      slug, clauses, comment, policy: policy, end: end,
      obtained: end - lifetime * 1000 - behind, now: end - remaining - behind, offset: offset)
  }

  /// A case with every moment given as the device has it.
  static func standing(
    _ slug: String, _ clauses: [String], _ comment: String, policy: String, end: Int64?,
    obtained: Int64, now: Int64, offset: Int64? = nil
  ) -> BuiltCase {
    var input: JSONObject = [
      "policy": .string(policy), "obtained": .number(JSONNumber(obtained)),
      "now": .number(JSONNumber(now)),
    ]
    input["expiration"] = end.map { .number(JSONNumber($0)) }
    input["offset"] = offset.map { .number(JSONNumber($0)) }
    let definition = BuiltCase(
      id: "standing-\(slug)", operation: .credentialStanding, clauses: clauses, comment: comment,
      input: input)
    return clauses.first.map(must.contains) == true ? definition : definition.should
  }

  private static let page = "docs, the iOS page \"Authorize access\""

  private static let edges: [BuiltCase] = [
    standing(
      "five-minutes-exactly", ["CRED-EXP-3"], "The window holds its own length too.",
      remaining: 300_000
    ).published(page),
    standing(
      "five-minutes-less-one", ["CRED-EXP-3", "CRED-EXP-1"],
      "The last millisecond is lost, and the token is kept.", remaining: 299_999
    ).published(page),
    standing(
      "five-minutes-and-one", ["CRED-EXP-3"], "Five minutes and a bit are rounded down to less.",
      remaining: 300_001),
    standing(
      "five-minutes-last-millisecond", ["CRED-EXP-4", "CRED-EXP-3"],
      "What is left is rounded to zero, and the token counts as expired.", remaining: 1),
    standing(
      "five-minutes-nothing-left", ["CRED-EXP-4"], "The moment of the end still counts as life.",
      remaining: 0),
    standing(
      "five-minutes-just-ended", ["CRED-EXP-4"],
      "A negative remainder is truncated to zero, or passed over.", remaining: -1),
    standing(
      "five-minutes-long-ended", ["CRED-EXP-4"],
      "A token that ended long ago is only due for renewal, and signs on.",
      remaining: -86_400_000),
  ]

  private static let precision: [BuiltCase] = [
    standing(
      "time-truncated", ["CRED-EXP-1", "CRED-EXP-3"],
      "The time is cut to whole seconds, and the token is kept up to a second longer.",
      remaining: 299_999, end: end + 200),
    standing(
      "end-truncated", ["CRED-EXP-1", "CRED-EXP-3"],
      "The expiration is cut to whole seconds, and the token is renewed up to a second early.",
      remaining: 300_000, end: end + 999),
    standing(
      "end-rounded-up", ["CRED-EXP-1", "CRED-EXP-3"],
      "The expiration is rounded to the next second.", remaining: 299_900, end: end + 501),
    standing(
      "within-the-last-second", ["CRED-EXP-1", "CRED-EXP-4"],
      "Both sides are cut to seconds, and what is left of the last second is lost.",
      remaining: 400, end: end + 500),
  ]

  private static let otherRules: [BuiltCase] = [
    standing(
      "five-minutes-half-life", ["CRED-EXP-3"],
      "The older page's rule: an hour's token is renewed after 30 minutes.", remaining: 1_799_999),
    standing(
      "five-minutes-one-fifth-left", ["CRED-EXP-3"],
      "The window is a share of the lifetime: 20 % of an hour.", remaining: 719_999),
    standing(
      "five-minutes-age-of-five", ["CRED-EXP-3"],
      "Five minutes are counted from the fetch, not to the end.", remaining: 3_299_999),
    standing(
      "five-minutes-fifteen-left", ["CRED-EXP-3"], "The window is 15 minutes long.",
      remaining: 899_999),
    standing(
      "five-minutes-four-left", ["CRED-EXP-3"], "The window is 3 minutes long, or 2.",
      remaining: 240_000),
    standing(
      "five-minutes-short-life", ["CRED-EXP-3"],
      "The shortest token is renewed at once, or never within its life.", remaining: 300_000,
      lifetime: 900),
    standing(
      "five-minutes-short-life-born", ["CRED-EXP-3"],
      "A token that has just come is renewed at once.", remaining: 899_000, lifetime: 900),
    standing(
      "five-minutes-long-life", ["CRED-EXP-3"],
      "The window of a token of 12 hours is a share of its life.", remaining: 2_160_000,
      lifetime: 43_200),
    standing(
      "five-minutes-life-within-window", ["CRED-EXP-3"],
      "A token that lives less than the window is fresh at first.", remaining: 120_000,
      lifetime: 120),
  ]

  private static let clock: [BuiltCase] = [
    standing(
      "offset-of-fast-clock", ["CRED-EXP-2"],
      "The device's clock is taken as it is, and a good token counts as expired.",
      remaining: 300_000, offset: -600_000
    ).flagged("clock-skew"),
    standing(
      "offset-of-slow-clock", ["CRED-EXP-2"],
      "The device's clock is taken as it is, and a token near its end counts as fresh.",
      remaining: 299_999, offset: 600_000
    ).flagged("clock-skew"),
    standing(
      "offset-past-end", ["CRED-EXP-2", "CRED-EXP-4"],
      "A slow clock keeps a token in use that has ended.", remaining: 0, offset: 600_000
    ).flagged("clock-skew"),
    standing(
      "offset-within-a-second", ["CRED-EXP-2"], "The offset is cut to whole seconds.",
      remaining: 299_999, offset: 750
    ).flagged("clock-skew"),
    standing(
      "offset-of-zero", ["CRED-EXP-2", "CRED-EXP-3"],
      "An offset of zero is taken for an unknown clock.",
      remaining: 300_000, offset: 0
    ).flagged("clock-skew"),
    standing(
      "fast-clock-unknown", ["CRED-EXP-1", "CRED-EXP-3"],
      "A fast clock of which nothing is known is guessed at.",
      policy: "five-minutes", end: end, obtained: end - 300_000, now: end - 299_999
    ).flagged("clock-skew"),
    standing(
      "before-it-was-obtained", ["CRED-EXP-1", "CRED-EXP-3"],
      "A clock that was set back makes the age negative, and the token is renewed.",
      remaining: 4_000_000
    ).flagged("clock-skew"),
  ]

  /// Devices that are off by minutes, with the shortest and the usual token, at the edge.
  private static let deviceErrors: [BuiltCase] = [-30, -16, -14, -5, 5, 14, 16, 30].flatMap {
    minutes -> [BuiltCase] in
    [900, 3600].map { lifetime in
      let isFast = minutes > 0
      return standing(
        "device-\(isFast ? "fast" : "slow")-\(abs(minutes))-of-\(lifetime)", ["CRED-EXP-2"],
        isFast
          ? "A device that is fast by \(minutes) minutes renews a token that is fresh."
          : "A device that is slow by \(-minutes) minutes keeps a token that is due.",
        remaining: isFast ? 300_000 : 299_999, lifetime: Int64(lifetime),
        offset: Int64(-minutes) * 60_000
      ).flagged("clock-skew")
    }
  }
}
