extension CivilTime {
  /// Appends the moment in the basic format, such as `20231216T162057Z`.
  ///
  /// For who writes one moment more than once: the date is the dear part, and is known here.
  ///
  /// - Parameter buffer: Where the text, 16 bytes, is added.
  package func append(iso8601BasicTo buffer: inout Bytes) {
    buffer.append(date: self, separator: nil)
    buffer.append(UInt8(ascii: "T"))
    buffer.append(clock: self, separator: nil)
    buffer.append(UInt8(ascii: "Z"))
  }

  /// Appends the date in the basic format, such as `20231216`.
  ///
  /// - Parameter buffer: Where the text, 8 bytes, is added.
  package func append(iso8601BasicDateTo buffer: inout Bytes) {
    buffer.append(date: self, separator: nil)
  }
}
