import OSSPrimitives
import Testing

// The vectors of primitives/hmac-sha1 and hmac-sha256 hold the examples of RFC 2202 and RFC 4231.
@Suite struct `HMAC codes` {
  /// A key of each length from 0 to 200 bytes with a message: the codes in a row, hashed; the
  /// expected digests are from Python's hmac.
  @Test func `HMAC takes keys and messages of every length, by each function`() {
    var known = (SHA1(), SHA256())
    var generic = (SHA1(), SHA256())
    for length in 0...200 {
      let key = Bytes((0..<length).map { UInt8($0) })
      let message = Bytes((0..<length * 7 % 151).map { UInt8(truncatingIfNeeded: $0 * 3) })
      known.0.update(HMACSHA1Key(key.span).authenticationCode(for: message.span))
      known.1.update(HMACSHA256Key(key.span).authenticationCode(for: message.span))
      generic.0.update(code(SHA1.self, key, message))
      generic.1.update(code(SHA256.self, key, message))
    }
    for digest in [known.0.finalize(), generic.0.finalize()] {
      #expect(digest.hexadecimal == "49558c33972fa846e6858ff9a09eb5023fba1ee5")
    }
    for digest in [known.1.finalize(), generic.1.finalize()] {
      #expect(
        digest.hexadecimal == "e24a0c7f8b43f6e093d3fec73fa4a9a36c7a3fd1c5e447b5b9f38035490f01cf")
    }
  }

  /// The generic way to a code, which is another function than the one for a known hash.
  private func code<Hash: HashFunction>(
    _ type: Hash.Type, _ key: Bytes, _ message: Bytes
  ) -> Hash.Digest {
    HMACKey<Hash>(key.span).authenticationCode(for: message.span)
  }

  @Test func `HMAC with a digest as the key gives the code of its bytes`() {
    let digest = SHA256.hash(Bytes("abc".utf8).span)
    let key = HMACSHA256Key(digest.bytes.span)
    for length in 0...200 {
      let message = Bytes(repeating: 7, count: length)
      let code = key.authenticationCode(for: message.span)
      #expect(digest.authenticationCode(for: message.span) == code, "\(length)")
      #expect(HMACSHA256Key(digest).authenticationCode(for: message.span) == code, "\(length)")
    }
  }

  @Test func `HMAC takes a message in two pieces, split anywhere`() {
    let key = HMACSHA1Key(Bytes(repeating: 0xaa, count: 80).span)
    let message = Bytes(0..<150)
    let expected = key.authenticationCode(for: message.span)
    for point in 0...150 {
      var state = key.start()
      state.update(Bytes(message[..<point]).span)
      _ = state.finalize()
      state.update(Bytes(message[point...]).span)
      #expect(state.finalize() == expected, "\(point)")
    }
  }

  @Test func `the description of an HMAC key shows nothing of it`() {
    let key = HMACSHA1Key(Bytes("secret".utf8).span)
    #expect("\(key)" == "HMAC key (not shown)")
    #expect(String(reflecting: key.start()) == "HMAC state (not shown)")
    #expect(Mirror(reflecting: key).children.isEmpty)
    #expect(Mirror(reflecting: key.start()).children.isEmpty)
  }

  @Test(
    arguments: [
      ([], [], true), ([1], [1], true), ([1, 2, 3], [1, 2, 3], true), ([1], [], false),
      ([], [1], false), ([1, 2], [1, 3], false), ([0, 2], [1, 2], false),
      ([1, 1], [2, 2], false), ([128], [0], false), ([1, 2], [1, 2, 3], false),
    ] as [(Bytes, Bytes, Bool)])
  func `a comparison in constant time is true only for equal bytes`(
    first: Bytes, second: Bytes, expected: Bool
  ) {
    let isEqual = constantTimeEqual(first.span, second.span)
    #expect(isEqual == expected)
  }
}
