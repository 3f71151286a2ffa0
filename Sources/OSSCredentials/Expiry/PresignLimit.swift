public import OSSSigning

/// When a presigned URL stops working, and which of two limits decides it.
///
/// OSS applies the shorter of the URL's own interval and the life of the credentials that signed it.
/// SDKs sign the interval and say nothing, so a URL of a day dies with a token of an hour.
public struct PresignLimit: Hashable, Sendable {
  /// Which limit comes first.
  public enum Bound: String, CaseIterable, Hashable, Sendable {
    /// The interval that was asked for.
    case interval
    /// The end of the temporary credentials.
    case token
  }

  /// Something worth knowing about an interval that is signed all the same.
  public enum Finding: String, CaseIterable, Hashable, Sendable {
    /// The credentials end before the interval does (CRED-PRE-5).
    case outlivesToken = "outlives-token"
    /// No temporary credentials live so long (CRED-PRE-6).
    case aboveTwelveHours = "above-12-hours"
  }

  /// The moment from which on OSS refuses the URL; it may have passed already.
  public let effective: UnixMilliseconds
  /// Which limit comes first; ``Bound/interval`` where both come at once.
  public let bound: Bound
  /// What is worth knowing, in the order of ``Finding``; none of it is a refusal.
  public let findings: [Finding]

  /// Finds the limit of a URL before it is signed.
  ///
  /// - Parameters:
  ///   - version: the version of the signature; its region plays no part.
  ///   - interval: how long the URL is to work.
  ///   - now: the corrected time; see ``ClockOffset/corrected(_:)``.
  ///   - credential: what signs the URL.
  /// - Throws: a ``PresignLimitError`` for an interval that no URL of the version can carry.
  public init(
    _ version: SignatureVersion, interval: Seconds, now: UnixMilliseconds,
    credential: PresignCredential
  ) throws(PresignLimitError) {
    try self.init(version, interval: interval, now: now, credential: credential, steps: .standard)
  }

  package init(
    _ version: SignatureVersion, interval: Seconds, now: UnixMilliseconds,
    credential: PresignCredential, steps: PresignLimitSteps
  ) throws(PresignLimitError) {
    if let refusal = steps.refusal(version, interval) { throw refusal }
    guard let end = steps.intervalEnd(now, interval) else { throw .endOutOfRange(interval) }
    let tokenEnd = steps.tokenEnd(credential)
    let isBoundByToken = tokenEnd.map { steps.comesFirst($0, end) } ?? false
    effective = isBoundByToken ? tokenEnd ?? end : end
    bound = isBoundByToken ? .token : .interval
    findings = steps.findings(credential, interval, isBoundByToken)
  }
}
