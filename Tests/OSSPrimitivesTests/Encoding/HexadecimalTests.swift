import OSSPrimitives
import Testing

@Suite struct `Hexadecimal encoding` {
  /// RFC 4648 section 10, in lower case.
  static let pairs: [(text: String, encoded: String)] = [
    ("", ""), ("f", "66"), ("fo", "666f"), ("foo", "666f6f"), ("foob", "666f6f62"),
    ("fooba", "666f6f6261"), ("foobar", "666f6f626172"),
  ]

  @Test(arguments: pairs)
  func `agrees with RFC 4648 section 10`(text: String, encoded: String) throws {
    let bytes = Bytes(text.utf8)
    #expect(Hexadecimal.encode(bytes.span) == encoded)
    #expect(try Hexadecimal.decode(encoded) == bytes)
    #expect(try Hexadecimal.decode(encoded.uppercased()) == bytes)
    #expect(Self.pairs.count == 7)
  }

  @Test func `all bytes there and back`() throws {
    let all = Bytes(UInt8.min...UInt8.max)
    let encoded = Hexadecimal.encode(all.span)
    #expect(encoded.hasPrefix("000102030405060708090a0b0c0d0e0f10") && encoded.hasSuffix("fdfeff"))
    #expect(try Hexadecimal.decode(encoded) == all)
  }

  static let refused: [(String, HexadecimalError)] = [
    ("0", .oddLength(1)), ("abc", .oddLength(3)), ("0g", .invalidDigit(0x67, offset: 1)),
    ("0x00", .invalidDigit(0x78, offset: 1)), (" 00", .invalidDigit(0x20, offset: 0)),
    ("00\n", .invalidDigit(0x0a, offset: 2)), ("é0", .invalidDigit(0xc3, offset: 0)),
    ("００", .invalidDigit(0xef, offset: 0)), ("0@", .invalidDigit(0x40, offset: 1)),
    ("0`", .invalidDigit(0x60, offset: 1)), ("0/", .invalidDigit(0x2f, offset: 1)),
    ("0:", .invalidDigit(0x3a, offset: 1)), ("0G", .invalidDigit(0x47, offset: 1)),
  ]

  @Test(arguments: refused)
  func `refuses anything else`(text: String, error: HexadecimalError) {
    #expect(throws: error) { try Hexadecimal.decode(text) }
    #expect(Self.refused.count == 13)
  }
}
