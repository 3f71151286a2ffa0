import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Callbacks of OSS` {
  /// The key at callback_pub_key_v1.pem, by which OSS signs.
  static let documented = Result {
    try RSAPublicKey(
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
        C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
        -----END PUBLIC KEY-----
        """)
  }

  @Test(
    arguments: [
      (nil, .missingSignature), ("", .missingSignature),
      (
        "kKQe GTRc", .invalidSignature(.invalidCharacter(0x20, offset: 4))
      ),
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
    let key = try Self.documented.get()
    #expect(throws: error) { try callback.verify(authorization: header, key: key) }
    #expect(error.code == "invalid-callback-signature")
    #expect(error.description.hasSuffix("."))
  }
}
