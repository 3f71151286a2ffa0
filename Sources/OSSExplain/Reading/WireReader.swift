package import OSSPrimitives

extension SentRequest {
  /// Reads a request as HTTP/1.1 writes it, with the body after its head.
  ///
  /// - Throws: ``SentRequestError``, with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  package init(wire text: Bytes) throws(SentRequestError) { try self.init(head: text, .wire) }

  /// Reads the head of a request that was given in a form.
  init(head text: Bytes, _ form: Form) throws(SentRequestError) {
    var lines = HeadLines(text)
    var line = lines.next()
    // A server skips empty lines before the request line (RFC 9112 section 2.2).
    while line?.isEmpty == true { line = lines.next() }
    try self.init(form, requestLine: line ?? [])
    while let line = lines.next(), !line.isEmpty { try addField(line, number: lines.number) }
    body = Bytes(lines.rest)
  }

  /// Reads a request line, whose version may be left out.
  init(_ form: Form, requestLine line: Bytes.SubSequence) throws(SentRequestError) {
    let method = line.prefix { $0 != 0x20 }
    var target = line[method.endIndex...].dropFirst()
    if let end = target.lastIndex(of: 0x20), target[(end + 1)...].begins(with: "HTTP/") {
      target = target[..<end]
    }
    if target.isEmpty {
      let sentence = "The request line ends after the method, at byte %."
      throw SentRequestError(sentence.filled(method.endIndex))
    }
    try self.init(form, method, target)
  }

  /// Reads a URL, such as a presigned one, as the request that a client makes of it: with its host as
  /// the `Host` header. A URL does not say the method.
  init(url text: Bytes) throws(SentRequestError) {
    try self.init(.url, "GET".bytes[...], text.stripped[...])
    guard let host = hostField else {
      throw SentRequestError("The URL has no host.")
    }
    fields = [host]
  }
}

extension SentField {
  /// Reads a line of the head: the name is before the first colon, and all after it is the value.
  init(line: Bytes.SubSequence, number: Int) throws(SentRequestError) {
    if line.first?.isBlank == true {
      let sentence = "Line % begins with a blank; a header must be on one line."
      throw SentRequestError(sentence.filled(number))
    }
    let parts = line.pieces(at: ":", most: 2)
    guard parts.count == 2, !parts[0].isEmpty,
      !parts[0].contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      !parts[1].contains(where: { $0.breaksLine })
    else {
      throw SentRequestError("Line % is not a header: a name, a colon and a value.".filled(number))
    }
    self.init(name: Bytes(parts[0]), rawValue: Bytes(parts[1]))
  }
}

/// The lines of a text, without their line ends.
struct HeadLines {
  private(set) var rest: Bytes.SubSequence
  /// The number of the line that was taken last.
  private(set) var number = 0

  init(_ text: Bytes) { rest = text[...] }

  /// Takes the next line; nil at the end.
  mutating func next() -> Bytes.SubSequence? {
    if rest.isEmpty { return nil }
    number += 1
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    var line = rest[..<end]
    rest = rest[end...].dropFirst()
    if line.last == 0x0D { line = line.dropLast() }
    return line
  }
}
