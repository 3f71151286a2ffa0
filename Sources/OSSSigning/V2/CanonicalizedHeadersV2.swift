internal import OSSPrimitives

extension StringToSignV2 {
  private static let tokenName = Bytes("x-oss-security-token".utf8)

  /// Appends `name:value` and an LF for each `x-oss-` header and each additional header, sorted by
  /// name (V2-HDR).
  ///
  /// A token takes its place among them, and the place of one that the caller gave (V2-TOK-1).
  static func appendCanonicalizedHeaders(
    of request: SigningRequest, token: Bytes?, to buffer: inout Bytes
  ) {
    let fields = request.fields
    let additional = additionalNames(of: request, token: token)
    var isTokenDue = token != nil
    for entry in fields.entries {
      let name = fields.lines[entry.start..<entry.colon]
      if let token, isTokenDue, !name.lexicographicallyPrecedes(tokenName) {
        append(token, to: &buffer)
        isTokenDue = false
      }
      if token != nil, name.elementsEqual(tokenName) { continue }
      if name.starts(with: "x-oss-".utf8) || additional.contains(where: name.elementsEqual) {
        buffer.append(contentsOf: fields.lines[entry.start..<entry.end])
      }
    }
    if let token, isTokenDue { append(token, to: &buffer) }
  }

  /// Appends the names of the additional headers, with `;` between them (V2-ADD-1).
  static func appendAdditionalHeaders(
    of request: SigningRequest, token: Bytes?, to buffer: inout Bytes
  ) {
    for (index, name) in additionalNames(of: request, token: token).enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ";")) }
      buffer.append(contentsOf: name)
    }
  }

  /// The names that are asked for and sent, in lower case, each once and in order (V2-ADD).
  private static func additionalNames(of request: SigningRequest, token: Bytes?) -> [Bytes] {
    if request.additionalHeaders.isEmpty { return [] }
    let asked = Set(request.additionalHeaders.map(CanonicalField.lowercased))
    let fields = request.fields
    var sent = Set(fields.entries.map { Bytes(fields.lines[$0.start..<$0.colon]) })
    if token != nil { sent.insert(tokenName) }
    return asked.intersection(sent).filter(canBeListed).sorted {
      $0.lexicographicallyPrecedes($1)
    }
  }

  /// Whether a name may stand in the list: not with an underscore, which OSS refuses, and not the
  /// header that signing itself writes (V2-ADD-4, V2-ADD-5).
  private static func canBeListed(_ name: Bytes) -> Bool {
    !name.contains(UInt8(ascii: "_")) && !name.elementsEqual("date".utf8)
  }

  private static func append(_ token: Bytes, to buffer: inout Bytes) {
    buffer.append(contentsOf: tokenName)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(contentsOf: token)
    buffer.append(UInt8(ascii: "\n"))
  }
}
