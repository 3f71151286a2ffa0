extension Moment {
  /// Appends the moment as a date of HTTP, such as `Sat, 16 Dec 2023 16:20:57 GMT`.
  ///
  /// This is the form that RFC 9110 section 5.6.7 calls IMF-fixdate and that RFC 1123 introduced.
  ///
  /// - Parameter buffer: Where the text, 29 bytes, is added.
  public func append(rfc1123To buffer: inout Bytes) {
    let civil = CivilTime(self)
    buffer.append(TimeNames.weekdays[civil.weekday])
    buffer.append(", ")
    buffer.append(twoDigits: civil.day)
    buffer.append(ascii: " ")
    buffer.append(TimeNames.months[civil.month - 1])
    buffer.append(ascii: " ")
    buffer.append(fourDigits: civil.year)
    buffer.append(ascii: " ")
    buffer.append(clock: civil, separator: UInt8(ascii: ":"))
    buffer.append(" GMT")
  }

  /// The moment as a date of HTTP, such as `Sat, 16 Dec 2023 16:20:57 GMT`.
  public var rfc1123: String { String(byteCount: 29) { append(rfc1123To: &$0) } }

  /// Reads a date of HTTP, such as `Sat, 16 Dec 2023 16:20:57 GMT`.
  ///
  /// Only the form that is written is read: the right day of the week, two digits for the day, GMT.
  ///
  /// - Parameter text: The date and nothing else.
  /// - Throws: A ``TimeError`` with the place of the fault.
  public init(rfc1123 text: String) throws(TimeError) {
    var scanner = TimeScanner(text)
    var fields = CivilFields()
    let weekday = try scanner.name(of: .weekdays)
    try scanner.expect(", ")
    let day = try scanner.digits(2)
    try scanner.expect(" ")
    let month = try scanner.name(of: .months)
    try scanner.expect(" ")
    try fields.setDate(
      year: try scanner.digits(4), month: (month.value + 1, month.offset), day: day)
    try scanner.expect(" ")
    try scanner.readClock(into: &fields, separator: ":")
    try scanner.expect(" GMT")
    try scanner.finish()
    guard weekday.value == CivilCalendar.weekday(ofDay: fields.day) else {
      throw .wrongWeekday(offset: weekday.offset)
    }
    self = try fields.time()
  }
}

extension Moment {
  /// Appends the moment in the basic format, such as `20231216T162057Z`.
  ///
  /// - Parameter buffer: Where the text, 16 bytes, is added.
  public func append(iso8601BasicTo buffer: inout Bytes) {
    CivilTime(self).append(iso8601BasicTo: &buffer)
  }

  /// Appends the date of the moment in UTC in the basic format, such as `20231216`.
  ///
  /// - Parameter buffer: Where the text, 8 bytes, is added.
  public func append(iso8601BasicDateTo buffer: inout Bytes) {
    CivilTime(self).append(iso8601BasicDateTo: &buffer)
  }

  /// The moment in the basic format of ISO 8601, such as `20231216T162057Z`.
  public var iso8601Basic: String { String(byteCount: 16) { append(iso8601BasicTo: &$0) } }

  /// The date of the moment in UTC in the basic format of ISO 8601, such as `20231216`.
  public var iso8601BasicDate: String { String(byteCount: 8) { append(iso8601BasicDateTo: &$0) } }

  /// Reads the basic format, such as `20231216T162057Z`.
  ///
  /// - Parameter text: The date and time and nothing else.
  /// - Throws: A ``TimeError`` with the place of the fault.
  public init(iso8601Basic text: String) throws(TimeError) {
    var scanner = TimeScanner(text)
    var fields = CivilFields()
    try scanner.readDate(into: &fields, separator: "")
    try scanner.expect("T")
    try scanner.readClock(into: &fields, separator: "")
    try scanner.expect("Z")
    try scanner.finish()
    self = try fields.time()
  }

  /// Reads a date in the basic format, such as `20231216`, as its first moment in UTC.
  ///
  /// - Parameter text: The date and nothing else.
  /// - Throws: A ``TimeError`` with the place of the fault.
  public init(iso8601BasicDate text: String) throws(TimeError) {
    var scanner = TimeScanner(text)
    var fields = CivilFields()
    try scanner.readDate(into: &fields, separator: "")
    try scanner.finish()
    self = try fields.time()
  }
}

extension Moment {
  /// Appends the moment in the extended format, such as `2023-12-16T16:20:57Z`.
  ///
  /// - Parameter buffer: Where the text, 20 bytes, is added.
  public func append(iso8601To buffer: inout Bytes) {
    let civil = CivilTime(self)
    buffer.append(date: civil, separator: UInt8(ascii: "-"))
    buffer.append(ascii: "T")
    buffer.append(clock: civil, separator: UInt8(ascii: ":"))
    buffer.append(ascii: "Z")
  }

  /// The moment in the extended format of ISO 8601, such as `2023-12-16T16:20:57Z`.
  public var iso8601: String { String(byteCount: 20) { append(iso8601To: &$0) } }

  /// Reads the extended format, such as `2023-12-16T16:20:57Z`.
  ///
  /// Servers also send a fraction of a second, which is dropped: `2023-12-16T16:20:57.000Z`; and
  /// the distance of their clock from UTC: `2023-12-17T00:20:57+08:00`, with or without the colon.
  ///
  /// - Parameter text: The date and time and nothing else.
  /// - Throws: A ``TimeError`` with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  public init(iso8601 text: String) throws(TimeError) {
    var scanner = TimeScanner(text)
    var fields = CivilFields()
    try scanner.readDate(into: &fields, separator: "-")
    try scanner.expect("T")
    try scanner.readClock(into: &fields, separator: ":")
    try scanner.readFraction()
    let offset = try scanner.readOffset()
    try scanner.finish()
    self = try fields.time(aheadOfUTC: offset)
  }
}

extension Moment {
  /// Reads a date and time of RFC 3339 section 5.6 to the millisecond, such as
  /// `2015-11-03T17:52:59.123+08:00`.
  ///
  /// `t` and `z` may stand for `T` and `Z` (TOK-TIME-4). The distance from UTC may lack its colon
  /// or its minutes (TOK-TIME-1, TOK-TIME-2, TOK-TIME-5). Digits after the third of the fraction
  /// are cut off (TOK-TIME-3). Every other text is refused: without a zone or with its name
  /// (TOK-TIME-8, TOK-TIME-9), with blanks (TOK-TIME-10), in another format (TOK-TIME-11), and what
  /// no calendar has (TOK-TIME-6, TOK-TIME-7, TOK-TIME-12).
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

extension Moment {
  /// Reads a time in any form that OSS writes: a date of HTTP, or ISO 8601 in either format; nil for
  /// another text.
  package init?(anyForm text: String) {
    guard
      let time = (try? Moment(rfc1123: text)) ?? (try? Moment(iso8601: text))
        ?? (try? Moment(iso8601Basic: text))
    else { return nil }
    self = time
  }
}

/// The English names of three letters that dates of HTTP use, RFC 9110 section 5.6.7.
enum TimeNames {
  /// The days of the week, Sunday first.
  case weekdays
  /// The months of the year.
  case months

  /// How many names there are.
  var count: Int {
    switch self {
    case .weekdays: 7
    case .months: 12
    }
  }

  /// The letters of the name at an index from 0.
  subscript(index: Int) -> (UInt8, UInt8, UInt8) {
    let letters: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) =
      switch self {
      case .weekdays: Self.weekday(index)
      case .months: Self.month(index)
      }
    return (UInt8(ascii: letters.0), UInt8(ascii: letters.1), UInt8(ascii: letters.2))
  }

  private static func weekday(_ index: Int) -> (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) {
    switch index {
    case 0: ("S", "u", "n")
    case 1: ("M", "o", "n")
    case 2: ("T", "u", "e")
    case 3: ("W", "e", "d")
    case 4: ("T", "h", "u")
    case 5: ("F", "r", "i")
    default: ("S", "a", "t")
    }
  }

  private static func month(_ index: Int) -> (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) {
    switch index {
    case 0: ("J", "a", "n")
    case 1: ("F", "e", "b")
    case 2: ("M", "a", "r")
    case 3: ("A", "p", "r")
    case 4: ("M", "a", "y")
    case 5: ("J", "u", "n")
    case 6: ("J", "u", "l")
    case 7: ("A", "u", "g")
    case 8: ("S", "e", "p")
    case 9: ("O", "c", "t")
    case 10: ("N", "o", "v")
    default: ("D", "e", "c")
    }
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a number of `0...99` in two digits.
  @inline(__always)
  mutating func append(twoDigits value: Int) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
  }

  /// Appends a number of `0...9999` in four digits.
  @inline(__always)
  mutating func append(fourDigits value: Int) {
    append(twoDigits: value / 100)
    append(twoDigits: value % 100)
  }

  /// Appends a name of three letters.
  @inline(never)
  mutating func append(_ name: (UInt8, UInt8, UInt8)) {
    append(name.0)
    append(name.1)
    append(name.2)
  }
  /// Appends hour, minute and second in two digits each.
  ///
  /// - Parameters:
  ///   - civil: The time of day.
  ///   - separator: The byte between them, or `nil` for none.
  @inline(never)
  mutating func append(clock civil: CivilTime, separator: UInt8?) {
    append(twoDigits: civil.hour)
    if let separator { append(separator) }
    append(twoDigits: civil.minute)
    if let separator { append(separator) }
    append(twoDigits: civil.second)
  }

  /// Appends year, month and day in four and two digits.
  ///
  /// - Parameters:
  ///   - civil: The date.
  ///   - separator: The byte between them, or `nil` for none.
  @inline(never)
  mutating func append(date civil: CivilTime, separator: UInt8?) {
    append(fourDigits: civil.year)
    if let separator { append(separator) }
    append(twoDigits: civil.month)
    if let separator { append(separator) }
    append(twoDigits: civil.day)
  }
}

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
