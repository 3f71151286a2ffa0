import OSSJSON
import OSSPrimitives
import Testing

/// An array in an array, so many levels deep.
private func nested(_ depth: Int) -> String {
  String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

@Suite struct `JSON reading` {
  /// Texts that are their own compact form.
  static let compact = [
    "null", "true", "false", #""""#, "[]", "{}", "0", "-0", "-123", "1.50",
    "[1e5,1E5,1e+5,1E-5,0e0,-0.0e-0]", String(repeating: "9", count: 100), "1e999999", #""\u0000""#,
    #""\\""#, #""\"""#, #"{"a":1,"A":2}"#, #"{"":null}"#, #"{"a":{"a":{"a":[]}}}"#,
    #"{"z":1,"a":2,"m":3}"#, nested(64),
  ]

  /// Other texts, each with its compact form.
  static let others = [
    (" \t\r\n[ \t\r\n1 \t\r\n, 2 ]\r\n", "[1,2]"), ("[ \n ]", "[]"), ("{ \n }", "{}"),
    ("{\"a\" \n : \t 1 }", #"{"a":1}"#), (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    (#""\u0041\u007F""#, #""A\u007f""#), (#""\ud7ff\ue000\uFFFF""#, #""\ud7ff\ue000\uffff""#),
    (#""\uD834\uDD1E""#, #""\ud834\udd1e""#), (#""\uDBFF\uDFFF""#, #""\udbff\udfff""#),
    (#""\uD800\uDC00""#, #""\ud800\udc00""#),
    ("\"\u{e9}\u{20ac}\u{1f600}\"", #""\u00e9\u20ac\ud83d\ude00""#), ("\"\u{7f}\"", #""\u007f""#),
    ("\"\u{fffe}\u{10fffd}\"", #""\ufffe\udbff\udffd""#), ("\"\u{feff}\"", #""\ufeff""#),
    ("\"\u{2028}\u{2029}\"", #""\u2028\u2029""#), ("\"\u{e9}\\n\u{e9}\"", #""\u00e9\n\u00e9""#),
    ("{\"\u{e9}\":1,\"e\u{301}\":2}", #"{"\u00e9":1,"e\u0301":2}"#),
  ]

  @Test(arguments: compact.map { ($0, $0) } + others)
  func `the JSON reader accepts what the grammar allows`(text: String, compact: String) throws {
    let bytes = Bytes(text.utf8)
    #expect(try JSONReader.read(bytes).compact() == compact)
    #expect(try JSONReader.read(bytes.span).compact() == compact)
  }

  static let refused: [(String, JSONError)] = [
    // Before and after a value.
    ("", .empty), (" \n", .unexpectedEnd(offset: 2)), ("\u{feff}{}", .byteOrderMark),
    ("\u{feff}", .byteOrderMark), ("1 2", .trailingByte(0x32, offset: 2)),
    ("[],", .trailingByte(0x2c, offset: 2)), ("{}\u{0}", .trailingByte(0, offset: 2)),
    ("\u{c}1", .unexpectedByte(0x0c, offset: 0)), ("\u{a0}1", .unexpectedByte(0xc2, offset: 0)),
    ("/* */1", .unexpectedByte(0x2f, offset: 0)),
    // Arrays.
    ("[", .unexpectedEnd(offset: 1)), ("[1", .unexpectedEnd(offset: 2)),
    ("[1,", .unexpectedEnd(offset: 3)), ("[1,]", .unexpectedByte(0x5d, offset: 3)),
    ("[,1]", .unexpectedByte(0x2c, offset: 1)), ("[1,,2]", .unexpectedByte(0x2c, offset: 3)),
    ("[1 2]", .unexpectedByte(0x32, offset: 3)), ("[1}", .unexpectedByte(0x7d, offset: 2)),
    ("]", .unexpectedByte(0x5d, offset: 0)),
    // Objects.
    ("{", .unexpectedEnd(offset: 1)), (#"{"a""#, .unexpectedEnd(offset: 4)),
    (#"{"a":"#, .unexpectedEnd(offset: 5)), (#"{"a" 1}"#, .unexpectedByte(0x31, offset: 5)),
    (#"{"a":}"#, .unexpectedByte(0x7d, offset: 5)),
    (#"{"a":1,}"#, .unexpectedByte(0x7d, offset: 7)),
    (#"{"a",1}"#, .unexpectedByte(0x2c, offset: 4)), ("{1:1}", .unexpectedByte(0x31, offset: 1)),
    ("{'a':1}", .unexpectedByte(0x27, offset: 1)),
    // A name that an object holds twice.
    (#"{"a":1,"b":2,"a":1}"#, .duplicateName("a", offset: 13)),
    (#"{"a":1,"\u0061":1}"#, .duplicateName("a", offset: 7)),
    (#"{"":1,"":1}"#, .duplicateName("", offset: 6)),
    (#"[{"x":{"k":1,"k":2}}]"#, .duplicateName("k", offset: 13)),
    // More than 64 levels.
    (nested(65), .tooDeep(limit: 64, offset: 64)),
    (String(repeating: "[", count: 100_000), .tooDeep(limit: 64, offset: 64)),
    (String(repeating: "{\"a\":", count: 100), .tooDeep(limit: 64, offset: 320)),
    // Literals.
    ("tru", .unexpectedEnd(offset: 3)), ("nUll", .invalidLiteral(offset: 0)),
    ("[trve]", .invalidLiteral(offset: 1)), ("nullx", .trailingByte(0x78, offset: 4)),
    // Numbers.
    ("NaN", .unexpectedByte(0x4e, offset: 0)), ("-Infinity", .missingDigit(offset: 1)),
    ("-", .unexpectedEnd(offset: 1)), ("+1", .unexpectedByte(0x2b, offset: 0)),
    ("--1", .missingDigit(offset: 1)), ("01", .leadingZero(offset: 0)),
    ("[00]", .leadingZero(offset: 1)), ("-012", .leadingZero(offset: 1)),
    (".5", .unexpectedByte(0x2e, offset: 0)), ("1.", .unexpectedEnd(offset: 2)),
    ("1.e1", .missingDigit(offset: 2)), ("1e", .unexpectedEnd(offset: 2)),
    ("[1e+]", .missingDigit(offset: 4)), ("1e+-2", .missingDigit(offset: 3)),
    ("0x1", .trailingByte(0x78, offset: 1)), ("1.2.3", .trailingByte(0x2e, offset: 3)),
    ("\u{ff11}", .unexpectedByte(0xef, offset: 0)),
    // Strings that do not end, and control characters in strings.
    (#""abc"#, .unexpectedEnd(offset: 4)), (#"""#, .unexpectedEnd(offset: 1)),
    ("\"a\\", .unexpectedEnd(offset: 3)), ("\"a\\\"", .unexpectedEnd(offset: 4)),
    ("\"a\nb\"", .controlCharacter(0x0a, offset: 2)),
    ("\"\t\"", .controlCharacter(0x09, offset: 1)), ("\"\u{0}\"", .controlCharacter(0, offset: 1)),
    ("\"\\\n\"", .controlCharacter(0x0a, offset: 2)),
    ("\"\u{1f}\"", .controlCharacter(0x1f, offset: 1)),
    // Escapes.
    (#""\x41""#, .invalidEscape(offset: 1)), (#""ab\'""#, .invalidEscape(offset: 3)),
    (#""\U0041""#, .invalidEscape(offset: 1)), (#""\u123""#, .invalidEscape(offset: 1)),
    (#""\u12g4""#, .invalidEscape(offset: 1)), (#""\u+123""#, .invalidEscape(offset: 1)),
    ("\"\\\u{e9}\"", .invalidEscape(offset: 1)),
    // Surrogates without their other half.
    (#""\ud800""#, .loneSurrogate(offset: 1)), (#""a\uD800b""#, .loneSurrogate(offset: 2)),
    (#""\uDC00""#, .loneSurrogate(offset: 1)), (#""\uDC00\uD800""#, .loneSurrogate(offset: 1)),
    (#""\uD800\uD800\uDC00""#, .loneSurrogate(offset: 1)),
    (#""\uD800\n""#, .loneSurrogate(offset: 1)), (#""\uD800\uDC0""#, .loneSurrogate(offset: 1)),
  ]

  @Test(arguments: refused)
  func `the JSON reader refuses any other text and says where`(text: String, error: JSONError) {
    let bytes = Bytes(text.utf8)
    #expect(throws: error) { try JSONReader.read(bytes) }
    #expect(throws: error) { try JSONReader.read(bytes.span) }
  }

  @Test func `the JSON reader finds each repeated name among many`() {
    for number in 0..<40 {
      let text = "{" + (0..<40).map { "\"n\($0)\":1," }.joined() + "\"n\(number)\":1}"
      let error = JSONError.duplicateName("n\(number)", offset: 311)
      #expect(throws: error) { try JSONReader.read(text) }
    }
  }

  @Test(
    arguments: [
      ([0x80], 0x80, 0), ([0xbf], 0xbf, 0), ([0xc0, 0x80], 0xc0, 0), ([0xc1, 0xbf], 0xc1, 0),
      ([0xc2], 0xc2, 0), ([0xc2, 0x41], 0x41, 1), ([0xc3, 0xc3], 0xc3, 1),
      ([0xe0, 0x9f, 0xbf], 0x9f, 1), ([0xe2, 0x82], 0xe2, 0), ([0xe2, 0x82, 0x41], 0x41, 2),
      ([0xed, 0xa0, 0x80], 0xa0, 1), ([0xed, 0xbf, 0xbf], 0xbf, 1),
      ([0xf0, 0x8f, 0xbf, 0xbf], 0x8f, 1), ([0xf0, 0x9f, 0x98], 0xf0, 0),
      ([0xf0, 0x9f, 0x98, 0x20], 0x20, 3), ([0xf4, 0x90, 0x80, 0x80], 0x90, 1),
      ([0xf5, 0x80, 0x80, 0x80], 0xf5, 0), ([0xfe], 0xfe, 0), ([0xff], 0xff, 0),
      ([0x61, 0xc3, 0xa9, 0xe9], 0xe9, 3),
    ] as [(Bytes, UInt8, Int)])
  func `the JSON reader refuses bytes that are not UTF-8`(content: Bytes, byte: UInt8, place: Int) {
    let error = JSONError.invalidUTF8(byte, offset: place + 1)
    #expect(throws: error) { try JSONReader.read([0x22] + content + [0x22]) }
    // With an escape the text takes the other path.
    let escaped = JSONError.invalidUTF8(byte, offset: place + 3)
    #expect(throws: escaped) { try JSONReader.read([0x22, 0x5c, 0x6e] + content + [0x22]) }
  }

  @Test func `the JSON reader refuses UTF-16 and a part of a byte order mark`() {
    #expect(throws: JSONError.unexpectedByte(0xef, offset: 0)) {
      try JSONReader.read([0xef, 0xbb])
    }
    #expect(throws: JSONError.unexpectedByte(0, offset: 1)) {
      try JSONReader.read([0x5b, 0x00, 0x5d, 0x00])
    }
  }

  @Test func `the JSON reader keeps to the limits of size and depth`() throws {
    let limits = JSONLimits(byteCount: 4)
    #expect(try JSONReader.read("null", limits: limits) == .null)
    #expect(throws: JSONError.tooLarge(byteCount: 5, limit: 4)) {
      try JSONReader.read("false", limits: limits)
    }
    #expect(throws: JSONError.tooDeep(limit: 0, offset: 0)) {
      try JSONReader.read("[]", limits: JSONLimits(depth: -1))
    }
    let text = nested(JSONLimits.greatestDepth)
    let value = try JSONReader.read(text, limits: JSONLimits(depth: .max))
    #expect(value.compact() == text)
    #expect(value.canonical().count == 32_769)
  }
}

@Suite struct `JSON reading of damaged texts` {
  /// A text with every kind of value, escapes and raw characters of two and three bytes.
  static let document = Bytes(
    #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\n",true],"b":{"c":null,"é":""},"d":false,"x€":[0.0,[]]}"#
      .utf8)

  enum Damage: CaseIterable {
    case shortened, replaced, inserted, removed

    /// The document with this damage at each place, by each byte.
    var texts: [Bytes] {
      let document = `JSON reading of damaged texts`.document
      switch self {
      case .shortened: return document.indices.map { Bytes(document[..<$0]) }
      case .removed:
        return document.indices.map { Bytes(document[..<$0] + document[($0 + 1)...]) }
      case .inserted:
        return (0...document.count).flatMap { place in
          (UInt8.min...UInt8.max).map { Bytes(document[..<place] + [$0] + document[place...]) }
        }
      case .replaced:
        return document.indices.flatMap { place in
          (UInt8.min...UInt8.max).filter { $0 != document[place] }.map { byte in
            Bytes(document[..<place] + [byte] + document[(place + 1)...])
          }
        }
      }
    }
  }

  // How many damaged texts are still JSON was counted with the reader of another language, made
  // strict about duplicate names, surrogates and UTF-8.
  @Test(arguments: zip(Damage.allCases, [0, 1169, 2130, 10]))
  func `the JSON reader accepts a damaged text only if it is still JSON`(
    damage: Damage, expected: Int
  ) {
    #expect(isRead(Self.document))
    #expect(damage.texts.count(where: isRead) == expected)
  }

  /// Whether a text is read; what is read must be written in two forms that read the same.
  private func isRead(_ text: Bytes) -> Bool {
    guard let value = try? JSONReader.read(text) else { return false }
    #expect((try? JSONReader.read(value.compact())) == value)
    #expect((try? JSONReader.read(value.canonical())) == value)
    return true
  }
}
