import OSSAppServer
import OSSPrimitives
import OSSSigning
import Testing

// The vectors of callback/keys hold keys that are read or refused; the errors are here.
@Suite struct `RSA public keys` {
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

  @Test func `a key is read from DER, from PEM and from its numbers alike`() throws {
    let key = try Self.key(Array(Hexadecimal.decode(Self.der)))
    #expect(key.modulusBitCount == 512)
    #expect(key.signatureByteCount == 64)
    #expect(try RSAPublicKey(pem: RSASample.pem) == key)
    let modulus = try Hexadecimal.decode(Self.modulus)
    let exponent: Bytes = [0, 1, 0, 1]
    let plain = try RSAPublicKey(modulus: modulus.span, exponent: exponent.span)
    #expect(plain == key)
    let padded: Bytes = [0, 0, 0] + modulus
    let same = try RSAPublicKey(modulus: padded.span, exponent: exponent.span)
    #expect(same == key)
    // The exponent 0x8001 has a zero before its high bit.
    let high = try Self.der(90..<94, [0x03, 0x00, 0x80, 0x01])
    #expect(try RSAPublicKey(subjectPublicKeyInfo: high.span) != key)
  }

  // Where the values of the DER begin: the outer sequence at 0, the algorithm at 2, the bit string
  // at 17, the inner sequence at 20, the modulus at 22 and the exponent at 89.
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
    (91..<94, [0x01, 0x00, 0x00], .invalidExponent),
  ]

  @Test(arguments: damaged)
  func `a damaged key is refused, and the error says where`(
    range: Range<Int>, replacement: Bytes, error: RSAKeyError
  ) throws {
    let bytes = try Self.der(range, replacement)
    #expect(throws: error) { try RSAPublicKey(subjectPublicKeyInfo: bytes.span) }
  }

  @Test func `a key is not read from a part of one, and each bit of DER matters`() throws {
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
    // Of the modulus all bits but its lowest and, since a zero is before it, its highest; of that
    // zero all but its highest; of the exponent all but its lowest and two of its first byte.
    #expect(others == 64 * 8 - 2 + 7 + 3 * 8 - 3)
  }

  @Test func `a text longer than any key is not read`() {
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

@Suite struct `RSA public keys in PEM` {
  static let begin = "-----BEGIN PUBLIC KEY-----"
  static let end = "-----END PUBLIC KEY-----"
  /// The key of OSS, from callback_pub_key_v1.pem.
  static let first = "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs"
  static let second = "C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ=="

  @Test(arguments: [
    pem, String(pem.dropLast()),
    "\(begin)\r\n\(first)\r\n\(second)\r\n\(end)\r\n", "\(begin)\n\(first)\(second)\n\(end)\n",
    "\(begin)\n\(first)\n\(second)\r\n\(end)",
  ])
  func `PEM is read with either line end and lines of any length`(text: String) throws {
    #expect(try RSAPublicKey(pem: text).modulusBitCount == 512)
  }

  static let pem = "\(begin)\n\(first)\n\(second)\n\(end)\n"

  // The vectors of callback/keys hold each text that is refused; what the errors say is here.
  static let refused: [(String, RSAKeyError)] = [
    ("", .missingPEMBegin), ("\u{FEFF}" + pem, .missingPEMBegin),
    (begin, .missingPEMEnd), (pem + "text", .missingPEMEnd),
    ("\(begin)\n\n\(first)\n\(second)\n\(end)\n", .invalidPEMText(offset: 27)),
    ("\(begin)\n\(first) \n\(second)\n\(end)\n", .invalidPEMText(offset: 91)),
    (pem + "\(end)\n", .invalidPEMText(offset: 157)),
    ("\(begin)\n\(first)\n\(second.dropLast())\n\(end)\n", .invalidPEMText(offset: 26)),
    ("\(begin)\n\(end)\n", .unexpectedEnd(offset: 0)),
    ("\(begin)\n\(first)\n\(end)\n", .unexpectedEnd(offset: 48)),
  ]

  @Test(arguments: refused)
  func `PEM with anything beside the key is refused, and the error says where`(
    text: String, error: RSAKeyError
  ) {
    #expect(throws: error) { try RSAPublicKey(pem: text) }
  }
}

/// A public key of 512 bits and its signature of ``message``, both made by OpenSSL 3.0.19: `openssl
/// genrsa`, `openssl rsa -pubout` and `openssl dgst -md5 -sign`.
enum RSASample {
  /// What is signed: the string to sign of the example in the documents of OSS.
  static let message = "/index.php?id=1&index=2\nbucket=yonghu-test"

  static let pem = """
    -----BEGIN PUBLIC KEY-----
    MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAPKO7VdYJAszy/SaaSnM4FNATDf0Gl2e
    qt0Ax3JXGnfIYUolkpJQtyyDgvYpHUZTrD++5HYgrkfCwuBDD9SVV6MCAwEAAQ==
    -----END PUBLIC KEY-----
    """

  static let signature = """
    0auganP/lafWDBdSLHEqNfMavX8D5VdwEZoWf4mK+f3FKdTglIzPmsivwUtJWybWcjb6q8avIbAxRhvDZqlzKA==
    """
}

// The vectors of callback/verification hold signatures by larger keys, and each kind of signature
// that opens to another encoding.
@Suite struct `RSA signatures` {
  static let digest = MD5.hash(Bytes(RSASample.message.utf8).span)

  private let key: RSAPublicKey

  init() throws { key = try RSAPublicKey(pem: RSASample.pem) }

  @Test func `a signature passes, and fails with any part changed`() throws {
    let signature = try Base64.decode(RSASample.signature)
    #expect(signature.count == key.signatureByteCount)
    try key.verify(signature.span, of: Self.digest)
    let other = MD5.hash(Bytes((RSASample.message + "\n").utf8).span)
    #expect(throws: RSASignatureError.mismatch) { try key.verify(signature.span, of: other) }
    for index in signature.indices.dropFirst() {
      var changed = signature
      changed[index] ^= 0x10
      #expect(throws: RSASignatureError.self) { try key.verify(changed.span, of: Self.digest) }
    }
  }

  @Test func `a signature is less than the modulus`() throws {
    let modulus = try Hexadecimal.decode(`RSA public keys`.modulus)
    for number in [modulus, Bytes(repeating: 0xff, count: 64)] {
      #expect(throws: RSASignatureError.outOfRange) {
        try key.verify(number.span, of: Self.digest)
      }
    }
  }

  @Test(arguments: [0, 1, 63, 65, 128, 100_000])
  func `a signature has the length of the modulus`(count: Int) {
    let signature = Bytes(repeating: 1, count: count)
    #expect(throws: RSASignatureError.wrongLength(byteCount: count, expected: 64)) {
      try key.verify(signature.span, of: Self.digest)
    }
  }

  @Test func `each error of a signature is a sentence of its own`() {
    let errors: [RSASignatureError] = [
      .wrongLength(byteCount: 1, expected: 64), .outOfRange, .mismatch,
    ]
    #expect(Set(errors.map(\.description)).count == 3)
    for error in errors { #expect(error.description.hasSuffix(".")) }
  }
}

@Suite struct `URLs of the key of callbacks` {
  // The vectors of callback/key-urls hold URLs that are taken and refused; the errors are here.
  @Test(
    arguments: [
      (nil, .missingKeyURL), ("", .missingKeyURL),
      ("x123-*&", .invalidKeyURL(.invalidCharacter(0x2D, offset: 4))),
      ("aHR0cA", .invalidKeyURL(.missingPadding(offset: 6))),
      ("http://gosspublic.alicdn.com/", .invalidKeyURL(.invalidCharacter(0x3A, offset: 4))),
      ("/////w==", .foreignKeyURL), ("aHR0cDovL2E=", .foreignKeyURL),
    ] as [(String?, CallbackVerificationError)])
  func `stand in base64 in the header`(header: String?, error: CallbackVerificationError) {
    #expect(throws: error) {
      try CallbackRequest(target: "/", body: []).publicKeyURL(header: header)
    }
    #expect(error.code == "invalid-key-url")
    #expect(error.description.hasSuffix("."))
  }

  @Test(arguments: ["http://", "https://"])
  func `are fetched over https, whatever they begin with`(scheme: String) throws {
    var header = Bytes()
    Base64.append(Bytes((scheme + "gosspublic.alicdn.com/a?http:").utf8).span, to: &header)
    let url = try CallbackRequest(target: "/", body: [])
      .publicKeyURL(header: String(decoding: header, as: UTF8.self))
    #expect(url == "https://gosspublic.alicdn.com/a?http:")
  }
}

@Suite struct `Callbacks of OSS` {
  @Test(
    arguments: [
      (nil, .missingSignature), ("", .missingSignature),
      ("kKQe GTRc", .invalidSignature(.invalidCharacter(0x20, offset: 4))),
      ("kKQ", .invalidSignature(.missingPadding(offset: 3))), ("AAAA", .mismatch),
      (
        " kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA==",
        .invalidSignature(.invalidCharacter(0x20, offset: 0))
      ),
    ] as [(String?, CallbackVerificationError)])
  func `do not pass without a signature in base64`(
    header: String?, error: CallbackVerificationError
  ) throws {
    let callback = CallbackRequest(
      target: "/index.php?id=1&index=2", body: Bytes("bucket=yonghu-test".utf8))
    // The key of OSS in the example of the documents.
    let key = try RSAPublicKey(pem: `RSA public keys in PEM`.pem)
    #expect(throws: error) { try callback.verify(authorization: header, key: key) }
    #expect(error.code == "invalid-callback-signature")
    #expect(error.description.hasSuffix("."))
  }
}
