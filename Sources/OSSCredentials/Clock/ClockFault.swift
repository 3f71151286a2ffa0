internal import OSSPrimitives
internal import OSSServices

/// What OSS says about the clock of a request that it refuses.
enum ClockFault: Hashable, Sendable {
  /// The request's time and that of OSS are too far apart (CLK-SRC-1).
  case skewed
  /// The day in the scope of a V4 signature is not that of OSS (CLK-SRC-3).
  case signingDate

  /// What an error says about the clock; nil where it is about something else.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - error: the error of the answer.
  init?(status: Int, error: ServerError) {
    guard let code = error.code else { return nil }
    if status == 403, code.hasSameBytes(as: "RequestTimeTooSkewed") {
      self = .skewed
    } else if status == 400, code.hasSameBytes(as: "InvalidArgument"),
      error.message?.hasSameBytes(as: Self.signingDateMessage) == true
    {
      self = .signingDate
    } else {
      return nil
    }
  }

  private static let signingDateMessage = "Invalid signing date in Authorization header."
}
