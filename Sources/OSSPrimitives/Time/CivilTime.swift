/// A moment as a date of the Gregorian calendar and a time of day, in UTC.
///
/// The calendar is carried back before its introduction, as ISO 8601 does.
public struct CivilTime: Hashable, Sendable {
  /// The year, `1...9999`.
  public let year: Int
  /// The month, `1...12`.
  public let month: Int
  /// The day of the month, `1...31`.
  public let day: Int
  /// The hour, `0...23`.
  public let hour: Int
  /// The minute, `0...59`.
  public let minute: Int
  /// The second, `0...59`.
  public let second: Int
  /// The day of the week, 0 for Sunday to 6 for Saturday.
  public let weekday: Int

  /// Makes the date and time of day of a moment.
  ///
  /// - Parameter time: The moment; one outside the years 1 to 9999 stands for the first or the last.
  public init(_ time: Moment) {
    let time = min(max(time, .earliest), .latest)
    let days = Int(floorQuotient(time.seconds, 86_400))
    let rest = Int(time.seconds) - days * 86_400
    (year, month, day) = CivilCalendar.date(ofDay: days)
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60
    weekday = CivilCalendar.weekday(ofDay: days)
  }
}
