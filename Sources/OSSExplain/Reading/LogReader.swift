package import OSSPrimitives

extension SentRequest {
  /// Reads the first request in a log: what `curl -v` prints, or a line of an access log, which shows
  /// the request line alone.
  ///
  /// - Throws: ``SentRequestError``; offsets and lines count what the log shows of the request.
  /// - Complexity: O(*n*) in the length of the text.
  package init(log text: Bytes) throws(SentRequestError) {
    try Self.check(text)
    if let head = LogReader.verboseHead(text) {
      try self.init(head: head, .log)
      return
    }
    guard let line = LogReader.quotedLine(text) else { throw .noRequestInLog }
    let (method, target) = try Self.requestLine(line[...])
    try self.init(.log, method: method, target, [])
  }
}

/// The two forms of a log.
enum LogReader {
  /// Whether a text is one of them; a request as HTTP writes it is not.
  static func isLog(_ text: Bytes) -> Bool {
    if isRequestLine(text[...]) { return false }
    return verboseHead(text) != nil || quotedLine(text) != nil
  }

  /// The lines after `> ` up to the empty one; nil where none is a request line.
  static func verboseHead(_ text: Bytes) -> Bytes? {
    var lines = HeadLines(text)
    var head = Bytes()
    while let line = lines.next() {
      guard line.first == UInt8(ascii: ">") else { continue }
      var shown = line.dropFirst()
      if shown.first == 0x20 { shown = shown.dropFirst() }
      if head.isEmpty, !isRequestLine(shown) { continue }
      if shown.isEmpty { break }
      head.append(contentsOf: shown)
      head.append(0x0A)
    }
    return head.isEmpty ? nil : head
  }

  /// Whether a text begins with a method, a space and a path or a URL.
  private static func isRequestLine(_ text: Bytes.SubSequence) -> Bool {
    let method = text.prefix(17).prefix { 0x41...0x5A ~= $0 }
    guard 1...16 ~= method.count, text.dropFirst(method.count).first == 0x20 else { return false }
    let target = text.dropFirst(method.count + 1)
    return target.first == UInt8(ascii: "/") || target.prefix(4).isText("http")
  }

  /// The first request line between quotation marks, its escapes undone; nil without one.
  static func quotedLine(_ text: Bytes) -> Bytes? {
    guard
      let quote = text.indices.first(where: {
        text[$0] == UInt8(ascii: "\"") && isRequestLine(text[($0 + 1)...])
      })
    else { return nil }
    var line = Bytes()
    var index = quote + 1
    while index < text.count, text[index] != UInt8(ascii: "\""), text[index] != 0x0A {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        line.append(text[index])
        index += 1
        continue
      }
      // Servers write a byte that could break the line as a backslash, an x and two digits.
      if index + 3 < text.count, text[index + 1] == UInt8(ascii: "x"),
        let high = Hexadecimal.value(of: text[index + 2]),
        let low = Hexadecimal.value(of: text[index + 3])
      {
        line.append(high << 4 | low)
        index += 4
      } else {
        line.append(text[index + 1])
        index += 2
      }
    }
    return line
  }
}
