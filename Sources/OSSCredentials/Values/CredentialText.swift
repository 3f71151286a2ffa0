internal import OSSPrimitives

/// Words for the values that hold credentials.
enum CredentialText {
  /// When credentials end, as a time that can be compared with a log, or in milliseconds where no
  /// time of the years 1 to 9999 is meant.
  static func ending(at expiration: UnixMilliseconds?) -> String {
    guard let expiration else { return "no known expiration" }
    guard let time = expiration.time else {
      return "expiration \(expiration.milliseconds) ms after 1970"
    }
    return "expiration \(time)"
  }
}
