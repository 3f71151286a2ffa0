internal import OSSPrimitives
internal import OSSVectors

/// Times as they stand in headers and bodies, in Unix seconds.
enum TimeText {
  /// The time of an RFC 1123 text, such as a Date header has.
  static func rfc1123(_ text: Bytes) -> Int64? {
    (try? Moment(rfc1123: text.text))?.seconds
  }

  /// The time of a text in any form that OSS uses.
  static func any(_ text: Bytes) -> Int64? {
    if let seconds = rfc1123(text) { return seconds }
    if let time = try? Moment(iso8601: text.text) { return time.seconds }
    return (try? Moment(iso8601Basic: text.text))?.seconds
  }

  /// A span of time in the largest units that say it well, without its sign.
  static func span(_ seconds: Int64) -> String {
    let seconds = abs(seconds)
    switch seconds {
    case ..<120: return "\(seconds) seconds"
    case ..<7200 where seconds % 3600 != 0: return "\((seconds + 30) / 60) minutes"
    case ..<172_800:
      let minutes = (seconds + 30) / 60
      let hours = minutes / 60 == 1 ? "1 hour" : "\(minutes / 60) hours"
      return minutes % 60 == 0 ? hours : "\(hours) and \(minutes % 60) minutes"
    default: return "\((seconds + 43_200) / 86_400) days"
    }
  }
}
