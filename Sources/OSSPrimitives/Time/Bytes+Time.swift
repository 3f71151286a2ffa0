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
  @inline(__always)
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
  @inline(__always)
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
  @inline(__always)
  mutating func append(date civil: CivilTime, separator: UInt8?) {
    append(fourDigits: civil.year)
    if let separator { append(separator) }
    append(twoDigits: civil.month)
    if let separator { append(separator) }
    append(twoDigits: civil.day)
  }
}
