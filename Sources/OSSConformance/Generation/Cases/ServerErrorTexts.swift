internal import OSSPrimitives

/// Bodies of refusals, made as OSS makes them.
enum ServerErrorTexts {
  /// A body with a code and what else stands in it.
  static func body(_ code: String, _ members: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error>\n  <Code>\(code)</Code>\n\(members)"
      + "  <RequestId>646DCB189AE2D1333018E1A7</RequestId>\n"
      + "  <HostId>bucket.oss-cn-hangzhou.aliyuncs.com</HostId>\n</Error>\n"
  }

  /// A body as the header `x-oss-err` has it.
  static func header(_ body: String) -> String { Base64.encode(Bytes(body.utf8).span) }

  /// The body of a refusal for the time.
  ///
  /// - Parameter serverTime: the time of OSS as it stands; nil to leave it out.
  static func skewed(serverTime: String?) -> String {
    var members =
      "  <Message>The difference between the request time and the current time is too large.</Message>\n"
      + "  <RequestTime>2023-11-14T21:13:20.000Z</RequestTime>\n"
    if let serverTime { members += "  <ServerTime>\(serverTime)</ServerTime>\n" }
    return body(
      "RequestTimeTooSkewed",
      members + "  <MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>\n")
  }

  /// The body of a refusal for the day in the scope of V4.
  static func signingDate(
    message: String = "Invalid signing date in Authorization header."
  ) -> String {
    body("InvalidArgument", "  <Message>\(message)</Message>\n")
  }
}
