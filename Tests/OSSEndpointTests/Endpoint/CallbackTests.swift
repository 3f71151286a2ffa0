import OSSAppServer
import OSSEndpoint
import OSSExplain
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

@Suite struct `An upload with a callback` {
  private static let type = "\"callbackBodyType\":\"application/json\","

  private func endpoint() -> LiveEndpoint {
    LiveEndpoint(
      Verifier(hosts: HostTable(endpoints: ["oss.test"]), keys: []), buckets: ["b"],
      isReportOnly: true)
  }

  private func send(
    _ endpoint: inout LiveEndpoint, _ lines: [String], body: String = ""
  ) throws -> WireResponse {
    let head = [lines[0], "Host: b.oss.test"] + lines.dropFirst()
    return endpoint.answer(to: try WireRequest(head, body: body.bytes), port: 9300)
  }

  private func parameter(
    _ url: String = "http://127.0.0.1:81/a%20b?c=1", _ more: String = "",
    body: String = "o=${object}&s=${size}&t=${mimeType}&e=${etag}&x=${x:a}&n=${none}"
  ) -> String {
    Base64.encode("{\"callbackUrl\":\"\(url)\",\(more)\"callbackBody\":\"\(body)\"}".bytes.span)
  }

  @Test func `sends it signed by the key that the endpoint gives`() throws {
    var endpoint = endpoint()
    let variables = Base64.encode("{\"x:a\":\"1 2\"}".bytes.span)
    let waiting = try send(
      &endpoint,
      [
        "PUT /a/b", "Content-Type: text/plain", "x-oss-callback: " + parameter(),
        "x-oss-callback-var: " + variables,
      ], body: "body")
    let call = try #require(waiting.call)
    #expect(call.host == "127.0.0.1" && call.port == 81)
    let head = try #require(call.bytes.between("POST ", "\r\n\r\n")).text
    let body = try #require(call.bytes.behind("\r\n\r\n"))
    let lines = head.split(separator: "\r\n").map(String.init)
    #expect(lines[0] == "/a%20b?c=1 HTTP/1.0" && lines[1] == "Host: 127.0.0.1:81")
    let etag = "841A2D689AD86BD1611447453C22C6FC"
    #expect(body.text == "o=a%2Fb&s=4&t=text%2Fplain&e=\(etag)&x=1%202&n=")
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    #expect(value("Content-Length") == "\(body.count)")
    let callback = CallbackRequest(target: "/a%20b?c=1", body: body)
    let url = "http://127.0.0.1:9300" + CallbackKey.path
    #expect(throws: CallbackVerificationError.foreignKeyURL) {
      try callback.publicKeyURL(header: value("x-oss-pub-key-url"))
    }
    #expect(try callback.publicKeyURL(header: value("x-oss-pub-key-url"), orTest: url) == url)
    let key = try RSAPublicKey(pem: try send(&endpoint, ["GET " + CallbackKey.path]).body)
    try callback.verify(authorization: value("Authorization"), key: key)
    #expect(throws: CallbackVerificationError.mismatch) {
      try CallbackRequest(target: "/other", body: body)
        .verify(authorization: value("Authorization"), key: key)
    }
    let answer = endpoint.finish(call, .answered(status: 200, body: "{\"a\":1}".bytes))
    #expect(answer.status == 200 && answer.body.text == "{\"a\":1}")
    #expect(answer.fields.contains { $0.name == "Content-Type" && $0.value == "application/json" })
    #expect(answer.fields.contains { $0.name == "ETag" })
    #expect(endpoint.journal.entries.last?.callback == "The callback was answered with 200.")
  }

  /// What `openssl dgst -md5 -sign` makes of `/a b?x=1`, LF and `object=photo.jpg` with the key.
  @Test func `has the signature that OpenSSL makes`() {
    let made = CallbackKey.authorization(target: "/a%20b?x=1".bytes, body: "object=photo.jpg".bytes)
    #expect(
      made
        == "TOma4KDvgNgJy/Imrn9jZDhWrBiI1WOLJ9fcx1NfMvlV2TBvTZZbrml3IP09QQAjXOHkLiM/Ex4FQNywEnP5LA=="
    )
  }

  @Test func `has values of JSON in a body of JSON, and the parameters of a URL`() throws {
    var endpoint = endpoint()
    let body = "{\\\"o\\\":${object},\\\"s\\\":${size},\\\"x\\\":${x:a}}"
    let parameter = PercentEncoding.encode(
      parameter("127.0.0.1", Self.type, body: body), keepingSlash: false)
    let waiting = try send(&endpoint, ["PUT /k?callback=\(parameter)"], body: "abc")
    #expect(waiting.call?.port == 80)
    let sent = waiting.call?.bytes.behind("\r\n\r\n")?.text
    #expect(sent == "{\"o\":\"k\",\"s\":3,\"x\":\"\"}")
  }

  @Test(arguments: [
    (OutgoingCall.Outcome.answered(status: 301, body: []), "0007-00000203", "Error status : 301."),
    (
      .answered(status: 200, body: "<html>".bytes), "0007-00000205",
      "Response body is not valid json format."
    ),
    (
      .failed, "0007-00000203",
      "Error status : -1.OSS can not connect to your callbackUrl, please check it."
    ),
  ])
  func `is answered with 203 where the callback failed, and is stored`(
    outcome: OutgoingCall.Outcome, ec: String, message: String
  ) throws {
    var endpoint = endpoint()
    let waiting = try send(&endpoint, ["PUT /k", "x-oss-callback: " + parameter()], body: "abc")
    let answer = endpoint.finish(try #require(waiting.call), outcome)
    #expect(answer.status == 203 && answer.body.text.contains("<Message>\(message)</Message>"))
    #expect(answer.body.text.contains("<Code>CallbackFailed</Code>"))
    #expect(answer.fields.contains { $0.name == "x-oss-ec" && $0.value == ec })
    #expect(answer.fields.contains { $0.name == "x-oss-conform" })
    #expect(endpoint.journal.entries.last?.code == "CallbackFailed")
    #expect(try send(&endpoint, ["GET /k"]).body.text == "abc")
  }

  @Test func `tries one address after another, and none of another machine`() throws {
    var endpoint = endpoint()
    let urls = "http://example.com/;https://127.0.0.1/;http://127.0.0.1:81;http://127.0.0.1:82/z"
    let first = try send(&endpoint, ["PUT /k", "x-oss-callback: " + parameter(urls)])
    #expect(first.call?.port == 81)
    let second = endpoint.finish(try #require(first.call), .failed)
    #expect(second.call?.port == 82)
    #expect(endpoint.finish(try #require(second.call), .failed).status == 203)
    let far = ["PUT /k", "x-oss-callback: " + parameter("http://10.0.0.1/")]
    #expect(try send(&endpoint, far).status == 203)
    let sentence = try #require(endpoint.journal.entries.last?.callback)
    #expect(
      sentence
        == "The callback to http://10.0.0.1/ was not sent: it is no plain HTTP to this machine.")
  }

  @Test(arguments: ["AAAA", "bm8=", "e30=", ""])
  func `is refused where the parameter cannot be read`(text: String) throws {
    var endpoint = endpoint()
    let isBad = !text.isEmpty
    let many = parameter((1...6).map { "http://127.0.0.1:\($0)" }.joined(separator: ";"))
    let refused = try send(&endpoint, ["PUT /k", "x-oss-callback: " + (isBad ? text : many)])
    #expect(refused.status == 400 && refused.body.text.contains("<Code>InvalidArgument</Code>"))
    #expect(try send(&endpoint, ["GET /k"]).status == 404)
    let append = ["POST /k?append&position=0", "x-oss-callback: " + parameter()]
    #expect(try send(&endpoint, append).status == 501)
  }

  @Test func `may be a form`() throws {
    var endpoint = endpoint()
    let fields = [
      ("key", "k"), ("callback", parameter(body: "k=${object}&x=${x:a}")), ("x:a", "1"),
    ]
    var body = fields.map { name, value in
      "--m\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }.joined()
    body += "--m\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nabc\r\n--m--\r\n"
    let lines = ["POST /", "Content-Type: multipart/form-data; boundary=m"]
    let waiting = try send(&endpoint, lines, body: body)
    #expect(waiting.call?.bytes.behind("\r\n\r\n")?.text == "k=k&x=1")
  }
}
