import OSSPrimitives
import Testing

/// A text that the reader must refuse, and the fault that it must name.
struct RefusedText: Sendable, CustomStringConvertible {
  let description: String
  let text: Bytes
  let error: JSONError

  init(_ name: String, _ text: String, _ error: JSONError) {
    self.init(name, Bytes(text.utf8), error)
  }

  init(_ name: String, _ text: Bytes, _ error: JSONError) {
    description = name
    self.text = text
    self.error = error
  }
}

@Suite struct `JSON reader refuses` {
  static let structure: [RefusedText] = [
    .init("n nothing", "", .empty),
    .init("n white space alone", " \n", .unexpectedEnd(offset: 2)),
    .init("n byte order mark", "\u{feff}{}", .byteOrderMark),
    .init("n byte order mark alone", "\u{feff}", .byteOrderMark),
    .init("n part of a byte order mark", [0xef, 0xbb], .unexpectedByte(0xef, offset: 0)),
    .init("n UTF-16", [0x5b, 0x00, 0x5d, 0x00], .unexpectedByte(0, offset: 1)),
    .init("n second value", "1 2", .trailingByte(0x32, offset: 2)),
    .init("n comma after the value", "[],", .trailingByte(0x2c, offset: 2)),
    .init("n NUL after the value", "{}\u{0}", .trailingByte(0, offset: 2)),
    .init("n form feed as white space", "\u{c}1", .unexpectedByte(0x0c, offset: 0)),
    .init("n no-break space as white space", "\u{a0}1", .unexpectedByte(0xc2, offset: 0)),
    .init("n comment", "/* */1", .unexpectedByte(0x2f, offset: 0)),
    .init("n open array", "[", .unexpectedEnd(offset: 1)),
    .init("n open array after an element", "[1", .unexpectedEnd(offset: 2)),
    .init("n open array after a comma", "[1,", .unexpectedEnd(offset: 3)),
    .init("n comma before the end of an array", "[1,]", .unexpectedByte(0x5d, offset: 3)),
    .init("n comma first in an array", "[,1]", .unexpectedByte(0x2c, offset: 1)),
    .init("n two commas", "[1,,2]", .unexpectedByte(0x2c, offset: 3)),
    .init("n no comma", "[1 2]", .unexpectedByte(0x32, offset: 3)),
    .init("n array closed as an object", "[1}", .unexpectedByte(0x7d, offset: 2)),
    .init("n closed without opening", "]", .unexpectedByte(0x5d, offset: 0)),
    .init("n open object", "{", .unexpectedEnd(offset: 1)),
    .init("n name alone", "{\"a\"", .unexpectedEnd(offset: 4)),
    .init("n name without value", "{\"a\":", .unexpectedEnd(offset: 5)),
    .init("n name without colon", "{\"a\" 1}", .unexpectedByte(0x31, offset: 5)),
    .init("n name without value in a closed object", "{\"a\":}", .unexpectedByte(0x7d, offset: 5)),
    .init("n comma before the end of an object", "{\"a\":1,}", .unexpectedByte(0x7d, offset: 7)),
    .init("n comma for a colon", "{\"a\",1}", .unexpectedByte(0x2c, offset: 4)),
    .init("n number as a name", "{1:1}", .unexpectedByte(0x31, offset: 1)),
    .init("n name in apostrophes", "{'a':1}", .unexpectedByte(0x27, offset: 1)),
    .init("n name twice", "{\"a\":1,\"b\":2,\"a\":1}", .duplicateName("a", offset: 13)),
    .init("n name twice, once escaped", #"{"a":1,"\u0061":1}"#, .duplicateName("a", offset: 7)),
    .init("n empty name twice", #"{"":1,"":1}"#, .duplicateName("", offset: 6)),
    .init("n name twice deeper", #"[{"x":{"k":1,"k":2}}]"#, .duplicateName("k", offset: 13)),
    .init(
      "n name twice among many", "{" + (0..<40).map { "\"n\($0)\":1," }.joined() + "\"n17\":1}",
      .duplicateName("n17", offset: 311)),
    .init(
      "i 65 levels", String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
      .tooDeep(limit: 64, offset: 64)),
    .init(
      "i a hundred thousand levels", String(repeating: "[", count: 100_000),
      .tooDeep(limit: 64, offset: 64)),
    .init(
      "i levels of objects", String(repeating: "{\"a\":", count: 100),
      .tooDeep(limit: 64, offset: 320)),
  ]

  static let scalars: [RefusedText] = [
    .init("n part of a literal", "tru", .unexpectedEnd(offset: 3)),
    .init("n literal in upper case", "nUll", .invalidLiteral(offset: 0)),
    .init("n literal in an array", "[trve]", .invalidLiteral(offset: 1)),
    .init("n letters after a literal", "nullx", .trailingByte(0x78, offset: 4)),
    .init("n NaN", "NaN", .unexpectedByte(0x4e, offset: 0)),
    .init("n infinity", "-Infinity", .missingDigit(offset: 1)),
    .init("n minus alone", "-", .unexpectedEnd(offset: 1)),
    .init("n plus", "+1", .unexpectedByte(0x2b, offset: 0)),
    .init("n two minus signs", "--1", .missingDigit(offset: 1)),
    .init("n leading zero", "01", .leadingZero(offset: 0)),
    .init("n two zeros", "[00]", .leadingZero(offset: 1)),
    .init("n leading zero after a minus", "-012", .leadingZero(offset: 1)),
    .init("n no digit before the point", ".5", .unexpectedByte(0x2e, offset: 0)),
    .init("n no digit after the point", "1.", .unexpectedEnd(offset: 2)),
    .init("n exponent right after the point", "1.e1", .missingDigit(offset: 2)),
    .init("n exponent without digits", "1e", .unexpectedEnd(offset: 2)),
    .init("n exponent with a sign alone", "[1e+]", .missingDigit(offset: 4)),
    .init("n exponent with two signs", "1e+-2", .missingDigit(offset: 3)),
    .init("n hexadecimal number", "0x1", .trailingByte(0x78, offset: 1)),
    .init("n two points", "1.2.3", .trailingByte(0x2e, offset: 3)),
    .init("n full-width digit", "\u{ff11}", .unexpectedByte(0xef, offset: 0)),
    .init("n open string", "\"abc", .unexpectedEnd(offset: 4)),
    .init("n quotation mark alone", "\"", .unexpectedEnd(offset: 1)),
    .init("n open string after a backslash", "\"a\\", .unexpectedEnd(offset: 3)),
    .init("n only quotation mark escaped", "\"a\\\"", .unexpectedEnd(offset: 4)),
    .init("n line feed in a string", "\"a\nb\"", .controlCharacter(0x0a, offset: 2)),
    .init("n tab in a string", "\"\t\"", .controlCharacter(0x09, offset: 1)),
    .init("n NUL in a string", "\"\u{0}\"", .controlCharacter(0, offset: 1)),
    .init("n control character after a backslash", "\"\\\n\"", .controlCharacter(0x0a, offset: 2)),
    .init("n unit separator in a string", "\"\u{1f}\"", .controlCharacter(0x1f, offset: 1)),
    .init("n unknown escape", #""\x41""#, .invalidEscape(offset: 1)),
    .init("n escaped apostrophe", #""ab\'""#, .invalidEscape(offset: 3)),
    .init("n escape in upper case", #""\U0041""#, .invalidEscape(offset: 1)),
    .init("n escape with three digits", #""\u123""#, .invalidEscape(offset: 1)),
    .init("n escape with a letter that is no digit", #""\u12g4""#, .invalidEscape(offset: 1)),
    .init("n escape with a sign", #""\u+123""#, .invalidEscape(offset: 1)),
    .init("n escape of a character", "\"\\\u{e9}\"", .invalidEscape(offset: 1)),
    .init("n high surrogate alone", #""\ud800""#, .loneSurrogate(offset: 1)),
    .init("n high surrogate before text", #""a\uD800b""#, .loneSurrogate(offset: 2)),
    .init("n low surrogate alone", #""\uDC00""#, .loneSurrogate(offset: 1)),
    .init("n surrogates in the wrong order", #""\uDC00\uD800""#, .loneSurrogate(offset: 1)),
    .init("n two high surrogates", #""\uD800\uD800\uDC00""#, .loneSurrogate(offset: 1)),
    .init("n high surrogate before another escape", #""\uD800\n""#, .loneSurrogate(offset: 1)),
    .init("n high surrogate before a short escape", #""\uD800\uDC0""#, .loneSurrogate(offset: 1)),
  ]

  static let encodings: [(Bytes, UInt8, Int)] = [
    ([0x80], 0x80, 0), ([0xbf], 0xbf, 0), ([0xc0, 0x80], 0xc0, 0), ([0xc1, 0xbf], 0xc1, 0),
    ([0xc2], 0xc2, 0), ([0xc2, 0x41], 0x41, 1), ([0xc3, 0xc3], 0xc3, 1),
    ([0xe0, 0x9f, 0xbf], 0x9f, 1), ([0xe2, 0x82], 0xe2, 0), ([0xe2, 0x82, 0x41], 0x41, 2),
    ([0xed, 0xa0, 0x80], 0xa0, 1), ([0xed, 0xbf, 0xbf], 0xbf, 1),
    ([0xf0, 0x8f, 0xbf, 0xbf], 0x8f, 1), ([0xf0, 0x9f, 0x98], 0xf0, 0),
    ([0xf0, 0x9f, 0x98, 0x20], 0x20, 3), ([0xf4, 0x90, 0x80, 0x80], 0x90, 1),
    ([0xf5, 0x80, 0x80, 0x80], 0xf5, 0), ([0xfe], 0xfe, 0), ([0xff], 0xff, 0),
    ([0x61, 0xc3, 0xa9, 0xe9], 0xe9, 3),
  ]

  @Test(arguments: structure)
  func `a text that is not one value`(refused: RefusedText) {
    #expect(throws: refused.error) { try JSONReader.read(refused.text) }
    #expect(throws: refused.error) { try JSONReader.read(refused.text.span) }
  }

  @Test(arguments: scalars)
  func `a scalar that is not one`(refused: RefusedText) {
    #expect(throws: refused.error) { try JSONReader.read(refused.text) }
  }

  @Test(arguments: encodings)
  func `a string that is not UTF-8`(content: Bytes, byte: UInt8, place: Int) {
    let error = JSONError.invalidUTF8(byte, offset: place + 1)
    #expect(throws: error) { try JSONReader.read([0x22] + content + [0x22]) }
    // With an escape the text takes the other path.
    let escaped = JSONError.invalidUTF8(byte, offset: place + 3)
    #expect(throws: escaped) { try JSONReader.read([0x22, 0x5c, 0x6e] + content + [0x22]) }
  }

  @Test func `tables of 38, 44 and 20 texts`() {
    #expect(Self.structure.count == 38)
    #expect(Self.scalars.count == 44)
    #expect(Self.encodings.count == 20)
  }

  @Test func `a text over the limit`() throws {
    let limits = JSONLimits(byteCount: 4)
    #expect(try JSONReader.read("null", limits: limits) == .null)
    #expect(throws: JSONError.tooLarge(byteCount: 5, limit: 4)) {
      try JSONReader.read("false", limits: limits)
    }
    #expect(throws: JSONError.tooDeep(limit: 0, offset: 0)) {
      try JSONReader.read("[]", limits: JSONLimits(depth: -1))
    }
  }
}
