internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// How headers become lines of the canonical request, rule by rule, so that a mutant breaks one.
struct HeaderRulesV4: Sendable {
  typealias Line = HeaderRules.Line

  /// How a header becomes a line.
  var lines = HeaderRules()
  /// Whether a header is signed, given the names in lower case of those that are to be signed too.
  var isSigned: @Sendable (Line, _ listed: Set<Bytes>) -> Bool = { line, listed in
    isSignedAnyway(line.name) || listed.contains(line.name)
  }
  /// Whether a header that signing adds takes the place of the caller's.
  var replaces: @Sendable (_ name: String) -> Bool = { _ in true }

  /// Appends the lines of a request, with those of the headers that signing adds among them.
  func append(_ request: SigningRequest, _ added: AddedHeadersV4?, to buffer: inout Bytes) {
    var headers = request.headers
    for header in Self.headers(added) {
      let name = Bytes(header.name.utf8)
      let isGiven = headers.contains { Bytes($0.name.utf8).lowercased == name }
      if isGiven, !replaces(header.name) { continue }
      headers.removeAll { Bytes($0.name.utf8).lowercased == name }
      headers.append(header)
    }
    let listed = Set(request.additionalHeaders.map { Bytes($0.utf8).lowercased })
    var rules = lines
    rules.isSigned = { [isSigned] in isSigned($0, listed) }
    for line in rules.lines(of: headers) { buffer.append(contentsOf: rules.text(line)) }
  }

  /// Whether a name in lower case is one that V4 signs without being asked.
  static func isSignedAnyway(_ name: Bytes) -> Bool {
    name.starts(with: "x-oss-".utf8) || name.elementsEqual("content-type".utf8)
      || name.elementsEqual("content-md5".utf8)
  }

  private static func headers(_ added: AddedHeadersV4?) -> [HeaderField] {
    guard let added else { return [] }
    var headers = [
      HeaderField("x-oss-content-sha256", "UNSIGNED-PAYLOAD"),
      HeaderField("x-oss-date", added.time.time.iso8601Basic),
    ]
    if let token = added.securityToken {
      headers.append(HeaderField("x-oss-security-token", token.text))
    }
    return headers
  }
}
