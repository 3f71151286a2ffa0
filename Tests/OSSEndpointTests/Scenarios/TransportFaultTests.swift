import Foundation
import OSSEndpoint
import OSSExplain
import OSSPrimitives
import TestSupport
import Testing

/// Answers each request with what its path says, and keeps what it hears of connections.
private final class FaultyHandler: RequestHandler {
  static let faults: [String: TransportFault] = [
    "/reset": .reset, "/reset-after": .resetAfter(4), "/cut": .closedAfter(4), "/closed": .closed,
    "/delay": .delay(40), "/silent": .silent,
  ]
  private var notes: [String] = []

  func head(_ request: WireRequest, _ connection: ConnectionInfo) -> HeadDecision {
    let path = request.sent.path.text
    if path == "/final" { return .refuse(WireResponse(status: 403)) }
    let text = path == "/notes" ? notes.joined(separator: " ") : "0123456789"
    var response = WireResponse(status: 200, body: text.bytes)
    response.fault = Self.faults[path]
    return .readBody { _ in response }
  }

  func fault(
    _ fault: HTTPFault, of request: WireRequest?, _ connection: ConnectionInfo
  ) -> WireResponse { WireResponse(status: 400) }

  func withholdsContinue(_ connection: ConnectionInfo) -> Bool { true }

  func dropped(_ count: Int, _ connection: ConnectionInfo) {
    notes.append("\(connection.number) dropped \(count)")
  }

  func ended(_ connection: ConnectionInfo) { notes.append("\(connection.number) ended") }
}

@Suite struct `A fault of a connection` {
  /// What comes after a request until the connection ends: the text, how it ends, and whether that was there
  /// at once when the text was.
  private func received(
    _ port: UInt16, _ path: String, _ last: String = "0123"
  ) throws -> (text: String, isReset: Bool, isAtOnce: Bool) {
    let socket = try Socket.connected(to: "127.0.0.1", port: port)
    guard case .moved = socket.deliver(get(path).bytes, from: 0) else { return ("", true, false) }
    var (text, piece, poll) = (Bytes(), Bytes(repeating: 0, count: 4096), Poll())
    poll.add(socket, toRead: true, toWrite: false)
    let end = MonotonicClock.now() + patience
    var isAtOnce = true
    while MonotonicClock.now() < end {
      switch socket.receive(into: &piece) {
      case .moved(let count): text += piece[..<count]
      case .blocked:
        if text.ends(with: last) { isAtOnce = false }
        poll.wait(until: end)
      case .ended: return (text.text, false, isAtOnce)
      case .broken: return (text.text, true, isAtOnce)
      }
    }
    return (text.text + " and no end", false, false)
  }

  @Test func `ends an answer where it says, by a reset or a close`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      let reset = try received(port, "/reset")
      #expect(reset.text.isEmpty && reset.isReset)
      for (path, isReset) in [("/reset-after", true), ("/cut", false)] {
        let cut = try received(port, path)
        #expect(cut.text.contains("Content-Length: 10\r\nConnection: keep-alive"))
        #expect(cut.text.hasSuffix("\r\n\r\n0123") && cut.isReset == isReset)
      }
    }
  }

  /// A client that looks whether its connection has ended, before it sends the next request, sees it.
  @Test func `closes with the last byte of an answer that said that it stays`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      for _ in 0..<300 {
        let closed = try received(port, "/closed", "0123456789")
        #expect(closed.text.contains("Connection: keep-alive") && !closed.isReset)
        #expect(closed.text.hasSuffix("0123456789") && closed.isAtOnce)
      }
    }
  }

  @Test func `holds an answer back for its time, and other connections go on`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      let start = MonotonicClock.now()
      let (slow, other) = (try RawClient(port), try RawClient(port))
      slow.send(get("/delay"))
      #expect(try other.answer(to: get("/a")).status == "200")
      #expect(try slow.answer().text == "0123456789")
      #expect(MonotonicClock.now() - start >= 40_000_000)
      // The connection is as before.
      #expect(try slow.answer(to: get("/a")).status == "200")
    }
  }

  @Test func `never answers, and takes note when the client leaves`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      do {
        let silent = try RawClient(port)
        silent.send(get("/silent") + "more")
        // An answer on a later connection shows that none is on its way here.
        #expect(try RawClient(port).answer(to: get("/a")).status == "200")
        #expect(silent.hearsNothing())
      }
      #expect(try isNoted("1 ended", port))
    }
  }

  // SCN-BODY-1, SCN-BODY-2
  @Test func `withholds 100 Continue, and counts what comes after a final answer`() async throws {
    try await serving(Limits(), FaultyHandler()) { port in
      let put = get("/a", "Expect: 100-continue\r\nContent-Length: 2\r\n", method: "PUT")
      let waiting = try RawClient(port)
      waiting.send(put)
      #expect(waiting.hearsNothing())
      #expect(try waiting.answer(to: "ab").status == "200")
      let late = try RawClient(port)
      let refused = put.replacingOccurrences(of: "/a", with: "/final")
      #expect(try late.answer(to: refused).status == "403")
      late.send("ab")
      late.endOutput()
      #expect(late.isEnded())
      #expect(try isNoted("2 dropped 2", port))
    }
  }

  /// Whether the handler hears of something. Another connection may be served first.
  private func isNoted(_ note: String, _ port: UInt16) throws -> Bool {
    let end = MonotonicClock.now() + patience
    while MonotonicClock.now() < end {
      if try RawClient(port).answer(to: get("/notes")).text.contains(note) { return true }
    }
    return false
  }
}
