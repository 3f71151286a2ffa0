import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `URLs of the key of callbacks` {
  private func url(_ text: String) throws -> String {
    let bytes = Bytes(text.utf8)
    return try CallbackRequest(target: "/", body: [])
      .publicKeyURL(header: Base64.encode(bytes.span))
  }

  @Test(arguments: [
    "https://gosspublic.alicdn.com/callback_pub_key_v1.pem",
    "http://gosspublic.alicdn.com/callback_pub_key_v1.pem", "https://gosspublic.alicdn.com/",
    "http://gosspublic.alicdn.com/a/b?c=d@e", "https://gosspublic.alicdn.com//x",
    "https://gosspublic.alicdn.com/" + String(repeating: "a", count: 994),
  ])
  func `are those of OSS`(text: String) throws {
    #expect(try url(text) == text)
  }

  static let foreign = [
    "", "https://gosspublic.alicdn.com", "http://gosspublic.alicdn.com.evil.example/k.pem",
    "http://gosspublic.alicdn.com@evil.example/k.pem",
    "https://gosspublic.alicdn.com:443/k.pem", "http://gosspublic.alicdn.com:80@evil.example/",
    "http://a@gosspublic.alicdn.com/k.pem", "http://evil.example/gosspublic.alicdn.com/k.pem",
    "http://evil.example/?http://gosspublic.alicdn.com/", "HTTP://gosspublic.alicdn.com/k.pem",
    "https://GOSSPUBLIC.alicdn.com/k.pem", "ftp://gosspublic.alicdn.com/k.pem",
    "https:/gosspublic.alicdn.com/k", "//gosspublic.alicdn.com/k", "gosspublic.alicdn.com/k",
    "https://gosspublic.alicdn.com\\@evil.example/", "https://gosspublic.alicdn.com\\k",
    "https://gosspublic.alicdn.com/\\k", "https://gosspublic.alicdn.com%2F@evil.example/",
    "https://gosspublic.alicdn.com#/", "https://gosspublic.alicdn.com?/",
    "https://gosspublic.alicdn.com./k", "https://xgosspublic.alicdn.com/k",
    "https://x.gosspublic.alicdn.com/k", "https://gosspublic.alicdn.co/k",
    "https://gosspublic.alicdn.com/k\r\nHost: evil.example", "https://gosspublic.alicdn.com/\u{0}",
    " https://gosspublic.alicdn.com/k", "https://gosspublic.alicdn.com/k ",
    "https://gosspublic.alicdn.com/é", "https://gosspublic.alicdn\u{3002}com/k",
    "https://gosspublic.alicdn.com/" + String(repeating: "a", count: 995),
  ]

  @Test(arguments: foreign)
  func `are no others`(text: String) {
    if text.isEmpty {
      #expect(throws: CallbackVerificationError.missingKeyURL) { try url(text) }
    } else {
      #expect(throws: CallbackVerificationError.foreignKeyURL) { try url(text) }
    }
    #expect(Self.foreign.count == 32)
  }

  @Test(
    arguments: [
      (nil, .missingKeyURL), ("", .missingKeyURL),
      ("x123-*&", .invalidKeyURL(.invalidCharacter(0x2D, offset: 4))),
      ("aHR0cA", .invalidKeyURL(.missingPadding(offset: 6))),
      ("http://gosspublic.alicdn.com/", .invalidKeyURL(.invalidCharacter(0x3A, offset: 4))),
      ("/////w==", .foreignKeyURL),
    ] as [(String?, CallbackVerificationError)])
  func `stand in base64 in the header`(header: String?, error: CallbackVerificationError) {
    #expect(throws: error) {
      try CallbackRequest(target: "/", body: []).publicKeyURL(header: header)
    }
    #expect(error.code == "invalid-key-url")
    #expect(error.description.hasSuffix("."))
  }
}
