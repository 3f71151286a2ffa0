internal import OSSVectors

/// Mistakes in how long a presigned URL works.
enum PresignLimitMistakes {
  static let all = ends + seconds + limits + findings + kinds

  private static let ends: [Mistake] = [
    limit(
      "token-ignored", ["CRED-PRE-1", "CRED-PRE-5"], "The end of the token is not looked at.",
      seen: .iOS("A URL is signed for its interval alone."),
      .android("A URL is signed for its interval alone."),
      .swiftV2("A URL is signed for its interval alone.")
    ) { $0.tokenComesFirst = { _, _ in false } },
    limit("token-always", ["CRED-PRE-1"], "The end of the token is always given.") {
      $0.tokenComesFirst = { _, _ in true }
    },
    limit(
      "tie-is-token", ["CRED-PRE-5"], "Where both ends are equal, the token is named as the limit."
    ) { $0.tokenComesFirst = { $0 <= $1 } },
    limit(
      "ends-in-seconds", ["CRED-PRE-5"],
      "The end of the token is rounded up to whole seconds before the ends are compared."
    ) { $0.tokenComesFirst = { $0.plus(999).startOfSecond < $1 } },
    limit(
      "outliving-unreported", ["CRED-PRE-5"], "It is not reported that the URL outlives its token.",
      fix: "Add the finding outlives-token.", seen: .iOS("Nothing is reported."),
      .goV2("Nothing is reported.")
    ) { $0.afterFindings { findings, _ in findings.filter { $0 != "outlives-token" } } },
  ]

  private static let seconds: [Mistake] = [
    limit("interval-in-milliseconds", ["CRED-PRE-2"], "The interval is counted in milliseconds.") {
      $0.end = { $0.plus($1) }
    },
    limit("fraction-kept", ["CRED-PRE-2"], "The fraction of a second of the time is kept.") {
      $0.start = { $0 }
    },
    limit("rounded-up", ["CRED-PRE-2"], "The time is rounded up to the next second.") {
      $0.start = { $0.plus(999).startOfSecond }
    },
    limit("towards-zero", ["CRED-PRE-2"], "A time before 1970 is rounded towards zero.") {
      $0.start = { $0 / 1000 * 1000 }
    },
    limit(
      "now-plus-interval", ["CRED-PRE-1", "CRED-PRE-2"],
      "The interval is added to the time with its milliseconds, and no other end is looked at.",
      seen: .pythonV2("The expiration is now and the interval, as Python adds them.")
    ) { model in
      model.start = { $0 }
      model.tokenComesFirst = { _, _ in false }
    },
  ]

  private static let limits: [Mistake] = [
    limit(
      "any-interval", ["CRED-PRE-3", "CRED-PRE-4"], "Any interval is signed.",
      seen: .iOS("No range is checked."), .android("No range is checked.")
    ) { $0.carries = { _ in true } },
    limit(
      "without-lower-limit", ["CRED-PRE-3", "CRED-PRE-4"], "Intervals of zero and less are signed.",
      seen: .swiftV2("Only the upper limit of seven days is checked in V4, and nothing in V1."),
      .iOS("No range is checked.")
    ) { $0.afterLimits { url, carries in carries || url.interval < 1 } },
    limit("without-upper-limit", ["CRED-PRE-3"], "An interval above a week is signed in V4.") {
      $0.afterLimits { url, carries in carries || url.interval > 604_800 }
    },
    limit("week-refused", ["CRED-PRE-3"], "An interval of exactly a week is refused in V4.") {
      $0.afterLimits { url, carries in carries && !(url.version == "v4" && url.interval == 604_800)
      }
    },
    limit(
      "minute-at-least", ["CRED-PRE-3", "CRED-PRE-4"], "An interval below a minute is refused."
    ) { $0.afterLimits { url, carries in carries && url.interval >= 60 } },
    limit("v1-week", ["CRED-PRE-4"], "V1 is refused above a week, which is the limit of V4.") {
      $0.afterLimits { url, carries in carries && url.interval <= 604_800 }
    },
    limit("any-year", ["CRED-PRE-4"], "A URL is signed that ends after the year 9999.") {
      $0.hasYear = { _ in true }
    },
    limit("year-2038", ["CRED-PRE-4"], "The end of the URL is a number of 32 bits, up to 2038.") {
      model in
      model.end = { Int64(Int32(truncatingIfNeeded: $0 / 1000 + ($1 & 0xFFFF_FFFF))) * 1000 }
    },
  ]

  private static let findings: [Mistake] = [
    limit(
      "12-hours-unreported", ["CRED-PRE-6"], "It is not reported that no session lasts so long.",
      seen: .iOS("Nothing is reported."), .swiftV2("Nothing is reported.")
    ) { $0.afterFindings { findings, _ in findings.filter { $0 != "above-12-hours" } } },
    limit("12-hours-closed", ["CRED-PRE-6"], "Exactly twelve hours are reported as too long.") {
      model in
      model.afterFindings { findings, url in
        findings + (url.isTemporary && url.interval == 43_200 ? ["above-12-hours"] : [])
      }
    },
    limit(
      "long-session-refused", ["CRED-PRE-7"],
      "More than 12 hours are refused with temporary credentials."
    ) { $0.afterLimits { url, carries in carries && !(url.isTemporary && url.interval > 43_200) } },
    limit("ended-token-refused", ["CRED-PRE-7"], "A URL of an expired token is refused.") {
      $0.afterLimits { url, carries in carries && !url.hasEnded }
    },
    limit("ended-token-ignored", ["CRED-PRE-1", "CRED-PRE-7"], "An expired token sets no limit.") {
      $0.afterTokenEnd { end, url in url.hasEnded ? nil : end }
    },
  ]

  private static let kinds: [Mistake] = [
    limit(
      "key-pair-is-session", ["CRED-PRE-8"], "A key pair is treated as temporary credentials."
    ) { model in
      model.afterFindings { findings, url in
        !url.isTemporary && url.interval > 43_200 ? ["above-12-hours"] : findings
      }
      model.afterTokenEnd { end, url in url.isTemporary ? end : url.now.plus(3_600_000) }
    },
    limit("unknown-is-1970", ["CRED-PRE-9"], "An unknown expiration is read as 1970.") {
      $0.afterTokenEnd { end, url in url.isTemporary ? end ?? 0 : end }
    },
    limit(
      "unknown-is-shortest", ["CRED-PRE-9"],
      "A token with an unknown expiration is expected to last for 900 seconds."
    ) { $0.afterTokenEnd { end, url in url.isTemporary ? end ?? url.now.plus(900_000) : end } },
  ]
}

extension PresignLimitMistakes {
  /// A mistake in the limit of a URL.
  private static func limit(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String? = nil, seen: SeenIn...,
    change: @escaping @Sendable (inout PresignLimitModel) -> Void
  ) -> Mistake {
    .credentials(
      "presign-limit-" + id, clauses, sentence, fix: fix, in: [.presignExpiry], seen: seen
    ) { change(&$0.presigning) }
  }
}

extension PresignLimitModel.URL {
  /// Whether the credentials have expired.
  fileprivate var hasEnded: Bool { isTemporary && expiration.map { $0 <= now } == true }
}

extension PresignLimitModel {
  fileprivate mutating func afterLimits(_ change: @escaping @Sendable (URL, Bool) -> Bool) {
    let former = carries
    carries = { change($0, former($0)) }
  }

  fileprivate mutating func afterTokenEnd(_ change: @escaping @Sendable (Int64?, URL) -> Int64?) {
    let former = tokenEnd
    tokenEnd = { change(former($0), $0) }
  }

  fileprivate mutating func afterFindings(
    _ change: @escaping @Sendable ([String], URL) -> [String]
  ) {
    let former = findings
    findings = { change(former($0, $1), $0) }
  }
}
