internal import OSSPrimitives
package import OSSSigning

/// The steps by which the limit of a URL is found, so that one of them can be replaced.
package struct PresignLimitSteps: Sendable {
  /// Why a version cannot carry an interval (CRED-PRE-3, CRED-PRE-4).
  package var refusal: @Sendable (SignatureVersion, Seconds) -> PresignLimitError?
  /// The end of an interval; nil where it is after the year 9999 (CRED-PRE-2, CRED-PRE-4).
  package var intervalEnd: @Sendable (_ now: UnixMilliseconds, Seconds) -> UnixMilliseconds?
  /// The end of the credentials, if it is known (CRED-PRE-8, CRED-PRE-9).
  package var tokenEnd: @Sendable (PresignCredential) -> UnixMilliseconds?
  /// Whether the credentials end before the interval (CRED-PRE-1, CRED-PRE-5).
  package var comesFirst:
    @Sendable (_ tokenEnd: UnixMilliseconds, _ intervalEnd: UnixMilliseconds) -> Bool
  /// What is worth knowing (CRED-PRE-5, CRED-PRE-6).
  package var findings:
    @Sendable (PresignCredential, Seconds, _ isBoundByToken: Bool) -> [PresignLimit.Finding]

  /// The steps as the specification has them.
  package static let standard = PresignLimitSteps(
    refusal: { version, interval in
      if interval < Seconds(1) { return .tooShort(interval) }
      let limit = Seconds(604_800)
      return version.isV4 && interval > limit ? .tooLong(interval, limit: limit) : nil
    },
    intervalEnd: { now, interval in
      // Every version writes whole seconds, so what is left of the second of now does not count.
      guard let end = try? now.time?.adding(seconds: interval.count) else { return nil }
      return UnixMilliseconds(end)
    },
    tokenEnd: { credential in
      guard case .temporary(let expiration) = credential else { return nil }
      return expiration
    },
    comesFirst: { $0 < $1 },
    findings: { credential, interval, isBoundByToken in
      guard case .temporary = credential else { return [] }
      var findings: [PresignLimit.Finding] = isBoundByToken ? [.outlivesToken] : []
      if interval > Seconds(43_200) { findings.append(.aboveTwelveHours) }
      return findings
    })
}
