import OSSPrimitives
import OSSServices
import Testing

/// A public key and its signature of ``message``, both made by OpenSSL 3.0.19: `openssl genrsa`,
/// `openssl rsa -pubout` and `openssl dgst -md5 -sign`.
struct RSASample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bitCount: Int
  let pem: String
  let signature: String

  /// What the signatures are of: the string to sign of the example in the documents of OSS.
  static let message = "/index.php?id=1&index=2\nbucket=yonghu-test"

  static let all: [RSASample] = [
    RSASample(
      testDescription: "512 bits", bitCount: 512,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAPKO7VdYJAszy/SaaSnM4FNATDf0Gl2e
        qt0Ax3JXGnfIYUolkpJQtyyDgvYpHUZTrD++5HYgrkfCwuBDD9SVV6MCAwEAAQ==
        -----END PUBLIC KEY-----
        """,
      signature: """
        0auganP/lafWDBdSLHEqNfMavX8D5VdwEZoWf4mK+f3FKdTglIzPmsivwUtJWybWcjb6q8avIbAxRhvDZqlz\
        KA==
        """),
    RSASample(
      testDescription: "513 bits", bitCount: 513,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAVyR5Gpe1FtJec278kKfnIHUw93MExNo
        sTG0DUVEKj7eOAznxcscLDw1HHH3NEu1Mu3tU0/ETm77Q2YHYLyDXbMCAwEAAQ==
        -----END PUBLIC KEY-----
        """,
      signature: """
        ALG0B3KdeIF8EL9oAeif0TfFSs4LA673Su8Ove+L4/gAGl/yy1T2HzgnYkovbsj7XVln8mFjVz4rX+EU9ZWv\
        uBg=
        """),
    RSASample(
      testDescription: "512 bits, exponent 3", bitCount: 512,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFowDQYJKoZIhvcNAQEBBQADSQAwRgJBALv23X6BE6aWvcPpgamn9uTgA9QWjbsp
        qUGXtmc37lVA5NBwVU956ADFU8Co9DdmtYp8UJlzEIqO4bmNFY05tu0CAQM=
        -----END PUBLIC KEY-----
        """,
      signature: """
        F38d68m1sbhosA92eyoAnmdJf+2k9cNJhGpgtPzDloI1w7Pu0q7vnArsi+rTaS3TAHCS4PuC9uA9bdCd1qtQ\
        Qg==
        """),
    RSASample(
      testDescription: "768 bits", bitCount: 768,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhAL41UafJ3/d9yY7ma6KcNvV2rGsezd9O
        fyPnyAHGRGlrrGwZouu84w6sv2f5F+HY4hY79W3Uptpj+oQdWI0b3g4fLBOb4cEw
        fsdw4b9NIyr1HnlhsrbgerKCy6LcJIW1vQIDAQAB
        -----END PUBLIC KEY-----
        """,
      signature: """
        tEj4poF88dmCuQCSCF8q5rkUU2LyUBcceies7NdHxEpfjs71+vNjhn2rvbozoQLtED95fJPVpYUjNHKEKiKw\
        bDntWJGO9QWtVnxlTZS0EB8EqFAvFCGrxsyyMjK1vnlc
        """),
    // The page of the documents on callbacks, and the key at callback_pub_key_v1.pem.
    RSASample(
      testDescription: "the example of the documents", bitCount: 512,
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
        C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
        -----END PUBLIC KEY-----

        """,
      signature: """
        kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2t\
        xA==
        """),
  ]
}

// The vectors of callback/verification hold signatures by larger keys, and each kind of signature
// that opens to another encoding.
@Suite struct `RSA signatures` {
  static let digest = MD5.hash(Bytes(RSASample.message.utf8).span)

  private let sample: RSASample
  private let key: RSAPublicKey

  init() throws {
    sample = try #require(RSASample.all.first)
    key = try RSAPublicKey(pem: sample.pem)
  }

  @Test(arguments: RSASample.all)
  func `a signature passes, and fails with any part changed`(sample: RSASample) throws {
    let key = try RSAPublicKey(pem: sample.pem)
    #expect(key.modulusBitCount == sample.bitCount)
    let signature = try Base64.decode(sample.signature)
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

  @Test func `a signature keeps a zero at its beginning`() throws {
    // `openssl dgst -md5 -sign` over a message whose signature happens to begin with 00.
    let digest = MD5.hash(Bytes("leading zero 25".utf8).span)
    let signature = try Base64.decode(
      "AAb61V1P1tfrsKUdzf0GbuwcDl3UKv/fXbtljXDFW/cBr+GxUAY74mjmEGEdzh56AlDsrwCzmHBtLgE6ufwa1A==")
    #expect(signature[0] == 0)
    try key.verify(signature.span, of: digest)
    for changed in [Bytes(signature.dropFirst()), [0] + signature] {
      let error = RSASignatureError.wrongLength(byteCount: changed.count, expected: 64)
      #expect(throws: error) { try key.verify(changed.span, of: digest) }
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
