internal import OSSPrimitives

/// A moment as a date and a time of day.
package struct CivilMoment: Sendable {
  package var year = 1
  package var month = 1
  package var day = 1
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// The day of the week, 0 for Sunday.
  package var weekday: Int

  /// The date in UTC of a moment in seconds since 1970, by counting years and months.
  ///
  /// - Parameter isLeap: Whether a year has a 29 February.
  package init(_ seconds: Int64, isLeap: (Int) -> Bool = Self.isLeap) {
    var days = Int(seconds) / 86_400 + 719_162  // From 0001-01-01 on, a Monday.
    var rest = Int(seconds) % 86_400
    if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
    (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
    weekday = ((days + 1) % 7 + 7) % 7
    // The calendar repeats after 400 years.
    let cycles = (days >= 0 ? days : days - 146_096) / 146_097
    (year, days) = (1 + 400 * cycles, days - 146_097 * cycles)
    while days >= (isLeap(year) ? 366 : 365) {
      days -= isLeap(year) ? 366 : 365
      year += 1
    }
    while days >= Self.days(ofMonth: month, isLeap: isLeap(year)) {
      days -= Self.days(ofMonth: month, isLeap: isLeap(year))
      month += 1
    }
    day += days
  }

  /// Whether a year has a 29 February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func days(ofMonth month: Int, isLeap: Bool) -> Int {
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) ? days[month - 1] : 31
  }

  /// A number in digits, filled up with zeros.
  package static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }

  /// The time of day, with a mark between its numbers.
  package func clock(_ mark: String = "") -> String {
    [hour, minute, second].map { Self.digits($0, 2) }.joined(separator: mark)
  }

  /// `20231216` (V4-SCO-1).
  package var basicDate: String {
    Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2)
  }

  /// `20231216T162057Z` (V4-STS-2).
  package var basicTime: String { "\(basicDate)T\(clock())Z" }

  package static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sat, 02 Dec 2023 16:20:57 GMT` (V1-DATE-1).
  package var httpDate: String {
    "\(Self.weekdays[weekday]), \(Self.digits(day, 2)) \(Self.months[(month + 11) % 12]) "
      + "\(Self.digits(year, 4)) \(clock(":")) GMT"
  }
}
