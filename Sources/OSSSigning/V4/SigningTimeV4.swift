internal import OSSPrimitives

/// The time of a signature, with its date worked out once for the three places that tell it.
struct SigningTimeV4: Sendable {
  /// The time.
  let time: UnixTime
  /// The same as date and time of day, in UTC.
  let civil: CivilTime

  /// Works the date of a time out.
  init(_ time: UnixTime) {
    self.time = time
    civil = CivilTime(time)
  }
}
