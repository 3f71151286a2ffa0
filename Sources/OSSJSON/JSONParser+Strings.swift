internal import OSSPrimitives

extension JSONParser {
  /// Reads the string whose opening quotation mark is at the position.
  ///
  /// The end is looked for first; then a string without escapes, as nearly all are, is made from
  /// its bytes at once.
  mutating func string() throws(JSONError) -> String {
    let range: Range<Int>
    let union: UInt8
    let hasEscapes: Bool
    (range, union, hasEscapes) = try Self.contents(in: bytes.span, from: position + 1)
    if union >= 0x80 {
      isASCII = false
      if let fault = UTF8Check.firstFault(in: bytes, range: range) {
        throw .invalidUTF8(bytes[fault], offset: fault)
      }
    }
    position = range.upperBound + 1
    return hasEscapes ? try unescaped(range) : text(range)
  }

  /// Where the contents of a string are, all their bits together, and whether an escape is in them.
  private static func contents(
    in bytes: Span<UInt8>, from start: Int
  ) throws(JSONError) -> (range: Range<Int>, union: UInt8, hasEscapes: Bool) {
    var index = start
    var union: UInt8 = 0
    var hasEscapes = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return (start..<index, union, hasEscapes) }
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
    throw .unexpectedEnd(offset: bytes.count)
  }

  /// The text of a range that is well-formed UTF-8.
  mutating func text(_ range: Range<Int>) -> String {
    guard range.count <= ShortTexts.longest else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    let key = ShortTexts.Key(bytes.span, range)
    if let text = shortTexts[key] { return text }
    let text = String(decoding: bytes[range], as: UTF8.self)
    shortTexts.keep(text, for: key)
    return text
  }

  /// The text of a range that holds escapes and is well-formed UTF-8.
  private func unescaped(_ range: Range<Int>) throws(JSONError) -> String {
    // What an escape means is never longer than the escape.
    var text = Bytes(bytes[range])
    var count = 0
    var index = range.lowerBound
    let bytes = bytes.span
    var plain = text.mutableSpan
    while index < range.upperBound {
      if bytes[index] != UInt8(ascii: "\\") {
        plain[count] = bytes[index]
        count += 1
        index += 1
      } else {
        let escape = try escape(at: index, before: range.upperBound)
        for byte in escape.scalar.utf8 {
          plain[count] = byte
          count += 1
        }
        index = escape.end
      }
    }
    return String(decoding: text[..<count], as: UTF8.self)
  }

  /// What an escape means, and the offset after it.
  private func escape(
    at index: Int, before end: Int
  ) throws(JSONError) -> (scalar: Unicode.Scalar, end: Int) {
    guard index + 1 < end else { throw .invalidEscape(offset: index) }
    return switch bytes[index + 1] {
    case UInt8(ascii: "\""): ("\"", index + 2)
    case UInt8(ascii: "\\"): ("\\", index + 2)
    case UInt8(ascii: "/"): ("/", index + 2)
    case UInt8(ascii: "b"): ("\u{8}", index + 2)
    case UInt8(ascii: "f"): ("\u{c}", index + 2)
    case UInt8(ascii: "n"): ("\n", index + 2)
    case UInt8(ascii: "r"): ("\r", index + 2)
    case UInt8(ascii: "t"): ("\t", index + 2)
    case UInt8(ascii: "u"): try unicodeEscape(at: index, before: end)
    default: throw .invalidEscape(offset: index)
    }
  }

  /// The character of a `\u` escape, or of two that form a surrogate pair.
  private func unicodeEscape(
    at index: Int, before end: Int
  ) throws(JSONError) -> (scalar: Unicode.Scalar, end: Int) {
    guard let unit = codeUnit(at: index, before: end) else { throw .invalidEscape(offset: index) }
    if let scalar = Unicode.Scalar(unit) { return (scalar, index + 6) }
    guard unit < 0xdc00, let low = codeUnit(at: index + 6, before: end),
      0xdc00...0xdfff ~= low,
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + UInt32(low) - 0xdc00)
    else { throw .loneSurrogate(offset: index) }
    return (scalar, index + 12)
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
