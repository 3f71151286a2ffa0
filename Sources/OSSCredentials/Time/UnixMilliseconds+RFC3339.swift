public import OSSPrimitives

extension UnixMilliseconds {
  /// Reads a date and time of RFC 3339, such as `2015-11-03T09:52:59Z` (TOK-TIME-1 to TOK-TIME-11).
  ///
  /// A distance from UTC is honored, and a fraction counts to the millisecond. What is no date, has
  /// no zone or names one is refused: nobody can say which moment it is.
  ///
  /// - Parameter text: the date and time and nothing else.
  /// - Throws: a `TimeError` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public init(rfc3339 text: String) throws(TimeError) {
    let (second, milliseconds) = try UnixTime.reading(rfc3339: text)
    self.init(milliseconds: second.seconds * 1000 + Int64(milliseconds))
  }
}
