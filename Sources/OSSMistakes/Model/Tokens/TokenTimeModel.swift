internal import OSSPrimitives

/// The expiration of a token, from its first character to its last (token-responses.md).
package struct TokenTimeModel: Sendable {
  /// The text that is read (TOK-TIME-4, TOK-TIME-8 to TOK-TIME-11).
  package var text: @Sendable (String) -> String = { $0 }
  /// The parts of a text; nil for another form (TOK-TIME-4, TOK-TIME-5, TOK-TIME-8 to TOK-TIME-11).
  package var parts: @Sendable (String) -> CivilTime? = { CivilTime($0) }
  /// Whether a calendar has the date and the time of day (TOK-TIME-6, TOK-TIME-7).
  package var isReal: @Sendable (CivilTime) -> Bool = { $0.isReal }
  /// The milliseconds of the digits of a fraction (TOK-TIME-3).
  package var milliseconds: @Sendable (_ digits: [Int64]) -> Int64 = { digits in
    (digits + [0, 0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
  }
  /// The minutes by which a local time is ahead of UTC (TOK-TIME-1, TOK-TIME-2).
  package var minutesAhead: @Sendable (CivilTime) -> Int64 = { time in
    let minutes = time.zoneHour * 60 + time.zoneMinute
    return time.isBehind ? -minutes : minutes
  }
  /// The moment for a count of seconds and milliseconds (TOK-TIME-1).
  package var moment: @Sendable (_ seconds: Int64, _ milliseconds: Int64) -> Int64 = {
    $0 * 1000 + $1
  }
  /// Whether a count of seconds lies in the years 1 to 9999 (TOK-TIME-12).
  package var isInRange: @Sendable (Int64) -> Bool = { CivilTime.range ~= $0 }

  /// The moment of a text; nil where it cannot be read.
  func moment(_ text: String) -> Int64? {
    guard let time = parts(self.text(text)), isReal(time) else { return nil }
    let seconds = time.localSeconds - minutesAhead(time) * 60
    return isInRange(seconds) ? moment(seconds, milliseconds(time.fraction)) : nil
  }
}
