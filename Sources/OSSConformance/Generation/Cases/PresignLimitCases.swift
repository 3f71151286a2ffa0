internal import OSSPrimitives
internal import OSSVectors

/// Suite `credentials/presign-limits`: how long a presigned URL works.
enum PresignLimitCases {
  static let all: [BuiltCase] =
    published + tokens + seconds + longIntervals + longTerm + intervals.map(\.flaggedInterval)

  /// 2015-11-03T09:37:59Z.
  private static let now: Int64 = 1_446_543_479_000

  private static let must = ["CRED-PRE-1", "CRED-PRE-3", "CRED-PRE-8"]

  /// A case of a URL.
  ///
  /// - Parameters:
  ///   - interval: what is asked for, in seconds.
  ///   - token: how much longer the temporary credentials live, in milliseconds; nil where it is not
  ///     known.
  private static func limit(
    _ slug: String, _ clauses: [String], _ comment: String, version: String = "v4",
    interval: Int64, token: Int64? = nil, isTemporary: Bool = true, now: Int64 = now
  ) -> BuiltCase {
    var input: JSONObject = [
      "version": .string(version), "interval": .number(JSONNumber(interval)),
      "now": .number(JSONNumber(now)),
      "credential": .string(isTemporary ? "temporary" : "long-term"),
    ]
    input["expiration"] = token.map { .number(JSONNumber(now + $0)) }
    let definition = BuiltCase(
      id: "presign-limit-\(slug)", operation: .presignExpiry, clauses: clauses, comment: comment,
      input: input)
    return clauses.first.map(must.contains) == true ? definition : definition.should
  }

  private static let published: [BuiltCase] = [
    limit(
      "of-the-page", ["CRED-PRE-1", "CRED-PRE-5"],
      "A URL of 3,600 seconds is said to outlive a token of 1,200.", version: "v1",
      interval: 3600, token: 1_200_000
    ).published("docs, \"Authorize access\""),
    limit(
      "of-the-error-code", ["CRED-PRE-8", "CRED-PRE-2"],
      "The end is not the time plus the interval.", version: "v1", interval: 60,
      isTemporary: false, now: 1_141_889_060_000
    ).published("docs, error code 0002-00000069"),
    limit(
      "android-900", ["CRED-PRE-1", "CRED-PRE-5"],
      "A URL of 30 minutes with a token of 15 dies unannounced.", version: "v1", interval: 1800,
      token: 900_000
    ).published("github.com/aliyun/aliyun-oss-android-sdk/issues/190"),
  ]

  private static let tokens: [BuiltCase] = [
    limit(
      "token-lives-longer", ["CRED-PRE-1"], "The token's end is given though the URL's is earlier.",
      interval: 1800, token: 3_600_000),
    limit(
      "v1-token-lives-longer", ["CRED-PRE-1"], "The later of the two ends is given.",
      version: "v1", interval: 60, token: 900_000),
    limit(
      "v4-token-first", ["CRED-PRE-1", "CRED-PRE-5"], "The token is looked at in V1 alone.",
      interval: 3600, token: 3_599_000),
    limit(
      "ends-together", ["CRED-PRE-5", "CRED-PRE-1"], "Ends that fall together are the token's.",
      interval: 3600, token: 3_600_000),
    limit(
      "token-one-earlier", ["CRED-PRE-5", "CRED-PRE-1"],
      "The ends are compared in seconds, and the token's seems no earlier.", interval: 3600,
      token: 3_599_999),
    limit(
      "token-one-later", ["CRED-PRE-5", "CRED-PRE-1"], "The ends are compared in rounded seconds.",
      interval: 3600, token: 3_600_001),
    limit(
      "token-ended", ["CRED-PRE-7", "CRED-PRE-1"],
      "A token that has ended is refused, or its end is moved to now.", interval: 1800,
      token: -1000),
    limit(
      "token-ends-now", ["CRED-PRE-7", "CRED-PRE-1"],
      "A token without any life left is left out of account.", interval: 1800, token: 0),
    limit(
      "token-unknown", ["CRED-PRE-9"], "An unknown end is one of 1970, and bounds the URL.",
      interval: 1800),
    limit(
      "v1-token-unknown", ["CRED-PRE-9"], "An unknown end is taken for the shortest: 900 seconds.",
      version: "v1", interval: 3600),
  ]

  private static let seconds: [BuiltCase] = [
    limit(
      "within-a-second", ["CRED-PRE-2"], "The fraction of the time is added to the end.",
      version: "v1", interval: 1800, isTemporary: false, now: now + 1),
    limit(
      "end-of-second", ["CRED-PRE-2"], "The time is rounded to the nearest second.",
      version: "v1", interval: 1800, isTemporary: false, now: now + 999),
    limit(
      "v4-end-of-second", ["CRED-PRE-2"], "The time is rounded up to the next second.",
      interval: 1800, isTemporary: false, now: now + 999),
    limit(
      "token-within-the-second", ["CRED-PRE-2", "CRED-PRE-5"],
      "The fraction of the time decides which end comes first.", interval: 1800,
      token: 1_799_600, now: now + 500),
    limit(
      "before-1970", ["CRED-PRE-2"], "A time before 1970 is rounded towards zero.", version: "v1",
      interval: 60, isTemporary: false, now: -1),
  ]

  private static let longIntervals: [BuiltCase] = [
    limit(
      "12-hours", ["CRED-PRE-6"], "Twelve hours are above twelve hours.", interval: 43_200),
    limit(
      "above-12-hours", ["CRED-PRE-6", "CRED-PRE-9"],
      "A URL of more than twelve hours is signed without a word.", interval: 43_201),
    limit(
      "above-12-hours-and-token", ["CRED-PRE-6", "CRED-PRE-5"],
      "One of two findings is lost, or they stand in another order.", interval: 86_400,
      token: 3_600_000),
    limit(
      "v1-above-12-hours", ["CRED-PRE-6"], "The finding is one of V4 alone.", version: "v1",
      interval: 43_201, token: 43_200_000),
    limit(
      "week-with-token", ["CRED-PRE-7", "CRED-PRE-6"],
      "A week is refused with temporary credentials.", interval: 604_800, token: 900_000),
    limit(
      "12-hours-of-token", ["CRED-PRE-6", "CRED-PRE-5"],
      "The longest session has the finding too.", interval: 43_200, token: 43_200_000),
  ]

  private static let longTerm: [BuiltCase] = [
    limit(
      "long-term", ["CRED-PRE-8"], "The life of a session limits a key pair too.",
      interval: 43_201, isTemporary: false),
    limit(
      "long-term-week", ["CRED-PRE-8", "CRED-PRE-3"], "A key pair has findings as a token has.",
      interval: 604_800, isTemporary: false),
    limit(
      "v1-long-term-year", ["CRED-PRE-8", "CRED-PRE-4"], "The limit of V4 holds in V1.",
      version: "v1", interval: 31_536_000, isTemporary: false),
  ]

  private static let intervals: [BuiltCase] = [
    limit("v4-one-second", ["CRED-PRE-3"], "One second is refused.", interval: 1),
    limit("v4-zero", ["CRED-PRE-3"], "No second is signed.", interval: 0)
      .refused(.invalidExpires, by: "docs, error code 0002-00000232"),
    limit("v4-negative", ["CRED-PRE-3"], "A negative interval is signed.", interval: -1)
      .refused(.invalidExpires, by: "docs, error code 0002-00000232"),
    limit("v4-week", ["CRED-PRE-3"], "The longest interval is refused.", interval: 604_800),
    limit("v4-above-week", ["CRED-PRE-3"], "Any interval is signed.", interval: 604_801)
      .refused(.invalidExpires, by: "docs, error code 0002-00000232"),
    limit(
      "v4-above-week-long-term", ["CRED-PRE-3"], "A key pair may sign for any interval.",
      interval: 604_801, isTemporary: false
    ).refused(.invalidExpires, by: "docs, error code 0002-00000232"),
    limit(
      "v4-milliseconds", ["CRED-PRE-3"], "An interval in milliseconds is guessed from its size.",
      interval: 1_800_000
    ).refused(.invalidExpires),
    limit("v1-one-second", ["CRED-PRE-4"], "One second is refused.", version: "v1", interval: 1),
    limit("v1-zero", ["CRED-PRE-4"], "No second is signed.", version: "v1", interval: 0)
      .refused(.invalidExpires),
    limit(
      "v1-negative", ["CRED-PRE-4"], "A URL is signed that ended before it was made.",
      version: "v1", interval: -1800
    ).refused(.invalidExpires),
    limit(
      "v1-above-week", ["CRED-PRE-4"], "The limit of V4 holds in V1.", version: "v1",
      interval: 604_801, isTemporary: false),
    limit(
      "v1-last-second", ["CRED-PRE-4"], "The last second that can be written is refused.",
      version: "v1", interval: 251_955_757_320, isTemporary: false),
    limit(
      "v1-year-10000", ["CRED-PRE-4"], "A year of five digits is signed.", version: "v1",
      interval: 251_955_757_321, isTemporary: false
    ).refused(.invalidExpires),
    limit(
      "v1-overflow", ["CRED-PRE-4"], "The sum overflows, and the URL ends in the past.",
      version: "v1", interval: .max, isTemporary: false
    ).refused(.invalidExpires),
  ]
}

extension BuiltCase {
  /// The case with the flag by which the limits of an interval are selected.
  fileprivate var flaggedInterval: BuiltCase { flagged("interval") }
}
