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
