package import OSSPrimitives

/// A request as it was sent: its pieces as they were on the wire, in their order, none decoded.
///
/// The raw bytes are split first, and each piece is decoded once where it is read. Nothing is
/// normalized: `//` stays, dots stay, bare names stay, and so do the order, the repeats and the blanks
/// of headers.
package struct SentRequest: Sendable {
  /// How a request was given.
  package enum Form: Hashable, Sendable, CaseIterable {
    /// The bytes of HTTP/1.1, its line ends CR LF or LF, or the names and values of HTTP/2.
    case wire
    /// A curl command.
    case curl
    /// A URL alone, such as a presigned one.
    case url
    /// What `curl -v` printed, or a line of an access log.
    case log
    /// An entry of a HAR file, which browsers and proxies write.
    case har
    /// A call in JavaScript, Python, PowerShell or another language.
    case code
    /// The input of a signing operation, as adapters get it.
    case input
  }

  /// How many bytes a request may have.
  package static let maximumByteCount = 1 << 20
  /// How many headers a request may have.
  package static let maximumHeaderCount = 1000

  /// How the request was given.
  package let form: Form
  /// The method as it was sent.
  package let method: Bytes
  /// Whether the method was given: a URL alone has none, and `GET` is then in its place.
  var isMethodKnown = true
  /// The path as it was sent, percent-encoded; `/` without one, `*` for the whole server.
  package internal(set) var path = Bytes()
  /// The pieces of the query between its `&`, the empty ones too.
  package private(set) var query: [SentParameter] = []
  /// The headers, in their order.
  package internal(set) var fields: [SentField] = []
  /// The host and the port of the target or the URL, where it names them.
  package private(set) var authority: Bytes?
  /// Whether the URL begins with `https`; nil where only its path was given.
  package private(set) var isSecure: Bool?
  /// Whether a shell ends the curl command inside a word, at an `&` that no quote protects.
  package internal(set) var isCutByShell = false
  /// What follows the head, where the bytes of HTTP were given.
  package var body = Bytes()

  /// Splits the target of a request line, or a URL, at its marks; nothing is decoded.
  ///
  /// The method is letters of either case: a body that was longer than it said may be before it.
  init(_ form: Form, _ method: Bytes.SubSequence, _ target: Bytes.SubSequence)
    throws(SentRequestError)
  {
    let fault = method.firstIndex { !(0x41...0x5A ~= $0 & 0xDF) }
    if let fault = method.isEmpty ? method.startIndex : fault {
      throw SentRequestError("The method has a byte that is not a letter, at byte %.".filled(fault))
    }
    for index in target.indices where target[index] <= 0x20 || target[index] == 0x7F {
      let sentence = "The URL has the byte 0x% at byte %, which must be percent-encoded."
      throw SentRequestError(sentence.filled(byte: target[index], index))
    }
    self.form = form
    self.method = Bytes(method)
    var rest = target
    // A client sends nothing of a URL from its fragment on.
    if form == .curl || form == .url || form == .har || form == .code {
      rest = rest.prefix { $0 != UInt8(ascii: "#") }
    }
    if rest.first != UInt8(ascii: "/"), !rest.isText("*") {
      let isSecure = rest.prefix(8).isCaseless("https://")
      let isURL = isSecure || rest.prefix(7).isCaseless("http://")
      rest = rest.dropFirst(isSecure ? 8 : 7)
      let place = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      rest = rest[place.endIndex...]
      let host = place.pieces(at: "@").last ?? []
      if !isURL || host.isEmpty {
        let sentence = "What begins at byte % is not a path and not an http or https URL."
        throw SentRequestError(sentence.filled(target.startIndex))
      }
      (self.isSecure, authority) = (isSecure, Bytes(host))
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    self.path = path.isEmpty ? "/".bytes : Bytes(path)
    if path.endIndex < rest.endIndex { addQuery(rest[(path.endIndex + 1)...]) }
  }

  /// Appends the pieces of a query.
  mutating func addQuery(_ text: Bytes.SubSequence) {
    for piece in text.pieces(at: "&") { query.append(SentParameter(raw: Bytes(piece))) }
  }

  /// Appends the header of a line.
  mutating func addField(_ line: Bytes.SubSequence, number: Int) throws(SentRequestError) {
    if fields.count == Self.maximumHeaderCount {
      throw SentRequestError("The request has more than % headers.".filled(Self.maximumHeaderCount))
    }
    fields.append(try SentField(line: line, number: number))
  }

  /// The `Host` header that a client makes of the URL: without the port that its scheme has anyway.
  var hostField: SentField? {
    guard var host = authority else { return nil }
    let port = isSecure == true ? ":443" : ":80"
    if host.ends(with: port) { host.removeLast(port.utf8.count) }
    return SentField(name: "Host".bytes, rawValue: host, isAdded: true)
  }
}

/// Why a text is no request: a sentence with the place, and no part of a value, which may be a secret.
///
/// Offsets count bytes from the first one that is no white space, and lines from 1.
package struct SentRequestError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension SentRequest {
  /// Reads a request, in whichever form it was given.
  ///
  /// - Throws: ``SentRequestError``, with the place of the fault.
  /// - Complexity: O(*n*) in the length of the text.
  package static func read(_ text: Bytes) throws(SentRequestError) -> SentRequest {
    if text.count > maximumByteCount {
      let sentence = "The request has % bytes, more than the limit of %."
      throw SentRequestError(sentence.filled(text.count, maximumByteCount))
    }
    let text = Bytes(text.drop { $0.isSpace })
    if text.isEmpty { throw SentRequestError("There is no request: the text is empty.") }
    if text.begins(with: "{") { return try SentRequest(json: text) }
    if text.begins(with: "curl ") || text.begins(with: "$ curl ") {
      // What curl -v prints was sent, whatever the variables of the command hold.
      guard !VerboseLog(text).request.isEmpty, var request = try logged(in: text) else {
        return try SentRequest(curl: text)
      }
      request.isCutByShell = (try? SentRequest(curl: text))?.isCutByShell == true
      return request
    }
    if text.begins(with: "http://") || text.begins(with: "https://") {
      return try SentRequest(url: text)
    }
    if text.begins(with: ":") { return try SentRequest(pseudoHeaders: text) }
    if !text[...].isRequestLine {
      if let request = try logged(in: text) { return request }
      if let request = try SentRequest(code: text) { return request }
    }
    let target = text.drop { $0 != 0x20 }.dropFirst()
    if ["/", "http", "*"].contains(where: { target.begins(with: $0) }) {
      return try SentRequest(wire: text)
    }
    throw SentRequestError(
      "The text is no HTTP, curl command, URL, log, HAR entry or call with a URL.")
  }

  /// The value of a header: without outer blanks, those of one name joined by commas, in their
  /// order; nil without one (V1-HDR-8, V2-HDR-6, V4-HDR-8).
  ///
  /// - Parameter name: in lower case.
  /// - Complexity: O(*n*) in the length of the headers.
  package func value(of name: String) -> Bytes? {
    var joined: Bytes?
    for index in fields.indices where fields[index].isNamed(name) {
      joined = joined.map { $0 + ",".bytes + fields[index].value } ?? fields[index].value
    }
    return joined
  }

  /// The bucket and the key that a value of `x-oss-copy-source` names, percent-decoded, where `+` is a space,
  /// and what is behind its question mark; nil without one.
  package static func copiedPath(of value: Bytes) -> (path: Bytes, version: Bytes?) {
    let (source, version) = value.halves(at: "?")
    let path = source[...].percentDecoded(plusIsSpace: true)
    return (path.first == UInt8(ascii: "/") ? Bytes(path.dropFirst()) : path, version)
  }

  /// The decoded values of the parameters of a name, in their order; nil for one without a value.
  ///
  /// - Complexity: O(*n*) in the length of the query.
  package func parameters(_ name: String) -> [Bytes?] {
    query.filter { !$0.raw.isEmpty && $0.name.isText(name) }.map { $0.value }
  }

  /// The host without its port, in lower case: that of the `Host` header, else that of the target;
  /// nil where neither names one.
  package var hostName: Bytes? {
    let header = fields.first { $0.isNamed("host") }?.value
    guard let host = header ?? authority else { return nil }
    if host.first == UInt8(ascii: "[") {
      let address = host.prefix { $0 != UInt8(ascii: "]") }
      return host.prefix(address.count + 1).lowercased
    }
    return host.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }.lowercased
  }
}

extension SentRequest: Redacted {
  /// The form and the method, and how much there is of the rest, which may hold a token.
  package var description: String {
    "SentRequest(\(method.text.shown), \(fields.count) headers, \(query.count) parameters)"
  }
}

/// A header as it was sent.
package struct SentField: Sendable {
  /// The name as it was sent.
  package let name: Bytes
  /// All that was after the colon, its blanks too.
  package let rawValue: Bytes
  /// Whether no one wrote the header, and the client adds it by itself, as curl adds `Host`.
  package internal(set) var isAdded = false

  /// The value that arrives: without spaces and tabs at its ends.
  package var value: Bytes { rawValue.trimmingBlanks }

  /// Whether it has a name, which is given in lower case.
  package func isNamed(_ lowercased: String) -> Bool {
    name.count == lowercased.utf8.count && name[...].isCaseless(lowercased)
  }

  /// Whether its name begins with a text, which is given in lower case.
  package func isNamed(from lowercased: String) -> Bool {
    name.prefix(lowercased.utf8.count).isCaseless(lowercased)
  }
}

extension SentField: Redacted {
  /// The name, and the size of the value.
  ///
  /// No name has a `=`; behind one a damaged request may have a secret.
  package var description: String {
    let name = Bytes(name.prefix { $0 != UInt8(ascii: "=") })
    return "SentField(\(name.text.shown): \(rawValue.count) bytes)"
  }
}

/// A piece of a query as it was sent: what is between two `&`.
package struct SentParameter: Sendable {
  /// The piece, percent-encoded.
  package let raw: Bytes

  /// The name, decoded once; `+` is a space. The value keeps every `=` but the first.
  package var name: Bytes {
    raw.prefix { $0 != UInt8(ascii: "=") }.percentDecoded(plusIsSpace: true)
  }

  /// The value, decoded once; nil for a bare name.
  package var value: Bytes? {
    raw.halves(at: "=").after?[...].percentDecoded(plusIsSpace: true)
  }
}

extension SentParameter: Redacted {
  /// The size of the piece, which may be a signature or a token.
  package var description: String { "SentParameter(\(raw.count) bytes)" }
}

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
    var rest = lines.rest
    // An answer may stand behind it.
    while let line = lines.next(), !line.begins(with: "HTTP/"), !line.begins(with: "<") {
      rest = lines.rest
      if line.isEmpty { break }
      try addField(line, number: lines.number)
    }
    body = Bytes(rest)
    // What is behind the body that was sent is an answer, or other text.
    let length = fields.first { $0.isNamed("content-length") }?.value.decimal
    guard let length, body.count > length, body[Int(length)].isSpace else { return }
    let sent = Bytes(body.prefix(Int(length)))
    // A length that ends inside an error is that of a body which is not shown.
    if !sent.contains("<Error>") || sent.contains("</Error>") { body = sent }
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
  /// the `Host` header. A URL does not say the method (EXP-EV-11).
  init(url text: Bytes) throws(SentRequestError) {
    let (url, answer) = text.stripped.halves(at: "\n")
    try self.init(.url, "GET".bytes[...], url.stripped[...])
    guard let host = hostField else {
      throw SentRequestError("The URL has no host.")
    }
    (fields, body, isMethodKnown) = ([host], answer ?? [], false)
  }
}

extension SentField {
  /// Reads a line of the head: the name is before the first colon, and all after it is the value.
  init(line: Bytes.SubSequence, number: Int) throws(SentRequestError) {
    if line.first?.isBlank == true {
      let sentence = "Line % begins with a blank; a header must be on one line."
      throw SentRequestError(sentence.filled(number))
    }
    let (name, value) = line.halves(at: ":")
    guard let value, !name.isEmpty, !name.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      !value.contains(where: { $0.breaksLine })
    else {
      throw SentRequestError("Line % is not a header: a name, a colon and a value.".filled(number))
    }
    self.init(name: Bytes(name), rawValue: Bytes(value))
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
