internal import OSSEndpoint
internal import OSSPrimitives

/// What can be asked of an endpoint that runs on this machine, through its control port.
///
/// A container of the tool has no other program that could ask.
enum ControlCall: String, CaseIterable {
  case health, journal

  /// What the endpoint answers, as JSON: within ten seconds.
  func answer(of port: UInt16) throws(CommandError) -> String {
    let deadline = MonotonicClock.now() + 10_000_000_000
    let request = "GET /\(rawValue) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".bytes
    var (answer, piece, isWhole) = (Bytes(), Bytes(repeating: 0, count: 1 << 16), false)
    let socket = try rethrowing(
      as: { CommandError.serving($0.description) },
      doing: { () throws(SocketError) in try Socket.connected(to: "127.0.0.1", port: port) })
    // So few bytes have room in any socket.
    var isBroken = socket.deliver(request, from: 0) != .moved(request.count)
    while !isWhole && !isBroken && MonotonicClock.now() < deadline {
      var poll = Poll()
      poll.add(socket, toRead: true, toWrite: false)
      poll.wait(until: deadline)
      switch socket.receive(into: &piece) {
      case .moved(let count): answer += piece[..<count]
      case .blocked: continue
      case .ended: isWhole = true
      case .broken: isBroken = true
      }
    }
    guard isWhole, answer.begins(with: "HTTP/1.1 200 "),
      let end = answer.index(of: "\r\n\r\n".bytes)
    else { throw .serving("No endpoint answers at port \(port).") }
    return Bytes(answer[(end + 4)...]).text
  }
}
