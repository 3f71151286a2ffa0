/// A place in the text of a time and the functions that read on from there.
struct TimeScanner {
  private let bytes: Bytes
  /// The offset of the next byte.
  private(set) var offset = 0

  init(_ text: String) { bytes = Bytes(text.utf8) }

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
