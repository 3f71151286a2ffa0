import OSSSigning
import Testing

// The vectors of v1/refusals hold more; what each error says is here.
@Suite struct `Signing requests` {
  @Test(
    arguments: [
      ("", 0), ("x-oss-meta-é", 11), ("a\tb", 1), ("a(b", 1), ("a,b", 1), ("a\"b", 1), ("a/b", 1),
      ("a@b", 1), ("a{b", 1), ("a\u{7F}", 1),
    ] as [(String, Int)])
  func `name the byte that a header name cannot hold`(name: String, offset: Int) {
    #expect(throws: SigningError.invalidHeaderName(name, offset: offset)) {
      try SigningRequest(method: "GET", headers: [HeaderField("a", "b"), HeaderField(name, "v")])
    }
  }

  @Test func `take every byte of a token of RFC 9110 in a header name`() throws {
    let name = "!#$%&'*+-.^_`|~09azAZ"
    let request = try SigningRequest(method: "GET", headers: [HeaderField(name, "v")])
    #expect(request.headers == [HeaderField(name, "v")])
  }

  @Test(
    arguments: [
      ("\r", 0x0D, 0), ("ab\u{0}", 0x00, 2), ("é\n", 0x0A, 2), ("名字\r", 0x0D, 6),
    ] as [(String, UInt8, Int)])
  func `name the byte that a header value cannot hold`(value: String, byte: UInt8, offset: Int) {
    let error = SigningError.invalidHeaderValue(name: "X-A", byte: byte, offset: offset)
    #expect(throws: error) {
      try SigningRequest(method: "GET", headers: [HeaderField("X-A", value)])
    }
  }

  @Test func `take every other value, blanks and other control bytes included`() throws {
    let values = ["", " ", "\t", " a ", "a:b", "a,b", "é", "\u{1}\u{7F}", "名字", "🙂"]
    for value in values {
      let header = HeaderField("x-oss-meta-a", value)
      #expect(try SigningRequest(method: "GET", headers: [header]).headers == [header])
    }
  }

  /// The second is the example of the documents.
  @Test(arguments: [("", "1B2M2Y8AsgTpgAmY7PhCfg=="), ("0123456789", "eB5eJF1ptWaXm4bijSPyxw==")])
  func `take the Content-MD5 of a body as a header`(body: String, value: String) {
    let header = HeaderField("Content-MD5", value)
    #expect(HeaderField.contentMD5(of: ContiguousArray(body.utf8).span) == header)
  }

  @Test func `compare headers and parameters by their bytes`() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(HeaderField("a", composed) != HeaderField("a", decomposed))
    #expect(HeaderField("a", "b") != HeaderField("A", "b"))
    #expect(Set([HeaderField("a", composed), HeaderField("a", decomposed)]).count == 2)
    #expect(QueryParameter(composed) != QueryParameter(decomposed))
    #expect(QueryParameter("a", composed) != QueryParameter("a", decomposed))
    #expect(QueryParameter("a") != QueryParameter("a", ""))
    #expect(Set([QueryParameter("a"), QueryParameter("a", ""), QueryParameter("a")]).count == 2)
  }
}
