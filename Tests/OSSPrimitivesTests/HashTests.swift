import OSSPrimitives
import Testing

// The vectors of primitives/sha1, sha256 and md5 hold the published examples.
/// A hash function and the digests that another implementation gives for it.
struct HashSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let function: any HashFunction.Type
  /// The function of the known type, which is another one than the generic function.
  let hash: @Sendable (Bytes) -> Bytes
  /// The digest of a million times "a": of NIST's examples, or from Python's hashlib.
  let digestOfMillion: String
  /// The digest of the bytes 0, 1, 2 … 199, from Python's hashlib.
  let digestOf200: String
  /// The digest of the 201 digests of the first 0, 1, 2 … 200 of these bytes, from Python's hashlib.
  let digestOfAll: String
}

extension HashSample {
  static let all: [HashSample] = [
    .init(
      testDescription: "SHA-1", function: SHA1.self,
      hash: { SHA1.hash($0.span).bytes },
      digestOfMillion: "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      digestOf200: "54d11e99127d159799dbce10f51a75e697780478",
      digestOfAll: "30f906e3c78b841ee4b73d0cb2850660435758b3"),
    .init(
      testDescription: "SHA-256", function: SHA256.self,
      hash: { SHA256.hash($0.span).bytes },
      digestOfMillion: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
      digestOf200: "1901da1c9f699b48f6b2636e65cbf73abf99d0441ef67f5c540a42f7051dec6f",
      digestOfAll: "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021"),
    .init(
      testDescription: "MD5", function: MD5.self,
      hash: { MD5.hash($0.span).bytes },
      digestOfMillion: "7707d6ae4e027c70eea2a935c2296f21",
      digestOf200: "fb7001d34b8e82c9b579be5005d5b0a5",
      digestOfAll: "d49382aaa96e2815f14079ed5a0a25a3"),
  ]
}

@Suite struct `Hash functions` {
  /// The bytes 0, 1, 2 … 199.
  private static let message = Bytes((0..<200).map { UInt8($0) })

  @Test(arguments: HashSample.all)
  func `a hash function takes a million bytes`(sample: HashSample) {
    let bytes = Bytes(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(Hexadecimal.encode(sample.hash(bytes).span) == sample.digestOfMillion)
    #expect(describe(sample.function, bytes) == sample.digestOfMillion)
  }

  /// Each length of 0 to 200 bytes, so each end of a block and of the padding.
  @Test(arguments: HashSample.all)
  func `a hash function takes a message of every length`(sample: HashSample) {
    let generic = digestOfDigests(sample.function)
    #expect(generic == sample.digestOfAll)
    let digests = (0...200).map { sample.hash(Bytes(Self.message[..<$0])) }
    let all = sample.hash(Bytes(digests.joined()))
    #expect(Hexadecimal.encode(all.span) == sample.digestOfAll)
  }

  @Test(arguments: HashSample.all)
  func `a hash function takes a message in pieces`(sample: HashSample) {
    for point in 0...200 {
      let pieces = [Self.message[..<point], Self.message[point...]]
      let result = digest(sample.function, of: pieces)
      #expect(result == sample.digestOf200, "\(point)")
    }
    for size in 1...130 {
      let pieces = stride(from: 0, to: 200, by: size).map { start in
        Self.message[start..<min(start + size, 200)]
      }
      let result = digest(sample.function, of: pieces)
      #expect(result == sample.digestOf200, "\(size)")
    }
  }

  @Test(arguments: HashSample.all)
  func `a hash function takes a digest as its bytes after any prefix`(sample: HashSample) {
    for prefix in 0...130 {
      let isEqual = takesDigest(sample.function, after: Bytes(Self.message[..<prefix]))
      #expect(isEqual, "\(prefix)")
    }
  }

  @Test(arguments: HashSample.all)
  func `digests are equal when all their bytes are`(sample: HashSample) {
    let compares = comparesBytes(sample.function)
    #expect(compares)
  }

  private func describe<Hash: HashFunction>(_ function: Hash.Type, _ bytes: Bytes) -> String {
    let digest = Hash.hash(bytes.span)
    var buffer = Bytes([1])
    digest.append(to: &buffer)
    #expect(buffer == [1] + digest.bytes && digest.bytes.count == Hash.Digest.byteCount)
    #expect(Hexadecimal.encode(digest.bytes.span) == digest.hexadecimal)
    return digest.description
  }

  private func digestOfDigests<Hash: HashFunction>(_ function: Hash.Type) -> String {
    var all = Hash()
    for length in 0...200 { all.update(Hash.hash(Bytes(Self.message[..<length]).span)) }
    return all.finalize().hexadecimal
  }

  /// The digest of the pieces; that of a part is asked for in between and changes nothing.
  private func digest<Hash: HashFunction>(
    _ function: Hash.Type, of pieces: [Bytes.SubSequence]
  ) -> String {
    var state = Hash()
    for piece in pieces {
      state.update(Bytes(piece).span)
      _ = state.finalize()
    }
    return state.finalize().hexadecimal
  }

  private func takesDigest<Hash: HashFunction>(_ function: Hash.Type, after start: Bytes) -> Bool {
    let digest = Hash.hash(start.span)
    var state = Hash()
    state.update(start.span)
    state.update(digest)
    let joined = start + digest.bytes
    return state.finalize() == Hash.hash(joined.span)
  }

  private func comparesBytes<Hash: HashFunction>(_ function: Hash.Type) -> Bool {
    let digests = (0..<200).map { Hash.hash(Bytes([UInt8($0)]).span) }
    let seven: Bytes = [7]
    return Set(digests).count == 200 && digests[7] == Hash.hash(seven.span)
  }
}

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

@Suite struct `Random numbers` {
  @Test func `are those of the authors of SplitMix64`() {
    // The first numbers for the seed 1234567, as the reference implementation in C prints them.
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func `are below their bound, and each of them comes`() {
    var random = SplitMix64(seed: 1)
    let numbers = (0..<1_000).map { _ in random.below(7) }
    #expect(Set(numbers) == Set(0..<7))
    #expect((0..<1_000).count { _ in random.chance(20) } / 10 == 19)
  }
}
