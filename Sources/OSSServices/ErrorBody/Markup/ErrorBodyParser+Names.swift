extension ErrorBodyParser {
  /// Moves over a name and gives its place.
  ///
  /// Something must follow it: a name that the end of the text may have truncated is rejected.
  ///
  /// Every character outside ASCII counts as part of a name: XML leaves few of them out, and OSS
  /// uses none.
  mutating func readName() throws(ErrorBodyError) -> Range<Int> {
    let start = position
    guard Self.canBeginName(try required()) else { throw .invalidMarkup(offset: start) }
    while Self.canContinueName(try required()) { position += 1 }
    return start..<position
  }

  /// Moves over a quotation mark and gives it.
  mutating func readQuote() throws(ErrorBodyError) -> UInt8 {
    let quote = try required()
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .invalidMarkup(offset: position)
    }
    position += 1
    return quote
  }

  private static func canBeginName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF: true
    default: false
    }
  }

  private static func canContinueName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: canBeginName(byte)
    }
  }
}
