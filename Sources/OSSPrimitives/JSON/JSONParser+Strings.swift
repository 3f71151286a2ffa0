extension JSONParser {
  /// Reads the string whose opening quotation mark is at the position.
  ///
  /// The end is looked for first; then a string without escapes, as nearly all are, is made from
  /// its bytes at once.
  mutating func string() throws(JSONError) -> String {
    // A constant of its own: without optimization each use of the property would count references.
    let bytes = bytes
    let start = position + 1
    var index = start
    var union: UInt8 = 0
    var hasEscapes = false
    while true {
      guard index < bytes.count else { throw .unexpectedEnd(offset: bytes.count) }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw .controlCharacter(byte, offset: index) }
      union |= byte
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        // Whatever is escaped, a quotation mark above all, does not end the string; a control
        // character must still be seen by the check above.
        if index + 1 < bytes.count, bytes[index + 1] >= 0x20 {
          index += 1
          union |= bytes[index]
        }
      }
      index += 1
    }
    if union >= 0x80 { isASCII = false }
    if union >= 0x80,
      let fault = UTF8Check.firstFault(in: bytes, range: start..<index)
    {
      throw .invalidUTF8(bytes[fault], offset: fault)
    }
    position = index + 1
    return hasEscapes ? try unescaped(start..<index) : text(start..<index)
  }

  /// The text of a range that is well-formed UTF-8.
  mutating func text(_ range: Range<Int>) -> String {
    range.count <= ShortTexts.longest
      ? shortTexts.text(bytes, range) : String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text of a range that holds escapes and is well-formed UTF-8.
  private func unescaped(_ range: Range<Int>) throws(JSONError) -> String {
    let bytes = bytes
    var text = Bytes()
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, bytes[index] != UInt8(ascii: "\\") { index += 1 }
      text.append(contentsOf: bytes[start..<index])
      if index < range.upperBound {
        index = try appendEscape(at: index, before: range.upperBound, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends what an escape stands for and gives the offset after it.
  private func appendEscape(
    at index: Int, before end: Int, to text: inout Bytes
  ) throws(JSONError) -> Int {
    guard index + 1 < end else { throw .invalidEscape(offset: index) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[index + 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return try appendUnicodeEscape(at: index, before: end, to: &text)
    default: throw .invalidEscape(offset: index)
    }
    return index + 2
  }

  /// Appends the character of a `\u` escape, or of two that form a surrogate pair.
  private func appendUnicodeEscape(
    at index: Int, before end: Int, to text: inout Bytes
  ) throws(JSONError) -> Int {
    guard let unit = codeUnit(at: index, before: end) else { throw .invalidEscape(offset: index) }
    if let scalar = Unicode.Scalar(unit) {
      text.append(contentsOf: scalar.utf8)
      return index + 6
    }
    guard unit < 0xdc00, let low = codeUnit(at: index + 6, before: end),
      0xdc00...0xdfff ~= low,
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + UInt32(low) - 0xdc00)
    else { throw .loneSurrogate(offset: index) }
    text.append(contentsOf: scalar.utf8)
    return index + 12
  }

  /// The UTF-16 code unit that a `\u` escape names, if one begins at the index.
  private func codeUnit(at index: Int, before end: Int) -> UInt16? {
    guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard let digit = Hexadecimal.value(of: bytes[index + offset]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
