package import OSSPrimitives

/// The time of a signature, with its date worked out once for the three places that tell it.
package struct SigningTimeV4: Sendable {
  /// The time.
  package let time: UnixTime
  /// The same as date and time of day, in UTC.
  package let civil: CivilTime

  /// Works the date of a time out.
  package init(_ time: UnixTime) {
    self.time = time
    civil = CivilTime(time)
  }
}
