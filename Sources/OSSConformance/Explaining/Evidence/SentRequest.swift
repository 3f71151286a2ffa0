internal import OSSJSON
internal import OSSPrimitives
internal import OSSVectors

/// A request as somebody shows it: what is not shown is nil or empty.
struct SentRequest: Sendable {
  /// The method; nil where only a URL is given.
  var method: Bytes?
  /// The host without its port; nil where it is not shown.
  var host: Bytes?
  /// The path as it is sent, percent-encoded.
  var path = Bytes("/")
  /// The query as it is sent; nil without a query.
  private(set) var query: Bytes?
  /// The parameters as they are sent.
  private(set) var rawParameters: [(name: Bytes, value: Bytes?)] = []
  /// The decoded names of the parameters, which are looked for again and again.
  private var parameterNames: [Bytes] = []
  var fields: [HTTPField] = []
  /// The body, as far as it is shown.
  private(set) var content = Bytes()
  /// The type that the client adds by itself, such as curl beside `-d`.
  var impliedType: Bytes?
  /// Whether a shell ends the command inside the URL.
  var isCutByShell = false
  /// Whether its URL begins with http.
  private(set) var isPlainHTTP = false
  /// Whether headers beside Host are shown.
  var isHeaderShown: Bool { fields.contains { !$0.isNamed("host") } }
  /// The bucket, where it is distinguished from the host.
  var namedBucket: Bytes?

  /// Whether it is the input of a signing operation, which shows nothing of a signature.
  private var isInput = false

  /// Whether it is shown with all that signs it: a URL, a curl command, or a request that has nothing
  /// of a signature.
  var isWhole = false

  init() {}

  /// Reads a URL.
  init(url: Bytes) {
    takeURL(url.stripped)
    isWhole = true
  }

  /// Reads whatever it is: a curl command, JSON, a URL, or a request as HTTP writes it.
  init?(text: Bytes) {
    let text = text.stripped
    if text.hasPrefix("{") {
      self.init(json: text)
    } else if let curl = Self.commandStart(text) {
      self.init(curl: Bytes(text[curl...]))
    } else if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self.init(url: text)
    } else {
      self.init(http: text)
    }
  }

  private static func commandStart(_ text: Bytes) -> Int? {
    text.hasPrefix("curl ") ? 0 : text.hasPrefix("$ curl ") ? 2 : nil
  }

  /// Takes host, path and query of a URL or of the target of a request line.
  mutating func takeURL(_ url: Bytes) {
    var rest = url
    isPlainHTTP = url.prefix(7).elementsEqual("http://".utf8)
    if let scheme = rest.index(of: "://"), scheme < 10 {
      rest = Bytes(rest[(scheme + 3)...])
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
      takeHost(Bytes(rest[..<(end ?? rest.count)]))
      rest = Bytes(rest[(end ?? rest.count)...])
    }
    rest = rest.halves(at: UInt8(ascii: "#")).before
    let (path, query) = rest.halves(at: UInt8(ascii: "?"))
    self.path = path.isEmpty ? Bytes("/") : path
    takeQuery(query)
  }

  /// Takes the query as it is sent.
  mutating func takeQuery(_ query: Bytes?) {
    self.query = query
    rawParameters = query?.parameters ?? []
    parameterNames = rawParameters.map(\.name.percentDecoded)
  }

  mutating func takeHost(_ text: Bytes) {
    host = text.stripped.halves(at: UInt8(ascii: ":")).before.lowercased
  }

  /// The request with three stars for the security token, to be shown (EXP-EV-2).
  var withoutToken: SentRequest {
    var request = self
    let isToken = { (name: Bytes) in name.lowercased.contains("security-token") }
    request.fields = fields.map {
      isToken($0.name) ? HTTPField(name: $0.name, value: Bytes("***")) : $0
    }
    let query = rawParameters.map { name, value in
      isToken(name) ? name + Bytes("=***") : name + (value.map { Bytes("=") + $0 } ?? [])
    }
    request.takeQuery(self.query == nil ? nil : query.joined(by: "&"))
    return request
  }

  /// The decoded value of the first parameter of a name.
  func parameter(_ name: String) -> Bytes? {
    parameterNames.firstIndex { $0.isText(name) }.map {
      (rawParameters[$0].value ?? []).percentDecoded
    }
  }

  func hasParameter(_ name: String) -> Bool { parameterNames.contains { $0.isText(name) } }

  /// The name of the signature version that the request shows; nil where it shows none.
  var version: Bytes? {
    if ["X-Amz-Algorithm", "X-Amz-Credential", "AWSAccessKeyId"].contains(where: hasParameter) {
      return Bytes("AWS")
    }
    if let version = parameter("x-oss-signature-version") { return version }
    if hasParameter("OSSAccessKeyId") { return Bytes("OSS") }
    return field("authorization")?.halves(at: 0x20).before
  }

  /// Whether the request is one of V1, or shows no version.
  var isV1: Bool { version.map { $0.isText("OSS") } ?? true }

  var isV2: Bool { version?.isText("OSS2") == true }

  func field(_ name: String) -> Bytes? { fields.value(of: name) }

  /// Whether its body is larger than what one request may upload.
  var isTooLarge: Bool { field("content-length")?.decimal ?? 0 > 5 << 30 }

  /// Whether the query carries a signature, or part of one.
  var isPresigned: Bool {
    ["Signature", "OSSAccessKeyId", "x-oss-signature", "x-oss-credential"]
      .contains(where: hasParameter)
  }

  /// The first words of the Authorization headers that OSS reads.
  private static let schemes = ["oss", "oss2", "oss4-hmac-sha256", "aws", "aws4-hmac-sha256"]

  /// Whether it has no signature in its query and no Authorization header of a known scheme.
  var isUnsigned: Bool {
    if isInput || isPresigned { return false }
    guard let scheme = version?.lowercased else { return true }
    // Stars and brackets show that somebody hid the header.
    return !Self.schemes.contains { scheme.isText($0) }
      && !scheme.contains { "*<[{".utf8.contains($0) }
  }

  /// Reads a request as HTTP/1.1 writes it; nil where the first line is no request line.
  init?(http text: Bytes) {
    let message = HTTPMessage(text)
    let words = message.startLine.parts(at: 0x20).filter { !$0.isEmpty }
    guard words.count >= 2, let verb = words.first, verb.isVerb(upTo: 16),
      words[1].hasPrefix("/") || words[1].contains("://")
    else { return nil }
    self.init()
    method = verb
    takeURL(words[1])
    (fields, content) = (message.fields, message.body)
    if let host = field("host") { takeHost(host) }
    // Whoever leaves the signature out of a signed request leaves its time.
    isWhole = !["authorization", "date", "x-oss-date", "x-amz-date"].contains { field($0) != nil }
  }

  /// Reads the input of a signing operation of the adapter protocol; nil for other JSON.
  init?(json text: Bytes) {
    guard let json = try? JSONReader.read(text), let object = json.objectValue else { return nil }
    let input = object["input"]?.objectValue ?? object
    guard input["method"] != nil || input["bucket"] != nil else { return nil }
    self.init()
    isInput = true
    method = input["method"]?.protocolText
    namedBucket = input["bucket"]?.protocolText
    path = Bytes("/") + (input["key"]?.protocolText ?? []).percentEncodedPath
    fields = Self.pairs(input["headers"]).map { HTTPField(name: $0, value: ($1 ?? []).stripped) }
    let parameters = Self.pairs(input["query"]).map { name, value in
      name.percentEncodedPath + (value.map { Bytes("=") + Self.encoded($0) } ?? [])
    }
    if !parameters.isEmpty { takeQuery(parameters.joined(by: "&")) }
  }

  private static func encoded(_ value: Bytes) -> Bytes {
    var result = Bytes()
    PercentEncoding.append(value.span, keepingSlash: false, to: &result)
    return result
  }

  private static func pairs(_ value: JSONValue?) -> [(Bytes, Bytes?)] {
    (value?.arrayValue ?? []).compactMap { element in
      guard let pair = element.arrayValue, let name = pair.first?.protocolText else { return nil }
      return (name, pair.count > 1 ? pair[1].protocolText : nil)
    }
  }
}
