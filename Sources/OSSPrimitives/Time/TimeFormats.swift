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
  public var rfc1123: String {
    var buffer = Bytes()
    buffer.reserveCapacity(29)
    append(rfc1123To: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

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
  public var iso8601Basic: String {
    var buffer = Bytes()
    buffer.reserveCapacity(16)
    append(iso8601BasicTo: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

  /// The date of the moment in UTC in the basic format of ISO 8601, such as `20231216`.
  public var iso8601BasicDate: String {
    var buffer = Bytes()
    append(iso8601BasicDateTo: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

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
  public var iso8601: String {
    var buffer = Bytes()
    buffer.reserveCapacity(20)
    append(iso8601To: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }

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
