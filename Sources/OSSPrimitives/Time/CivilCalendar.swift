/// The arithmetic of the Gregorian calendar, on days counted from 1970-01-01.
///
/// Years are taken to begin in March: a leap day is then the last of its year, and the lengths of
/// the months before it follow one line, `(153 * month + 2) / 5`.
enum CivilCalendar {
  /// The days of 400 years, after which the calendar repeats.
  private static let daysOfEra = 146_097
  /// The days from 0000-03-01 to 1970-01-01.
  private static let epochOffset = 719_468

  /// The day of a date.
  ///
  /// - Parameters:
  ///   - year: The year.
  ///   - month: The month, `1...12`.
  ///   - day: The day of the month.
  static func day(ofYear year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = floorQuotient(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysOfEra + dayOfEra - epochOffset
  }

  /// The date of a day.
  static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + epochOffset
    let era = floorQuotient(shifted, daysOfEra)
    let dayOfEra = shifted - era * daysOfEra
    // The days that leap years add up to here are taken out before the division.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// The day of the week of a day, 0 for Sunday: 1970-01-01 was a Thursday.
  static func weekday(ofDay day: Int) -> Int {
    let rest = (day + 4) % 7
    return rest < 0 ? rest + 7 : rest
  }

  /// How many days a month has.
  static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
