/// A moment, counted in milliseconds from 1970-01-01T00:00:00Z without leap seconds.
///
/// The formats of the protocol hold the years 1 to 9999, from ``earliest`` to ``latest``. A moment
/// outside them, which a broken clock may show, is written as the first or the last one.
public struct Moment: Hashable, Sendable {
  /// The first moment that can be written, 0001-01-01T00:00:00Z.
  public static let earliest = Moment(milliseconds: -62_135_596_800_000)
  /// The last moment that can be written, 9999-12-31T23:59:59.999Z.
  public static let latest = Moment(milliseconds: 253_402_300_799_999)
  /// The moment 1970-01-01T00:00:00Z.
  public static let epoch = Moment(milliseconds: 0)

  /// The milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let milliseconds: Int64

  /// Makes a moment from a count of milliseconds, as a clock shows it.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes a moment from a count of seconds, and refuses one that no format can hold (V1-REF-13,
  /// POST-REF-4).
  ///
  /// - Parameter seconds: The seconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``TimeError/outOfRange`` for a moment outside the years 1 to 9999.
  public init(seconds: Int64) throws(TimeError) {
    guard Self.earliest.seconds...Self.latest.seconds ~= seconds else { throw .outOfRange }
    milliseconds = seconds * 1000
  }

  /// The whole seconds since 1970-01-01T00:00:00Z, negative before it.
  public var seconds: Int64 { floorQuotient(milliseconds, 1000) }

  /// The moment a span later; the last or the first one there is, where it cannot be counted.
  public func adding(_ span: TimeSpan) -> Moment {
    let (sum, overflow) = milliseconds.addingReportingOverflow(span.milliseconds)
    return Moment(milliseconds: overflow ? (span < .zero ? .min : .max) : sum)
  }

  /// The beginning of the second that lies a number of seconds later, as signatures count them.
  ///
  /// - Parameter interval: How many seconds later, negative for earlier.
  /// - Throws: ``TimeError/outOfRange`` for a moment outside the years 1 to 9999.
  public func adding(seconds interval: Int64) throws(TimeError) -> Moment {
    let (sum, overflow) = seconds.addingReportingOverflow(interval)
    if overflow || !isWritable { throw .outOfRange }
    return try Moment(seconds: sum)
  }

  /// The span from another moment to this one; the longest there is, where it cannot be counted.
  public func since(_ other: Moment) -> TimeSpan {
    let (span, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return .milliseconds(overflow ? (milliseconds < 0 ? .min : .max) : span)
  }

  /// Whether the formats of the protocol hold the moment.
  private var isWritable: Bool { Self.earliest <= self && self <= Self.latest }
}

extension Moment: Comparable {
  /// Whether one moment is before another.
  public static func < (left: Moment, right: Moment) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Moment: CustomStringConvertible {
  /// The moment in the extended format of ISO 8601, such as `2015-11-03T09:52:59.250Z`; without a
  /// fraction for a whole second, and as a count outside the years 1 to 9999.
  public var description: String {
    if !isWritable { return "\(milliseconds) ms since 1970" }
    let rest = milliseconds - seconds * 1000
    if rest == 0 { return iso8601 }
    let digits = String(rest)
    let zeros = String(repeating: "0", count: 3 - digits.utf8.count)
    return iso8601.pieces(at: "Z")[0] + "." + zeros + digits + "Z"
  }
}

/// A span of time, counted in milliseconds.
public struct TimeSpan: Hashable, Sendable {
  /// The span of no time.
  public static let zero = TimeSpan(0)

  /// The number of milliseconds; negative for a span back in time.
  public let milliseconds: Int64

  private init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  /// A span of so many milliseconds.
  public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(count) }

  /// A span of so many seconds; the longest there is where the milliseconds cannot be counted.
  public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 1000) }

  /// A span of so many minutes; the longest there is where the milliseconds cannot be counted.
  public static func minutes(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 60_000) }

  /// A span of so many hours; the longest there is where the milliseconds cannot be counted.
  public static func hours(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 3_600_000) }

  /// A span of so many days of 24 hours; the longest there is where the milliseconds cannot be
  /// counted.
  public static func days(_ count: Int64) -> TimeSpan { TimeSpan(count, times: 86_400_000) }

  private init(_ count: Int64, times unit: Int64) {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    self.init(overflow ? (count < 0 ? .min : .max) : product)
  }

  /// The whole seconds, rounded down.
  public var seconds: Int64 { floorQuotient(milliseconds, 1000) }
}

extension TimeSpan: Comparable {
  /// Whether one span is shorter than another.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The span in seconds, such as `300 s`, or in milliseconds where they are not whole.
  public var description: String {
    milliseconds % 1000 == 0 ? "\(seconds) s" : "\(milliseconds) ms"
  }
}

/// A moment as a date of the Gregorian calendar and a time of day, in UTC.
///
/// The calendar is carried back before its introduction, as ISO 8601 does.
package struct CivilTime: Hashable, Sendable {
  /// The year, `1...9999`.
  package let year: Int
  /// The month, `1...12`.
  package let month: Int
  /// The day of the month, `1...31`.
  package let day: Int
  /// The hour, `0...23`.
  package let hour: Int
  /// The minute, `0...59`.
  package let minute: Int
  /// The second, `0...59`.
  package let second: Int
  /// The day of the week, 0 for Sunday to 6 for Saturday.
  package let weekday: Int

  /// Makes the date and time of day of a moment.
  ///
  /// - Parameter time: The moment; one outside the years 1 to 9999 is taken for the first or the
  /// last.
  package init(_ time: Moment) {
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

extension CivilTime {
  /// Appends the moment in the basic format, such as `20231216T162057Z`.
  ///
  /// For who writes one moment more than once: the date is the dear part, and is known here.
  ///
  /// - Parameter buffer: Where the text, 16 bytes, is added.
  package func append(iso8601BasicTo buffer: inout Bytes) {
    buffer.append(date: self, separator: nil)
    buffer.append(ascii: "T")
    buffer.append(clock: self, separator: nil)
    buffer.append(ascii: "Z")
  }

  /// Appends the date in the basic format, such as `20231216`.
  ///
  /// - Parameter buffer: Where the text, 8 bytes, is added.
  package func append(iso8601BasicDateTo buffer: inout Bytes) {
    buffer.append(date: self, separator: nil)
  }
}

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

/// The quotient rounded down, where `/` rounds toward zero.
@inline(__always)
func floorQuotient<Number: SignedInteger>(_ dividend: Number, _ divisor: Number) -> Number {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}
