internal import OSSPrimitives

extension SentRequest {
  /// Reads the first request in a log: what `curl -v` prints, or a line of an access log, which shows
  /// the request line alone; nil without one. Offsets and lines count what the log shows.
  static func logged(in text: Bytes) throws(SentRequestError) -> SentRequest? {
    let head = VerboseLog(text).request
    if !head.isEmpty { return try SentRequest(head: head, .log) }
    guard let line = quotedLine(text) else { return nil }
    return try SentRequest(.log, requestLine: line[...])
  }

  /// The first request line between quotation marks, its escapes undone; nil without one.
  private static func quotedLine(_ text: Bytes) -> Bytes? {
    for quote in text.indices where text[quote] == UInt8(ascii: "\"") {
      var line = text[(quote + 1)...]
      if !line.isRequestLine { continue }
      line = line.prefix { $0 != 0x0A }
      return line.popEscaped(until: "\"")
    }
    return nil
  }
}

/// What `curl -v` prints.
struct VerboseLog {
  /// The head of the first request: the lines after `>`; empty without one.
  private(set) var request = Bytes()
  /// The answer: the lines after `<`, and the body; nil without one.
  private(set) var answer: Bytes?

  init(_ text: Bytes) {
    var (head, body, isSent) = (Bytes(), Bytes(), false)
    var lines = HeadLines(text)
    while let line = lines.next() {
      let isMarked = line.count == 1 || line.dropFirst().first == 0x20
      let rest = line.dropFirst(isMarked ? 2 : 1) + [0x0A]
      switch line.first.map({ Unicode.Scalar($0) }) {
      case ">":
        isSent = isSent || !request.isEmpty && rest.count == 1
        if !isSent, !request.isEmpty || rest.isRequestLine { request += rest }
      case "<" where isMarked:
        // An answer such as 100 Continue is followed by the one that counts.
        if rest.begins(with: "HTTP/") { head = [] }
        head += rest
      case "*", "{", "}": break
      default: body += line + [0x0A]
      }
    }
    if head.begins(with: "HTTP/") { answer = head + [0x0A] + body }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text begins with a method, a space and a path or a URL.
  var isRequestLine: Bool {
    let method = prefix(17).prefix { 0x41...0x5A ~= $0 }
    guard 1...16 ~= method.count, dropFirst(method.count).first == 0x20 else { return false }
    let target = dropFirst(method.count + 1)
    return target.first == UInt8(ascii: "/") || target.prefix(4).isText("http")
  }
}
