import OSSPrimitives
import Testing

/// A published example of an authentication code.
struct HMACVector: Sendable, CustomStringConvertible {
  let description: String
  let key: Bytes
  let message: Bytes
  let code: String

  init(_ source: String, _ key: Bytes, _ message: Bytes, _ code: String) {
    description = source
    self.key = key
    self.message = message
    self.code = code
  }
}

@Suite struct `HMAC agrees with published examples` {
  static let sha1: [HMACVector] = [
    .init(
      "RFC 2202 section 3, test case 1", .init(repeating: 0x0b, count: 20), Bytes("Hi There".utf8),
      "b617318655057264e28bc0b6fb378c8ef146be00"),
    .init(
      "RFC 2202 section 3, test case 2", Bytes("Jefe".utf8),
      Bytes("what do ya want for nothing?".utf8), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    .init(
      "RFC 2202 section 3, test case 3", .init(repeating: 0xaa, count: 20),
      .init(repeating: 0xdd, count: 50), "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
    .init(
      "RFC 2202 section 3, test case 4", Bytes(1...25), .init(repeating: 0xcd, count: 50),
      "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
    .init(
      "RFC 2202 section 3, test case 5", .init(repeating: 0x0c, count: 20),
      Bytes("Test With Truncation".utf8), "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"),
    .init(
      "RFC 2202 section 3, test case 6", .init(repeating: 0xaa, count: 80),
      Bytes("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
    .init(
      "RFC 2202 section 3, test case 7", .init(repeating: 0xaa, count: 80),
      Bytes("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
      "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"),
  ]

  /// Test case 5 gives the first 128 bits of its code only.
  static let sha256: [HMACVector] = [
    .init(
      "RFC 4231 section 4.2, test case 1", .init(repeating: 0x0b, count: 20),
      Bytes("Hi There".utf8), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    .init(
      "RFC 4231 section 4.3, test case 2", Bytes("Jefe".utf8),
      Bytes("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    .init(
      "RFC 4231 section 4.4, test case 3", .init(repeating: 0xaa, count: 20),
      .init(repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    .init(
      "RFC 4231 section 4.5, test case 4", Bytes(1...25), .init(repeating: 0xcd, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    .init(
      "RFC 4231 section 4.6, test case 5", .init(repeating: 0x0c, count: 20),
      Bytes("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
    .init(
      "RFC 4231 section 4.7, test case 6", .init(repeating: 0xaa, count: 131),
      Bytes("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    .init(
      "RFC 4231 section 4.8, test case 7", .init(repeating: 0xaa, count: 131),
      Bytes(
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
          .utf8), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: sha1)
  func `HMAC-SHA-1`(vector: HMACVector) {
    let key = HMACSHA1Key(vector.key.span)
    #expect(key.authenticationCode(for: vector.message.span).hexadecimal == vector.code)
    #expect(code(HMACKey<SHA1>.self, vector).hexadecimal == vector.code)
  }

  @Test(arguments: sha256)
  func `HMAC-SHA-256`(vector: HMACVector) {
    let key = HMACSHA256Key(vector.key.span)
    #expect(key.authenticationCode(for: vector.message.span).hexadecimal.hasPrefix(vector.code))
    #expect(code(HMACKey<SHA256>.self, vector).hexadecimal.hasPrefix(vector.code))
  }

  @Test func `tables of 7 and 7 examples, one of them cut short`() {
    #expect(Self.sha1.map(\.code.count) == [40, 40, 40, 40, 40, 40, 40])
    #expect(Self.sha256.map(\.code.count) == [64, 64, 64, 64, 32, 64, 64])
  }

  /// Signatures that SDK test suites for this service publish, HMAC-SHA-1 in base64.
  static let published: [(text: String, code: String)] = [
    ("source", "Jv4yi8SobFhg5t1C7nWLbhBSFZQ="),
    ("中文", "CqCYIa39h9SSWuXnTz8F5hh9UPA="),
    ("中文unicode", "szlfHs3WVaO/HgY3Cg7/uyXDaRw="),
    ("123", "sU6S6xf2t47FogXuDhqyIPt/htc="),
  ]

  @Test(arguments: published)
  func `HMAC-SHA-1 in base64`(text: String, code: String) {
    let key = HMACSHA1Key(Bytes("secret".utf8).span)
    var buffer = Bytes()
    Base64.append(key.authenticationCode(for: Bytes(text.utf8).span), to: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == code)
  }

  @Test func `a message in two pieces, split anywhere`() throws {
    for point in 0...150 {
      let vector = try #require(Self.sha1.last)
      let message = Bytes(vector.message + Bytes(repeating: 7, count: 150 - vector.message.count))
      var state = HMACSHA1Key(vector.key.span).start()
      state.update(Bytes(message[..<point]).span)
      _ = state.finalize()
      state.update(Bytes(message[point...]).span)
      #expect(
        state.finalize().hexadecimal == "22ce7b82c8c6a3a5dcfe5a4b66d7825ef067d798", "\(point)")
    }
  }

  @Test func `a description shows nothing of the key`() {
    let key = HMACSHA1Key(Bytes("secret".utf8).span)
    #expect("\(key)" == "HMAC key (not shown)")
    #expect(String(reflecting: key.start()) == "HMAC state (not shown)")
    #expect(Mirror(reflecting: key).children.isEmpty)
    #expect(Mirror(reflecting: key.start()).children.isEmpty)
  }

  /// The generic way to a code, which is another function than the one for a known hash.
  private func code<Hash: HashFunction>(
    _ type: HMACKey<Hash>.Type, _ vector: HMACVector
  ) -> Hash.Digest {
    HMACKey<Hash>(vector.key.span).authenticationCode(for: vector.message.span)
  }
}
