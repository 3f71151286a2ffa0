internal import OSSPrimitives

/// A header or a parameter, as it was sent and as it is signed.
struct SignedItem: Hashable, Sendable {
  /// The name as it was sent; percent-encoded, of a parameter.
  var sentName: Bytes
  var sentValue: Bytes = []
  /// In lower case, or decoded.
  var name: Bytes
  /// Without outer blanks, or decoded.
  var value: Bytes = []
  /// Whether it is a parameter without an equals sign.
  var isBare = false
  /// Whether its version signs it, and whether it does so only because it is listed.
  var isSigned = true
  var isAdditional = false
}

/// What the signed texts are made of.
struct Ingredients: Sendable {
  var version: SignedVersion
  /// Whether the URL carries the signature.
  var isURL: Bool
  var method: Bytes
  var contentMD5: Bytes = []
  var contentType: Bytes = []
  var date: Bytes
  /// All that were sent, in their order.
  var headers: [SignedItem]
  var parameters: [SignedItem] = []
  /// The additional headers in lower case, sorted, and as the request lists them.
  var names: [Bytes] = []
  var sentList: Bytes = []
  var bucket: Bytes?
  var key: Bytes = []
  /// The key as the path has it.
  var sentKey: Bytes = []
  /// The path of the endpoint and the bucket, where that path is not signed: `a/b/`.
  var endpointPath: Bytes = []
  var host: Bytes?
  var payload: Bytes = []
  /// The four parts of the scope; none but with V4.
  var scope: [Bytes] = []
  var secret: Bytes = []
}

extension Ingredients {
  /// What a request is made of, in one reading of its bucket and key; nil without a signature.
  init?(
    _ request: SentRequest, _ signature: CarriedSignature, _ resource: SentResource,
    _ known: KnownHost
  ) {
    guard signature.isWhole else { return nil }
    switch signature.version {
    case .v1: version = .v1
    case .v2: version = .v2
    case .v4: version = .v4
    case .s3, .rpc, nil: return nil
    }
    if version == .v4 { scope = signature.scope }
    (method, isURL, date) = (request.method, signature.isURL, signature.date)
    headers = []
    contentMD5 = request.value(of: "content-md5") ?? []
    contentType = request.value(of: "content-type") ?? []
    payload = request.value(of: "x-oss-content-sha256") ?? "UNSIGNED-PAYLOAD".bytes
    names = SentRequest.names(in: signature.list)
    sentList = signature.list ?? []
    bucket = resource.bucket
    key = resource.key
    host = request.hostName
    let rest = request.rest(at: known)
    let own = resource.place == .path ? rest.drop { $0 != UInt8(ascii: "/") }.dropFirst() : rest
    sentKey = Bytes(own)
    if case .endpoint(_, let prefix) = known { endpointPath = Self.folder(prefix) }
    if case .domain(_, let prefix) = known { endpointPath = Self.folder(prefix) }
    addHeaders(request)
    addParameters(request)
  }

  private static func folder(_ prefix: Bytes) -> Bytes {
    prefix.isEmpty ? [] : Bytes(prefix.dropFirst()) + "/".bytes
  }

  private mutating func addHeaders(_ request: SentRequest) {
    let listed = Set(names)
    for field in request.fields {
      let name = field.name[...].lowercased
      let isAnyway = name.begins(with: "x-oss-") || version == .v4 && Self.isContent(name)
      let isListed = version != .v1 && listed.contains(name)
      // A client writes one blank behind the colon, which is none of the value.
      let sent = field.rawValue.first == 0x20 ? Bytes(field.rawValue.dropFirst()) : field.rawValue
      headers.append(
        SignedItem(
          sentName: field.name, sentValue: sent, name: name, value: field.value,
          isSigned: isAnyway || isListed, isAdditional: isListed && !isAnyway))
    }
  }

  private static func isContent(_ name: Bytes) -> Bool {
    name[...].isText("content-type") || name[...].isText("content-md5")
  }

  private mutating func addParameters(_ request: SentRequest) {
    for piece in request.query where !piece.raw.isEmpty {
      let sent = piece.raw[...].pieces(at: "=", most: 2)
      let (name, value) = (piece.name, piece.value)
      let isSignature = isURL && name[...].isText("x-oss-signature")
      let isSigned = version == .v1 ? SubresourceNames.contains(name) : !isSignature
      parameters.append(
        SignedItem(
          sentName: Bytes(sent[0]), sentValue: sent.count > 1 ? Bytes(sent[1]) : [], name: name,
          value: value ?? [], isBare: value == nil, isSigned: isSigned))
    }
  }

  /// What a text is made of where it is all that is known: nothing was sent otherwise.
  init(_ texts: CanonicalTexts) {
    switch texts {
    case .v1(let parts), .v2(let parts):
      (version, method, date) = (
        parts.additionalHeaders == nil ? .v1 : .v2, parts.method, parts.date
      )
      isURL = UInt64(digits: parts.date[...]) != nil
      (contentMD5, contentType) = (parts.contentMD5, parts.contentType)
      names = parts.additionalHeaders ?? []
      headers = []
      let mark = parts.resource.firstIndex(of: UInt8(ascii: "?"))
      let isEncoded = version == .v2
      addResource(Bytes(parts.resource[..<(mark ?? parts.resource.count)]), isEncoded: isEncoded)
      if let mark { addQuery(parts.resource[(mark + 1)...], isEncoded: isEncoded) }
      addLines(parts.headers)
    case .v4(let parts):
      (version, method, date, payload) = (.v4, parts.method, parts.date, parts.payload)
      (names, headers) = (parts.additionalHeaders, [])
      isURL = false
      scope = parts.scope[...].pieces(at: "/").map { Bytes($0) }
      addResource(parts.uri, isEncoded: true)
      if !parts.query.isEmpty { addQuery(parts.query[...], isEncoded: true) }
      isURL = parameters.contains { $0.name[...].isText("x-oss-credential") }
      addLines(parts.headers)
      contentType = headers.first { $0.name[...].isText("content-type") }?.value ?? []
      contentMD5 = headers.first { $0.name[...].isText("content-md5") }?.value ?? []
    }
    sentList = names.joined(by: ";")
  }

  private mutating func addResource(_ path: Bytes, isEncoded: Bool) {
    let path = isEncoded ? path[...].percentDecoded(plusIsSpace: false) : path
    let rest = path.dropFirst()
    guard !rest.isEmpty else { return }
    let name = rest.prefix { $0 != UInt8(ascii: "/") }
    bucket = Bytes(name)
    key = Bytes(rest[name.endIndex...].dropFirst())
    sentKey = key.percentEncoded(keeping: "/".bytes)
  }

  private mutating func addQuery(_ query: Bytes.SubSequence, isEncoded: Bool) {
    for piece in query.pieces(at: "&") {
      let parts = piece.pieces(at: "=", most: 2)
      let decoded = parts.map { isEncoded ? $0.percentDecoded(plusIsSpace: false) : Bytes($0) }
      let sent = decoded.map { $0.percentEncoded(keeping: []) }
      parameters.append(
        SignedItem(
          sentName: sent[0], sentValue: sent.count > 1 ? sent[1] : [], name: decoded[0],
          value: decoded.count > 1 ? decoded[1] : [], isBare: decoded.count < 2))
    }
  }

  private mutating func addLines(_ lines: [SignedLine]) {
    let listed = Set(names)
    for line in lines {
      let isAnyway = line.name.begins(with: "x-oss-") || version == .v4 && Self.isContent(line.name)
      headers.append(
        SignedItem(
          sentName: line.name, sentValue: line.value, name: line.name, value: line.value,
          isAdditional: listed.contains(line.name) && !isAnyway))
    }
  }
}
