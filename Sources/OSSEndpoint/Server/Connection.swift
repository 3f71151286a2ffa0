internal import OSSExplain
internal import OSSPrimitives

/// A connection of a client: reads its requests, and sends their answers in the same order.
final class Connection {
  /// Requests are answered while it is open, the last answer is sent while it is ending. Then what still
  /// comes is drained: a client that still sends sees the answer only so. While it is held, what comes is
  /// dropped, and nothing is sent.
  private enum Phase {
    case open, ending, draining, held, closed
  }

  let socket: Socket
  private let handler: any RequestHandler
  private let limits: Limits
  private var info: ConnectionInfo
  private var reader: HTTPReader
  private var phase = Phase.open {
    didSet {
      if phase == .draining || phase == .closed && oldValue != .draining { handler.ended(info) }
    }
  }
  /// The request whose body is being read, and what answers it.
  private var current: (request: WireRequest, answer: (WireRequest) -> WireResponse)?
  /// What is sent before an answer, and the request that waits for it.
  private(set) var outgoing: Outgoing?
  private var asked: (request: WireRequest, isLast: Bool)?
  /// What waits to be sent: heads and small bodies, then one large body, which is not copied.
  private var (output, tail) = (Bytes(), Bytes())
  private var (sentOutput, sentTail) = (0, 0)
  /// Whether too much waited to be sent for all that was read to be answered.
  private var isHeldUp = false
  private var inputEnded = false
  private var drained = 0
  /// Until when nothing is sent; nil where nothing waits for that.
  private var delayedUntil: Int64?
  /// Whether the connection is reset once the last answer is sent.
  private var endsInReset = false
  /// When the request began; when the answer before it was sent, or the phase began; when bytes moved.
  private var began, changed, moved: Int64

  init(
    _ socket: consuming Socket, _ handler: any RequestHandler, _ limits: Limits, number: Int,
    now: Int64
  ) {
    self.socket = socket
    (self.handler, self.limits) = (handler, limits)
    info = ConnectionInfo(number: number, port: self.socket.port)
    reader = HTTPReader(limits)
    (began, changed, moved) = (now, now, now)
  }

  var isClosed: Bool { phase == .closed }
  private var waiting: Int { output.count - sentOutput + tail.count - sentTail }
  private var isFull: Bool { waiting > limits.waiting || !tail.isEmpty }

  private var drops: Bool { phase == .draining || phase == .held }

  var wantsInput: Bool {
    drops || phase == .open && !inputEnded && !isFull && outgoing == nil
  }
  var wantsOutput: Bool { waiting > 0 && delayedUntil == nil }

  /// When the connection has waited too long, in nanoseconds of ``MonotonicClock``.
  var deadline: Int64 {
    if let delayedUntil { return delayedUntil }
    if phase == .draining { return changed + limits.drainTime }
    if phase == .held { return changed + limits.idleTime }
    if waiting > 0 { return moved + limits.idleTime }
    if let outgoing { return outgoing.deadline }
    if current != nil { return min(moved + limits.idleTime, began + limits.requestTime) }
    return reader.isWithinRequest ? began + limits.headTime : changed + limits.idleTime
  }

  /// Reads and answers what can be without waiting; the piece is room for what is read. The answers are
  /// sent by ``goOn(_:)``, which is called after it.
  func work(with piece: inout Bytes, now: Int64) {
    send(now)
    if let outcome = outgoing?.work(with: &piece, limits) { finish(outcome, now) }
    if wantsInput { receive(with: &piece, now) }
    isHeldUp = answerRequests(now)
  }

  /// Sends the answers, and answers the rest of what was read, as far as the client takes it.
  func goOn(_ now: Int64) {
    send(now)
    // What did not fit is taken when the client has read.
    while isHeldUp && phase == .open && waiting == 0 {
      isHeldUp = answerRequests(now)
      send(now)
    }
    end(now)
  }

  /// Ends what has waited too long.
  func expire(_ now: Int64) {
    if delayedUntil != nil {
      (delayedUntil, moved) = (nil, now)
      send(now)
      return end(now)
    }
    if outgoing != nil, waiting == 0 {
      finish(.failed, now)
      isHeldUp = answerRequests(now)
      return goOn(now)
    }
    guard phase == .open, waiting == 0, current != nil || reader.isWithinRequest else {
      phase = .closed
      return
    }
    fail(current == nil ? .slowHead : .slowBody, now)
    send(now)
    end(now)
  }

  private func receive(with piece: inout Bytes, _ now: Int64) {
    switch socket.receive(into: &piece) {
    case .moved(let count):
      moved = now
      if drops {
        drained += count
        handler.dropped(count, info)
        if drained > limits.drained { phase = .closed }
      } else {
        if current == nil, !reader.isWithinRequest { began = now }
        reader.append(piece[..<count])
      }
    case .blocked: break
    case .ended where phase == .open: inputEnded = true
    case .ended: phase = .closed
    case .broken:
      // The answer has nobody who reads it, but the handler knows of the request.
      if phase == .open, current != nil || reader.isWithinRequest { fail(.endOfInput, now) }
      phase = .closed
    }
  }

  /// Answers what was read; whether it stopped because too much waits to be sent.
  private func answerRequests(_ now: Int64) -> Bool {
    while phase == .open, outgoing == nil {
      if isFull { return true }
      do throws(HTTPFault) {
        switch try reader.next() {
        case .head(let request): decide(request, now)
        case .body(let body): answer(body, now)
        case .more:
          if inputEnded, reader.isWithinRequest { throw .endOfInput }
          if inputEnded { phase = .ending }
          return false
        }
      } catch {
        fail(error, now)
      }
    }
    return false
  }

  private func decide(_ request: WireRequest, _ now: Int64) {
    info.request += 1
    let hasBody = request.framing.hasBody
    switch handler.head(request, info) {
    case .readBody(let answer):
      current = (request, answer)
      if hasBody, reader.expectsContinue, !reader.hasUnread, !handler.withholdsContinue(info) {
        output += HTTPWriter.goOn
      }
    case .refuse(let response):
      if hasBody {
        dropArrived(now)
        write(response, to: request, isLast: true, now)
      } else {
        current = (request, { _ in response })
      }
    }
  }

  /// Drops what has come of a refused body, a mebibyte at most: it was sent before the answer, and the handler
  /// is to hear of what comes after it.
  private func dropArrived(_ now: Int64) {
    var piece = Bytes(repeating: 0, count: 1 << 16)
    for _ in 0..<16 {
      guard case .moved(let count) = socket.receive(into: &piece) else { return }
      (moved, drained) = (now, drained + count)
    }
  }

  private func answer(_ body: Bytes, _ now: Int64) {
    guard let (head, answer) = current else { return }
    current = nil
    var request = head
    request.body = body
    take(answer(request), to: request, isLast: reader.isLast, now)
  }

  /// Writes an answer, or sends first what is to be sent before it.
  private func take(
    _ response: WireResponse, to request: WireRequest, isLast: Bool, _ now: Int64
  ) {
    guard let call = response.call else { return write(response, to: request, isLast: isLast, now) }
    asked = (request, isLast)
    outgoing = Outgoing(call, limits, now: now)
    if outgoing == nil { take(handler.finished(call, .failed), to: request, isLast: isLast, now) }
  }

  /// Goes on after what was sent has come back or failed.
  private func finish(_ outcome: OutgoingCall.Outcome, _ now: Int64) {
    guard let call = outgoing?.call, let (request, isLast) = asked else { return }
    (outgoing, asked) = (nil, nil)
    take(handler.finished(call, outcome), to: request, isLast: isLast, now)
  }

  private func fail(_ fault: HTTPFault, _ now: Int64) {
    let request = current?.request ?? reader.faulty
    write(handler.fault(fault, of: request, info), to: request, isLast: true, now)
    current = nil
  }

  private func write(
    _ response: WireResponse, to request: WireRequest?, isLast: Bool, _ now: Int64
  ) {
    let hasBody = request?.sent.method != Self.head && !HTTPWriter.isBodiless(response.status)
    var body = hasBody ? response.body : []
    switch response.fault {
    case .reset: return reset()
    case .silent:
      (phase, changed) = (.held, now)
      return
    case .resetAfter(let count), .closedAfter(let count):
      body = Bytes(body.prefix(count))
      if case .resetAfter = response.fault { endsInReset = true }
      phase = .ending
    case .closed:
      // The end comes with the answer, so that a client that looks for it finds it.
      socket.holdOutput()
      phase = .ending
    case .delay(let milliseconds): delayedUntil = now + milliseconds * 1_000_000
    case nil: break
    }
    HTTPWriter.appendHead(of: response, isLast: isLast, to: &output)
    if isLast { phase = .ending }
    // Each further copy of a large object would take its memory.
    if body.count > limits.waiting {
      (tail, sentTail) = (body, 0)
    } else {
      output += body
    }
  }

  private func reset() {
    socket.resetAtEnd()
    phase = .closed
  }

  private static let head = "HEAD".bytes

  private func send(_ now: Int64) {
    guard phase != .closed, wantsOutput, deliver(output, &sentOutput, now) else { return }
    output.removeAll(keepingCapacity: output.capacity <= limits.head)
    sentOutput = 0
    guard deliver(tail, &sentTail, now) else { return }
    (tail, sentTail) = (Bytes(), 0)
    // The client had to read the answer first, which may have taken long.
    (began, changed) = (now, now)
  }

  /// Sends from an offset on; whether all is sent.
  private func deliver(_ bytes: borrowing Bytes, _ sent: inout Int, _ now: Int64) -> Bool {
    while sent < bytes.count {
      switch socket.deliver(bytes, from: sent) {
      case .moved(let count): (sent, moved) = (sent + count, now)
      case .blocked: return false
      case .ended, .broken:
        phase = .closed
        return false
      }
    }
    return true
  }

  /// Goes on after the last answer is sent.
  private func end(_ now: Int64) {
    guard phase == .ending, waiting == 0 else { return }
    if endsInReset { return reset() }
    phase = inputEnded ? .closed : .draining
    if phase == .draining { socket.endOutput() }
    changed = now
  }
}

/// A call that is on its way. Nothing here waits: the loop of the server asks for its socket.
final class Outgoing {
  let call: OutgoingCall
  let socket: Socket
  /// When it has taken too long.
  let deadline: Int64
  private var sent = 0
  private var received = Bytes()

  /// Begins a call; nil where the address cannot be used.
  init?(_ call: OutgoingCall, _ limits: Limits, now: Int64) {
    self.call = call
    deadline = now + limits.callbackTime
    do throws(SocketError) {
      socket = try Socket.connecting(to: call.host, port: call.port)
    } catch {
      return nil
    }
  }

  var wantsOutput: Bool { sent < call.bytes.count }

  /// Sends and receives what can be without waiting; the outcome, once there is one.
  func work(with piece: inout Bytes, _ limits: Limits) -> OutgoingCall.Outcome? {
    while wantsOutput {
      switch socket.deliver(call.bytes, from: sent) {
      case .moved(let count): sent += count
      case .blocked: return nil
      case .ended, .broken: return .failed
      }
    }
    while true {
      switch socket.receive(into: &piece) {
      case .moved(let count):
        received += piece[..<count]
        if received.count > limits.callbackAnswer { return .failed }
        if let outcome = outcome(isEnd: false) { return outcome }
      case .blocked: return nil
      case .ended: return outcome(isEnd: true) ?? .failed
      case .broken: return .failed
      }
    }
  }

  /// The answer, where it is whole: by its length, or because the other side ended.
  private func outcome(isEnd: Bool) -> OutgoingCall.Outcome? {
    guard let end = received.index(of: "\r\n\r\n".bytes) else { return nil }
    let lines = Bytes(received[..<end]).parts(at: "\n").map { $0.stripped }
    let words = lines[0].parts(at: " ")
    guard words.count > 1, words[0].begins(with: "HTTP/1."),
      let status = UInt64(digits: words[1][...]), 200...599 ~= status
    else { return .failed }
    var length: Int?
    for line in lines.dropFirst() {
      let (name, value) = line.halves(at: ":")
      let text = (value ?? []).trimmingBlanks
      if name[...].isCaseless("content-length") {
        length = text.decimal.flatMap { Int(exactly: $0) }
      }
      if name[...].isCaseless("transfer-encoding") { return .failed }
    }
    let body = received[(end + 4)...]
    if let length {
      guard body.count >= length else { return nil }
      return .answered(status: Int(status), body: Bytes(body.prefix(length)))
    }
    return isEnd ? .answered(status: Int(status), body: Bytes(body)) : nil
  }
}
