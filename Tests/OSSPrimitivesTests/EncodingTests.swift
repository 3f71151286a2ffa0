import OSSPrimitives
import Testing

// The vectors of primitives/base64 hold the published examples; the limits and errors are here.
@Suite struct `Base64 encoding` {
  private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  @Test func `Base64 encodes every byte and uses all 64 characters`() throws {
    let packed = try Base64.decode(Self.alphabet)
    #expect(packed.count == 48)
    #expect(packed.prefix(4) == [0x00, 0x10, 0x83, 0x10] && packed.last == 0xbf)
    #expect(Base64.encode(packed.span) == Self.alphabet)
    let all = Bytes(UInt8.min...UInt8.max)
    let encoded = Base64.encode(all.span)
    #expect(encoded.hasPrefix("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKiss"))
    #expect(encoded.hasSuffix("8PHy8/T19vf4+fr7/P3+/w=="))
    #expect(try Base64.decode(encoded) == all)
  }

  @Test func `Base64 encodes a digest into a buffer`() {
    let message = Bytes("abc".utf8)
    var buffer = Bytes("OSS:".utf8)
    Base64.append(SHA1.hash(message.span), to: &buffer)
    Base64.append(SHA256.hash(message.span), to: &buffer)
    #expect(
      String(decoding: buffer, as: UTF8.self)
        == "OSS:qZk+NkcGgWq6PiVxeFDCbJzQ2J0=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  // RFC 4648, sections 3.1 to 3.5.
  @Test(
    arguments: [
      ("Z", .missingPadding(offset: 1)), ("Zg", .missingPadding(offset: 2)),
      ("Zg=", .missingPadding(offset: 3)), ("Zm9vY", .missingPadding(offset: 5)),
      ("Zm9vYmE", .missingPadding(offset: 7)), ("=", .unexpectedPadding(offset: 0)),
      ("Z===", .unexpectedPadding(offset: 1)), ("====", .unexpectedPadding(offset: 0)),
      ("Zm9v=", .unexpectedPadding(offset: 4)), ("Zm9v====", .unexpectedPadding(offset: 4)),
      ("Zg===", .unexpectedPadding(offset: 4)), ("Zg=A", .characterAfterPadding(offset: 3)),
      ("Zg==Zg==", .characterAfterPadding(offset: 4)),
      ("Zm8=A", .characterAfterPadding(offset: 4)), ("Zh==", .nonzeroTrailingBits(offset: 1)),
      ("Zm9=", .nonzeroTrailingBits(offset: 2)), ("Zm9vZn==", .nonzeroTrailingBits(offset: 5)),
      (" Zg==", .invalidCharacter(0x20, offset: 0)),
      ("Zg==\n", .invalidCharacter(0x0a, offset: 4)),
      ("Zm9v\r\nYmFy", .invalidCharacter(0x0d, offset: 4)),
      ("Zm-v", .invalidCharacter(0x2d, offset: 2)), ("Zm_v", .invalidCharacter(0x5f, offset: 2)),
      ("Zmév", .invalidCharacter(0xc3, offset: 2)), ("Zm9\u{0}", .invalidCharacter(0, offset: 3)),
    ] as [(String, Base64Error)])
  func `Base64 decoding refuses an invalid text and says where`(text: String, error: Base64Error) {
    #expect(throws: error) { try Base64.decode(text) }
  }

  @Test func `Base64 decoding accepts only what encoding writes`() {
    let characters = Bytes("AQgw/=- ".utf8)
    var accepted = 0
    for index in 0..<4_096 {
      let text = String(decoding: [0, 3, 6, 9].map { characters[index >> $0 & 7] }, as: UTF8.self)
      guard let bytes = try? Base64.decode(text) else { continue }
      accepted += 1
      #expect(Base64.encode(bytes.span) == text)
    }
    // Five of the characters are in the alphabet: four of them, or three and one `=`, or two and
    // two `=`. Before a `=`, only A, Q, g and w have no bits that would be lost.
    #expect(accepted == 5 * 5 * 5 * 5 + 120)
  }
}

@Suite struct `Hexadecimal encoding` {
  @Test(arguments: ["", "66", "666f", "666f6f", "666f6f62", "666f6f6261", "666f6f626172"])
  func `agrees with RFC 4648 section 10`(encoded: String) throws {
    let bytes = Bytes("foobar".utf8.prefix(encoded.utf8.count / 2))
    #expect(Hexadecimal.encode(bytes.span) == encoded)
    #expect(try Hexadecimal.decode(encoded) == bytes)
    #expect(try Hexadecimal.decode(encoded.uppercased()) == bytes)
  }

  @Test func `keeps every byte`() throws {
    let all = Bytes(UInt8.min...UInt8.max)
    let encoded = Hexadecimal.encode(all.span)
    #expect(encoded.hasPrefix("000102030405060708090a0b0c0d0e0f10") && encoded.hasSuffix("fdfeff"))
    #expect(try Hexadecimal.decode(encoded) == all)
  }

  @Test(
    arguments: [
      ("0", .oddLength(1)), ("abc", .oddLength(3)), ("0g", .invalidDigit(0x67, offset: 1)),
      ("0x00", .invalidDigit(0x78, offset: 1)), (" 00", .invalidDigit(0x20, offset: 0)),
      ("00\n", .invalidDigit(0x0a, offset: 2)), ("é0", .invalidDigit(0xc3, offset: 0)),
      ("００", .invalidDigit(0xef, offset: 0)), ("0@", .invalidDigit(0x40, offset: 1)),
      ("0`", .invalidDigit(0x60, offset: 1)), ("0/", .invalidDigit(0x2f, offset: 1)),
      ("0:", .invalidDigit(0x3a, offset: 1)), ("0G", .invalidDigit(0x47, offset: 1)),
    ] as [(String, HexadecimalError)])
  func `hexadecimal decoding refuses an invalid text and says where`(
    text: String, error: HexadecimalError
  ) {
    #expect(throws: error) { try Hexadecimal.decode(text) }
  }
}

@Suite struct `Percent-encoding` {
  /// The unreserved characters of RFC 3986, section 2.3.
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  @Test(arguments: [false, true])
  func `keeps unreserved characters, and slashes where it may`(keepsSlash: Bool) throws {
    var all = ""
    for byte in UInt8.min...UInt8.max {
      let isKept = Self.unreserved.contains(byte) || (keepsSlash && byte == UInt8(ascii: "/"))
      let digits = String(byte, radix: 16, uppercase: true)
      all += isKept ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + digits
    }
    var buffer = Bytes()
    let bytes = Bytes(UInt8.min...UInt8.max)
    PercentEncoding.append(bytes.span, keepingSlash: keepsSlash, to: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == all)
    #expect(try PercentEncoding.decode(all, plusIsSpace: false) == bytes)
  }

  @Test(
    arguments: [
      ("", false, []), ("a+b", false, [0x61, 0x2b, 0x62]), ("a+b", true, [0x61, 0x20, 0x62]),
      ("%2B", true, [0x2b]), ("%2b", false, [0x2b]), ("%ff%FE", false, [0xff, 0xfe]),
      ("%00", false, [0]), ("%25%32%35", false, [0x25, 0x32, 0x35]),
      ("a/b", false, [0x61, 0x2f, 0x62]), ("é", false, [0xc3, 0xa9]),
      ("%C3%A9", false, [0xc3, 0xa9]),
    ] as [(String, Bool, Bytes)])
  func `percent-decoding reads digits in either case, and plus signs as the caller says`(
    text: String, plusIsSpace: Bool, expected: Bytes
  ) throws {
    #expect(try PercentEncoding.decode(text, plusIsSpace: plusIsSpace) == expected)
  }

  @Test(
    arguments: [
      ("%", .truncatedTriplet(offset: 0)), ("ab%", .truncatedTriplet(offset: 2)),
      ("%4", .truncatedTriplet(offset: 0)), ("%4g", .invalidDigit(0x67, offset: 2)),
      ("%g4", .invalidDigit(0x67, offset: 1)), ("%%41", .invalidDigit(0x25, offset: 1)),
      ("a%+1", .invalidDigit(0x2b, offset: 2)), ("%4１", .invalidDigit(0xef, offset: 2)),
    ] as [(String, PercentEncodingError)])
  func `percent-decoding refuses an invalid triplet and says where`(
    text: String, error: PercentEncodingError
  ) {
    #expect(throws: error) { try PercentEncoding.decode(text, plusIsSpace: false) }
  }
}

@Suite struct `Text of bytes` {
  @Test(arguments: ["", "cat", "é", "\u{FFFD}", "\u{10FFFF}"])
  func `is read of UTF-8`(text: String) {
    #expect(String(validUTF8: Bytes(text.utf8)) == text)
  }

  @Test(
    arguments: [
      [0xff], [0x61, 0x80], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xef, 0xbf],
      [0xf4, 0x90, 0x80, 0x80],
    ] as [Bytes])
  func `is nil of what is no UTF-8`(bytes: Bytes) {
    #expect(String(validUTF8: bytes) == nil)
  }
}
