/// A moment, counted in seconds from 1970-01-01T00:00:00Z without leap seconds.
///
/// Only moments of the years 1 to 9999 can be had, those that every format of the protocol can
/// write. So a formatter never fails.
public struct UnixTime: Hashable, Sendable {
  /// The first moment, 0001-01-01T00:00:00Z.
  public static let earliest = UnixTime(unchecked: -62_135_596_800)
  /// The last moment, 9999-12-31T23:59:59Z.
  public static let latest = UnixTime(unchecked: 253_402_300_799)
  /// The moment 1970-01-01T00:00:00Z.
  public static let epoch = UnixTime(unchecked: 0)

  /// The seconds since 1970-01-01T00:00:00Z, negative before it.
  public let seconds: Int64

  /// Makes a moment from a count of seconds.
  ///
  /// - Parameter seconds: The seconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``TimeError/outOfRange`` for a moment outside the years 1 to 9999.
  public init(seconds: Int64) throws(TimeError) {
    guard Self.earliest.seconds...Self.latest.seconds ~= seconds else { throw .outOfRange }
    self.seconds = seconds
  }

  /// Makes a moment that is known to be in range.
  init(unchecked seconds: Int64) { self.seconds = seconds }

  /// The moment a number of seconds later.
  ///
  /// - Parameter interval: How many seconds later, negative for earlier.
  /// - Returns: The moment.
  /// - Throws: ``TimeError/outOfRange`` for a moment outside the years 1 to 9999.
  public func adding(seconds interval: Int64) throws(TimeError) -> UnixTime {
    let (sum, overflow) = seconds.addingReportingOverflow(interval)
    if overflow { throw .outOfRange }
    return try UnixTime(seconds: sum)
  }
}
