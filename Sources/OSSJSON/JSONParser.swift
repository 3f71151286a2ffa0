internal import OSSPrimitives

/// A place in a JSON text and the functions that read on from there.
///
/// The text is a `Bytes`, not a span: a slice of an array is what the standard library makes a
/// `String` from without a copy in between.
struct JSONParser {
  let bytes: Bytes
  let limits: JSONLimits
  /// The offset of the next byte to read.
  var position = 0
  /// How many arrays and objects are open.
  var depth = 0
  /// Whether the strings so far are ASCII as they stand; nothing else can hold other bytes.
  var isASCII = true
  /// The short texts that were read before.
  var shortTexts: ShortTexts

  /// Makes a parser at the beginning of a text.
  init(bytes: Bytes, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
    shortTexts = ShortTexts(documentSize: bytes.count)
  }

  /// Reads a text that holds one value and white space, and says whether all of it is ASCII.
  static func document(
    _ bytes: Bytes, limits: JSONLimits
  ) throws(JSONError) -> (value: JSONValue, isASCII: Bool) {
    if bytes.isEmpty { throw .empty }
    if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf {
      throw .byteOrderMark
    }
    var parser = JSONParser(bytes: bytes, limits: limits)
    parser.skipWhiteSpace()
    let value = try parser.value()
    parser.skipWhiteSpace()
    if parser.position < bytes.count {
      throw .trailingByte(bytes[parser.position], offset: parser.position)
    }
    return (value, parser.isASCII)
  }

  /// Reads the value that begins at the position.
  mutating func value() throws(JSONError) -> JSONValue {
    guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case let byte: throw .unexpectedByte(byte, offset: position)
    }
  }

  /// Moves over the white space of RFC 8259 section 2.
  mutating func skipWhiteSpace() {
    position = Self.endOfWhiteSpace(in: bytes.span, from: position)
  }

  /// A function of a span: a method, or an index into the array, would count references.
  private static func endOfWhiteSpace(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0a, 0x0d, 0x09: index += 1
      default: return index
      }
    }
    return index
  }

  private mutating func literal(
    _ word: String, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let start = position
    for byte in word.utf8 {
      guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
      guard bytes[position] == byte else { throw .invalidLiteral(offset: start) }
      position += 1
    }
    return value
  }
}

extension JSONParser {
  /// Reads the array that begins at the position.
  mutating func array() throws(JSONError) -> [JSONValue] {
    try open()
    var elements: [JSONValue] = []
    if try close(with: UInt8(ascii: "]")) { return elements }
    elements.reserveCapacity(2)
    while true {
      elements.append(try value())
      if try endOfElement(closing: UInt8(ascii: "]")) { return elements }
    }
  }

  /// Reads the object that begins at the position.
  mutating func object() throws(JSONError) -> JSONObject {
    try open()
    var members: [JSONMember] = []
    if try close(with: UInt8(ascii: "}")) { return JSONObject() }
    members.reserveCapacity(4)
    var names = NameRegister()
    while true {
      let start = position
      let name = try self.name()
      guard names.insert(name, after: members) else {
        throw .duplicateName(name, offset: start)
      }
      members.append(JSONMember(name: name, value: try value()))
      if try endOfElement(closing: UInt8(ascii: "}")) { return JSONObject(members) }
    }
  }

  /// Reads a name and the colon after it.
  private mutating func name() throws(JSONError) -> String {
    try expect(UInt8(ascii: "\""))
    let name = try string()
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"))
    position += 1
    skipWhiteSpace()
    return name
  }

  /// Moves into an array or object.
  private mutating func open() throws(JSONError) {
    guard depth < limits.depth else { throw .tooDeep(limit: limits.depth, offset: position) }
    depth += 1
    position += 1
    skipWhiteSpace()
  }

  /// Moves out of the array or object if it ends at the position.
  private mutating func close(with byte: UInt8) throws(JSONError) -> Bool {
    guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
    guard bytes[position] == byte else { return false }
    depth -= 1
    position += 1
    return true
  }

  /// Moves over the comma to the next element, or out of the array or object.
  private mutating func endOfElement(closing byte: UInt8) throws(JSONError) -> Bool {
    skipWhiteSpace()
    if try close(with: byte) { return true }
    try expect(UInt8(ascii: ","))
    position += 1
    skipWhiteSpace()
    return false
  }

  private func expect(_ byte: UInt8) throws(JSONError) {
    guard position < bytes.count else { throw .unexpectedEnd(offset: position) }
    guard bytes[position] == byte else {
      throw .unexpectedByte(bytes[position], offset: position)
    }
  }
}

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

/// Says whether an object that is being read has a name already.
///
/// A short object is searched, which is quicker than hashing; a long one gets a set, so that a
/// hostile text cannot make the reader's work grow with the square of its length.
struct NameRegister {
  private static let searchable = 16
  private var names: Set<Name> = []

  init() {}

  /// Takes in the next name of an object.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - members: The members before it.
  /// - Returns: `false` if one of the members has the name.
  /// - Complexity: O(1) on average.
  mutating func insert(_ name: String, after members: [JSONMember]) -> Bool {
    if members.count < Self.searchable {
      return !members.indices.contains { members[$0].name.hasSameBytes(as: name) }
    }
    if members.count == Self.searchable {
      for member in members { names.insert(Name(text: member.name)) }
    }
    return names.insert(Name(text: name)).inserted
  }

  /// A name that is compared by its bytes.
  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }
}

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
