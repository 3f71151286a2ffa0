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

  /// An answer that OSS gives.
  struct Row {
    let status: Int
    let code, message: String
    let ec: String?

    init(_ status: Int, _ code: String, _ message: String, _ ec: String? = nil) {
      (self.status, self.code, self.message, self.ec) = (status, code, message, ec)
    }
  }

  /// The answers of OSS that a scenario can give, each code with its status.
  static let rows = [
    Row(203, "CallbackFailed", "Error status : 502.", "0007-00000203"),
    Row(400, "InvalidArgument", "Invalid signing date in Authorization header."),
    Row(400, "InvalidDigest", "The Content-MD5 you specified was invalid.", "0017-00000503"),
    Row(
      400, "RequestTimeout",
      "Your socket connection to the server was not read from or written to within the timeout period."
    ),
    Row(403, "AccessDenied", "You have no right to access this object.", "0003-00000001"),
    Row(
      403, "InvalidAccessKeyId",
      "The OSS Access Key Id you provided does not exist in our records.", "0002-00000902"),
    Row(
      403, "InvalidSecurityToken", "The security token you provided is invalid.", "0002-00000006"),
    Row(
      403, "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.", "0002-00000504"),
    Row(
      403, "SecurityTokenExpired", "The security token you provided has expired.", "0002-00000007"),
    Row(403, "SignatureDoesNotMatch", Refusal.mismatch, "0002-00000040"),
    Row(403, "UserDisable", "UserDisable", "0003-00000801"),
    Row(404, "NoSuchBucket", "The specified bucket does not exist.", "0015-00000101"),
    Row(404, "NoSuchKey", "The specified key does not exist.", "0026-00000001"),
    Row(404, "NoSuchUpload", "The specified upload does not exist.", "0042-00000002"),
    Row(
      409, "PositionNotEqualToLength", "Position is not equal to file length", "0026-00000016"),
    Row(
      412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold."),
    Row(500, "InternalError", "We encountered an internal error. Please try again."),
    Row(503, "ServiceUnavailable", "Please reduce your request rate."),
    Row(503, "SlowDown", "Please reduce your request rate."),
    Row(503, "DownloadTrafficRateLimitExceeded", "Download traffic rate limit exceeded."),
    Row(503, "UploadTrafficRateLimitExceeded", "Upload traffic rate limit exceeded."),
    Row(503, "QpsLimitExceeded", "Qps limit exceeded."),
  ]

  /// The codes that a scenario can give.
  package static var codes: [String] { rows.map(\.code) }

  /// What a proxy before OSS answers with, without a body.
  static let proxyStatuses = [429, 500, 502, 503, 504]

  /// Whether OSS, or a proxy before it, could give it.
  var isPossible: Bool {
    guard let code else { return Self.proxyStatuses.contains(status) }
    return Self.rows.contains { $0.status == status && $0.code.hasSameBytes(as: code) }
  }

  /// The refusal of OSS for a request that was verified; nil for an answer without a body.
  func refusal(_ verdict: Verdict, at now: Moment) -> Refusal? {
    guard let row = Self.rows.first(where: { $0.status == status && $0.code == code }) else {
      return nil
    }
    if row.code == "SignatureDoesNotMatch", let text = verdict.text {
      return .signature(Bytes(repeating: 0x3D, count: 1), of: text, verdict.accessKeyID, verdict)
    }
    var members: [Refusal.Member] = []
    switch row.code {
    case "RequestTimeTooSkewed":
      members = [
        Refusal.Member("MaxAllowedSkewMilliseconds", "900000".bytes),
        Refusal.Member("ServerTime", now.iso8601.bytes),
      ]
    case "InvalidAccessKeyId": members = [Refusal.Member("OSSAccessKeyId", verdict.accessKeyID)]
    case "NoSuchKey": members = [Refusal.Member("Key", verdict.resource?.key ?? [])]
    default: break
    }
    return Refusal(row.status, row.code, row.message, ec: row.ec, members: members)
  }
}
