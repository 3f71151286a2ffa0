import OSSAppServer
import OSSPrimitives
import OSSSigning
import Testing

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
