package import OSSExplain
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
      // The length first: most names are none of these.
      switch field.name.count {
      case 4 where field.isNamed("host"): hosts += 1
      case 6 where field.isNamed("expect"):
        expectsContinue = !isOld && field.value[...].isCaseless("100-continue")
      case 10 where field.isNamed("connection"):
        let options = field.value[...].pieces(at: ",").map(Bytes.init)
        if options.contains(where: { $0.trimmingBlanks[...].isCaseless("close") }) { isLast = true }
      case 14 where field.isNamed("content-length"):
        let own = try Self.length(field.value)
        if let length, length != own { throw .unequalLengths }
        length = own
      case 17 where field.isNamed("transfer-encoding"):
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

/// A request as the endpoint got it: its head as it was on the wire, and its body, without the marks of
/// chunks.
package struct WireRequest: Sendable {
  /// How a body is delimited (RFC 9112 section 6).
  package enum Framing: Hashable, Sendable {
    /// Nothing says how long it is, so there is no body.
    case none
    /// By a Content-Length, in bytes.
    case counted(Int)
    /// By chunks.
    case chunked
  }

  /// The request line and the headers, split and not decoded.
  package let sent: SentRequest
  /// How the body is delimited.
  package let framing: Framing
  /// The body; empty while only the head was read.
  package var body = Bytes()

  /// Takes a head that was split, and how its body is delimited.
  package init(_ sent: SentRequest, framing: Framing = .none, body: Bytes = []) {
    (self.sent, self.framing, self.body) = (sent, framing, body)
  }
}

/// What is wrong with a request as HTTP. It is answered with 400, and the connection ends.
package enum HTTPFault: Error, Hashable, Sendable {
  case tls, notHTTP, version, bytesAfterBody
  /// A head that cannot be split; the sentence says where.
  case malformed(String)
  /// These are beyond a limit, which is a number of bytes or of headers.
  case requestLineTooLong(Int)
  case headTooLong(Int)
  case tooManyHeaders(Int)
  case bodyTooLong(Int)
  case chunkLineTooLong(Int)
  case noHost, severalHosts, badLength, unequalLengths, bothLengths, transferEncoding
  case chunkSize, chunkEnd
  /// What did not come in time, or not before the client ended its side.
  case slowHead, slowBody, endOfInput

  /// What is wrong.
  package var sentence: String {
    switch self {
    case .tls: "The connection begins with TLS, but this port speaks HTTP without it."
    case .notHTTP: "The first line does not end with HTTP/1.1 as a request line does."
    case .version: "The version of the request line is not HTTP/1.1 or HTTP/1.0."
    case .bytesAfterBody:
      "The request line does not begin with a letter: the body before it has more bytes than its length says."
    case .malformed(let sentence): sentence
    case .requestLineTooLong(let limit):
      "The request line is longer than % bytes.".filled(limit)
    case .headTooLong(let limit): "The headers are longer than % bytes.".filled(limit)
    case .tooManyHeaders(let limit): "The request has more than % headers.".filled(limit)
    case .noHost: "The request has no Host header, which HTTP/1.1 requires."
    case .severalHosts: "The request has more than one Host header."
    case .badLength: "The Content-Length is not a decimal number of bytes."
    case .unequalLengths: "The request has two Content-Length headers that differ."
    case .bothLengths: "The request has both Content-Length and Transfer-Encoding."
    case .transferEncoding: "The Transfer-Encoding is not chunked."
    case .bodyTooLong(let limit): "The body is longer than % bytes.".filled(limit)
    case .chunkSize: "A chunk does not begin with its size in hexadecimal digits."
    case .chunkLineTooLong(let limit):
      "The line before a chunk is longer than % bytes.".filled(limit)
    case .chunkEnd: "A chunk does not end with CR LF after as many bytes as its size says."
    case .endOfInput: "The connection ended before the request was whole."
    case .slowHead: "The request line and the headers did not come in time."
    case .slowBody: "The body did not come in time."
    }
  }
}

/// What one connection may use of memory and of time; a test may lower each.
package struct Limits: Sendable {
  /// The bytes of a request line, without its line end. A presigned URL with a token and a callback has
  /// some thousands.
  package var requestLine = 16 << 10
  /// The bytes of a head with its line ends, and those of the trailers of a body.
  package var head = 64 << 10
  /// The headers of a head.
  package var headers = 200
  /// The bytes of a body, without the marks of its chunks.
  package var body = 128 << 20
  /// The bytes of the line before a chunk, with the extensions.
  package var chunkLine = 4 << 10
  /// The connections that are open at once; further ones wait in the queue of the system.
  package var connections = 1_000
  /// The bytes of answers that wait because their client does not read. Beyond them, no request of that
  /// connection is taken.
  package var waiting = 256 << 10
  /// The bytes of a refused body that are read and dropped, so that its client sees the answer.
  package var drained = 256 << 20

  /// From the first byte of a head to its last, in nanoseconds.
  package var headTime: Int64 = 10 * Limits.second
  /// From the first byte of a head to the last one of the body, in nanoseconds.
  package var requestTime: Int64 = 300 * Limits.second
  /// Without a request, or without a byte of a body or an answer, in nanoseconds.
  package var idleTime: Int64 = 60 * Limits.second
  /// From the begin of a callback to the last byte of its answer, in nanoseconds, as OSS has it.
  package var callbackTime: Int64 = 5 * Limits.second
  /// The bytes of the answer to a callback, with its head.
  package var callbackAnswer = 1 << 20
  /// From the last answer to the end of the connection, in nanoseconds.
  package var drainTime: Int64 = 10 * Limits.second

  private static let second: Int64 = 1_000_000_000

  /// Makes the limits of an endpoint.
  package init() {}
}
