extension Moment {
  /// Appends the moment in the extended format, such as `2023-12-16T16:20:57Z`.
  ///
  /// - Parameter buffer: Where the text, 20 bytes, is added.
  public func append(iso8601To buffer: inout Bytes) {
    let civil = CivilTime(self)
    buffer.append(date: civil, separator: UInt8(ascii: "-"))
    buffer.append(UInt8(ascii: "T"))
    buffer.append(clock: civil, separator: UInt8(ascii: ":"))
    buffer.append(UInt8(ascii: "Z"))
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
