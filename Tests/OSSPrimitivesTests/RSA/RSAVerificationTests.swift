import OSSPrimitives
import Testing

@Suite struct `Signatures of RSA` {
  static let digest = MD5.hash(Bytes(RSASample.message.utf8).span)

  private func sample(_ name: String) throws -> RSASample {
    try #require(RSASample.all.first { $0.description == name })
  }

  @Test(arguments: RSASample.all)
  func `of OpenSSL pass, and with any part changed do not`(sample: RSASample) throws {
    let key = try RSAPublicKey(pem: sample.pem)
    #expect(key.modulusBitCount == sample.bitCount)
    let signature = try Base64.decode(sample.signature)
    #expect(signature.count == key.signatureByteCount)
    try key.verify(signature.span, of: Self.digest)
    let other = MD5.hash(Bytes((RSASample.message + "\n").utf8).span)
    #expect(throws: RSASignatureError.mismatch) { try key.verify(signature.span, of: other) }
    for index in stride(from: 1, to: signature.count, by: signature.count / 8) {
      var changed = signature
      changed[index] ^= 0x10
      #expect(throws: RSASignatureError.self) { try key.verify(changed.span, of: Self.digest) }
    }
    #expect(RSASample.all.count == 11)
  }

  @Test func `of the documents pass with the key of OSS`() throws {
    // The page of the documents on callbacks; the key is the one at callback_pub_key_v1.pem.
    let key = try RSAPublicKey(
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
        C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
        -----END PUBLIC KEY-----

        """)
    #expect(key.modulusBitCount == 512)
    let signature = try Base64.decode(
      "kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA==")
    try key.verify(signature.span, of: Self.digest)
  }

  @Test(arguments: RefusedSignature.all)
  func `that open to anything but the one encoding do not pass`(
    refused: RefusedSignature
  ) throws {
    let key = try RSAPublicKey(pem: sample("1024 bits").pem)
    let signature = try Base64.decode(refused.signature)
    #expect(signature.count == 128)
    #expect(throws: RSASignatureError.mismatch) {
      try key.verify(signature.span, of: Self.digest)
    }
    #expect(RefusedSignature.all.count == 20)
  }

  @Test(arguments: RefusedSignature.outOfRange)
  func `are less than the modulus`(refused: RefusedSignature) throws {
    let key = try RSAPublicKey(pem: sample("1024 bits").pem)
    let signature = try Base64.decode(refused.signature)
    #expect(throws: RSASignatureError.outOfRange) {
      try key.verify(signature.span, of: Self.digest)
    }
    #expect(RefusedSignature.outOfRange.count >= 2)
  }

  @Test func `that are cube roots of a lax reading do not pass`() throws {
    let key = try RSAPublicKey(pem: sample("2048 bits, exponent 3").pem)
    let forged = try Base64.decode(RefusedSignature.cubeRoot)
    #expect(throws: RSASignatureError.mismatch) { try key.verify(forged.span, of: Self.digest) }
  }

  @Test(arguments: [0, 1, 63, 65, 128, 100_000])
  func `have the length of the modulus`(count: Int) throws {
    let key = try RSAPublicKey(pem: sample("512 bits").pem)
    let signature = Bytes(repeating: 1, count: count)
    #expect(throws: RSASignatureError.wrongLength(byteCount: count, expected: 64)) {
      try key.verify(signature.span, of: Self.digest)
    }
  }

  @Test func `keep a zero at their beginning`() throws {
    let key = try RSAPublicKey(pem: sample("512 bits").pem)
    // `openssl dgst -md5 -sign` over a message whose signature happens to begin with 00.
    let digest = MD5.hash(Bytes("leading zero 25".utf8).span)
    let signature = try Base64.decode(
      "AAb61V1P1tfrsKUdzf0GbuwcDl3UKv/fXbtljXDFW/cBr+GxUAY74mjmEGEdzh56AlDsrwCzmHBtLgE6ufwa1A==")
    #expect(signature[0] == 0)
    try key.verify(signature.span, of: digest)
    let short = Bytes(signature.dropFirst())
    #expect(throws: RSASignatureError.wrongLength(byteCount: 63, expected: 64)) {
      try key.verify(short.span, of: digest)
    }
    let long: Bytes = [0] + signature
    #expect(throws: RSASignatureError.wrongLength(byteCount: 65, expected: 64)) {
      try key.verify(long.span, of: digest)
    }
  }

  @Test func `of another key do not pass`() throws {
    let key = try RSAPublicKey(pem: sample("512 bits").pem)
    let other = try Base64.decode(sample("512 bits, exponent 3").signature)
    #expect(throws: RSASignatureError.self) { try key.verify(other.span, of: Self.digest) }
  }

  @Test func `say what is wrong in one sentence`() {
    let errors: [RSASignatureError] = [
      .wrongLength(byteCount: 1, expected: 64), .outOfRange, .mismatch,
    ]
    #expect(Set(errors.map(\.description)).count == 3)
    for error in errors { #expect(error.description.hasSuffix(".")) }
  }
}
