internal import OSSPrimitives

/// Dates of forms and calls, written and read by patterns such as `yyyy-MM-ddTHH:mm:ssZ`.
package enum ServiceClock {
  /// The first second of the year 1 and the last one of the year 9999.
  static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// A moment in UTC; `y M d H m s` are digits, everything else stands for itself.
  static func text(_ seconds: Int64, _ pattern: String) -> String {
    let (day, rest) = Int(seconds).floorQuotient(by: 86_400)
    var year = (day + 719_162) / 366 + 1
    while days(before: year + 1) <= day { year += 1 }
    var month = 1
    while days(before: year) + days(before: month + 1, in: year) <= day { month += 1 }
    let date = day - days(before: year) - days(before: month, in: year) + 1
    var fields: [Character: [Character]] = [:]
    for (letter, value) in zip(
      "yMdHms", [year, month, date, rest / 3600, rest / 60 % 60, rest % 60])
    {
      let digits = String(value)
      let width = letter == "y" ? 4 : 2
      fields[letter] = Array(String(repeating: "0", count: max(width - digits.count, 0)) + digits)
    }
    return String(pattern.map { fields[$0]?.removeFirst() ?? $0 })
  }

  /// The moment at the beginning of a text, in seconds, and what follows it; nil for none that a
  /// calendar has (TOK-TIME-6, TOK-TIME-7).
  static func read(_ text: Bytes, _ pattern: String) -> (seconds: Int, rest: Bytes)? {
    guard text.count >= pattern.utf8.count else { return nil }
    var fields: [UInt8: Int] = [:]
    for (byte, due) in zip(text, pattern.utf8) {
      if !"yMdHms".utf8.contains(due) {
        if byte != due { return nil }
      } else if 0x30...0x39 ~= byte {
        fields[due] = (fields[due] ?? 0) * 10 + Int(byte) - 0x30
      } else {
        return nil
      }
    }
    let values = "yMdHms".utf8.map { fields[$0] ?? 0 }
    let (year, month) = (values[0], values[1])
    guard 1...9999 ~= year, 1...12 ~= month,
      1...days(before: month + 1, in: year) - days(before: month, in: year) ~= values[2],
      values[3] < 24, values[4] < 60, values[5] < 60
    else { return nil }
    let day = days(before: year) + days(before: month, in: year) + values[2] - 1
    return (
      ((day * 24 + values[3]) * 60 + values[4]) * 60 + values[5],
      Bytes(text.dropFirst(pattern.utf8.count))
    )
  }

  /// The days from 1970-01-01 to the first of a year.
  private static func days(before year: Int) -> Int {
    let last = year - 1
    return last * 365 + last / 4 - last / 100 + last / 400 - 719_162
  }

  /// The days of a year before a month.
  private static func days(before month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].prefix(month - 1)
      .reduce(0, +)
  }
}

extension Int {
  fileprivate func floorQuotient(by divisor: Int) -> (quotient: Int, rest: Int) {
    let rest = (self % divisor + divisor) % divisor
    return ((self - rest) / divisor, rest)
  }
}
