import OSSAppServer
import OSSPrimitives
import Testing

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
