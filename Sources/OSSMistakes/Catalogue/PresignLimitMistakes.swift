internal import OSSVectors

/// Mistakes in how long a presigned URL works (CRED-PRE).
enum PresignLimitMistakes {
  private static let rows = MistakeRows(\.credentials.presigning, in: [.presignExpiry])
  private static let first = rows.breaking("CRED-PRE-5")
    .fix("Compare milliseconds, and name the token only where it ends first.")
    .setting(\.tokenComesFirst)
  private static let found = rows.wrapping(\.findings)
  private static let seconds = rows.breaking("CRED-PRE-2")
    .fix("Begin with the second that the time is in, and add seconds.")
  private static let unknown = rows.wrapping(\.tokenEnd).breaking("CRED-PRE-9")
    .fix("Set no limit where the expiration is unknown.")
  private static let carried = rows.wrapping(\.carries).breaking("CRED-PRE-3", "CRED-PRE-4")
    .fix("Accept one second or more, in V4 up to 604,800, in V1 up to the end of the year 9999.")

  static let all: [Mistake] = [
    // Ends.
    first("presign-limit-token-ignored", "The end of the token is not looked at.")
      .breaking("CRED-PRE-1", "CRED-PRE-5")
      .seen("A URL is signed for its interval alone.", .iOS, .android, .swiftV2)
      .change { _, _ in false },
    first("presign-limit-token-always", "The end of the token is always given.")
      .breaking("CRED-PRE-1").change { _, _ in true },
    found("presign-limit-outliving-unreported", "That the URL outlives its token is not reported.")
      .breaking("CRED-PRE-5")
      .fix("Add the finding outlives-token.").seen("Nothing is reported.", .iOS, .goV2)
      .change { $2($0, $1).filter { $0 != "outlives-token" } },
    found("presign-limit-12-hours-unreported", "It is not reported that no session lasts so long.")
      .breaking("CRED-PRE-6").fix("Add the finding above-12-hours above 43,200 seconds.")
      .seen("Nothing is reported.", .iOS, .swiftV2)
      .change { $2($0, $1).filter { $0 != "above-12-hours" } },
    found("presign-limit-12-hours-closed", "Exactly twelve hours are reported as too long.")
      .breaking("CRED-PRE-6").fix("Add the finding above-12-hours above 43,200 seconds.")
      .change { $2($0, $1) + ($0.isTemporary && $0.interval == 43_200 ? ["above-12-hours"] : []) },
    found("presign-limit-one-finding", "Only the first of two findings is reported.")
      .breaking("CRED-PRE-6").fix("Report each finding, whatever else is found.")
      .change { Array($2($0, $1).prefix(1)) },
    // Starts.
    seconds("presign-limit-interval-in-milliseconds", "The interval is counted in milliseconds.")
      .change { $0.end = { $0.plus($1) } },
    seconds("presign-limit-fraction-kept", "The fraction of a second of the time is kept.")
      .change { $0.start = { $0 } },
    seconds("presign-limit-second-rounded-up", "The time is rounded up to a second.")
      .change { $0.start = { $0.plus(999).startOfSecond } },
    seconds("presign-limit-second-rounded", "The time is rounded to the nearest second.")
      .change { $0.start = { $0.plus(500).startOfSecond } },
    seconds("presign-limit-now-plus-interval").sentence(
      "The interval is added to the time with its milliseconds, and no other end is looked at."
    ).breaking("CRED-PRE-1", "CRED-PRE-2")
      .seen("The expiration is now and the interval, as Python adds them.", .pythonV2).change {
        $0.start = { $0 }
        $0.tokenComesFirst = { _, _ in false }
      },
    rows("presign-limit-key-pair-is-session", "A key pair is treated as temporary credentials.")
      .breaking("CRED-PRE-8").fix("Set no limit for a key pair.").change { model in
        model.findings = { [former = model.findings] url, isFirst in
          !url.isTemporary && url.interval > 43_200 ? ["above-12-hours"] : former(url, isFirst)
        }
        model.tokenEnd = { $0.isTemporary ? $0.expiration : $0.now.plus(3_600_000) }
      },
    rows("presign-limit-of-any-expiration", "An expiration counts whosever it is.")
      .breaking("CRED-PRE-8").fix("Set no limit for a key pair.").change {
        $0.tokenEnd = { $0.expiration }
        $0.findings = { [former = $0.findings] url, isFirst in
          url.isTemporary ? former(url, isFirst) : isFirst ? ["outlives-token"] : []
        }
      },
    unknown("presign-limit-unknown-is-1970", "An unknown expiration is read as 1970.")
      .change { $0.isTemporary ? $1($0) ?? 0 : nil },
    unknown("presign-limit-ended-token-ignored", "An expired token sets no limit.")
      .breaking("CRED-PRE-1", "CRED-PRE-7").fix("Give the earlier of the two ends.")
      .change { url, end in end(url).flatMap { $0 <= url.now ? nil : $0 } },
    unknown("presign-limit-token-end-truncated", "The end of the token is cut to whole seconds.")
      .breaking("CRED-PRE-1").fix("Give the end of the token in milliseconds.")
      .change { $1($0)?.startOfSecond },
    // Limits.
    carried("presign-limit-any-interval", "Any interval is signed.")
      .seen("No range is checked.", .iOS, .android).change { _, _ in true },
    carried("presign-limit-without-lower-limit", "Intervals of zero and less are signed.")
      .seen("Only the upper limit of seven days is checked in V4, and nothing in V1.", .swiftV2)
      .seen("No range is checked.", .iOS).change { $1($0) || $0.interval < 1 },
    carried("presign-limit-week-refused", "An interval of exactly a week is refused in V4.")
      .breaking("CRED-PRE-3").change { $1($0) && !($0.version == "v4" && $0.interval == 604_800) },
    carried("presign-limit-12-hours-refused")
      .sentence("More than twelve hours are refused with temporary credentials.")
      .breaking("CRED-PRE-6", "CRED-PRE-7").fix("Sign the URL, and add the finding above-12-hours.")
      .change { $1($0) && !($0.isTemporary && $0.interval > 43_200) },
    carried("presign-limit-minute-at-least", "An interval below a minute is refused.")
      .change { $1($0) && $0.interval >= 60 },
    carried("presign-limit-v1-week", "V1 is refused above a week, which is the limit of V4.")
      .breaking("CRED-PRE-4").change { $1($0) && $0.interval <= 604_800 },
    rows("presign-limit-year-2038", "The end of the URL is a number of 32 bits, up to 2038.")
      .breaking("CRED-PRE-4").fix("Count seconds in 64 bits.").change {
        $0.end = { Int64(Int32(truncatingIfNeeded: $0 / 1000 + ($1 & 0xFFFF_FFFF))) * 1000 }
      },
  ]
}
