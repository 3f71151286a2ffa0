import OSSEndpoint
import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// What a reader gave for all bytes of a connection, each step a text.
func steps(_ bytes: Bytes, cutAt cuts: [Int], _ limits: Limits = Limits()) -> [String] {
  var reader = HTTPReader(limits)
  var (steps, start) = ([String](), 0)
  for cut in cuts + [bytes.count] {
    reader.append(bytes[start..<cut])
    start = cut
    reading: while true {
      do {
        switch try reader.next() {
        case .more: break reading
        case .head(let request):
          let sent = request.sent
          let flags = [reader.isLast ? "last" : "", reader.expectsContinue ? "expects" : ""]
          let fields = sent.fields.map { "\($0.name.text):\($0.rawValue.text)" }
          steps.append(
            "\(sent.method.text) \(sent.path.text) \(request.framing) \(flags.joined()) \(fields)")
        case .body(let body): steps.append("body \(body.text)")
        }
      } catch {
        return steps + [error.sentence]
      }
    }
  }
  return steps + (reader.isWithinRequest ? ["within"] : [])
}

@Suite struct `The reader of HTTP` {
  static let host = "Host: h\r\n"

  /// Requests, and what there is of each: method and path, framing, flags, body.
  static let requests: [(String, [String])] = [
    ("GET /a?b#c HTTP/1.1\r\nHost: h\r\n\r\n", ["GET /a none  ", "body "]),
    ("\r\n\nGET / HTTP/1.1\nHost: h\n\n", ["GET / none  ", "body "]),
    ("GET http://o:1/k HTTP/1.1\r\nHost: b\r\n\r\n", ["GET /k none  ", "body "]),
    ("OPTIONS * HTTP/1.1\r\nHost: b\r\n\r\n", ["OPTIONS * none  ", "body "]),
    ("GET / HTTP/1.0\r\n\r\n", ["GET / none last ", "body "]),
    ("POST /?uploads HTTP/1.1\r\nHost: h\r\n\r\n", ["POST / none  ", "body "]),
    ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", ["GET / counted(0)  ", "body "]),
    (
      "PUT /k HTTP/1.1\r\nhost: h\r\nContent-Length: 3\r\ncontent-length:3\r\n\r\nabcGET /",
      ["PUT /k counted(3)  ", "body abc", "within"]
    ),
    (
      "PUT / HTTP/1.1\r\nHost:\r\nTransfer-Encoding: Chunked\r\n\r\n3;a=b\r\nabc\r\n0A \r\n0123456789\r\n0\r\nx: y\r\n\r\n",
      ["PUT / chunked  ", "body abc0123456789"]
    ),
    (
      "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
      ["PUT / chunked  ", "body ", "GET / none  ", "body "]
    ),
    (
      "PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n",
      ["PUT / counted(2) expects ", "within"]
    ),
    (
      "PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n1",
      ["PUT / counted(1) last ", "body 1"]
    ),
    (
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: TE, Close\r\nUpgrade: h2c\r\n\r\n",
      ["GET / none last ", "body "]
    ),
  ]

  @Test(arguments: requests)
  func `gives heads and bodies as they were sent, however the bytes are cut`(
    text: String, expected: [String]
  ) {
    let whole = steps(text.bytes, cutAt: [])
    #expect(whole.map { $0.prefix { $0 != "[" } } == expected.map { $0[...] })
    #expect(steps(text.bytes, cutAt: Array(text.bytes.indices)) == whole)
  }

  @Test func `keeps the order, the case and the blanks of headers`() {
    let text = "GET / HTTP/1.1\r\nhOST:h \r\nx-a:  1\t\r\nX-A:\r\n\r\n"
    #expect(
      steps(text.bytes, cutAt: []).first?.hasSuffix(#"["hOST:h ", "x-a:  1\t", "X-A:"]"#) == true)
  }

  static let head = "PUT / HTTP/1.1\r\nHost: h\r\n"
  static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

  static let faults: [(String, HTTPFault)] = [
    ("\u{16}\u{3}\u{1}", .tls), ("hello\r\n", .notHTTP), ("GET /\r\n", .notHTTP),
    ("HTTP/1.1\r\n", .notHTTP), ("PRI * HTTP/2.0\r\n\r\n", .version),
    ("GET / HTTP/1.10\r\n\r\n", .version), ("GET / http/1.1\r\n\r\n", .notHTTP),
    (
      "GET /a b HTTP/1.1\r\n\r\n",
      .malformed("The URL has the byte 0x20 at byte 6, which must be percent-encoded.")
    ),
    (
      "GET /é HTTP/1.1\r\nHost: h\r\n\r\n",
      .malformed("The URL has the byte 0xc3 at byte 5, which must be percent-encoded.")
    ),
    (
      "G\u{0}T / HTTP/1.1\r\n\r\n",
      .malformed("The method has a byte that is not a letter, at byte 1.")
    ),
    (
      "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n",
      .malformed("What begins at byte 8 is not a path and not an http or https URL.")
    ),
    (
      "\(head)a: b\r\n c\r\n\r\n",
      .malformed("Line 4 begins with a blank; a header must be on one line.")
    ),
    (
      "\(head)a: b\u{0}\r\n\r\n",
      .malformed("Line 3 is not a header: a name, a colon and a value.")
    ),
    (
      "\(head)a: b\rc: d\r\n\r\n",
      .malformed("Line 3 is not a header: a name, a colon and a value.")
    ),
    ("\(head)a b\r\n\r\n", .malformed("Line 3 is not a header: a name, a colon and a value.")),
    ("GET / HTTP/1.1\r\n\r\n", .noHost), ("\(head)host: i\r\n\r\n", .severalHosts),
    ("\(head)Content-Length: +1\r\n\r\n", .badLength),
    ("\(head)Content-Length:\r\n\r\n", .badLength),
    ("\(head)Content-Length: 1, 1\r\n\r\n", .badLength),
    ("\(head)Content-Length: 9999999999999999999\r\n\r\n", .badLength),
    ("\(head)Content-Length: 1\r\nContent-Length: 2\r\n\r\n", .unequalLengths),
    ("\(head)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .bothLengths),
    ("\(head)Transfer-Encoding: gzip, chunked\r\n\r\n", .transferEncoding),
    (
      "\(head)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding
    ),
    ("\(chunked)\r\n", .chunkSize), ("\(chunked)-1\r\n", .chunkSize),
    ("\(chunked)0x1\r\n", .chunkSize), ("\(chunked)1 1\r\n", .chunkSize),
    ("\(chunked)ffffffffffffffff\r\n", .chunkSize), ("\(chunked)2\r\nabc\r\n", .chunkEnd),
    ("\(chunked)2\r\nab0\r\n", .chunkEnd),
    ("\(head)Content-Length: 1\r\n\r\n1\u{BD}PUT / HTTP/1.1\r\n\r\n", .bytesAfterBody),
  ]

  @Test(arguments: faults)
  func `refuses what is not right with one sentence, however the bytes are cut`(
    text: String, fault: HTTPFault
  ) {
    let whole = steps(text.bytes, cutAt: [])
    #expect(whole.last == fault.sentence)
    #expect(steps(text.bytes, cutAt: Array(text.bytes.indices)) == whole)
    #expect(fault.sentence.hasSuffix("."))
  }

  /// Limits that are small, a request that is at one, and what makes it longer by one.
  static let atLimits: [(String, String, HTTPFault)] = [
    ("GET /6789 HTTP/1.1\r\nHost: h\r\n\r\n", "GET /", .requestLineTooLong(18)),
    (
      "GET / HTTP/1.1\r\nHost: h\r\na: 01234567890123456789012\r\n\r\n", "a: ", .headTooLong(55)
    ),
    ("GET / HTTP/1.1\r\nHost: h\r\na:\r\nb:\r\n\r\n", "", .tooManyHeaders(3)),
    ("\(head)Content-Length: 16\r\n\r\n0123456789012345", "", .bodyTooLong(16)),
    ("\(chunked)8\r\n01234567\r\n8\r\n01234567\r\n0\r\n\r\n", "", .bodyTooLong(16)),
    ("\(chunked)3;345678\r\nabc\r\n0\r\n\r\n", "3;", .chunkLineTooLong(8)),
    (
      "\(chunked)0\r\na: " + String(repeating: "t", count: 52) + "\r\n\r\n", "a: ",
      .headTooLong(55)
    ),
  ]

  @Test(arguments: atLimits)
  func `takes a request at a limit, and none beyond it`(
    text: String, longer: String, fault: HTTPFault
  ) {
    var limits = Limits()
    (limits.requestLine, limits.headers, limits.body, limits.chunkLine) = (18, 3, 16, 8)
    if case .headTooLong = fault { limits.head = 55 }
    let beyond =
      switch fault {
      case .tooManyHeaders: text.replacing("b:\r\n", with: "b:\r\nc:\r\n")
      case .bodyTooLong:
        text.replacing("16\r\n", with: "17\r\n").replacing("8\r\n0", with: "9\r\n00")
      default: text.replacing(longer, with: longer + "+")
      }
    for cuts in [[], Array(text.bytes.indices)] {
      let taken = steps(text.bytes, cutAt: cuts, limits)
      #expect(taken.count == 2 && taken.last?.hasPrefix("body") == true, "\(taken)")
      #expect(steps(beyond.bytes, cutAt: cuts, limits).last == fault.sentence)
    }
  }

  @Test func `gives the same for damaged bytes, wherever they are cut`() {
    var random = SplitMix64(seed: 37)
    let samples = [
      "\(Self.head)Content-Length: 12\r\n\r\nhello, worldGET /a?b=c HTTP/1.1\r\nHost: h\r\n\r\n",
      "\(Self.chunked)5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nt: u\r\n\r\n" + "\(Self.head)\r\n",
      "\r\nGET http://h/ HTTP/1.0\r\nConnection: close\r\n\r\n" + "\(Self.head)\r\n",
    ].map(\.bytes)
    var limits = Limits()
    (limits.requestLine, limits.head, limits.headers, limits.body) = (64, 128, 4, 32)
    var (faults, bodies) = (0, 0)
    for round in 0..<2_000 {
      var bytes = samples[round % samples.count]
      for _ in 0..<random.below(4) { random.damage(&bytes, marks: "\r\n :;0f\0") }
      let cuts = (0..<random.below(6)).map { _ in random.below(bytes.count + 1) }
      let whole = steps(bytes, cutAt: [], limits)
      #expect(steps(bytes, cutAt: cuts.sorted(), limits) == whole, "\(bytes)")
      bodies += whole.filter { $0.hasPrefix("body") }.count
      faults += whole.last?.hasPrefix("The ") == true || whole.last?.hasPrefix("A ") == true ? 1 : 0
    }
    #expect(faults > 200 && bodies > 1_000)
  }
}

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
