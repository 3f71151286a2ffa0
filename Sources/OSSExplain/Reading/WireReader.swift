package import OSSPrimitives

extension SentRequest {
  /// Reads a request as HTTP/1.1 writes it, with the body after its head.
  ///
  /// - Parameters:
  ///   - text: the bytes from the request line on.
  /// - Throws: ``SentRequestError``, with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  package init(wire text: Bytes) throws(SentRequestError) { try self.init(head: text, .wire) }

  /// Reads a URL, such as a presigned one, as the request that a client makes of it: without its
  /// fragment, and with its host as the `Host` header. A URL does not say the method.
  init(url text: Bytes) throws(SentRequestError) {
    try Self.check(text)
    let target = try RequestTarget(text.stripped[...], cutsFragment: true)
    guard let host = target.hostField else { throw .invalidTarget(offset: 0) }
    try self.init(.url, method: "GET".bytes, target, [host])
  }

  /// Reads the head of a request that was given in a form.
  init(head text: Bytes, _ form: Form) throws(SentRequestError) {
    try Self.check(text)
    var lines = HeadLines(text)
    var line = lines.next()
    // A server skips empty lines before the request line (RFC 9112 section 2.2).
    while let first = line, first.isEmpty { line = lines.next() }
    guard let line else { throw .empty }
    let (method, target) = try Self.requestLine(line)
    var fields: [SentField] = []
    while let line = lines.next(), !line.isEmpty {
      if fields.count == Self.maximumHeaderCount { throw .tooManyHeaders }
      fields.append(try SentField(line: line, number: lines.number))
    }
    try self.init(form, method: method, target, fields, body: Bytes(lines.rest))
  }

  /// The method and the target of a request line; a version after them may be left out.
  static func requestLine(
    _ line: Bytes.SubSequence
  ) throws(SentRequestError) -> (Bytes, RequestTarget) {
    let method = line.prefix { $0 != 0x20 }
    try check(method: method)
    var target = line[method.endIndex...].dropFirst()
    if let end = target.lastIndex(of: 0x20), target[(end + 1)...].begins(with: "HTTP/") {
      target = target[..<end]
    }
    if target.isEmpty { throw .missingTarget(offset: method.endIndex) }
    return (Bytes(method), try RequestTarget(target))
  }

  /// Refuses what is no word of letters, of either case: a body that was longer than it said may be
  /// before a method.
  static func check(method: Bytes.SubSequence) throws(SentRequestError) {
    let fault = method.firstIndex { !(0x41...0x5A ~= $0 & 0xDF) }
    if let fault = method.isEmpty ? method.startIndex : fault {
      throw .invalidMethod(offset: fault)
    }
  }
}

extension SentField {
  /// Reads a line of the head: the name is before the first colon, and all after it is the value.
  init(line: Bytes.SubSequence, number: Int) throws(SentRequestError) {
    if line.first?.isBlank == true { throw .foldedHeader(line: number) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      throw .invalidHeader(line: number)
    }
    for byte in line[..<colon] where byte <= 0x20 || byte == 0x7F {
      throw .invalidHeader(line: number)
    }
    for byte in line[colon...] where byte.breaksLine { throw .invalidHeader(line: number) }
    self.init(name: Bytes(line[..<colon]), rawValue: Bytes(line[(colon + 1)...]))
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

/// The target of a request line, or a URL, split at its marks and not decoded.
struct RequestTarget {
  /// The path; `/` without one, `*` for the whole server.
  var path: Bytes
  /// The pieces of the query.
  private(set) var query: [SentParameter] = []
  /// The host and the port; nil for a path alone.
  private(set) var authority: Bytes?
  /// Whether the URL begins with `https`.
  private(set) var isSecure = false

  /// Splits a target.
  ///
  /// - Parameter cutsFragment: whether a client sends nothing from `#` on, as of a URL.
  init(_ text: Bytes.SubSequence, cutsFragment: Bool = false) throws(SentRequestError) {
    for index in text.indices where text[index] <= 0x20 || text[index] == 0x7F {
      throw .invalidTargetByte(text[index], offset: index)
    }
    var rest = text
    if cutsFragment { rest = rest.prefix { $0 != UInt8(ascii: "#") } }
    if rest.first != UInt8(ascii: "/"), !rest.isText("*") {
      isSecure = rest.prefix(8).isCaseless("https://")
      guard isSecure || rest.prefix(7).isCaseless("http://") else {
        throw .invalidTarget(offset: text.startIndex)
      }
      rest = rest.dropFirst(isSecure ? 8 : 7)
      let place = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      rest = rest[place.endIndex...]
      let user = place.lastIndex(of: UInt8(ascii: "@"))
      let host = place[(user.map { $0 + 1 } ?? place.startIndex)...]
      if host.isEmpty { throw .invalidTarget(offset: text.startIndex) }
      authority = Bytes(host)
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    self.path = path.isEmpty ? "/".bytes : Bytes(path)
    let parameters = rest[path.endIndex...]
    if !parameters.isEmpty { addQuery(parameters.dropFirst()) }
  }

  /// Appends the pieces of a query.
  mutating func addQuery(_ text: Bytes.SubSequence) {
    for piece in text.pieces(at: "&") { query.append(SentParameter(Bytes(piece))) }
  }

  /// The `Host` header that a client makes of the URL: without the port that its scheme has anyway.
  var hostField: SentField? {
    guard var host = authority else { return nil }
    let port = isSecure ? ":443" : ":80"
    if host[...].ends(with: port) { host.removeLast(port.utf8.count) }
    return SentField(added: "Host", host)
  }
}
