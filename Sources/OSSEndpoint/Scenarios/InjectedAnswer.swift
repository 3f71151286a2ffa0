internal import OSSExplain
package import OSSPrimitives

/// An answer that a scenario gives in place of the right one.
package struct InjectedAnswer: Sendable {
  /// The status; of OSS one that it gives with the code.
  package let status: Int
  /// The code; nil for an answer without a body, as a proxy before OSS gives it.
  package let code: String?
  /// Headers beside those of the answer.
  package let fields: [WireResponse.Field]
  /// The body, where it is one of the token server.
  package let body: Bytes?

  /// Makes an answer, without a look whether OSS could give it.
  package init(
    _ status: Int, _ code: String?, fields: [WireResponse.Field] = [], body: Bytes? = nil
  ) {
    (self.status, self.code, self.fields, self.body) = (status, code, fields, body)
  }

  /// The refusals of OSS that a scenario can give, each code with its status.
  private static func refusals(of verdict: Verdict, at now: Moment) -> [Refusal] {
    let mismatch =
      verdict.text.map { Refusal.signature("=".bytes, of: $0, verdict.accessKeyID, verdict) }
      ?? Refusal(403, "SignatureDoesNotMatch", Refusal.mismatch, ec: "0002-00000040")
    return [
      .failedCallback("502."),
      Refusal(400, "InvalidArgument", "Invalid signing date in Authorization header."),
      Refusal(
        400, "InvalidDigest", "The Content-MD5 you specified was invalid.", ec: "0017-00000503"),
      Refusal(
        400, "RequestTimeout",
        "Your socket connection to the server was not read from or written to within the timeout "
          + "period."),
      Refusal(
        403, "AccessDenied", "You have no right to access this object.", ec: "0003-00000001"),
      .unknownKey(verdict.accessKeyID),
      Refusal(
        403, "InvalidSecurityToken", "The security token you provided is invalid.",
        ec: "0002-00000006"),
      Refusal(
        403, "RequestTimeTooSkewed",
        "The difference between the request time and the current time is too large.",
        ec: "0002-00000504",
        members: [
          Refusal.Member("MaxAllowedSkewMilliseconds", "900000".bytes),
          Refusal.Member("ServerTime", now.iso8601.bytes),
        ]),
      Refusal(
        403, "SecurityTokenExpired", "The security token you provided has expired.",
        ec: "0002-00000007"),
      mismatch, Refusal(403, "UserDisable", "UserDisable", ec: "0003-00000801"),
      .noSuchBucket(verdict.resource?.bucket ?? []), .noSuchKey(verdict.resource?.key ?? []),
      Refusal(404, "NoSuchUpload", "The specified upload does not exist.", ec: "0042-00000002"),
      Refusal(
        409, "PositionNotEqualToLength", "Position is not equal to file length",
        ec: "0026-00000016"),
      Refusal(
        412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold."),
      Refusal(500, "InternalError", "We encountered an internal error. Please try again."),
      Refusal(503, "ServiceUnavailable", "Please reduce your request rate."),
      Refusal(503, "SlowDown", "Please reduce your request rate."),
      Refusal(503, "DownloadTrafficRateLimitExceeded", "Download traffic rate limit exceeded."),
      Refusal(503, "UploadTrafficRateLimitExceeded", "Upload traffic rate limit exceeded."),
      Refusal(503, "QpsLimitExceeded", "Qps limit exceeded."),
    ]
  }

  private static let known = refusals(of: Verdict(region: ""), at: .epoch)

  /// The codes that a scenario can give.
  package static var codes: [String] { known.map(\.code) }

  /// What a proxy before OSS answers with, without a body.
  static let proxyStatuses = [429, 500, 502, 503, 504]

  /// Whether OSS, or a proxy before it, could give it.
  var isPossible: Bool {
    code == nil
      ? Self.proxyStatuses.contains(status)
      : Self.known.contains { $0.status == status && $0.code == code }
  }

  /// The refusal of OSS for a request that was verified; nil for an answer without a body.
  func refusal(_ verdict: Verdict, at now: Moment) -> Refusal? {
    Self.refusals(of: verdict, at: now).first { $0.status == status && $0.code == code }
  }
}
