import OSSCredentials
import OSSPrimitives

extension ServerAnswer {
  /// What OSS answers when a request's time is too far from its own.
  static func skewed(serverTime: Moment) -> ServerAnswer {
    let time = serverTime.iso8601
    return .error(
      403, "RequestTimeTooSkewed",
      "<ServerTime>\(time)</ServerTime>")
  }

  /// An error of OSS.
  static func error(_ status: Int, _ code: String, _ members: String = "") -> ServerAnswer {
    ServerAnswer(
      status: status, body: Bytes("<Error><Code>\(code)</Code>\(members)</Error>".utf8))
  }
}
