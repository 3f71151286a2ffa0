import OSSPrimitives
import Testing

@Suite struct `The hash function MD5` {
  /// The test suite of RFC 1321, appendix A.5.
  static let published: [(String, String)] = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ]

  @Test(arguments: published)
  func `agrees with RFC 1321`(message: String, digest: String) {
    #expect(MD5.hash(Bytes(message.utf8).span).hexadecimal == digest)
    #expect(Self.published.count == 7)
  }

  /// What SDKs and documents of OSS publish: the text, the digest in base64 and in hexadecimal.
  @Test(arguments: [
    ("", "1B2M2Y8AsgTpgAmY7PhCfg=="), ("123", "ICy5YqxZB1uWSwcVLSNLcA=="),
    ("0123456789", "eB5eJF1ptWaXm4bijSPyxw=="),
  ])
  func `gives the Content-MD5 of the documents`(body: String, header: String) {
    #expect(Base64.encode(MD5.hash(Bytes(body.utf8).span).bytes.span) == header)
  }

  @Test func `is told from the base64 of its digits, which the documents call wrong`() {
    let digits = Bytes(MD5.hash(Bytes("0123456789".utf8).span).hexadecimal.utf8)
    #expect(Base64.encode(digits.span) == "NzgxZTVlMjQ1ZDY5YjU2Njk3OWI4NmUyOGQyM2YyYzc=")
  }

  @Test func `agrees with an SDK over a long key`() {
    let key = Array(repeating: "document", count: 11).joined(separator: "/") + "/objectKey"
    // OSSUtilsTests.m of the SDK for iOS.
    #expect(
      MD5.hash(Bytes(key.utf8).span).hexadecimal.uppercased()
        == "666CCA65279EB5E95D2AC797E1A63701")
  }

  /// Lengths about the ends of blocks and of padding, of the bytes 0, 1, 2 …, from Python's hashlib.
  static let lengths: [(Int, String)] = [
    (1, "93b885adfe0da089cdf634904fd59f71"), (3, "b95f67f61ebb03619622d798f45fc2d3"),
    (54, "33dd62a2df6538daf1cf821d9cde61f9"), (55, "6912ee65fff2d9f9ce2508cddf8bcda0"),
    (56, "51fdd1acda72405dfdfa03fcb85896d7"), (57, "5320ef4c17ef34a0cf2db763338d25eb"),
    (63, "48a6295221902e8e0938f773a7185e72"), (64, "b2d3f56bc197fd985d5965079b5e7148"),
    (65, "8bd7053801c768420faf816fadba971c"), (118, "4541055c6675b614d27c537c3bb15675"),
    (119, "1c772251899a7ff007400b888d6b2042"), (120, "b7ba1efc6022e9ed272f00b8831e26e6"),
    (121, "b0b2d719a838db877b6d6571a39a1cdc"), (127, "8402b21e7bc7906493bae0dac017f1f9"),
    (128, "37eff01866ba3f538421b30b7cbefcac"), (129, "46f986692847558fc38b0cece591c20f"),
    (200, "fb7001d34b8e82c9b579be5005d5b0a5"),
  ]
  static let message = Bytes((0..<200).map { UInt8($0) })

  @Test(arguments: lengths)
  func `takes every length about the end of a block`(length: Int, digest: String) {
    #expect(MD5.hash(Bytes(Self.message[..<length]).span).hexadecimal == digest)
    #expect(Self.lengths.count == 17)
  }

  @Test func `takes every length of 0 to 200 bytes, and digests as bytes`() {
    var all = MD5()
    var bytes = MD5()
    for length in 0...Self.message.count {
      let digest = MD5.hash(Bytes(Self.message[..<length]).span)
      all.update(digest)
      bytes.update(digest.bytes.span)
    }
    // The digest of the 201 digests, from Python's hashlib.
    #expect(all.finalize().hexadecimal == "d49382aaa96e2815f14079ed5a0a25a3")
    #expect(bytes.finalize() == all.finalize())
  }

  @Test func `takes a message in two pieces, split anywhere`() {
    for point in 0...200 {
      var state = MD5()
      state.update(Bytes(Self.message[..<point]).span)
      state.update(Bytes(Self.message[point...]).span)
      #expect(state.finalize().hexadecimal == "fb7001d34b8e82c9b579be5005d5b0a5", "\(point)")
    }
  }

  @Test func `takes a digest as its bytes after any prefix`() {
    for prefix in 0...130 {
      let start = Bytes(Self.message[..<prefix])
      let digest = MD5.hash(start.span)
      var state = MD5()
      state.update(start.span)
      state.update(digest)
      let joined = start + digest.bytes
      #expect(state.finalize() == MD5.hash(joined.span), "\(prefix)")
    }
  }

  @Test func `takes a million letters`() {
    // Python's hashlib.
    let message = Bytes(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(MD5.hash(message.span).hexadecimal == "7707d6ae4e027c70eea2a935c2296f21")
  }

  @Test func `gives digests that are equal when all their bytes are`() {
    let digests = (0..<200).map { MD5.hash(Bytes([UInt8($0)]).span) }
    #expect(Set(digests).count == 200)
    #expect(digests[7] == MD5.hash(Bytes([7]).span))
    #expect(digests[7].bytes.count == MD5Digest.byteCount)
    #expect(digests[7].description == digests[7].hexadecimal)
  }
}
