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
