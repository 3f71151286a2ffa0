internal import OSSVectors

extension ExpiryCases {
  private static func scaled(
    _ slug: String, _ clauses: [String], _ comment: String, remaining: Int64, lifetime: Int64,
    offset: Int64? = nil
  ) -> BuiltCase {
    standing(
      "scaled-\(slug)", clauses, comment, policy: "scaled", remaining: remaining,
      lifetime: lifetime, offset: offset)
  }

  static let scaledEdges: [BuiltCase] = [
    scaled(
      "900-fresh", ["CRED-EXP-7", "CRED-EXP-5"], "The advisory window holds its own length too.",
      remaining: 300_000, lifetime: 900),
    scaled(
      "900-advisory", ["CRED-EXP-7"], "The advisory window is left out, or shorter.",
      remaining: 299_999, lifetime: 900),
    scaled(
      "900-before-mandatory", ["CRED-EXP-8", "CRED-EXP-5"],
      "The mandatory window holds its own length too.", remaining: 60_000, lifetime: 900),
    scaled(
      "900-mandatory", ["CRED-EXP-8", "CRED-EXP-5"],
      "The advisory window is looked at first, and nobody ever waits.", remaining: 59_999,
      lifetime: 900),
    scaled(
      "900-ended", ["CRED-EXP-4"], "The last millisecond is followed by one that counts as life.",
      remaining: 0, lifetime: 900),
    scaled(
      "3600-fresh", ["CRED-EXP-7"], "The advisory window is a third of an hour, above its limit.",
      remaining: 900_000, lifetime: 3600),
    scaled(
      "3600-advisory", ["CRED-EXP-7"], "The advisory window is five minutes whatever the lifetime.",
      remaining: 899_999, lifetime: 3600),
    scaled(
      "3600-before-mandatory", ["CRED-EXP-8"],
      "The mandatory window is a fifteenth of an hour, above its limit.", remaining: 60_000,
      lifetime: 3600),
    scaled(
      "3600-mandatory", ["CRED-EXP-8", "CRED-EXP-5"],
      "The mandatory window is left out, or shorter.", remaining: 59_999, lifetime: 3600),
    scaled(
      "43200-fresh", ["CRED-EXP-7"], "A share of 12 hours is renewed four hours early.",
      remaining: 900_000, lifetime: 43_200),
    scaled(
      "43200-advisory", ["CRED-EXP-7"], "The limit of the advisory window is shorter.",
      remaining: 899_999, lifetime: 43_200),
    scaled(
      "43200-mandatory", ["CRED-EXP-8", "CRED-EXP-5"],
      "The limit of the mandatory window is shorter.", remaining: 59_999, lifetime: 43_200),
    scaled(
      "five-minutes-left-of-hour", ["CRED-EXP-8", "CRED-EXP-7"],
      "Five minutes before its end all callers wait.", remaining: 299_999, lifetime: 3600),
  ]

  static let scaledLifetimes: [BuiltCase] = [
    scaled(
      "300-fresh", ["CRED-EXP-7"], "A token that lives five minutes is never fresh.",
      remaining: 100_000, lifetime: 300),
    scaled(
      "300-advisory", ["CRED-EXP-7"], "The window is a larger share of a short life.",
      remaining: 99_999, lifetime: 300),
    scaled(
      "300-before-mandatory", ["CRED-EXP-8"], "The mandatory window is 60 seconds in any life.",
      remaining: 20_000, lifetime: 300),
    scaled(
      "300-mandatory", ["CRED-EXP-8", "CRED-EXP-5"], "The mandatory window is a smaller share.",
      remaining: 19_999, lifetime: 300),
    scaled(
      "third-rounded-down", ["CRED-EXP-7"], "A third of 100 seconds is rounded up.",
      remaining: 33_333, lifetime: 100),
    scaled(
      "fifteenth-rounded-down", ["CRED-EXP-8"], "A fifteenth of 100 seconds is rounded up.",
      remaining: 6_666, lifetime: 100),
    standing(
      "scaled-one-millisecond", ["CRED-EXP-7"], "A window is one millisecond at least.",
      policy: "scaled", end: end, obtained: end - 1, now: end - 1),
    standing(
      "scaled-obtained-after-end", ["CRED-EXP-6"],
      "A negative lifetime makes windows of it, or is taken without its sign.",
      policy: "scaled", end: end, obtained: end + 3_600_000, now: end - 30_000
    ).flagged("clock-skew"),
    standing(
      "scaled-fast-clock-unknown", ["CRED-EXP-6", "CRED-EXP-7"],
      "Ten minutes of error make a new token of 900 seconds due at once.",
      policy: "scaled", end: end, obtained: end - 300_000, now: end - 299_000
    ).flagged("clock-skew"),
    scaled(
      "obtained-on-device-clock", ["CRED-EXP-6"],
      "The time is corrected and the moment of the fetch is not: the lifetime is wrong.",
      remaining: 299_999, lifetime: 900, offset: -600_000
    ).flagged("clock-skew"),
    scaled(
      "obtained-on-slow-clock", ["CRED-EXP-6"],
      "The lifetime seems longer than it is, and so do the windows.",
      remaining: 300_000, lifetime: 900, offset: 600_000
    ).flagged("clock-skew"),
    scaled(
      "before-it-was-obtained", ["CRED-EXP-6", "CRED-EXP-1"],
      "What remains is held to be no more than the lifetime.",
      remaining: 4_000_000, lifetime: 3600
    ).flagged("clock-skew"),
  ]

  static let unknown: [BuiltCase] = [
    standing(
      "end-unknown", ["CRED-EXP-9"], "An unknown end is one of 1970.", policy: "five-minutes",
      end: nil, obtained: 1_700_000_000_000, now: 1_700_000_000_000),
    standing(
      "scaled-end-unknown", ["CRED-EXP-9"], "An unknown end makes a lifetime of nothing.",
      policy: "scaled", end: nil, obtained: 1_700_000_000_000, now: 1_731_536_000_000,
      offset: -600_000),
    standing(
      "end-in-seconds", ["CRED-EXP-10"],
      "An expiration below a hundred thousand million is taken for seconds.",
      policy: "five-minutes", end: 1_446_544_379, obtained: 1_446_540_779_000,
      now: 1_446_543_479_000
    ).flagged("units"),
    standing(
      "end-in-1970", ["CRED-EXP-10"], "An expiration of zero means that there is none.",
      policy: "scaled", end: 0, obtained: 1_446_540_779_000, now: 1_446_543_479_000
    ).flagged("units"),
    standing(
      "time-in-seconds", ["CRED-EXP-10"],
      "A time below a hundred thousand million is taken for seconds.",
      policy: "five-minutes", end: 1_446_544_379_000, obtained: 1_446_540_779,
      now: 1_446_543_479
    ).flagged("units"),
  ]
}
