package import OSSPrimitives

/// What a version signs, part by part: a string to sign of V1 or V2 (V1-STS-1, V2-STS-1), or a canonical
/// request of V4 (V4-REQ-1).
///
/// It is made of a request as OSS does, or a text of OSS or of a client, taken apart without refusing any.
package struct SignedText: Hashable, Sendable {
  /// By whose rules the text is made.
  package let version: SignatureKind
  /// The text.
  package let bytes: Bytes
  let method: Bytes
  /// The lines after the method with V1 and V2; empty with V4, which has headers for them.
  private(set) var contentMD5 = Bytes()
  private(set) var contentType = Bytes()
  private(set) var date = Bytes()
  /// The headers, their names and values as they are in the lines.
  package private(set) var headers: [SignedLine] = []
  /// How many empty lines are among them.
  private(set) var blankLines = 0
  /// The line of the additional headers; nil with V1, which has none.
  package private(set) var additional: Bytes?
  /// The path of the resource, or the canonical URI.
  package private(set) var path = Bytes()
  /// What follows its question mark, or the canonical query; nil without one.
  package private(set) var query: Bytes?
  /// How many bytes at the end are the resource of V1 and V2.
  private var resourceLength = 0
  /// The last line of V4.
  private(set) var payload = Bytes()
  /// The second and the third line of the string to sign of V4, where they are known.
  package var time = Bytes()
  package var scope = Bytes()
  /// How many lines are before the resource; with V4, before the headers.
  private(set) var lineCount = 0
  /// Whether each part has its line.
  private(set) var isWhole = true

  /// The text that OSS makes.
  init(_ own: Ingredients) {
    var composition = Composition(own)
    self.init(&composition)
  }

  /// The text that OSS makes, where nothing is changed in a composition.
  init(_ composition: inout Composition) {
    let own = composition.own
    let pieces = composition.pieces(right: nil)
    (version, bytes, method) = (own.version, composition.text(pieces), own.method)
    headers = composition.signedHeaders().map { SignedLine(name: $0.name, value: $0.value) }
    path = pieces.path
    if version != .v1 { additional = own.names.joined(by: ";") }
    if version == .v4 {
      (query, payload) = (Bytes(pieces.query.dropLast()), own.payload)
      (time, scope) = (own.date, own.scope.joined(by: "/"))
    } else {
      (contentMD5, contentType, date) = (own.contentMD5, own.contentType, own.date)
      resourceLength = path.count + pieces.query.count
      if !pieces.query.isEmpty { query = Bytes(pieces.query.dropFirst()) }
    }
    if version == .v2 { path = path.replacing("%2F", with: "/") }
  }

  /// Takes a string to sign of V1 apart; nil where it is not one of V1.
  ///
  /// - Parameter path: the path of OSS's resource, at which that of a client may be divided, too.
  init?(v1 text: Bytes, like path: Bytes? = nil) {
    let lines = text.linesToTheLast
    guard lines.count > 1, lines[0].count > 2, lines[0].isMethod, !Self.isCanonical(lines),
      lines.prefix(4).allSatisfy(Self.isPlain), lines[1].allSatisfy({ $0 < 0x80 })
    else { return nil }
    (version, bytes, method) = (.v1, text, lines[0])
    let start = lines.firstIndex { $0.first == UInt8(ascii: "/") } ?? lines.count - 1
    (lineCount, isWhole) = (start, start > 3)
    if isWhole {
      (contentMD5, contentType, date) = (lines[1], lines[2], lines[3])
      takeHeaders(lines[4..<start])
    } else if start > 1 {
      // The last line before the resource is taken for the date.
      date = lines[start - 1]
    }
    let resource = Array(lines[start...]).joined(by: "\n")
    resourceLength = resource.count
    let end = Self.end(ofPathIn: resource, like: path)
    self.path = Bytes(resource[..<end])
    query = end == resource.count ? nil : Bytes(resource[(end + 1)...])
  }

  /// Where the key of a resource of V1 ends: it may hold question marks, and what OSS signs behind it
  /// are subresources alone. A client may sign others, behind the path that OSS has.
  private static func end(ofPathIn resource: Bytes, like path: Bytes?) -> Int {
    // So many are looked at, so that the work grows with the length alone (EXP-EV-4).
    let marks = resource.indices.filter { resource[$0] == UInt8(ascii: "?") }.prefix(32)
    if let path {
      for end in Array(marks) + [resource.count] {
        let own = Bytes(resource[..<end])
        if own == path || own.percentDecoded == path { return end }
      }
      // The first parameter may be behind the mark that is between others.
      let isJoined = resource.prefix(path.count) == path[...] && resource.count > path.count
      if isJoined, resource[path.count] == UInt8(ascii: "&") { return path.count }
    }
    for mark in marks {
      let names = Bytes(resource[(mark + 1)...]).parts(at: "&").map { $0.halves(at: "=").before }
      if names.allSatisfy({ SubresourceNames.contains($0.percentDecoded) }) { return mark }
    }
    // Nothing says where a client's key ends but the first mark.
    return path == nil ? resource.count : marks.first ?? resource.count
  }

  /// Takes a string to sign of V2 apart; nil where it is not one of V2 (EXP-V2-1).
  ///
  /// - Parameter isKnown: whether something beside the string shows V2: its line of additional headers
  ///   may then be empty before a resource that is not encoded, too.
  init?(v2 text: Bytes, isKnown: Bool) {
    let lines = text.linesToTheLast
    guard lines.count > 5, lines[0].isMethod, let resource = lines.last else { return nil }
    let isEncoded = resource.lowercased.begins(with: "%2f")
    let (list, between) = (lines[lines.count - 2], lines[4..<(lines.count - 2)])
    guard isEncoded || resource.begins(with: "/") && Self.isList(list, between, isKnown) else {
      return nil
    }
    (version, bytes, method) = (.v2, text, lines[0])
    (contentMD5, contentType, date, lineCount) = (lines[1], lines[2], lines[3], lines.count - 1)
    takeHeaders(between)
    additional = list
    (path, query) = resource.halves(at: "?")
    resourceLength = resource.count
    if isEncoded { path = path.replacing("%2F", with: "/").replacing("%2f", with: "/") }
  }

  /// Whether a line is V2's list of additional headers.
  private static func isList(_ list: Bytes, _ lines: ArraySlice<Bytes>, _ isKnown: Bool) -> Bool {
    // A line break in a key looks like a further line.
    if lines.contains(where: { $0.begins(with: "/") }) { return false }
    if list.isEmpty { return isKnown }
    let signed = lines.map { $0.halves(at: ":").before.lowercased }
    return list.lowercased.parts(at: ";").allSatisfy(signed.contains)
  }

  /// Takes a canonical request apart; nil where it is not one.
  init?(canonical text: Bytes) {
    let lines = text.linesToTheLast
    guard Self.isCanonical(lines), let last = lines.last else { return nil }
    (version, bytes, method, path, payload) = (.v4, text, lines[0], lines[1], last)
    let start = lines.firstIndex(where: Self.isHeader) ?? lines.count
    // The query has a line of its own, also where it is empty.
    let hasQuery = lines.count > 3 && start > 2
    query = hasQuery ? lines[2] : nil
    lineCount = hasQuery ? 3 : 2
    let rest = lines[lineCount..<(lines.count - 1)]
    takeHeaders(rest.filter(Self.isHeader)[...])
    let after = rest.drop(while: Self.isHeader)
    additional = after.last { !$0.isEmpty && !Self.isHeader($0) } ?? []
    isWhole = hasQuery && after.count == 2 && after.first?.isEmpty == true
  }

  private static func isCanonical(_ lines: [Bytes]) -> Bool {
    guard lines.count > 2, lines[0].count > 2, lines[0].isMethod, let last = lines.last else {
      return false
    }
    return last.isText("UNSIGNED-PAYLOAD")
      || last.isHexadecimal(64) && lines[1].begins(with: "/")
  }

  /// Whether a line is `name:value`, which no encoded query is.
  private static func isHeader(_ line: Bytes) -> Bool {
    let (name, value) = line.halves(at: ":")
    return value != nil && !name.isEmpty && !name.contains { "/=&%?".utf8.contains($0) }
  }

  /// Whether a line has no control characters; else it is one that nobody signed.
  private static func isPlain(_ line: Bytes) -> Bool {
    line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0D }
  }

  private mutating func takeHeaders(_ lines: ArraySlice<Bytes>) {
    for line in lines {
      if line.isEmpty {
        blankLines += 1
      } else {
        let (name, value) = line.halves(at: ":")
        headers.append(SignedLine(name: name, value: value ?? []))
      }
    }
  }
}

extension SignedText {
  /// The last line of V1 and V2.
  package var resource: Bytes { Bytes(bytes.suffix(resourceLength)) }

  /// The SHA-256 of the canonical request in hexadecimal digits (V4-STS-3).
  package var hash: Bytes { bytes.sha256 }

  /// The bytes that are signed (V4-STS-1).
  package var stringToSign: Bytes {
    version == .v4
      ? ["OSS4-HMAC-SHA256".bytes, time, scope, hash].joined(by: "\n") : bytes
  }

  /// The names of the list of additional headers.
  var additionalNames: [Bytes] { (additional ?? []).parts(at: ";").filter { !$0.isEmpty } }

  /// The parameters in their order, as they are in the text; a bare name has no value. A question mark
  /// alone is signed, too: as a parameter without a name.
  var parameters: [(name: Bytes, value: Bytes?)] {
    guard let query, version != .v4 || !query.isEmpty else { return [] }
    return query.parts(at: "&").map { part in
      let (name, value) = part.halves(at: "=")
      return (name, value)
    }
  }

  /// The value of a header, whose name is given in lower case.
  func header(_ name: String) -> Bytes? {
    headers.first { $0.name[...].isCaseless(name) }?.value
  }

  /// The value of a parameter.
  func parameter(_ name: String) -> Bytes? {
    parameters.first { $0.name.isText(name) }?.value ?? nil
  }

  /// Whether it is one of a URL.
  var isPresigned: Bool {
    version == .v4
      ? parameters.contains { $0.name.isText("x-oss-signature-version") } : date.decimal != nil
  }

  /// The Content-Type that is signed; empty without one.
  var type: Bytes { version == .v4 ? header("content-type") ?? [] : contentType }

  /// The first part of the path.
  var bucket: Bytes { Bytes(path.dropFirst().prefix { $0 != UInt8(ascii: "/") }) }

  /// What follows the bucket and its slash.
  var key: Bytes { Bytes(path.dropFirst(bucket.count + 2)) }

  /// The token that is signed.
  var token: Bytes? {
    header("x-oss-security-token") ?? parameter("security-token")
      ?? parameter("x-oss-security-token")
  }
}

/// A header as a version signs it: its name in lower case, and the values of its name joined.
package struct SignedLine: Hashable, Sendable {
  /// The name in lower case.
  package var name: Bytes
  /// The value without outer blanks.
  package var value: Bytes

  /// The line with its LF.
  package var text: Bytes { name + ":".bytes + value + [0x0A] }
}

/// A string to sign of V4 by its four lines, of OSS or of Amazon.
struct StringV4 {
  let algorithm: Bytes
  let time: Bytes
  /// The parts of the scope, as many as there are.
  let scope: [Bytes]
  let hash: Bytes

  /// Takes a string apart; nil where it does not begin as one of V4.
  init?(_ string: Bytes) {
    let lines = string.stripped.parts(at: "\n")
    let beginnings = ["OSS4", "AWS4", "oss4"]
    guard lines.count >= 3, beginnings.contains(where: { lines[0].begins(with: $0) }) else {
      return nil
    }
    (algorithm, time) = (lines[0], lines[1])
    scope = lines[2].parts(at: "/")
    hash = lines.count > 3 ? lines[3] : []
  }
}

extension Bytes {
  /// The lines, without the empty ones at the end.
  fileprivate var linesToTheLast: [Bytes] {
    guard let last = lastIndex(where: { $0 != 0x0A }) else { return [[]] }
    return Bytes(self[...last]).parts(at: "\n")
  }
}
