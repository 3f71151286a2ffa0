internal import OSSExplain
internal import OSSPrimitives

/// A connection of a client: reads its requests, and sends their answers in the same order.
final class Connection {
  /// Requests are answered while it is open, the last answer is sent while it is ending. Then what still
  /// comes is drained: a client that still sends sees the answer only so.
  private enum Phase {
    case open, ending, draining, closed
  }

  let socket: Socket
  private let handler: any RequestHandler
  private let limits: Limits
  private var info: ConnectionInfo
  private var reader: HTTPReader
  private var phase = Phase.open
  /// The request whose body is being read, and what answers it.
  private var current: (request: WireRequest, answer: (WireRequest) -> WireResponse)?
  /// What waits to be sent: heads and small bodies, then one large body, which is not copied.
  private var (output, tail) = (Bytes(), Bytes())
  private var (sentOutput, sentTail) = (0, 0)
  private var inputEnded = false
  private var drained = 0
  /// When the request began; when the answer before it was sent, or the phase began; when bytes moved.
  private var began, changed, moved: Int64

  init(
    _ socket: consuming Socket, _ handler: any RequestHandler, _ limits: Limits, number: Int,
    now: Int64
  ) {
    self.socket = socket
    (self.handler, self.limits) = (handler, limits)
    info = ConnectionInfo(number: number)
    reader = HTTPReader(limits)
    (began, changed, moved) = (now, now, now)
  }

  var isClosed: Bool { phase == .closed }
  private var waiting: Int { output.count - sentOutput + tail.count - sentTail }
  private var isFull: Bool { waiting > limits.waiting || !tail.isEmpty }

  var wantsInput: Bool { phase == .draining || phase == .open && !inputEnded && !isFull }
  var wantsOutput: Bool { waiting > 0 }

  /// When the connection has waited too long, in nanoseconds of ``Poll/now()``.
  var deadline: Int64 {
    if phase == .draining { return changed + limits.drainTime }
    if waiting > 0 { return moved + limits.idleTime }
    if current != nil { return min(moved + limits.idleTime, began + limits.requestTime) }
    return reader.isWithinRequest ? began + limits.headTime : changed + limits.idleTime
  }

  /// Does what can be done without waiting; the piece is room for what is read.
  func work(with piece: inout Bytes, now: Int64) {
    send(now)
    if wantsInput { receive(with: &piece, now) }
    var isFull = true
    while isFull && phase == .open {
      isFull = answerRequests()
      send(now)
      // What did not fit is taken when the client has read.
      if waiting > 0 { break }
    }
    end(now)
  }

  /// Ends what has waited too long.
  func expire(_ now: Int64) {
    guard phase == .open, waiting == 0, current != nil || reader.isWithinRequest else {
      phase = .closed
      return
    }
    fail(current == nil ? .slowHead : .slowBody)
    send(now)
    end(now)
  }

  private func receive(with piece: inout Bytes, _ now: Int64) {
    switch socket.receive(into: &piece) {
    case .moved(let count):
      moved = now
      if phase == .draining {
        drained += count
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
      if phase == .open, current != nil || reader.isWithinRequest { fail(.endOfInput) }
      phase = .closed
    }
  }

  /// Answers what was read; whether it stopped because too much waits to be sent.
  private func answerRequests() -> Bool {
    while phase == .open {
      if isFull { return true }
      do throws(HTTPFault) {
        switch try reader.next() {
        case .head(let request): decide(request)
        case .body(let body): answer(body)
        case .more:
          if inputEnded, reader.isWithinRequest { throw .endOfInput }
          if inputEnded { phase = .ending }
          return false
        }
      } catch {
        fail(error)
      }
    }
    return false
  }

  private func decide(_ request: WireRequest) {
    info.request += 1
    let hasBody = request.framing.hasBody
    switch handler.head(request, info) {
    case .readBody(let answer):
      current = (request, answer)
      if hasBody, reader.expectsContinue, !reader.hasUnread { output += HTTPWriter.goOn }
    case .refuse(let response):
      if hasBody {
        write(response, to: request, isLast: true)
      } else {
        current = (request, { _ in response })
      }
    }
  }

  private func answer(_ body: Bytes) {
    guard let (head, answer) = current else { return }
    current = nil
    var request = head
    request.body = body
    write(answer(request), to: request, isLast: reader.isLast)
  }

  private func fail(_ fault: HTTPFault) {
    let request = current?.request ?? reader.faulty
    write(handler.fault(fault, of: request, info), to: request, isLast: true)
    current = nil
  }

  private func write(_ response: WireResponse, to request: WireRequest?, isLast: Bool) {
    HTTPWriter.appendHead(of: response, isLast: isLast, to: &output)
    if isLast { phase = .ending }
    if request?.sent.method == Self.head || HTTPWriter.isBodiless(response.status) { return }
    // Each further copy of a large object would take its memory.
    if response.body.count > limits.waiting {
      (tail, sentTail) = (response.body, 0)
    } else {
      output += response.body
    }
  }

  private static let head = "HEAD".bytes

  private func send(_ now: Int64) {
    guard phase != .closed, waiting > 0, deliver(output, &sentOutput, now) else { return }
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
    phase = inputEnded ? .closed : .draining
    if phase == .draining { socket.endOutput() }
    changed = now
  }
}
