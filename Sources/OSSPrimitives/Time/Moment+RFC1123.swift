extension Moment {
  /// Appends the moment as a date of HTTP, such as `Sat, 16 Dec 2023 16:20:57 GMT`.
  ///
  /// This is the form that RFC 9110 section 5.6.7 calls IMF-fixdate and that RFC 1123 introduced.
  ///
  /// - Parameter buffer: Where the text, 29 bytes, is added.
  public func append(rfc1123To buffer: inout Bytes) {
    let civil = CivilTime(self)
    buffer.append(TimeNames.weekdays[civil.weekday])
    buffer.append(UInt8(ascii: ","))
    buffer.append(UInt8(ascii: " "))
    buffer.append(twoDigits: civil.day)
    buffer.append(UInt8(ascii: " "))
    buffer.append(TimeNames.months[civil.month - 1])
    buffer.append(UInt8(ascii: " "))
    buffer.append(fourDigits: civil.year)
    buffer.append(UInt8(ascii: " "))
    buffer.append(clock: civil, separator: UInt8(ascii: ":"))
    buffer.append(UInt8(ascii: " "))
    buffer.append(UInt8(ascii: "G"))
    buffer.append(UInt8(ascii: "M"))
    buffer.append(UInt8(ascii: "T"))
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
