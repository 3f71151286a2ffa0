import OSSPrimitives
import Testing

/// A text and what percent-encoding makes of it.
struct PercentRow: Sendable, CustomStringConvertible {
  let description: String
  let text: String
  let keepsSlash: Bool
  let encoded: String

  init(_ source: String, _ text: String, keepsSlash: Bool, _ encoded: String) {
    description = source
    self.text = text
    self.keepsSlash = keepsSlash
    self.encoded = encoded
  }
}

@Suite struct `Percent-encoding` {
  /// What test suites of other programs for this service publish.
  static let published: [PercentRow] = [
    .init("v2-uri-encode", "/oss-example/nelson", keepsSlash: false, "%2Foss-example%2Fnelson"),
    .init(
      "enc-ios-encodeurl",
      "test/a/汉字。，；：‘’“”？（）『』【】《》！@#￥%……&×/test+ =-_*&^%$#@!`~[]{}()<>|\\/?.,;", keepsSlash: true,
      "test/a/%E6%B1%89%E5%AD%97%E3%80%82%EF%BC%8C%EF%BC%9B%EF%BC%9A%E2%80%98%E2%80%99%E2%80%9C%E2%80%9D%EF%BC%9F%EF%BC%88%EF%BC%89%E3%80%8E%E3%80%8F%E3%80%90%E3%80%91%E3%80%8A%E3%80%8B%EF%BC%81%40%23%EF%BF%A5%25%E2%80%A6%E2%80%A6%26%C3%97/test%2B%20%3D-_%2A%26%5E%25%24%23%40%21%60~%5B%5D%7B%7D%28%29%3C%3E%7C%5C/%3F.%2C%3B"
    ),
    .init(
      "enc-swift-urlencode-keep-slash",
      "abcdefghijklmnopqrstuvwxyzZBCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_.~/ *=+`!@#$%^&()\\|;':\",<>?",
      keepsSlash: true,
      "abcdefghijklmnopqrstuvwxyzZBCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_.~/%20%2A%3D%2B%60%21%40%23%24%25%5E%26%28%29%5C%7C%3B%27%3A%22%2C%3C%3E%3F"
    ),
    .init(
      "enc-java2-urlencode", "\t\n\r !\"#$%&'()*+,/:;<=>?@[\\]^`{|}", keepsSlash: false,
      "%09%0A%0D%20%21%22%23%24%25%26%27%28%29%2A%2B%2C%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E%60%7B%7C%7D"
    ),
    .init(
      "enc-java2-path", "\t\n\r !\"#$%&'()*+,:;<=>?@[\\]^`{|}", keepsSlash: true,
      "%09%0A%0D%20%21%22%23%24%25%26%27%28%29%2A%2B%2C%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E%60%7B%7C%7D"
    ),
    .init(
      "enc-c-keep-none", "abc.xx.com/a b~//123/", keepsSlash: false,
      "abc.xx.com%2Fa%20b~%2F%2F123%2F"),
    .init("enc-c-keep-slash", "abc.xx.com/a b~//123/", keepsSlash: true, "abc.xx.com/a%20b~//123/"),
    .init(
      "enc-cpp", "`!@#$%^&*()+={}[]:;'\\|<>,?/ \"", keepsSlash: false,
      "%60%21%40%23%24%25%5E%26%2A%28%29%2B%3D%7B%7D%5B%5D%3A%3B%27%5C%7C%3C%3E%2C%3F%2F%20%22"),
    .init(
      "enc-csharp2-path", "`@#$%^&+={}[]:;'\\|<>,? \"!()*", keepsSlash: true,
      "%60%40%23%24%25%5E%26%2B%3D%7B%7D%5B%5D%3A%3B%27%5C%7C%3C%3E%2C%3F%20%22%21%28%29%2A"),
  ]

  @Test(arguments: published)
  func `agrees with published examples`(row: PercentRow) throws {
    #expect(PercentEncoding.encode(row.text, keepingSlash: row.keepsSlash) == row.encoded)
    let decoded = try PercentEncoding.decode(row.encoded, plusIsSpace: false)
    #expect(decoded == Bytes(row.text.utf8))
  }

  @Test func `a table of 9 published examples`() {
    #expect(Self.published.count == 9)
  }

  @Test func `keeps the unreserved characters of RFC 3986 section 2.3 alone`() {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    var kept = Bytes()
    var triplets = 0
    for byte in UInt8.min...UInt8.max {
      var buffer = Bytes()
      let one: Bytes = [byte]
      PercentEncoding.append(one.span, keepingSlash: false, to: &buffer)
      if buffer == one { kept.append(byte) } else if buffer.count == 3 { triplets += 1 }
    }
    #expect(Set(kept) == Set(unreserved.utf8))
    #expect(triplets == 190)
  }

  static let decoded: [(String, Bool, Bytes)] = [
    ("", false, []), ("a+b", false, [0x61, 0x2b, 0x62]), ("a+b", true, [0x61, 0x20, 0x62]),
    ("%2B", true, [0x2b]), ("%2b", false, [0x2b]), ("%ff%FE", false, [0xff, 0xfe]),
    ("%00", false, [0]), ("%25%32%35", false, [0x25, 0x32, 0x35]),
    ("a/b", false, [0x61, 0x2f, 0x62]),
    ("é", false, [0xc3, 0xa9]), ("%C3%A9", false, [0xc3, 0xa9]),
  ]

  @Test(arguments: decoded)
  func `is undone`(text: String, plusIsSpace: Bool, expected: Bytes) throws {
    #expect(try PercentEncoding.decode(text, plusIsSpace: plusIsSpace) == expected)
    #expect(Self.decoded.count == 11)
  }

  static let refused: [(String, PercentEncodingError)] = [
    ("%", .truncatedTriplet(offset: 0)), ("ab%", .truncatedTriplet(offset: 2)),
    ("%4", .truncatedTriplet(offset: 0)), ("%4g", .invalidDigit(0x67, offset: 2)),
    ("%g4", .invalidDigit(0x67, offset: 1)), ("%%41", .invalidDigit(0x25, offset: 1)),
    ("a%+1", .invalidDigit(0x2b, offset: 2)), ("%4１", .invalidDigit(0xef, offset: 2)),
  ]

  @Test(arguments: refused)
  func `is refused where a triplet is broken`(text: String, error: PercentEncodingError) {
    #expect(throws: error) { try PercentEncoding.decode(text, plusIsSpace: false) }
    #expect(Self.refused.count == 8)
  }
}
