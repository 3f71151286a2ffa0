import OSSPrimitives
import Testing

@Suite struct `Public keys of RSA` {
  /// `openssl rsa -pubout -outform DER` of the key of 512 bits in ``RSASample``.
  static let der =
    "305c300d06092a864886f70d0101010500034b003048024100f28eed5758240b33cbf49a6929cce053404c37f41a"
    + "5d9eaadd00c772571a77c8614a25929250b72c8382f6291d4653ac3fbee47620ae47c2c2e0430fd49557a3020301"
    + "0001"
  static let modulus =
    "f28eed5758240b33cbf49a6929cce053404c37f41a5d9eaadd00c772571a77c8614a25929250b72c8382f6291d46"
    + "53ac3fbee47620ae47c2c2e0430fd49557a3"

  private static func key(_ bytes: [UInt8]) throws -> RSAPublicKey {
    let bytes = Bytes(bytes)
    return try RSAPublicKey(subjectPublicKeyInfo: bytes.span)
  }

  /// The bytes of ``der`` with those of a range replaced.
  private static func der(_ range: Range<Int>, _ replacement: Bytes) throws -> Bytes {
    var bytes = try Hexadecimal.decode(der)
    bytes.replaceSubrange(range, with: replacement)
    return bytes
  }

  @Test func `are read from DER, from PEM and from their numbers alike`() throws {
    let key = try Self.key(Array(Hexadecimal.decode(Self.der)))
    #expect(key.modulusBitCount == 512)
    #expect(key.signatureByteCount == 64)
    let sample = try #require(RSASample.all.first)
    #expect(try RSAPublicKey(pem: sample.pem) == key)
    let modulus = try Hexadecimal.decode(Self.modulus)
    let exponent: Bytes = [0, 1, 0, 1]
    let plain = try RSAPublicKey(modulus: modulus.span, exponent: exponent.span)
    #expect(plain == key)
    let padded: Bytes = [0, 0, 0] + modulus
    let same = try RSAPublicKey(modulus: padded.span, exponent: exponent.span)
    #expect(same == key)
  }

  // Where the values of the DER stand: the outer sequence at 0, the algorithm at 2, the bit string at
  // 17, the inner sequence at 20, the modulus at 22 and the exponent at 89.
  static let damaged: [(Range<Int>, Bytes, RSAKeyError)] = [
    (0..<94, [], .unexpectedEnd(offset: 0)),
    (0..<1, [0x31], .unexpectedTag(0x31, offset: 0)),
    (1..<94, [], .unexpectedEnd(offset: 1)),
    (1..<2, [0x5d], .unexpectedEnd(offset: 94)),
    (1..<2, [0x5b], .trailingBytes(offset: 93)),
    (94..<94, [0x00], .trailingBytes(offset: 94)),
    (94..<94, [0x30, 0x00], .trailingBytes(offset: 94)),
    // A length of 92 in two bytes, in three, without an end, and of far too many bytes.
    (1..<2, [0x81, 0x5c], .invalidLength(offset: 1)),
    (1..<2, [0x82, 0x00, 0x5c], .invalidLength(offset: 1)),
    (1..<2, [0x80], .invalidLength(offset: 1)),
    (1..<2, [0x84, 0x7f, 0xff, 0xff, 0xff], .invalidLength(offset: 1)),
    (1..<2, [0xff], .invalidLength(offset: 1)),
    (1..<2, [0x83, 0x7f, 0xff, 0xff], .unexpectedEnd(offset: 97)),
    (2..<3, [0x31], .unexpectedTag(0x31, offset: 2)),
    // The name of rsaEncryption, and NULL after it.
    (12..<13, [0x0a], .notRSA(offset: 12)),
    (15..<16, [0x06], .notRSA(offset: 15)),
    (16..<17, [0x01], .notRSA(offset: 16)),
    (17..<18, [0x04], .unexpectedTag(0x04, offset: 17)),
    (19..<20, [0x01], .unusedBits(offset: 19)),
    (20..<21, [0x31], .unexpectedTag(0x31, offset: 20)),
    (21..<22, [0x47], .trailingBytes(offset: 93)),
    (21..<22, [0x49], .unexpectedEnd(offset: 94)),
    (22..<23, [0x03], .unexpectedTag(0x03, offset: 22)),
    // A modulus with a second zero before it, and one whose highest bit makes it negative.
    (24..<26, [0x00, 0x00], .invalidInteger(offset: 24)),
    (24..<25, [0x80], .invalidInteger(offset: 24)),
    (88..<89, [0xa2], .evenModulus),
    // The exponents 0x010001 with a zero, negative, 1, 65536 and 2.
    (91..<94, [0x00, 0x00, 0x03], .invalidInteger(offset: 91)),
    (91..<92, [0x81], .invalidInteger(offset: 91)),
    (90..<94, [0x03, 0x00, 0x80, 0x01], .invalidExponent),
    (91..<94, [0x01, 0x00, 0x00], .invalidExponent),
  ]

  @Test(arguments: damaged)
  func `are refused with the place of the fault`(
    range: Range<Int>, replacement: Bytes, error: RSAKeyError
  ) throws {
    let bytes = try Self.der(range, replacement)
    if case .invalidExponent = error, replacement.count == 4 {
      // 0x008001 is a good exponent; it shows that a zero before a high bit is taken.
      _ = try RSAPublicKey(subjectPublicKeyInfo: bytes.span)
    } else {
      #expect(throws: error) { try RSAPublicKey(subjectPublicKeyInfo: bytes.span) }
    }
    #expect(Self.damaged.count == 30)
  }

  @Test(arguments: [
    ("01", false), ("02", false), ("00", false), ("03", true), ("11", true), ("010001", true),
    ("010000", false), ("ffffffffffffffff", true), ("01000000000000000f", false),
    ("ffffffffffffffffff", false),
  ])
  func `have an odd exponent of 3 or more`(exponent: String, isTaken: Bool) throws {
    let modulus = try Hexadecimal.decode(Self.modulus)
    let bytes = try Hexadecimal.decode(exponent)
    if isTaken {
      _ = try RSAPublicKey(modulus: modulus.span, exponent: bytes.span)
    } else {
      #expect(throws: RSAKeyError.invalidExponent) {
        try RSAPublicKey(modulus: modulus.span, exponent: bytes.span)
      }
    }
  }

  @Test(arguments: [(0, 0), (1, 8), (63, 504), (1025, 8200)])
  func `have from 512 to 8192 bits`(byteCount: Int, bitCount: Int) {
    let modulus = Bytes(repeating: 0xff, count: byteCount)
    let exponent: Bytes = [3]
    #expect(throws: RSAKeyError.modulusSize(bitCount: bitCount)) {
      try RSAPublicKey(modulus: modulus.span, exponent: exponent.span)
    }
    let almost: Bytes = [0x7f] + Bytes(repeating: 0xff, count: 63)
    #expect(throws: RSAKeyError.modulusSize(bitCount: 511)) {
      try RSAPublicKey(modulus: almost.span, exponent: exponent.span)
    }
  }

  @Test func `are never read from a part of one, nor does any byte of DER not matter`() throws {
    let der = try Hexadecimal.decode(Self.der)
    let whole = try RSAPublicKey(subjectPublicKeyInfo: der.span)
    let parts = der.indices.compactMap { try? Self.key(Array(der[..<$0])) }
    #expect(parts == [])
    var (same, others) = (0, 0)
    for index in der.indices {
      for bit in 0..<8 {
        var changed = der
        changed[index] ^= 1 << bit
        guard let key = try? RSAPublicKey(subjectPublicKeyInfo: changed.span) else { continue }
        if key == whole { same += 1 } else { others += 1 }
      }
    }
    #expect(same == 0)
    // The bits of the modulus but its lowest and, since a zero stands before it, its highest; those of
    // that zero but its highest; and those of the exponent but its lowest and two of its first byte.
    #expect(others == 64 * 8 - 2 + 7 + 3 * 8 - 3)
  }

  @Test func `of more bytes than any key has are not looked at`() {
    let bytes = Bytes(repeating: 0x30, count: 2049)
    #expect(throws: RSAKeyError.tooLong(byteCount: 2049, limit: 2048)) {
      try RSAPublicKey(subjectPublicKeyInfo: bytes.span)
    }
    let text = String(repeating: "A", count: 4097)
    #expect(throws: RSAKeyError.tooLong(byteCount: 4097, limit: 4096)) {
      try RSAPublicKey(pem: text)
    }
  }
}
