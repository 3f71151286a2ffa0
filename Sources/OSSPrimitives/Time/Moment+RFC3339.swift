extension Moment {
  /// Reads a date and time of RFC 3339 section 5.6 to the millisecond, such as
  /// `2015-11-03T17:52:59.123+08:00`.
  ///
  /// `t` and `z` may stand for `T` and `Z`, and the distance from UTC may lack its colon or its
  /// minutes. Digits after the third of the fraction are cut off.
  ///
  /// - Parameter text: the date and time and nothing else.
  /// - Throws: a ``TimeError`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public init(rfc3339 text: String) throws(TimeError) {
    var scanner = TimeScanner(text)
    var fields = CivilFields()
    try scanner.readDate(into: &fields, separator: "-")
    if !scanner.skip("t") { try scanner.expect("T") }
    try scanner.readClock(into: &fields, separator: ":")
    let milliseconds = try scanner.readFraction()
    let offset = scanner.skip("z") ? 0 : try scanner.readOffset(allowsHours: true)
    try scanner.finish()
    let second = try fields.time(aheadOfUTC: offset)
    self.init(milliseconds: second.milliseconds + Int64(milliseconds))
  }
}
