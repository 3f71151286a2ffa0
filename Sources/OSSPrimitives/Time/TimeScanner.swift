/// A place in the text of a time and the functions that read on from there.
struct TimeScanner {
  private let bytes: Bytes
  /// The offset of the next byte.
  private(set) var offset = 0

  init(_ text: String) { bytes = text.bytes }

  /// The next byte, or `nil` at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Reads an exact number of digits and gives their value and offset.
  mutating func digits(_ count: Int) throws(TimeError) -> (value: Int, offset: Int) {
    let start = offset
    var value = 0
    for _ in 0..<count {
      guard let byte = next else { throw .unexpectedEnd(offset: offset) }
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else {
        throw .unexpectedByte(byte, offset: offset)
      }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      offset += 1
    }
    return (value, start)
  }

  /// Moves over a byte if it is the next one.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  /// Moves over a text that must be next.
  mutating func expect(_ text: String) throws(TimeError) {
    for byte in text.utf8 {
      guard let found = next else { throw .unexpectedEnd(offset: offset) }
      guard found == byte else { throw .unexpectedByte(found, offset: offset) }
      offset += 1
    }
  }

  /// Reads one of the names of three letters in a row, and gives its index and offset.
  mutating func name(
    of list: TimeNames
  ) throws(TimeError) -> (value: Int, offset: Int) {
    let start = offset
    guard start + 3 <= bytes.count else { throw .unexpectedEnd(offset: bytes.count) }
    let letters = (bytes[start], bytes[start + 1], bytes[start + 2])
    for index in 0..<list.count where list[index] == letters {
      offset += 3
      return (index, start)
    }
    throw .unknownName(offset: start)
  }

  /// Checks that nothing follows.
  func finish() throws(TimeError) {
    if let byte = next { throw .unexpectedByte(byte, offset: offset) }
  }
}

extension TimeScanner {
  /// Reads hour, minute and second of two digits each, with a text between them.
  mutating func readClock(
    into fields: inout CivilFields, separator: String
  ) throws(TimeError) {
    let hour = try digits(2)
    try expect(separator)
    let minute = try digits(2)
    try expect(separator)
    try fields.setTime(hour: hour, minute: minute, second: try digits(2))
  }

  /// Reads year, month and day of four and two digits, with a text between them.
  mutating func readDate(
    into fields: inout CivilFields, separator: String
  ) throws(TimeError) {
    let year = try digits(4)
    try expect(separator)
    let month = try digits(2)
    try expect(separator)
    try fields.setDate(year: year, month: month, day: try digits(2))
  }

  /// Reads `Z`, `+08:00` or `+0800`, and gives how many seconds the clock is ahead of UTC.
  ///
  /// - Parameter allowsHours: whether the minutes may be left out, as in `+08`.
  mutating func readOffset(allowsHours: Bool = false) throws(TimeError) -> Int64 {
    if skip("Z") { return 0 }
    let isBehind = next == UInt8(ascii: "-")
    if !isBehind { try expect("+") } else { try expect("-") }
    let hour = try digits(2)
    guard hour.value <= 23 else { throw .fieldOutOfRange(offset: hour.offset) }
    var seconds = Int64(hour.value * 3_600)
    if !(allowsHours && next == nil) {
      _ = skip(":")
      let minute = try digits(2)
      guard minute.value <= 59 else { throw .fieldOutOfRange(offset: minute.offset) }
      seconds += Int64(minute.value * 60)
    }
    return isBehind ? -seconds : seconds
  }

  /// Reads a fraction of a second, one digit or more after a point, if there is one.
  ///
  /// - Returns: its whole milliseconds, cut off and not rounded; 0 without one.
  @discardableResult
  mutating func readFraction() throws(TimeError) -> Int {
    guard skip(".") else { return 0 }
    var milliseconds = 0
    var weight = 100
    repeat {
      milliseconds += try digits(1).value * weight
      weight /= 10
    } while next.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    return milliseconds
  }
}

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

extension TimeError: PlainError, CustomStringConvertible {
  /// A sentence that names the fault and its place.
  public var description: String {
    switch self {
    case .outOfRange:
      "The moment lies outside the years 1 to 9999."
    case .unexpectedEnd(let offset):
      "The time ends at byte %, before it is complete.".filled(offset)
    case .unexpectedByte(let byte, let offset):
      "The byte 0x% is out of place at byte % of the time.".filled(byte: byte, offset)
    case .unknownName(let offset):
      "The name at byte % of the time is not that of a day or month.".filled(offset)
    case .fieldOutOfRange(let offset):
      "The number at byte % of the time is out of range.".filled(offset)
    case .wrongWeekday(let offset):
      "The day of the week at byte % of the time is not that of the date.".filled(offset)
    }
  }
}
