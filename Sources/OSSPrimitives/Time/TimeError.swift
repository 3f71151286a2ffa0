/// Why there is no moment for a number or a text.
///
/// Offsets count bytes from the start of the text.
public enum TimeError: Error, Hashable, Sendable {
  /// The moment lies outside the years 1 to 9999.
  case outOfRange
  /// The text ends at the offset, where more is due.
  case unexpectedEnd(offset: Int)
  /// A byte is not what the format has at this place.
  case unexpectedByte(UInt8, offset: Int)
  /// The name of a day or a month, which begins at the offset, is not one.
  case unknownName(offset: Int)
  /// A number, which begins at the offset, is too great or too small for its field.
  case fieldOutOfRange(offset: Int)
  /// The day of the week, at the offset, is not that of the date.
  case wrongWeekday(offset: Int)
}
