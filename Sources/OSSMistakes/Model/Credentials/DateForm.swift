internal import OSSPrimitives

/// How the header `Date` is read: `Sun, 06 Nov 1994 08:49:37 GMT` (clock.md, section "The header
/// Date").
package struct DateForm: Sendable {
  /// The numbers of a date.
  package struct Fields: Sendable {
    /// 0 for Sunday.
    package var weekday: Int
    package var year: Int
    /// From 1.
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var zone: String
  }

  /// Another form that is read beside this one; the page has none (CLK-DATE-2, CLK-DATE-3).
  package var other: @Sendable (String) -> Int64? = { _ in nil }

  /// Whether there is such a day and such a time of day, in GMT (CLK-DATE-2).
  package var exists: @Sendable (Fields) -> Bool = { fields in
    let isLeap = fields.year % 4 == 0 && (fields.year % 100 != 0 || fields.year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][fields.month - 1]
    return fields.year >= 1 && 1...days ~= fields.day && fields.hour < 24 && fields.minute < 60
      && fields.second < 60
  }

  /// Whether the date is in GMT (CLK-DATE-2).
  package var isInGMT: @Sendable (Fields) -> Bool = { $0.zone == "GMT" }

  /// Whether the day of the week is that of the date (CLK-DATE-3).
  package var hasRightWeekday: @Sendable (Fields) -> Bool = { fields in
    // 1970-01-01 was a Thursday.
    ((day(of: fields) + 4) % 7 + 7) % 7 == fields.weekday
  }

  /// The moment in milliseconds; nil for a text that is no date (CLK-DATE-1, CLK-DATE-2).
  func time(_ text: String) -> Int64? {
    if let time = other(text) { return time }
    guard let fields = Self.fields(text), exists(fields), isInGMT(fields),
      hasRightWeekday(fields)
    else { return nil }
    let seconds = (fields.hour * 60 + fields.minute) * 60 + fields.second
    return Int64(Self.day(of: fields) * 86_400 + seconds) * 1000
  }

  /// The days since 1970-01-01, counted year by year and month by month; further days of a month go on
  /// in the next one.
  private static func day(of fields: Fields) -> Int {
    let isLeap = { (year: Int) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    var day = fields.day - 1
    for year in 1..<max(1, fields.year) { day += isLeap(year) ? 366 : 365 }
    let months = [31, isLeap(fields.year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return day + months.prefix(fields.month - 1).reduce(0, +) - 719_162
  }

  /// Divides a text into its numbers: every byte stands at its place.
  private static func fields(_ text: String) -> Fields? {
    let bytes = Bytes(text.utf8)
    guard bytes.count > 26, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let part = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
    let number = { (range: Range<Int>) -> Int? in
      bytes[range].allSatisfy { 0x30...0x39 ~= $0 } ? Int(part(range)) : nil
    }
    let marks = [3: ", ", 7: " ", 11: " ", 16: " ", 19: ":", 22: ":", 25: " "]
    guard marks.allSatisfy({ part($0.key..<$0.key + $0.value.utf8.count) == $0.value }),
      let weekday = days.firstIndex(of: part(0..<3)),
      let month = months.firstIndex(of: part(8..<11)), let year = number(12..<16),
      let day = number(5..<7), let hour = number(17..<19), let minute = number(20..<22),
      let second = number(23..<25)
    else { return nil }
    return Fields(
      weekday: weekday, year: year, month: month + 1, day: day, hour: hour, minute: minute,
      second: second, zone: part(26..<bytes.count))
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
