import OSSPrimitives
import Testing

@Suite struct `Base64 encoding` {
  static let pairs: [(text: String, encoded: String)] = [
    // RFC 4648 section 10.
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    // What test suites and manuals of other programs for this service publish.
    (
      "{\"expiration\":\"2015-03-19T03:44:06.476Z\",\"conditions\":[{\"bucket\":\"oss-test2\"},[\"eq\",\"$key\",\"user/eric/\\${filename}\"],[\"starts-with\",\"$key\",\"user/eric\"],[\"starts-with\",\"$x-oss-meta-tag\",\"dummy_etag\"],[\"content-length-range\",1,1024]]}",
      "eyJleHBpcmF0aW9uIjoiMjAxNS0wMy0xOVQwMzo0NDowNi40NzZaIiwiY29uZGl0aW9ucyI6W3siYnVja2V0Ijoib3NzLXRlc3QyIn0sWyJlcSIsIiRrZXkiLCJ1c2VyL2VyaWMvXCR7ZmlsZW5hbWV9Il0sWyJzdGFydHMtd2l0aCIsIiRrZXkiLCJ1c2VyL2VyaWMiXSxbInN0YXJ0cy13aXRoIiwiJHgtb3NzLW1ldGEtdGFnIiwiZHVtbXlfZXRhZyJdLFsiY29udGVudC1sZW5ndGgtcmFuZ2UiLDEsMTAyNF1dfQ=="
    ),
    ("{\"x:my_var\":\"for-callback-test\"}", "eyJ4Om15X3ZhciI6ImZvci1jYWxsYmFjay10ZXN0In0="),
    ("{}", "e30="),
    ("test method toBase64JsonString", "dGVzdCBtZXRob2QgdG9CYXNlNjRKc29uU3RyaW5n"),
    ("abc", "YWJj"),
    ("abcd", "YWJjZA=="),
  ]

  @Test(arguments: pairs)
  func `agrees with published examples`(text: String, encoded: String) throws {
    let bytes = Bytes(text.utf8)
    #expect(Base64.encode(bytes.span) == encoded)
    #expect(try Base64.decode(encoded) == bytes)
  }

  @Test func `a table of 13 published examples`() {
    #expect(Self.pairs.count == 13)
  }

  @Test func `all 64 characters and all bytes`() throws {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let packed = try Base64.decode(alphabet)
    #expect(packed.count == 48)
    #expect(packed.prefix(4) == [0x00, 0x10, 0x83, 0x10] && packed.last == 0xbf)
    #expect(Base64.encode(packed.span) == alphabet)
    let all = Bytes(UInt8.min...UInt8.max)
    let encoded = Base64.encode(all.span)
    #expect(
      encoded == """
        AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w==
        """)
    #expect(try Base64.decode(encoded) == all)
  }

  @Test func `a digest without storage in between`() {
    let message = Bytes("abc".utf8)
    var buffer = Bytes("OSS:".utf8)
    Base64.append(SHA1.hash(message.span), to: &buffer)
    Base64.append(SHA256.hash(message.span), to: &buffer)
    #expect(
      String(decoding: buffer, as: UTF8.self)
        == "OSS:qZk+NkcGgWq6PiVxeFDCbJzQ2J0=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
  }

  static let refused: [(String, Base64Error)] = [
    ("Z", .missingPadding(offset: 1)), ("Zg", .missingPadding(offset: 2)),
    ("Zg=", .missingPadding(offset: 3)), ("Zm9vY", .missingPadding(offset: 5)),
    ("Zm9vYmE", .missingPadding(offset: 7)), ("=", .unexpectedPadding(offset: 0)),
    ("Z===", .unexpectedPadding(offset: 1)), ("====", .unexpectedPadding(offset: 0)),
    ("Zm9v=", .unexpectedPadding(offset: 4)), ("Zm9v====", .unexpectedPadding(offset: 4)),
    ("Zg===", .unexpectedPadding(offset: 4)), ("Zg=A", .characterAfterPadding(offset: 3)),
    ("Zg==Zg==", .characterAfterPadding(offset: 4)), ("Zm8=A", .characterAfterPadding(offset: 4)),
    ("Zh==", .nonzeroTrailingBits(offset: 1)), ("Zm9=", .nonzeroTrailingBits(offset: 2)),
    ("Zm9vZn==", .nonzeroTrailingBits(offset: 5)), ("Z===", .unexpectedPadding(offset: 1)),
    (" Zg==", .invalidCharacter(0x20, offset: 0)), ("Zg==\n", .invalidCharacter(0x0a, offset: 4)),
    ("Zm9v\r\nYmFy", .invalidCharacter(0x0d, offset: 4)),
    ("Zm-v", .invalidCharacter(0x2d, offset: 2)), ("Zm_v", .invalidCharacter(0x5f, offset: 2)),
    ("Zmév", .invalidCharacter(0xc3, offset: 2)), ("Zm9\u{0}", .invalidCharacter(0, offset: 3)),
  ]

  @Test(arguments: refused)
  func `refuses what RFC 4648 sections 3.1 to 3.5 let it refuse`(text: String, error: Base64Error) {
    #expect(throws: error) { try Base64.decode(text) }
    #expect(Self.refused.count == 25)
  }

  @Test func `accepts only what it writes`() {
    let characters = Bytes("AQgw/=- ".utf8)
    var accepted = 0
    for index in 0..<4_096 {
      let text = String(
        decoding: [0, 3, 6, 9].map { characters[index >> $0 & 7] }, as: UTF8.self)
      guard let bytes = try? Base64.decode(text) else { continue }
      accepted += 1
      #expect(Base64.encode(bytes.span) == text)
    }
    // Of the five characters of the alphabet: all four places; three places and one mark, where
    // A, Q, g, w have no bits under it; two places and two marks, likewise.
    #expect(accepted == 5 * 5 * 5 * 5 + 120)
  }
}
