internal import OSSPrimitives

/// Words for the values that hold credentials.
enum CredentialText {
  /// When credentials end, if it is known.
  static func ending(at expiration: Moment?) -> String {
    expiration.map { "expiration \($0)" } ?? "no known expiration"
  }
}
