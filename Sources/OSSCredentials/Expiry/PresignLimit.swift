public import OSSPrimitives
public import OSSSigning

/// When a presigned URL stops working, and which of two limits decides it.
///
/// OSS applies the shorter of the URL's own interval and the life of the credentials that signed it.
/// SDKs sign the interval and say nothing, so a URL of a day dies with a token of an hour.
///
///     let limit = try PresignLimit(
///       .v4(region: "cn-hangzhou"), interval: .days(1), now: now,
///       credential: PresignCredential(provided))
///     if limit.bound == .token { print("It ends with the token, at \(limit.effective).") }
public struct PresignLimit: Equatable, Sendable {
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
  public let effective: Moment
  /// Which limit comes first; ``Bound/interval`` where both come at once.
  public let bound: Bound
  /// What is worth knowing, in the order of ``Finding``; none of it is a refusal.
  ///
  /// The clause is CRED-PRE-7.
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
    _ version: SignatureVersion, interval: TimeSpan, now: Moment,
    credential: PresignCredential
  ) throws(PresignLimitError) {
    // CRED-PRE-4 for V1, CRED-PRE-3 and CRED-PRE-10 for V4.
    if interval < .seconds(1) { throw .tooShort(interval) }
    if version.isV4, interval > Self.longestOfV4 {
      throw .tooLong(interval, limit: Self.longestOfV4)
    }
    // Every version writes whole seconds, so the fraction of one does not count (CRED-PRE-2).
    guard let end = try? now.adding(seconds: interval.seconds) else {
      throw .endOutOfRange(interval)
    }
    // Long-term credentials set no limit (CRED-PRE-8), nor do those without an end (CRED-PRE-9).
    guard case .temporary(let expiration) = credential else {
      (effective, bound, findings) = (end, .interval, [])
      return
    }
    var findings: [Finding] = []
    // CRED-PRE-5.
    if let expiration, expiration < end {
      (effective, bound) = (expiration, .token)
      findings.append(.outlivesToken)
    } else {
      (effective, bound) = (end, .interval)
    }
    if interval > Self.longestLife { findings.append(.aboveTwelveHours) }
    self.findings = findings
  }

  /// The limit of a URL that another program has signed, of which the end alone is known.
  package init(effective: Moment) {
    (self.effective, bound, findings) = (effective, .interval, [])
  }

  /// The longest interval of V4: seven days (CRED-PRE-3).
  private static let longestOfV4 = TimeSpan.seconds(604_800)
  /// The longest life of temporary credentials (CRED-PRE-6).
  private static let longestLife = TimeSpan.seconds(43_200)
}

/// What signs a URL, as far as the URL's life depends on it.
public enum PresignCredential: Equatable, Sendable {
  /// A key pair without an end.
  case longTerm
  /// Credentials of STS with the moment when they end; nil where nothing is known of it.
  case temporary(expiration: Moment?)

  /// What a provider handed out: temporary where it has a security token or an end.
  ///
  /// - Parameter provided: the credentials that will sign the URL.
  public init(_ provided: ProvidedCredentials) {
    let isTemporary = provided.credentials.securityToken != nil || provided.expiration != nil
    self = isTemporary ? .temporary(expiration: provided.expiration) : .longTerm
  }
}

/// Why no URL can carry an interval.
public enum PresignLimitError: Error, Equatable, Sendable {
  /// The interval is shorter than a second (CRED-PRE-3, CRED-PRE-4).
  case tooShort(TimeSpan)
  /// The interval is longer than the version allows (CRED-PRE-3).
  case tooLong(TimeSpan, limit: TimeSpan)
  /// The interval ends after the year 9999 (CRED-PRE-10, CRED-PRE-4).
  case endOutOfRange(TimeSpan)
}

extension PresignLimitError: PlainError, CustomStringConvertible {
  /// A sentence that says what is wrong.
  public var description: String {
    switch self {
    case .tooShort(let interval):
      "The interval of % seconds is shorter than one second.".filled(
        String(interval.seconds))
    case .tooLong(let interval, let limit):
      "The interval of % seconds is longer than % seconds.".filled(
        String(interval.seconds), String(limit.seconds))
    case .endOutOfRange(let interval):
      "The interval of % seconds ends after the year 9999.".filled(
        String(interval.seconds))
    }
  }
}
