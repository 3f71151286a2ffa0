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
