internal import OSSPrimitives
internal import OSSVectors

/// A canonical request of V4, taken apart without refusing any.
struct CanonicalText: Hashable, Sendable {
  var method: Bytes
  var uri: Bytes
  var query: Bytes
  /// The lines of the headers, as they stand.
  var headerLines: [Bytes]
  var additional: Bytes
  var payload: Bytes
  /// Whether each of the six parts has its line.
  var isWhole = true

  /// Takes a text apart; nil where it is no canonical request.
  init?(_ text: Bytes) {
    let lines = text.linesToTheLast
    guard Self.isCanonical(lines), let last = lines.last else { return nil }
    (method, uri) = (lines[0], lines[1])
    payload = last
    let start = lines.firstIndex(where: Self.isHeader) ?? lines.count
    // The query has a line of its own, also where it is empty.
    let hasQuery = lines.count > 3 && start > 2
    query = hasQuery ? lines[2] : []
    let rest = lines[(hasQuery ? 3 : 2)..<(lines.count - 1)]
    headerLines = rest.filter(Self.isHeader)
    let after = rest.drop(while: Self.isHeader)
    additional = after.last { !$0.isEmpty && !Self.isHeader($0) } ?? []
    isWhole = hasQuery && after.count == 2 && after.first?.isEmpty == true
  }

  /// Makes a canonical request of its parts.
  init(
    method: Bytes, uri: Bytes, query: Bytes, headerLines: [Bytes], additional: Bytes,
    payload: Bytes
  ) {
    (self.method, self.uri, self.query) = (method, uri, query)
    (self.headerLines, self.additional, self.payload) = (headerLines, additional, payload)
  }

  /// What a string of V2 has in common with a canonical request; nil where it is not one of V2.
  ///
  /// - Parameter isKnown: whether something beside the string shows V2, or OSS made it: its line of
  ///   additional headers may then be empty before a resource that is not encoded, too.
  init?(v2 string: Bytes, isKnown: Bool) {
    let lines = string.linesToTheLast
    guard lines.count > 5, lines[0].isVerb(), let resource = lines.last else { return nil }
    let isEncoded = resource.lowercased.hasPrefix("%2f")
    headerLines = Array(lines[4..<(lines.count - 2)])
    additional = lines[lines.count - 2]
    guard isEncoded || resource.hasPrefix("/"), isEncoded || Self.isList(lines, isKnown: isKnown)
    else { return nil }
    (method, payload) = (lines[0], [])
    let (path, query) = resource.halves(at: UInt8(ascii: "?"))
    (uri, self.query) = (isEncoded ? path.replacing("%2F", with: "/") : path, query ?? [])
  }

  /// Whether the line before the resource is V2's list of additional headers.
  private static func isList(_ lines: [Bytes], isKnown: Bool) -> Bool {
    let (list, between) = (lines[lines.count - 2], lines[4..<(lines.count - 2)])
    // A line break in a key looks like a further line.
    if between.contains(where: { $0.hasPrefix("/") }) { return false }
    if list.isEmpty { return isKnown }
    let signed = between.map { $0.halves(at: UInt8(ascii: ":")).before.lowercased }
    return list.lowercased.parts(at: UInt8(ascii: ";")).allSatisfy(signed.contains)
  }

  /// Whether a text is one, and no string to sign.
  static func isCanonical(_ text: Bytes) -> Bool {
    isCanonical(text.linesToTheLast)
  }

  private static func isCanonical(_ lines: [Bytes]) -> Bool {
    guard lines.count > 2, lines[0].count > 2, lines[0].isVerb(), let last = lines.last else {
      return false
    }
    return last.isText("UNSIGNED-PAYLOAD") || (last.isHexadecimal(64) && lines[1].hasPrefix("/"))
  }

  /// Whether a line is `name:value`, which no encoded query is.
  private static func isHeader(_ line: Bytes) -> Bool {
    let (name, value) = line.halves(at: UInt8(ascii: ":"))
    return value != nil && !name.isEmpty
      && !name.contains { [0x2f, 0x3d, 0x26, 0x25, 0x3f].contains($0) }
  }

  /// The bytes as they are hashed.
  var bytes: Bytes {
    let lines = [method, uri, query] + headerLines + [[], additional, payload]
    return lines.joined(by: "\n")
  }

  /// The headers with their values as they stand after the colon.
  var headers: [(name: Bytes, value: Bytes)] { headerLines.headerPairs }

  /// The parameters in their order; a bare name has no value.
  var parameters: [(name: Bytes, value: Bytes?)] { query.parameters }

  /// The names of the additional headers.
  var additionalNames: [Bytes] {
    additional.isEmpty ? [] : additional.parts(at: UInt8(ascii: ";"))
  }

  /// The first part of the URI.
  var bucket: Bytes { Bytes(uri.dropFirst().prefix { $0 != UInt8(ascii: "/") }) }

  func hasHeader(_ name: String) -> Bool { headers.contains { $0.name.isText(name) } }

  func hasParameter(_ name: String) -> Bool { parameters.contains { $0.name.isText(name) } }

  /// Whether it is that of a presigned URL.
  var isPresigned: Bool { hasParameter("x-oss-signature-version") }

  /// The SHA-256 in hexadecimal digits.
  var hash: Bytes { Self.hash(of: bytes) }

  static func hash(of bytes: Bytes) -> Bytes {
    var result = Bytes()
    SHA256.hash(bytes.span).append(hexadecimalTo: &result)
    return result
  }
}

/// A string to sign of V4, taken apart into its four lines without refusing any.
struct StringTextV4: Sendable {
  let algorithm: Bytes
  let time: Bytes
  let scope: ScopeText
  let hash: Bytes

  /// Takes a string apart; nil where it does not begin as one of V4 or of Amazon does.
  init?(_ string: Bytes) {
    let lines = string.stripped.parts(at: 0x0a)
    guard lines.count >= 3, let first = lines.first,
      first.hasPrefix("OSS4") || first.hasPrefix("AWS4") || first.hasPrefix("oss4")
    else { return nil }
    (algorithm, time) = (first, lines[1])
    scope = ScopeText(lines[2])
    hash = lines.count > 3 ? lines[3] : []
  }
}

/// A credential scope by its parts, as many as there are.
struct ScopeText: Hashable, Sendable {
  let parts: [Bytes]

  init(_ text: Bytes) { parts = text.parts(at: UInt8(ascii: "/")) }

  private func part(_ index: Int) -> Bytes? { index < parts.count ? parts[index] : nil }

  var date: Bytes? { part(0) }
  var region: Bytes? { part(1) }
  var product: Bytes? { part(2) }
  var terminator: Bytes? { part(3) }
}

/// What is beside a V4 signature: the credential and the list of additional headers.
struct CredentialText: Sendable {
  let accessKeyID: Bytes
  let scope: ScopeText
  /// The list; nil without a list.
  let additional: Bytes?
  let signature: Bytes?
  /// The names of the pairs in the Authorization header, in their order; empty for a URL.
  let names: [Bytes]

  /// Reads it from the URL or the Authorization header; nil where neither has a signature.
  ///
  /// - Parameter s3: whether one of S3 is looked for, and not one of OSS.
  init?(_ request: SentRequest, s3: Bool = false) {
    if let credential = request.parameter(s3 ? "X-Amz-Credential" : "x-oss-credential") {
      (accessKeyID, scope) = Self.halves(credential)
      additional = request.parameter(s3 ? "X-Amz-SignedHeaders" : "x-oss-additional-headers")
      signature = request.parameter(s3 ? "X-Amz-Signature" : "x-oss-signature")
      names = []
      return
    }
    guard let value = request.field("authorization"), value.hasPrefix(s3 ? "AWS4" : "OSS4") else {
      return nil
    }
    let pairs = (value.halves(at: 0x20).after ?? []).parts(at: UInt8(ascii: ","))
      .map { $0.stripped.halves(at: UInt8(ascii: "=")) }
    func text(_ name: String) -> Bytes? {
      pairs.first { $0.before.isText(name) }.map { $0.after ?? [] }
    }
    guard let credential = text("Credential") else { return nil }
    (accessKeyID, scope) = Self.halves(credential)
    additional = text(s3 ? "SignedHeaders" : "AdditionalHeaders")
    signature = text("Signature")
    names = pairs.map(\.before)
  }

  private static func halves(_ credential: Bytes) -> (Bytes, ScopeText) {
    let (id, scope) = credential.halves(at: UInt8(ascii: "/"))
    return (id, ScopeText(scope ?? []))
  }

  /// The names of the additional headers as they stand.
  var additionalNames: [Bytes] {
    guard let additional, !additional.isEmpty else { return [] }
    return additional.parts(at: UInt8(ascii: ";"))
  }
}
