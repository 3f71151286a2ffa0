internal import OSSPrimitives

extension UnixMilliseconds: CustomStringConvertible {
  /// The moment in UTC, such as `2015-11-03T09:52:59.250Z`, without a fraction where there is none;
  /// outside the years 1 to 9999 the count of milliseconds.
  public var description: String {
    guard let time else { return "\(milliseconds) ms since 1970" }
    let rest = milliseconds - time.seconds * 1000
    if rest == 0 { return time.iso8601 }
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 3 - digits.utf8.count)
    return String(Substring(time.iso8601.utf8.dropLast())) + "." + zeros + digits + "Z"
  }
}
