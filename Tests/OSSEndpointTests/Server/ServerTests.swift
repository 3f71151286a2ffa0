import OSSEndpoint
import OSSPrimitives
import Testing

private let chunked = "Transfer-Encoding: chunked\r\n"
private let millisecond: Int64 = 1_000_000

@Suite struct `The server` {
  @Test func `answers one request after another on a connection`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      for number in 1...3 {
        let answer = try client.answer(to: get("/a"))
        #expect(answer.status == "200" && answer.text == "GET /a \(number) 0 0")
        #expect(answer.head.contains("Connection: keep-alive"))
      }
      let last = try client.answer(to: get("/a", "Connection: close\r\n"))
      #expect(last.head.contains("Connection: close"))
      #expect(client.isEnded())
      let old = try RawClient(port)
      #expect(try old.answer(to: "GET /b HTTP/1.0\r\n\r\n").head.contains("Connection: close"))
      #expect(old.isEnded())
    }
  }

  @Test func `answers 100 requests that come at once, in their order`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      client.send((1...100).map { get("/\($0)", "Content-Length: 1\r\n") + "!" }.joined())
      for number in 1...100 {
        #expect(try client.answer().text == "GET /\(number) \(number) 1 33")
      }
    }
  }

  @Test func `reads bodies with a length, in chunks and without either`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      let put = get("/k", chunked, method: "PUT")
      #expect(
        try client.answer(to: put + "2\r\n!!\r\n1;a\r\n!\r\n0\r\n\r\n").text == "PUT /k 1 3 99")
      #expect(try client.answer(to: put + "0\r\n\r\n").text == "PUT /k 2 0 0")
      #expect(try client.answer(to: get("/k?uploads", method: "POST")).text == "POST /k 3 0 0")
      client.send(get("/k", "Content-Length: 3000000\r\n", method: "PUT"))
      client.send(Bytes(repeating: 1, count: 3_000_000))
      #expect(try client.answer().text == "PUT /k 4 3000000 3000000")
    }
  }

  @Test func `lets a client go on that waits, unless its request is refused`() async throws {
    try await serving { port in
      let expecting = "Expect: 100-continue\r\nContent-Length: 1\r\n"
      let client = try RawClient(port)
      #expect(
        try client.answer(to: get("/k", expecting, method: "PUT")).head == HTTPWriter.goOn.text)
      #expect(try client.answer(to: "!").text == "PUT /k 1 1 33")
      // Its body came with the head.
      #expect(try client.answer(to: get("/k", expecting, method: "PUT") + "!").status == "200")
      let refused = try client.answer(to: get("/refused", expecting, method: "PUT"))
      #expect(refused.status == "403" && refused.head.contains("Connection: close"))
      #expect(client.isEnded())
    }
  }

  @Test func `answers a refused upload before its end, and takes the rest of it`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      client.send(get("/refused", "Content-Length: 20000000\r\n", method: "PUT"))
      let body = Bytes(repeating: 1, count: 1_000_000)
      #expect(try client.answer().status == "403")
      for _ in 0..<20 { #expect(client.send(body)) }
      client.endOutput()
      #expect(client.isEnded())
      let next = try RawClient(port)
      #expect(try next.answer(to: get("/refused")).head.contains("Connection: keep-alive"))
      #expect(try next.answer(to: get("/a")).text == "GET /a 2 0 0")
    }
  }

  @Test func `takes no more of a refused upload than its limit`() async throws {
    var limits = Limits()
    limits.drained = 100_000
    try await serving(limits) { port in
      for (count, isTaken) in [(100_000, true), (8_000_000, false)] {
        let client = try RawClient(port)
        client.send(get("/refused", "Content-Length: 90000000\r\n", method: "PUT"))
        #expect(try client.answer().status == "403")
        #expect(client.send(Bytes(repeating: 1, count: count)) == isTaken)
      }
    }
  }

  @Test func `sends no body to HEAD and with 204, and the connection goes on`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      client.send(get("/large", method: "HEAD"))
      #expect(try client.answer(toHead: true).head.contains("Content-Length: 4194304\r\n"))
      #expect(try client.answer(to: get("/empty", method: "DELETE")).status == "204")
      #expect(try client.answer(to: get("/a")).text == "GET /a 3 0 0")
    }
  }

  @Test func `takes no further requests while a client does not read`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      client.send((1...6).map { _ in get("/large") }.joined() + get("/last"))
      for _ in 1...6 { #expect(try client.answer().body == EchoHandler.large) }
      #expect(try client.answer().text == "GET /last 7 0 0")
    }
  }

  @Test func `answers a client that ended its side, and says what it left out`() async throws {
    try await serving { port in
      let whole = try RawClient(port)
      whole.send(get("/a") + get("/b"))
      whole.endOutput()
      #expect(try whole.answer().text == "GET /a 1 0 0")
      #expect(try whole.answer().text == "GET /b 2 0 0")
      #expect(whole.isEnded())
      let cut = try RawClient(port)
      cut.send(get("/cut", "Content-Length: 2\r\n") + "1")
      cut.endOutput()
      #expect(try cut.answer().text == HTTPFault.endOfInput.sentence)
      #expect(cut.isEnded())
    }
  }

  @Test func `ends connections on which nothing comes`() async throws {
    try await serving { port in
      let clients = try (0..<200).map { _ in
        let client = try RawClient(port)
        client.endOutput()
        return client
      }
      #expect(clients.allSatisfy { $0.isEnded() })
    }
  }

  @Test func `goes on when clients go away within a request or an answer`() async throws {
    try await serving { port in
      for text in ["GET /gone HT", get("/gone", "Content-Length: 9\r\n") + "1", get("/large"), ""] {
        let client = try RawClient(port)
        client.send(text)
      }
      let client = try RawClient(port)
      var faults = ""
      for _ in 0..<200 where faults.split(separator: "\n").count < 2 {
        faults = try client.answer(to: get("/faults")).text
      }
      let sentence = HTTPFault.endOfInput.sentence
      #expect(Set(faults.split(separator: "\n")) == ["- \(sentence)", "/gone \(sentence)"])
    }
  }

  @Test(arguments: [
    ("GET / HT", HTTPFault.slowHead), (get("/k", "Content-Length: 2\r\n") + "1", .slowBody),
    (get("/k", chunked) + "2\r\n1", .slowBody),
  ])
  func `ends what comes too slowly`(text: String, fault: HTTPFault) async throws {
    var limits = Limits()
    (limits.headTime, limits.requestTime) = (40 * millisecond, 40 * millisecond)
    try await serving(limits) { port in
      let start = MonotonicClock.now()
      let client = try RawClient(port)
      #expect(try client.answer(to: text).text == fault.sentence)
      // Without these limits it takes ten seconds.
      #expect(40 * millisecond..<9_000 * millisecond ~= MonotonicClock.now() - start)
      client.endOutput()
      #expect(client.isEnded())
    }
  }

  @Test func `ends connections that do nothing, and clients that stay after the last answer`()
    async throws
  {
    var limits = Limits()
    (limits.idleTime, limits.drainTime) = (60 * millisecond, 20 * millisecond)
    /// A client that has its answer. On a busy machine a connection may do nothing for too long before its
    /// request is sent: then the next one is asked.
    @Sendable func answered(_ port: UInt16, _ more: String = "") throws -> RawClient {
      for _ in 0..<100 {
        let client = try RawClient(port)
        if (try? client.answer(to: get("/a", more)))?.status == "200" { return client }
      }
      throw ClientError.noAnswer("")
    }
    try await serving(limits) { port in
      let empty = try RawClient(port)
      // Empty lines begin no request, so they do not keep a connection.
      empty.send("\r\n")
      let clients = try [answered(port), answered(port, "Connection: close\r\n"), empty]
      #expect(clients.allSatisfy { $0.isEnded() })
      let unread = try RawClient(port)
      unread.send((1...6).map { _ in get("/large") }.joined())
      let end = MonotonicClock.now() + patience
      while unread.send("\r\n"), MonotonicClock.now() < end {}
      #expect(MonotonicClock.now() < end)
    }
  }

  @Test func `serves others, itself too, while it waits for an answer to a call`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      client.send(get("/calls") + get("/a"))
      #expect(try client.answer().text == "200 POST /called 1 3 294")
      #expect(try client.answer().text == "GET /a 2 0 0")
    }
  }

  @Test func `does not wait long for an answer to a call`() async throws {
    var limits = Limits()
    limits.callbackTime = 200 * millisecond
    let silent = try Socket.listening(on: "127.0.0.1", port: 0)
    let mute = silent.port
    try await serving(limits) { port in
      let (waiting, other) = (try RawClient(port), try RawClient(port))
      waiting.send(get("/calls?port=\(mute)") + get("/a"))
      #expect(try other.answer(to: get("/b")).text == "GET /b 1 0 0")
      #expect(try waiting.answer().text == "failed")
      #expect(try waiting.answer().text == "GET /a 2 0 0")
      #expect(try other.answer(to: get("/calls?port=\(waiting.port)")).text == "failed")
      // Who does not wait for the answer ends no other connection.
      let gone = try RawClient(port)
      gone.send(get("/calls?port=\(mute)"))
      gone.endOutput()
      #expect(try gone.answer().text == "failed")
      #expect(try other.answer(to: get("/c")).text == "GET /c 3 0 0")
    }
    _ = consume silent
  }

  @Test func `answers 400 with the reason, then ends the connection`() async throws {
    try await serving { port in
      let client = try RawClient(port)
      let answer = try client.answer(to: get("/a") + "\u{BD}PUT / HTTP/1.1\r\n\r\n")
      #expect(answer.status == "200")
      let fault = try client.answer()
      #expect(fault.status == "400" && fault.head.contains("Connection: close"))
      #expect(fault.text == "The method has a byte that is not a letter, at byte 0.")
    }
  }

  /// Few enough for the descriptors that a process of macOS has.
  @Test func `serves 60 connections at once, and takes no more than its limit`() async throws {
    var limits = Limits()
    limits.connections = 60
    try await serving(limits) { port in
      let clients = try (0..<61).map { _ in try RawClient(port) }
      for (index, client) in clients.enumerated() { client.send(get("/\(index)")) }
      for (index, client) in clients.dropLast().enumerated() {
        #expect(try client.answer().text == "GET /\(index) 1 0 0")
      }
      clients[0].endOutput()
      #expect(try clients[60].answer().text == "GET /60 1 0 0")
    }
  }
}
