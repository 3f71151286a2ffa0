extension JSONParser {
  /// Reads text that is a number and nothing else.
  static func number(_ bytes: Bytes) throws(JSONError) -> JSONNumber {
    if bytes.isEmpty { throw .empty }
    var parser = JSONParser(bytes: bytes, limits: .standard)
    let number = try parser.number()
    if parser.position < bytes.count {
      throw .trailingByte(bytes[parser.position], offset: parser.position)
    }
    return number
  }

  /// Reads the number that begins at the position, as RFC 8259 section 6 writes numbers.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    skip(UInt8(ascii: "-"))
    let first = position
    try digits()
    if bytes[first] == UInt8(ascii: "0"), position > first + 1 {
      throw .leadingZero(offset: first)
    }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try digits()
    }
    return JSONNumber(checked: text(start..<position))
  }

  /// Moves over a byte if it is the next one.
  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Moves over one digit or more.
  private mutating func digits() throws(JSONError) {
    guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
    guard isDigit(bytes[position]) else { throw .missingDigit(offset: position) }
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
