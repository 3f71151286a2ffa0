internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// How long a presigned URL works (credentials.md, section "Presigned URLs").
package struct PresignLimitModel: Sendable {
  /// A URL that is to be presigned, as far as its life depends on it.
  package struct URL: Sendable {
    /// `v1` or `v4`.
    package var version: String
    /// How long the URL is to work, in seconds.
    package var interval: Int64
    /// The corrected time, in milliseconds.
    package var now: Int64
    /// Whether temporary credentials sign it.
    package var isTemporary: Bool
    /// When the credentials end, in milliseconds; that of a key pair does not count.
    package var expiration: Int64?
  }

  /// Whether the version can carry the interval (CRED-PRE-3, CRED-PRE-4).
  package var carries: @Sendable (URL) -> Bool = { url in
    url.interval >= 1 && (url.version == "v1" || url.interval <= 604_800)
  }

  /// When the interval begins: with the second that `now` is in (CRED-PRE-2).
  package var start: @Sendable (_ now: Int64) -> Int64 = { $0.startOfSecond }

  /// When the interval ends (CRED-PRE-2).
  package var end: @Sendable (_ start: Int64, _ interval: Int64) -> Int64 = { start, interval in
    let (span, overflow) = interval.multipliedReportingOverflow(by: 1000)
    return start.plus(overflow ? (interval < 0 ? .min : .max) : span)
  }

  /// When the credentials end; nil for a key pair and where it is unknown (CRED-PRE-8, CRED-PRE-9).
  package var tokenEnd: @Sendable (URL) -> Int64? = { $0.isTemporary ? $0.expiration : nil }

  /// Whether the credentials end before the interval (CRED-PRE-1, CRED-PRE-5).
  package var tokenComesFirst: @Sendable (_ tokenEnd: Int64, _ end: Int64) -> Bool = { $0 < $1 }

  /// What there is to know; it refuses nothing (CRED-PRE-5, CRED-PRE-6, CRED-PRE-7, CRED-PRE-8).
  package var findings: @Sendable (URL, _ tokenComesFirst: Bool) -> [String] = { url, isFirst in
    guard url.isTemporary else { return [] }
    return (isFirst ? ["outlives-token"] : []) + (url.interval > 43_200 ? ["above-12-hours"] : [])
  }

  func answer(_ input: InputReader) throws(Refusal) -> Answer {
    let url = try url(input)
    let start = start(url.now)
    let end = end(start, url.interval)
    // Only the years 1 to 9999 can be written (CRED-PRE-4).
    guard carries(url), [start, end].allSatisfy({ Self.written ~= $0 }) else {
      throw Refusal(.invalidExpires, "No URL can carry an interval of \(url.interval) seconds.")
    }
    let tokenEnd = tokenEnd(url)
    let isFirst = tokenEnd.map { tokenComesFirst($0, end) } ?? false
    return Answer(members: [
      "effective": .number(JSONNumber(isFirst ? tokenEnd ?? end : end)),
      "bound": isFirst ? "token" : "interval",
      "findings": .array(findings(url, isFirst).map { .string($0) }),
    ])
  }

  private static let written: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000

  private func url(_ input: InputReader) throws(Refusal) -> URL {
    let isTemporary = try input.word("credential", of: "long-term", "temporary") == "temporary"
    return URL(
      version: try input.word("version", of: "v1", "v4"),
      interval: try input.requiredInteger("interval"), now: try input.requiredInteger("now"),
      isTemporary: isTemporary,
      // Beside a key pair nothing is read, so nothing is refused there.
      expiration: isTemporary
        ? try input.integer("expiration") : input.object["expiration"]?.integerValue)
  }
}
