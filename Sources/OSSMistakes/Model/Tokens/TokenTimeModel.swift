package import OSSPrimitives

/// The expiration of a token, from its first character to its last (token-responses.md).
package struct TokenTimeModel: Sendable {
  /// The text that is read (TOK-TIME-4, TOK-TIME-8 to TOK-TIME-11).
  package var text: @Sendable (String) -> String = { $0 }
  /// The parts of a text; nil for another form (TOK-TIME-4, TOK-TIME-5, TOK-TIME-8 to TOK-TIME-11).
  package var parts: @Sendable (String) -> TokenTime? = { TokenTime($0) }
  /// Whether a calendar has the date and the time of day (TOK-TIME-6, TOK-TIME-7).
  package var isReal: @Sendable (TokenTime) -> Bool = { $0.isReal }
  /// The milliseconds of the digits of a fraction (TOK-TIME-3).
  package var milliseconds: @Sendable (_ digits: [Int64]) -> Int64 = { digits in
    (digits + [0, 0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
  }
  /// The minutes by which a local time is ahead of UTC (TOK-TIME-1, TOK-TIME-2).
  package var minutesAhead: @Sendable (TokenTime) -> Int64 = { time in
    let minutes = time.zoneHour * 60 + time.zoneMinute
    return time.isBehind ? -minutes : minutes
  }
  /// The moment for a count of seconds and milliseconds (TOK-TIME-1).
  package var moment: @Sendable (_ seconds: Int64, _ milliseconds: Int64) -> Int64 = {
    $0 * 1000 + $1
  }
  /// Whether a count of seconds lies in the years 1 to 9999 (TOK-TIME-12).
  package var isInRange: @Sendable (Int64) -> Bool = { -62_135_596_800...253_402_300_799 ~= $0 }

  /// The moment of a text; nil where it cannot be read.
  func moment(_ text: String) -> Int64? {
    guard let time = parts(self.text(text)), isReal(time) else { return nil }
    let seconds = time.localSeconds - minutesAhead(time) * 60
    return isInRange(seconds) ? moment(seconds, milliseconds(time.fraction)) : nil
  }
}

/// The numbers of a date and time of RFC 3339 section 5.6.
package struct TokenTime: Sendable {
  package var year: Int64
  package var month: Int64
  package var day: Int64
  package var hour: Int64
  package var minute: Int64
  package var second: Int64
  /// The digits of the fraction.
  package var fraction: [Int64] = []
  package var isBehind = false
  package var zoneHour: Int64 = 0
  package var zoneMinute: Int64 = 0

  /// Makes a time in UTC of the numbers from year to second.
  package init(_ numbers: [Int64]) {
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
  }

  /// Reads `date ("T" / "t") clock [fraction] zone` and nothing else.
  package init?(_ text: String) {
    var rest = Bytes(text.utf8)[...]
    var numbers: [Int64] = []
    for (count, ends) in [(4, "-"), (2, "-"), (2, "Tt"), (2, ":"), (2, ":"), (2, "")] {
      guard let number = Self.digits(count, &rest) else { return nil }
      numbers.append(number)
      if !ends.isEmpty, !Self.skip(ends, &rest) { return nil }
    }
    self.init(numbers)
    if Self.skip(".", &rest) {
      while let digit = Self.digits(1, &rest) { fraction.append(digit) }
      if fraction.isEmpty { return nil }
    }
    guard readZone(&rest), rest.isEmpty else { return nil }
  }

  /// Reads `"Z" / "z" / ("+" / "-") 2DIGIT [[":"] 2DIGIT]`.
  private mutating func readZone(_ rest: inout Bytes.SubSequence) -> Bool {
    if Self.skip("Zz", &rest) { return true }
    isBehind = rest.first == UInt8(ascii: "-")
    guard Self.skip("+-", &rest), let hour = Self.digits(2, &rest) else { return false }
    zoneHour = hour
    if rest.isEmpty { return true }
    _ = Self.skip(":", &rest)
    guard let minute = Self.digits(2, &rest) else { return false }
    zoneMinute = minute
    return true
  }

  /// Reads so many digits, U+0030 to U+0039.
  package static func digits(_ count: Int, _ rest: inout Bytes.SubSequence) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1) - 0x30 }
  }

  /// Moves over one of some characters of ASCII.
  package static func skip(_ characters: String, _ rest: inout Bytes.SubSequence) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Whether the Gregorian calendar has the date, and a day the time (TOK-TIME-6, TOK-TIME-12).
  package var isReal: Bool {
    guard year >= 1, 1...12 ~= month, 1...Self.days(month, year) ~= day else { return false }
    let isTime = hour <= 23 && minute <= 59 && second <= 59
    return isTime && zoneHour <= 23 && zoneMinute <= 59
  }

  /// The days of a month.
  package static func days(_ month: Int64, _ year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    if month == 2 { return isLeap ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The seconds from 1970 to the time on a local clock, whatever the numbers are.
  package var localSeconds: Int64 {
    // A month beyond December lies in the next year.
    let years = year + (month - 1 - ((month - 1) % 12 + 12) % 12) / 12
    let months = ((month - 1) % 12 + 12) % 12
    var days = day - 1
    for past in 0..<months { days += Self.days(past + 1, years) }
    let before = years - 1
    days += before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    return days * 86_400 + hour * 3600 + minute * 60 + second
  }
}
