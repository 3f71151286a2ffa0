internal import OSSPrimitives

/// How the header `Date` is read: `Sun, 06 Nov 1994 08:49:37 GMT` (clock.md, section "The header
/// Date").
package struct DateForm: Sendable {
  /// The parts of a date.
  package struct Fields: Sendable {
    /// 0 for Sunday.
    package var weekday: Int
    package var time: CivilTime
    package var zone: String
  }

  /// Reads another form first; the page reads no other (CLK-DATE-2, CLK-DATE-3).
  package var other: @Sendable (String) -> Int64? = { _ in nil }

  /// Whether there is such a day and such a time of day, in GMT (CLK-DATE-2).
  package var exists: @Sendable (Fields) -> Bool = { $0.time.isReal }

  /// Whether the date is in GMT (CLK-DATE-2).
  package var isInGMT: @Sendable (Fields) -> Bool = { $0.zone == "GMT" }

  /// Whether the day of the week is that of the date (CLK-DATE-3).
  package var hasRightWeekday: @Sendable (Fields) -> Bool = {
    CivilMoment($0.time.localSeconds).weekday == $0.weekday
  }

  /// The moment in milliseconds; nil for a text that is no date (CLK-DATE-1, CLK-DATE-2).
  func time(_ text: String) -> Int64? {
    if let time = other(text) { return time }
    guard let fields = Self.fields(text), exists(fields), isInGMT(fields), hasRightWeekday(fields)
    else { return nil }
    return fields.time.localSeconds * 1000
  }

  /// Divides a text into its numbers: every byte has its place.
  private static func fields(_ text: String) -> Fields? {
    let bytes = text.raw
    guard bytes.count > 26, bytes.allSatisfy({ $0 < 0x80 }),
      let weekday = CivilMoment.weekdays.firstIndex(of: Bytes(bytes[0..<3]).text),
      let month = CivilMoment.months.firstIndex(of: Bytes(bytes[8..<11]).text),
      var time = CivilTime(Bytes(bytes[3..<8] + bytes[11..<26]), ", dd  yyyy HH:mm:ss ")
    else { return nil }
    time.month = Int64(month) + 1
    return Fields(weekday: weekday, time: time, zone: Bytes(bytes[26...]).text)
  }
}
