internal import OSSPrimitives

/// The numbers of a date and time of RFC 3339 section 5.6.
package struct CivilTime: Sendable {
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
    var rest = text.raw[...]
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
  static func digits(_ count: Int, _ rest: inout Bytes.SubSequence) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isDigit }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1) - 0x30 }
  }

  /// Moves over one of some characters of ASCII.
  private static func skip(_ characters: String, _ rest: inout Bytes.SubSequence) -> Bool {
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
  private static func days(_ month: Int64, _ year: Int64) -> Int64 {
    Int64(CivilMoment.days(ofMonth: Int(month), isLeap: CivilMoment.isLeap(Int(year))))
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

extension CivilTime {
  /// The first second of the year 1 and the last one of the year 9999.
  static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// A moment in UTC by a pattern such as `yyyy-MM-ddTHH:mm:ssZ`; `y M d H m s` are digits, everything
  /// else means itself.
  static func text(_ seconds: Int64, _ pattern: String) -> String {
    let time = CivilMoment(seconds)
    var fields: [Character: [Character]] = [:]
    for (letter, value) in zip(
      "yMdHms", [time.year, time.month, time.day, time.hour, time.minute, time.second])
    {
      fields[letter] = Array(CivilMoment.digits(value, letter == "y" ? 4 : 2))
    }
    return String(pattern.map { fields[$0]?.removeFirst() ?? $0 })
  }

  /// The time that a text of exactly a pattern says, whether a calendar has it or not.
  init?(_ text: Bytes, _ pattern: String) {
    guard text.count == pattern.utf8.count else { return nil }
    var fields: [UInt8: Int64] = [:]
    for (byte, due) in zip(text, pattern.utf8) {
      if "yMdHms".utf8.contains(due), byte.isDigit {
        fields[due] = (fields[due] ?? 0) * 10 + Int64(byte) - 0x30
      } else if byte != due || "yMdHms".utf8.contains(due) {
        return nil
      }
    }
    self.init("yMdHms".utf8.map { fields[$0] ?? 0 })
  }

  /// The Unix seconds of a time of an error body: in the extended or basic format of ISO 8601, or in
  /// that of RFC 1123 (ERR-TIME-1, ERR-TIME-2).
  static func ofErrorBody(_ text: String) -> Int64? {
    if let time = DateForm().moment(text) { return time / 1000 }
    if let time = CivilTime(text.raw, "yyyyMMddTHHmmssZ"), time.isReal { return time.localSeconds }
    // Lower-case letters, and a distance from UTC in hours alone, are for tokens.
    let hasHoursAlone = text.utf8.suffix(3).first.map("+-".utf8.contains) ?? false
    if hasHoursAlone || text.utf8.contains(where: "tz".utf8.contains) { return nil }
    return TokenTimeModel().moment(text).map { $0.startOfSecond / 1000 }
  }
}
