internal import OSSPrimitives

/// A header or a parameter, as it was sent and as it is signed.
struct SignedItem: Sendable {
  /// As it was sent: percent-encoded, of a parameter, which has no value without an equals sign.
  var sentName: Bytes
  let sentValue: Bytes?
  /// The name in lower case, and the value without outer blanks; both decoded, of a parameter.
  var name: Bytes
  var value: Bytes
  /// Whether it is signed; of what can be listed, whether it is.
  var isSigned: Bool
  /// Whether it is signed for its name, listed or not; of a parameter of STS, whether the URL has it.
  let isSignedByName: Bool

  init(
    _ name: Bytes, _ value: Bytes = [], sent: (name: Bytes, value: Bytes?)? = nil,
    isSigned: Bool = true, isSignedByName: Bool = true
  ) {
    (self.name, self.value) = (name, value)
    (sentName, sentValue) = sent ?? (name, value.isEmpty ? nil : value)
    (self.isSigned, self.isSignedByName) = (isSigned, isSignedByName)
  }
}

/// What the signed texts are made of.
struct Ingredients: Sendable {
  var version: SignatureKind
  /// Whether the URL carries the signature.
  var isURL = false
  var method: Bytes
  var contentMD5: Bytes = []
  var contentType: Bytes = []
  var date: Bytes
  /// All that were sent, in their order.
  var headers: [SignedItem] = []
  /// Whether a name of them is there twice.
  private(set) var repeatsHeaders = false
  private(set) var headerNames = NameSet()
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
  /// What follows the head; empty where it is not shown.
  var body: Bytes = []
  /// The policy of an upload form, whose text is all that is signed; nil for another request.
  var policy: Bytes?
  /// The access key ID.
  var id: Bytes = []
  /// The four parts of the scope; none but with V4.
  var scope: [Bytes] = []
  var secret: Bytes = []

  /// Whether the HMAC is that of SHA-1: with V1, and in a call of STS that names no other (RPC-SIG-1).
  var isSHA1: Bool {
    if version != .rpc { return version == .v1 }
    let method = parameters.first { $0.name.isText("SignatureMethod") }?.value
    return method?.lowercased.isText("hmac-sha256") != true
  }

  /// The security token that is sent; nil without one.
  var token: Bytes? {
    let isToken = { (item: SignedItem) in
      item.name.lowercased.ends(with: "security-token") || item.name.isText("SecurityToken")
    }
    return (headers.first(where: isToken) ?? parameters.first(where: isToken))?.value
  }

  /// The headers that a client can list, each name once, sorted; those that are listed are signed.
  var listable: [SignedItem] {
    var seen = NameSet()
    var items: [SignedItem] = []
    for var item in headers + names.map({ SignedItem($0, isSignedByName: false) })
    where seen.insert(item.name) {
      item.isSigned = names.contains(item.name)
      items.append(item)
    }
    return sortedIndices(items.count) {
      items[$0].name[...].precedes(items[$1].name[...])
    }.map { items[$0] }
  }
}

extension Ingredients {
  /// What a request is made of, in one reading of its bucket and key; nil without a signature.
  init?(
    _ request: SentRequest, _ signature: CarriedSignature, _ resource: SentResource,
    _ known: KnownHost
  ) {
    guard signature.isWhole, let version = signature.version else { return nil }
    switch version {
    case .v1, .v2: break
    case .v4: scope = signature.scope
    case .s3, .rpc: return nil
    }
    (self.version, isURL) = (version, signature.isURL)
    (method, date) = (request.method, signature.date)
    contentMD5 = request.value(of: "content-md5") ?? []
    contentType = request.value(of: "content-type") ?? []
    payload = request.value(of: "x-oss-content-sha256") ?? "UNSIGNED-PAYLOAD".bytes
    (sentList, body, id) = (signature.list ?? [], request.body, signature.accessKeyID)
    names = SentRequest.names(in: sentList)
    (bucket, key, host) = (resource.bucket, resource.key, request.hostName)
    let rest = request.rest(at: known)
    sentKey = Bytes(
      resource.place == .path ? rest.drop { $0 != UInt8(ascii: "/") }.dropFirst() : rest)
    switch known {
    case .unknown: break
    case .endpoint(_, let prefix), .domain(_, let prefix):
      endpointPath = prefix.isEmpty ? [] : Bytes(prefix.dropFirst()) + "/".bytes
    }
    let listed = Set(names)
    for field in request.fields {
      // A client writes one blank behind the colon, which does not belong to the value.
      let sent = field.rawValue.first == 0x20 ? Bytes(field.rawValue.dropFirst()) : field.rawValue
      addHeader(field.name, sent, field.value, listed)
    }
    for piece in request.query where !piece.raw.isEmpty {
      let (name, sent) = (piece.name, piece.raw.halves(at: "="))
      let isSignature = isURL && name.isText("x-oss-signature")
      parameters.append(
        SignedItem(
          name, piece.value ?? [], sent: (sent.before, sent.after),
          isSigned: version == .v1 ? SubresourceNames.contains(name) : !isSignature))
    }
  }

  private mutating func addHeader(
    _ sentName: Bytes, _ sentValue: Bytes, _ value: Bytes, _ listed: Set<Bytes>
  ) {
    let name = sentName.lowercased
    let isByName =
      name.begins(with: "x-oss-")
      || version == .v4 && (name.isText("content-type") || name.isText("content-md5"))
    if !headerNames.insert(name) { repeatsHeaders = true }
    headers.append(
      SignedItem(
        name, value, sent: (sentName, sentValue), isSigned: isByName || listed.contains(name),
        isSignedByName: isByName))
  }

  /// What a text is made of where it is all that is known: nothing was sent otherwise.
  init(_ text: SignedText) {
    (version, method) = (text.version, text.method)
    (contentMD5, contentType, payload) = (text.contentMD5, text.contentType, text.payload)
    date = version == .v4 ? text.time : text.date
    (names, sentList) = (text.additionalNames, text.additional ?? [])
    if version == .v4 { scope = text.scope.parts(at: "/") }
    let isV1 = version == .v1
    let decoded = { (text: Bytes) in isV1 ? text : text.percentDecoded }
    let (first, rest) = Bytes(decoded(text.path).dropFirst()).halves(at: "/")
    if !first.isEmpty || rest != nil { (bucket, key) = (first, rest ?? []) }
    sentKey = key.percentEncoded(keepingSlash: true)
    for parameter in text.parameters {
      let (name, value) = (decoded(parameter.name), parameter.value.map(decoded))
      let sent = value?.percentEncoded(keepingSlash: false)
      parameters.append(
        SignedItem(name, value ?? [], sent: (name.percentEncoded(keepingSlash: false), sent)))
    }
    for line in text.headers { addHeader(line.name, line.value, line.value, [line.name]) }
    if version != .v4 {
      for (name, value) in [("content-type", contentType), ("content-md5", contentMD5)]
      where !value.isEmpty { addHeader(name.bytes, value, value, []) }
    }
    isURL =
      version == .v4
      ? parameters.contains { $0.name.isText("x-oss-credential") } : date.decimal != nil
  }
}

extension Ingredients {
  /// What a call of STS is made of; nil without a signature.
  init?(call request: SentRequest) {
    (version, method, date) = (.rpc, request.method, [])
    (parameters, body) = (request.callParameters, request.body)
    if !parameters.contains(where: { $0.name.isText("Signature") }) { return nil }
  }

  /// The same by the string to sign that STS quotes.
  init(callString string: Bytes, sent: Ingredients) {
    let parts = string.parts(at: "&")
    self = sent
    method = parts[0]
    let pairs = (parts.last ?? []).percentDecoded.parts(at: "&").map { $0.halves(at: "=") }
    parameters = pairs.map { pair in
      let name = pair.before.percentDecoded
      let own = sent.parameters.first { $0.name == name }
      return SignedItem(
        name, (pair.after ?? []).percentDecoded, sent: (pair.before, pair.after),
        isSignedByName: own?.isSignedByName != false)
    }
  }

  /// The text that is right.
  var text: Bytes {
    var composition = Composition(self)
    return composition.text(composition.pieces(right: nil))
  }

  /// What a text is made of, with the host and the headers that were sent and are not signed.
  init(_ text: SignedText, sent: SentRequest?, host: Bytes?) {
    self.init(text)
    self.host = host
    body = sent?.body ?? []
    var names = NameSet()
    for header in headers { _ = names.insert(header.name) }
    let others = (sent?.fields ?? []).map { ($0.name.lowercased, $0.value) }
    for (name, value) in others + [("host".bytes, host ?? [])]
    where !value.isEmpty && names.insert(name) {
      headers.append(SignedItem(name, value, isSigned: false, isSignedByName: false))
    }
  }
}

/// The text of one reading of a request.
package struct CanonicalReading: Hashable, Sendable {
  /// The bucket and the key as this reading has them.
  package let resource: SentResource
  /// What is made of them.
  package let text: SignedText
}

extension SentRequest {
  /// The texts that OSS makes of the request, one for each reading of its bucket and path; none where
  /// it carries no signature, or one that cannot be read.
  ///
  /// - Parameters:
  ///   - signature: that of the request, or another one with which it is to be read.
  ///   - host: what is known of the host.
  /// - Complexity: O(*n* log *n*) in the number of headers and parameters, O(*n*) in the length of
  ///   the request.
  package func canonicalReadings(
    of signature: CarriedSignature, at host: KnownHost = .unknown
  ) -> [CanonicalReading] {
    var readings: [CanonicalReading] = []
    for resource in resources(at: host, isPlusOpen: true) {
      guard let own = Ingredients(self, signature, resource, host) else { return [] }
      if resource.keepsPlus, own.version != .v4 { continue }
      readings.append(CanonicalReading(resource: resource, text: SignedText(own)))
    }
    return readings
  }

  /// The names in a list of additional headers, in lower case, sorted, each once; an empty one is
  /// left out (V2-ADD-1, V4-ADD-1).
  fileprivate static func names(in list: Bytes) -> [Bytes] {
    if list.isEmpty { return [] }
    let names = list.parts(at: ";").map { $0.trimmingBlanks.lowercased }
    var sorted: [Bytes] = []
    for index in sortedIndices(names.count, by: { names[$0][...].precedes(names[$1][...]) })
    where !names[index].isEmpty && names[index] != sorted.last {
      sorted.append(names[index])
    }
    return sorted
  }
}
