/// The numbers of a date and time as a text gives them, checked one after the other.
///
/// Each setter names the offset of its field, so that a refusal says which number is wrong.
struct CivilFields {
  /// The day, counted from 1970-01-01.
  private(set) var day = 0
  private var secondOfDay: Int64 = 0

  init() {}

  /// Sets the date.
  ///
  /// - Parameters:
  ///   - year: The year and its offset; the year 0 is refused.
  ///   - month: The month and its offset.
  ///   - day: The day of the month and its offset.
  mutating func setDate(
    year: (value: Int, offset: Int), month: (value: Int, offset: Int),
    day: (value: Int, offset: Int)
  ) throws(TimeError) {
    try check(year, 1...9_999)
    try check(month, 1...12)
    try check(day, 1...CivilCalendar.days(inMonth: month.value, ofYear: year.value))
    self.day = CivilCalendar.day(ofYear: year.value, month: month.value, day: day.value)
  }

  /// Sets the time of day; leap seconds are refused, since no count of seconds has a place for them.
  mutating func setTime(
    hour: (value: Int, offset: Int), minute: (value: Int, offset: Int),
    second: (value: Int, offset: Int)
  ) throws(TimeError) {
    try check(hour, 0...23)
    try check(minute, 0...59)
    try check(second, 0...59)
    secondOfDay = Int64(hour.value * 3_600 + minute.value * 60 + second.value)
  }

  /// The moment, for a clock that is ahead of UTC by a number of seconds.
  func time(aheadOfUTC offset: Int64 = 0) throws(TimeError) -> Moment {
    try Moment(seconds: Int64(day) * 86_400 + secondOfDay - offset)
  }

  private func check(
    _ field: (value: Int, offset: Int), _ range: ClosedRange<Int>
  ) throws(TimeError) {
    if !range.contains(field.value) { throw .fieldOutOfRange(offset: field.offset) }
  }
}
