internal import OSSExplain
package import OSSPrimitives

/// Reads the requests of one connection from its bytes, however these are cut in pieces.
///
/// It decides nothing about a request: it gives the head when that is whole, then the body.
package struct HTTPReader: Sendable {
  /// What the bytes so far gave.
  package enum Step: Sendable {
    /// Nothing more; further bytes are needed.
    case more
    /// The head of a request. Its body follows, which may be empty.
    case head(WireRequest)
    /// The body of the request whose head came before.
    case body(Bytes)
  }

  private enum State: Hashable {
    case head
    case counted(Int)
    case chunkLine
    case chunk(Int)
    case chunkEnd
    case trailers(Int)
    case failed(HTTPFault)
  }

  private let limits: Limits
  private var state = State.head
  private var buffer = Bytes()
  /// Where in the buffer that begins which was not taken yet.
  private var start = 0
  /// Where the line begins whose end is sought, and how far was searched.
  private var (lineStart, searched) = (0, 0)
  private var lineCount = 0
  private var isOld = false
  private var body = Bytes()
  private var hadBody = false

  /// Whether the request that came last is the last one of its connection.
  package private(set) var isLast = false
  /// Whether the client waits for `100 Continue` before it sends the body.
  package private(set) var expectsContinue = false
  /// The head at fault, where it could be split.
  package private(set) var faulty: WireRequest?

  /// Makes a reader for a connection.
  package init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Whether a request was begun and is not whole.
  package var isWithinRequest: Bool { state != .head || hasUnread }

  /// Whether there are bytes that were not taken yet.
  package var hasUnread: Bool { start < buffer.count }

  /// Adds bytes that came.
  ///
  /// - Complexity: O(*n*) in their number, on average.
  package mutating func append(_ bytes: Bytes.SubSequence) {
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= limits.head)
      (start, lineStart, searched) = (0, 0, 0)
    } else if start > limits.head {
      buffer.removeSubrange(..<start)
      (start, lineStart, searched) = (0, lineStart - start, searched - start)
    }
    buffer += bytes
  }

  /// Takes the next head or body.
  ///
  /// - Throws: ``HTTPFault``, which each further call throws again.
  package mutating func next() throws(HTTPFault) -> Step {
    do throws(HTTPFault) {
      while true { if let step = try step() { return step } }
    } catch {
      state = .failed(error)
      throw error
    }
  }

  /// Takes one piece; nil if the state after it is to be asked.
  private mutating func step() throws(HTTPFault) -> Step? {
    switch state {
    case .head:
      guard let request = try head() else { return .more }
      return .head(request)
    case .counted(let count):
      let left = takeBody(count)
      if left == 0 { return finishBody() }
      state = .counted(left)
      return .more
    case .chunkLine:
      let fault = HTTPFault.chunkLineTooLong(limits.chunkLine)
      guard let line = try line(limits.chunkLine, fault) else { return .more }
      let size = try Self.chunkSize(buffer[line])
      if size > limits.body - body.count { throw .bodyTooLong(limits.body) }
      state = size == 0 ? .trailers(0) : .chunk(size)
    case .chunk(let count):
      let left = takeBody(count)
      state = left == 0 ? .chunkEnd : .chunk(left)
      if left > 0 { return .more }
    case .chunkEnd:
      guard try line(0, .chunkEnd) != nil else { return .more }
      state = .chunkLine
    case .trailers(let count):
      let fault = HTTPFault.headTooLong(limits.head)
      guard let line = try line(limits.head - count, fault) else { return .more }
      if line.isEmpty { return finishBody() }
      state = .trailers(count + line.count)
    case .failed(let fault): throw fault
    }
    start = lineStart
    return nil
  }

  /// The next line without its line end, which is CR LF or LF; nil if it is not whole.
  private mutating func line(
    _ limit: Int, _ fault: HTTPFault
  ) throws(HTTPFault) -> Range<Int>? {
    let end = buffer[searched...].firstIndex(of: 0x0A)
    searched = end.map { $0 + 1 } ?? buffer.count
    var last = end ?? buffer.count
    if last > lineStart, buffer[last - 1] == 0x0D { last -= 1 }
    if last - lineStart > limit { throw fault }
    guard end != nil else { return nil }
    defer { lineStart = searched }
    return lineStart..<last
  }

  private mutating func takeBody(_ count: Int) -> Int {
    let taken = min(count, buffer.count - start)
    body += buffer[start..<(start + taken)]
    start += taken
    (lineStart, searched) = (start, start)
    return count - taken
  }

  private mutating func finishBody() -> Step {
    start = lineStart
    state = .head
    defer { body = Bytes() }
    return .body(body)
  }

  /// The size before a chunk; what is behind it is an extension, which nobody uses.
  private static func chunkSize(_ line: Bytes.SubSequence) throws(HTTPFault) -> Int {
    let digits = line.prefix { Hexadecimal.value(of: $0) != nil }
    let rest = line[digits.endIndex...].first { !$0.isBlank }
    guard 1...15 ~= digits.count, rest == nil || rest == UInt8(ascii: ";") else {
      throw .chunkSize
    }
    return digits.reduce(0) { $0 << 4 | Int(Hexadecimal.value(of: $1) ?? 0) }
  }
}

extension HTTPReader {
  /// Takes a head; nil if it is not whole.
  private mutating func head() throws(HTTPFault) -> WireRequest? {
    while true {
      let isFirst = lineCount == 0
      if isFirst, hasUnread, buffer[start] == 0x16 { throw .tls }
      let line =
        isFirst
        ? try line(limits.requestLine, .requestLineTooLong(limits.requestLine))
        : try line(limits.head, .headTooLong(limits.head))
      if searched - start > limits.head { throw .headTooLong(limits.head) }
      guard let line else { return nil }
      if !line.isEmpty {
        if isFirst { isOld = try isOldVersion(buffer[line]) }
        lineCount += 1
        if lineCount - 1 > limits.headers { throw .tooManyHeaders(limits.headers) }
      } else if isFirst {
        // A server skips empty lines before the request line (RFC 9112 section 2.2).
        start = lineStart
      } else {
        break
      }
    }
    let request = try request(Bytes(buffer[start..<lineStart]))
    (start, lineCount) = (lineStart, 0)
    switch request.framing {
    case .none: state = .counted(0)
    case .counted(let count): state = .counted(count)
    case .chunked: state = .chunkLine
    }
    hadBody = request.framing.hasBody
    return request
  }

  /// Whether a request line is of HTTP/1.0.
  private func isOldVersion(_ line: Bytes.SubSequence) throws(HTTPFault) -> Bool {
    if hadBody, line.first.map({ !(0x41...0x5A ~= $0 & 0xDF) }) == true { throw .bytesAfterBody }
    guard let blank = line.lastIndex(of: 0x20), case let version = line[(blank + 1)...],
      version.begins(with: "HTTP/")
    else { throw .notHTTP }
    let isOld = version.isText("HTTP/1.0")
    guard isOld || version.isText("HTTP/1.1") else { throw .version }
    if let place = line.firstIndex(where: { $0 >= 0x80 }), line[..<place].contains(0x20) {
      let sentence = "The URL has the byte 0x% at byte %, which must be percent-encoded."
      throw .malformed(sentence.filled(byte: line[place], place - line.startIndex))
    }
    return isOld
  }

  /// Splits a head, and reads what it says of its body and its connection.
  private mutating func request(_ head: Bytes) throws(HTTPFault) -> WireRequest {
    let sent: SentRequest
    do { sent = try SentRequest(wire: head) } catch { throw .malformed(error.description) }
    faulty = WireRequest(sent)
    var (hosts, length, isChunked) = (0, Int?.none, false)
    (isLast, expectsContinue) = (isOld, false)
    for field in sent.fields {
      let name = field.name[...]
      // The length first: most names are none of these.
      switch name.count {
      case 4 where name.isCaseless("host"): hosts += 1
      case 6 where name.isCaseless("expect"):
        expectsContinue = !isOld && field.value[...].isCaseless("100-continue")
      case 10 where name.isCaseless("connection"):
        let options = field.value[...].pieces(at: ",").map(Bytes.init)
        if options.contains(where: { $0.trimmingBlanks[...].isCaseless("close") }) { isLast = true }
      case 14 where name.isCaseless("content-length"):
        let own = try Self.length(field.value)
        if let length, length != own { throw .unequalLengths }
        length = own
      case 17 where name.isCaseless("transfer-encoding"):
        if isChunked || !field.value[...].isCaseless("chunked") { throw .transferEncoding }
        isChunked = true
      default: break
      }
    }
    if isChunked, length != nil { throw .bothLengths }
    if hosts == 0, !isOld { throw .noHost }
    if hosts > 1 { throw .severalHosts }
    if let length, length > limits.body { throw .bodyTooLong(limits.body) }
    faulty = nil
    return WireRequest(sent, framing: isChunked ? .chunked : length.map { .counted($0) } ?? .none)
  }

  private static func length(_ value: Bytes) throws(HTTPFault) -> Int {
    guard 1...18 ~= value.count, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { throw .badLength }
    return value.reduce(0) { $0 * 10 + Int($1 & 15) }
  }
}

extension WireRequest.Framing {
  /// Whether bytes of a body follow the head.
  package var hasBody: Bool { self != .none && self != .counted(0) }
}
