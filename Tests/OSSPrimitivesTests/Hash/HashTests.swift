import OSSPrimitives
import Testing

/// A hash function and the digests that documents and another implementation give for it.
struct HashSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let function: any HashFunction.Type
  /// The function of the known type, which is another one than the generic function.
  let hash: @Sendable (Bytes) -> Bytes
  /// Published examples: a message, how often it is repeated, and the digest.
  let published: [(message: String, times: Int, digest: String)]
  /// The digest of the bytes 0, 1, 2 … 199, from Python's hashlib.
  let digestOf200: String
  /// The digest of the 201 digests of the first 0, 1, 2 … 200 of these bytes, from Python's hashlib.
  let digestOfAll: String
}

extension HashSample {
  /// FIPS 180-4, the second example message: 448 bits.
  private static let message448 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
  /// NIST's additional examples: 896 bits.
  private static let message896 =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
  private static let digits62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  static let all: [HashSample] = [
    .init(
      testDescription: "SHA-1: FIPS 180-4, NIST, RFC 3174 section 7.3", function: SHA1.self,
      hash: { SHA1.hash($0.span).bytes },
      published: [
        ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (message448, 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (message896, 1, "a49b2446a02c645bf419f995b67091253a04a259"),
        ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        ("01234567", 80, "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
      ], digestOf200: "54d11e99127d159799dbce10f51a75e697780478",
      digestOfAll: "30f906e3c78b841ee4b73d0cb2850660435758b3"),
    .init(
      testDescription: "SHA-256: FIPS 180-4, FIPS 180-2 appendix B.3, NIST", function: SHA256.self,
      hash: { SHA256.hash($0.span).bytes },
      published: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (message448, 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        (message896, 1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
      ], digestOf200: "1901da1c9f699b48f6b2636e65cbf73abf99d0441ef67f5c540a42f7051dec6f",
      digestOfAll: "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021"),
    .init(
      testDescription: "MD5: RFC 1321 appendix A.5", function: MD5.self,
      hash: { MD5.hash($0.span).bytes },
      published: [
        ("", 1, "d41d8cd98f00b204e9800998ecf8427e"), ("a", 1, "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", 1, "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", 1, "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", 1, "c3fcd3d76192e4007dfb496cca67e13b"),
        (digits62, 1, "d174ab98d277d9f5a5611c2c9f419d9f"),
        ("1234567890", 8, "57edf4a22be3c955ac49da2e2107b67a"),
        // Python's hashlib.
        ("a", 1_000_000, "7707d6ae4e027c70eea2a935c2296f21"),
      ], digestOf200: "fb7001d34b8e82c9b579be5005d5b0a5",
      digestOfAll: "d49382aaa96e2815f14079ed5a0a25a3"),
  ]
}

@Suite struct `Hash functions` {
  /// The bytes 0, 1, 2 … 199.
  private static let message = Bytes((0..<200).map { UInt8($0) })

  @Test(arguments: HashSample.all)
  func `a hash function agrees with published examples`(sample: HashSample) {
    for (message, times, digest) in sample.published {
      let bytes = Bytes(repeatElement(message.utf8, count: times).joined())
      #expect(Hexadecimal.encode(sample.hash(bytes).span) == digest)
      let generic = describe(sample.function, bytes)
      #expect(generic == digest)
    }
    #expect(sample.published.count >= 5)
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

  private func takesDigest<Hash: HashFunction>(
    _ function: Hash.Type, after start: Bytes
  ) -> Bool {
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

@Suite struct `MD5 of OSS` {
  /// What SDKs and documents of OSS publish: the text, and its digest in base64.
  @Test(arguments: [
    ("", "1B2M2Y8AsgTpgAmY7PhCfg=="), ("123", "ICy5YqxZB1uWSwcVLSNLcA=="),
    ("0123456789", "eB5eJF1ptWaXm4bijSPyxw=="),
  ])
  func `MD5 gives the Content-MD5 of the documents`(body: String, header: String) {
    #expect(Base64.encode(MD5.hash(Bytes(body.utf8).span).bytes.span) == header)
  }

  @Test func `Content-MD5 is not the base64 of digits, which the documents call wrong`() {
    let digits = Bytes(MD5.hash(Bytes("0123456789".utf8).span).hexadecimal.utf8)
    #expect(Base64.encode(digits.span) == "NzgxZTVlMjQ1ZDY5YjU2Njk3OWI4NmUyOGQyM2YyYzc=")
  }

  /// OSSUtilsTests.m of the SDK for iOS.
  @Test func `MD5 agrees with an SDK over a long key`() {
    let key = Array(repeating: "document", count: 11).joined(separator: "/") + "/objectKey"
    #expect(
      MD5.hash(Bytes(key.utf8).span).hexadecimal.uppercased()
        == "666CCA65279EB5E95D2AC797E1A63701")
  }
}
