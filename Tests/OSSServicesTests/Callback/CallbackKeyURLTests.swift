import OSSPrimitives
import OSSServices
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
}
