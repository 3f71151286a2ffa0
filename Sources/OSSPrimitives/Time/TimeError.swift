/// Why there is no moment for a number or a text.
///
/// Offsets count bytes from the start of the text.
public enum TimeError: Error, Equatable, Sendable {
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

extension TimeError: CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .outOfRange:
      "The moment lies outside the years 1 to 9999."
    case .unexpectedEnd(let offset):
      "The time ends at byte \(offset), before it is complete."
    case .unexpectedByte(let byte, let offset):
      "The byte 0x\(Hexadecimal.encode(byte)) is out of place at byte \(offset) of the time."
    case .unknownName(let offset):
      "The name at byte \(offset) of the time is not that of a day or month."
    case .fieldOutOfRange(let offset):
      "The number at byte \(offset) of the time is out of range."
    case .wrongWeekday(let offset):
      "The day of the week at byte \(offset) of the time is not that of the date."
    }
  }
}
