import OSSEndpoint
import OSSPrimitives
import Testing

@Suite struct `The writer of HTTP` {
  private func head(_ response: WireResponse, isLast: Bool = false) -> String {
    var bytes = Bytes()
    HTTPWriter.appendHead(of: response, isLast: isLast, to: &bytes)
    return bytes.text
  }

  @Test func `writes the headers in their order and case, then its own`() {
    let response = WireResponse(
      status: 200, fields: [.init("ETag", "\"A\""), .init("x-oss-meta-a.b", "5")], body: [1, 2])
    #expect(
      head(response)
        == "HTTP/1.1 200 OK\r\nETag: \"A\"\r\nx-oss-meta-a.b: 5\r\nContent-Length: 2\r\n"
        + "Connection: keep-alive\r\n\r\n")
    #expect(
      head(response, isLast: true).hasSuffix("Content-Length: 2\r\nConnection: close\r\n\r\n"))
  }

  @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\u{0}b"])
  func `writes no line end and no NUL of a value`(value: String) {
    let text = head(WireResponse(status: 400, fields: [.init("x-oss-conform", value)]))
    #expect(text.bytes.filter { $0 == 0x0A }.count == 5)
    #expect(text.bytes.filter { $0 == 0x0D }.count == 5 && !text.bytes.contains(0))
    #expect(text.contains("x-oss-conform: a "))
  }

  @Test(arguments: ["", "a b", "a:b", "a\r\nb", "é", "a\u{7F}"])
  func `leaves out what is not a name`(name: String) {
    let text = head(WireResponse(status: 404, fields: [.init(name, "1")]))
    #expect(text == "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
  }

  @Test(arguments: [204, 304])
  func `states no length where there is never a body`(status: Int) {
    #expect(!head(WireResponse(status: status, body: [1])).contains("Length"))
    #expect(HTTPWriter.isBodiless(status) && !HTTPWriter.isBodiless(200))
  }
}
