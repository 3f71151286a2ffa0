package import OSSExplain
internal import OSSJSON
package import OSSPrimitives
package import OSSSigning
package import OSSVectors

/// A vector of a signing operation as the HTTP request that its answer makes.
package struct WrittenRequest {
  /// The bytes of HTTP.
  package let bytes: Bytes
  /// What is known of its host.
  package let host: KnownHost
  /// Whether the host shows by its own name where the bucket is.
  package let showsBucket: Bool

  /// Writes a vector; what its answer does not state, the library signs.
  package init(_ vector: Vector) throws {
    let input = VectorInput(vector.input)
    let answer = vector.answer?.members ?? [:]
    let endpoint = try input.endpoint()
    let request = try input.request()
    var url = endpoint.url(for: request).bytes
    var headers = input.pairs("headers")
    switch vector.operation {
    case .v1Presign, .v2Presign, .v4Presign:
      url = try answer["url"]?.protocolText ?? input.url(of: request, vector.operation).bytes
    default:
      let stated = answer["headers"].map { VectorInput(["headers": $0]).pairs("headers") }
      headers =
        try stated
        ?? input.signer(vector.operation).sign(request, at: input.time()).headers
        .map { ($0.name.bytes, $0.value.bytes) }
    }
    let slashes = url[(endpoint.scheme.utf8.count + 3)...]
    let authority = slashes.prefix { $0 != UInt8(ascii: "/") }
    let target = Bytes(slashes[authority.endIndex...])
    if !headers.contains(where: { $0.0.lowercased == Bytes("host".utf8) }) {
      headers.insert(("Host".bytes, Bytes(authority)), at: 0)
    }
    bytes = Self.bytes(request.method, target, headers, separator: ": ")
    let prefix = endpoint.pathPrefix.bytes
    // Who gives another `Host` sends the request to a domain of the bucket.
    let isDomain =
      endpoint.addressing == .cname
      || headers.contains { $0.0.lowercased == Bytes("host".utf8) && $0.1 != Bytes(authority) }
    host =
      isDomain
      ? .domain(bucket: request.bucket?.bytes, pathPrefix: prefix)
      : .endpoint(host: endpoint.host.bytes, pathPrefix: prefix)
    showsBucket = !isDomain && prefix.isEmpty
  }

  /// A request as HTTP/1.1 writes it.
  package static func bytes(
    _ method: String, _ target: Bytes, _ headers: [(Bytes, Bytes)], separator: String
  ) -> Bytes {
    var text = "\(method) ".bytes + target + " HTTP/1.1\r\n".bytes
    for (name, value) in headers { text += name + separator.bytes + value + "\r\n".bytes }
    return text + "\r\nthe body".bytes
  }
}

/// The members of an input that signing needs.
private struct VectorInput {
  private let input: JSONObject

  init(_ input: JSONObject) { self.input = input }

  private func text(_ name: String) -> String? { input[name]?.stringValue }

  func pairs(_ name: String) -> [(Bytes, Bytes)] {
    (input[name]?.arrayValue ?? []).compactMap { element in
      guard let pair = element.arrayValue, let name = pair.first?.protocolText else { return nil }
      return (name, pair.last?.protocolText ?? [])
    }
  }

  func endpoint() throws -> Endpoint {
    try Endpoint(
      text("endpoint") ?? "https://oss-cn-hangzhou.aliyuncs.com",
      addressing: text("addressing").flatMap(Addressing.init))
  }

  func request() throws -> SigningRequest {
    try SigningRequest(
      method: text("method") ?? "", bucket: text("bucket"), key: text("key"),
      headers: pairs("headers").map {
        HeaderField(String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))
      },
      query: (input["query"]?.arrayValue ?? []).map { element in
        let pair = element.arrayValue ?? []
        return QueryParameter(
          pair.first?.stringValue ?? "", pair.dropFirst().first?.stringValue)
      },
      additionalHeaders: (input["additionalHeaders"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  func time() throws -> Moment { try Moment(seconds: input["time"]?.integerValue ?? 0) }

  func signer(_ operation: OSSVectors.Operation) throws -> Signer {
    let given = input["credentials"]?.objectValue ?? [:]
    let credentials = try Credentials(
      accessKeyID: given["accessKeyId"]?.stringValue ?? "",
      accessKeySecret: given["accessKeySecret"]?.stringValue ?? "",
      securityToken: given["securityToken"]?.stringValue)
    return switch operation {
    case .v1Header, .v1Presign: try Signer(credentials, .v1)
    case .v2Header, .v2Presign: try Signer(credentials, .v2)
    default:
      try Signer(credentials, .v4(region: text("region") ?? "", product: text("product") ?? "oss"))
    }
  }

  func url(of request: SigningRequest, _ operation: OSSVectors.Operation) throws -> String {
    let expires = input["expires"]?.integerValue ?? 0
    let time = try time()
    let end = try operation == .v4Presign ? time.adding(seconds: expires) : Moment(seconds: expires)
    return try signer(operation).presign(request, at: endpoint(), now: time, until: end).url
  }
}

extension Vector {
  /// The answer that the specification gives, with its stages; nil for a refusal.
  package var answer: Answer? { expectation.outcome.answer }
}

extension SignedText {
  /// A part by the name that vectors have for it.
  package func stage(_ name: String) -> Bytes? {
    let isV4 = version == .v4
    return switch name {
    case "stringToSign": stringToSign
    case "canonicalizedHeaders", "canonicalHeaders": Bytes(headers.flatMap(\.text))
    case "canonicalizedResource": isV4 ? nil : resource
    case "additionalHeaders": additional
    case "canonicalUri": isV4 ? path : nil
    case "canonicalQuery": isV4 ? query : nil
    case "canonicalRequest": isV4 ? bytes : nil
    case "canonicalRequestHash": isV4 ? hash : nil
    case "scope": isV4 ? scope : nil
    default: nil
    }
  }
}

extension SplitMix64 {
  /// A text of some of these pieces.
  mutating func text(_ pieces: [String], most count: Int) -> String {
    (0..<below(count + 1)).map { _ in pick(pieces) }.joined()
  }
}

/// Random requests: as the signer takes them, and as a client writes them that encodes otherwise than
/// the signer, keeps the blanks of headers, and repeats them.
package struct RandomRequests {
  /// A request, and what a server has to know of it.
  package struct Sent {
    /// The bytes that are sent.
    package let bytes: Bytes
    /// The host to which they are sent.
    package let host: KnownHost
    /// The text that the signer signs.
    package let signed: Bytes
    /// The time of signing.
    package let time: Moment
    /// The token of the credentials; nil without one.
    package let token: String?
  }

  /// The access key ID of all requests.
  package static let accessKeyID = "a/k+1"
  /// The secret of all requests.
  package static let accessKeySecret = "s/e+c=ret"

  private var choices: SplitMix64
  private static let pieces = [
    "a", "B", "0", "-", "_", ".", "~", " ", "/", "//", "/./", "/../", "%41", "%", "+", "&", "=",
    "==", "?", "#", "é", "e\u{301}", "名", "🙂", ":", ";", ",", "*", "'", "x-oss-", "acl", "\n",
  ]
  private static let names = [
    "x-oss-meta-a", "X-Oss-Meta-A", "x-oss-meta-b", "x-oss-meta-b1", "x-oss-acl", "Content-Type",
    "content-md5", "Date", "x-oss-date", "Range", "range", "abc", "ZAbc", "x-oss", "Accept",
    "x-oss-content-sha256", "X-OSS-security-token", "If-Match",
  ]
  private static let values = [
    "v", " ", "\t", "a  b", ",", ":", "é", "名", "0", "=", ";", "\"", "x",
  ]
  private static let parameters = [
    "acl", "uploads", "partNumber", "prefix", "Acl", "callback", "callback-var", "x-oss-process",
    "x-oss-other", "response-content-type", "10", "9", "delete", "",
  ]

  /// Pieces of texts that some headers, names and methods may not have.
  private static let faults = [
    "\r", "\r\n", "\u{0}", "\u{7F}", "\u{FEFF}", "\u{2028}", "\n:", "\\",
  ]

  /// Whether every other request has pieces that few texts may have.
  private let hasFaults: Bool

  /// Begins at a seed.
  package init(seed: UInt64, hasFaults: Bool = false) {
    choices = SplitMix64(seed: seed)
    self.hasFaults = hasFaults
  }

  /// The next request; nil where the signer refuses it.
  package mutating func next() -> Sent? {
    let token = choices.below(3) == 0 ? choices.pick(["token", "t+/ =é", "a b"]) : nil
    let version = choices.pick([SignatureVersion.v1, .v2, .v4(region: "cn-hangzhou")])
    let addressing = choices.pick([Addressing.virtualHost, .path, .cname])
    let host = choices.pick(["oss-cn-hangzhou.aliyuncs.com", "oss.example", "oss.example:8080"])
    guard let request = try? request(),
      let identity = try? SigningIdentity(
        accessKeyID: Self.accessKeyID, securityToken: token, version),
      let credentials = try? Credentials(
        accessKeyID: Self.accessKeyID, accessKeySecret: Self.accessKeySecret, securityToken: token),
      let signer = try? Signer(credentials, version),
      let endpoint = try? Endpoint("http://" + host, addressing: addressing),
      let time = try? Moment(seconds: Int64(choices.below(4_000_000_000)))
    else { return nil }
    let prefix =
      (addressing == .virtualHost ? request.bucket.map { $0 + "." } ?? "" : "") + endpoint.host
    let known: KnownHost =
      addressing == .cname
      ? .domain(bucket: request.bucket?.bytes) : .endpoint(host: endpoint.host.bytes)
    if choices.below(2) == 0 {
      guard let draft = try? identity.headers(for: request, at: time),
        let signed = try? signer.sign(request, at: time)
      else { return nil }
      let sent = write(request, at: addressing, signed.added, prefix)
      return Sent(
        bytes: sent, host: known, signed: draft.stringToSign.bytes, time: time, token: token)
    }
    let span = TimeSpan.seconds(Int64(1 + choices.below(604_800)))
    guard
      let draft = try? identity.url(for: request, at: endpoint, now: time, validFor: span),
      let url = try? signer.presign(request, at: endpoint, now: time, validFor: span).url.bytes
    else { return nil }
    let rest = url[7...]
    let target = Bytes(rest[(rest.firstIndex(of: UInt8(ascii: "/")) ?? 0)...])
    let headers = request.headers.map { ($0.name.bytes, $0.value.bytes) }
    let sent = WrittenRequest.bytes(
      request.method, target, [("host".bytes, prefix.bytes)] + headers, separator: ":")
    return Sent(
      bytes: sent, host: known, signed: draft.stringToSign.bytes, time: time, token: token)
  }

  /// The next request as the signer takes it; an error where it refuses it at once.
  package mutating func request() throws(SigningError) -> SigningRequest {
    let faults = hasFaults && choices.below(2) == 0 ? Self.faults : []
    let (pieces, values) = (Self.pieces + faults, Self.values + faults)
    let names = Self.names + faults
    let bucket = choices.below(10) == 0 ? nil : choices.pick(["b", "bucket-1", "oss-b_c"])
    var key: String? = choices.pick(["", "k", "~"]) + choices.text(pieces, most: 5)
    if bucket == nil || key?.isEmpty == true { key = nil }
    var headers: [HeaderField] = []
    for _ in 0..<choices.below(6) {
      headers.append(HeaderField(choices.pick(names), choices.text(values, most: 4)))
    }
    var query: [QueryParameter] = []
    for _ in 0..<choices.below(5) {
      let isKnown = choices.below(2) == 0
      let name = isKnown ? choices.pick(Self.parameters) : choices.text(pieces, most: 3)
      let value = choices.below(3) == 0 ? nil : choices.text(pieces, most: 3)
      query.append(QueryParameter(name, value))
    }
    var additional: [String] = []
    for _ in 0..<choices.below(3) { additional.append(choices.pick(["RANGE", "abc", "zabc"])) }
    return try SigningRequest(
      method: choices.pick(["GET", "PUT", "POST", "HEAD", "DELETE", "OPTIONS"] + faults),
      bucket: bucket, key: key, headers: headers, query: query, additionalHeaders: additional)
  }

  /// What a client sends for a request that is signed in its headers.
  private mutating func write(
    _ request: SigningRequest, at addressing: Addressing, _ added: [HeaderField], _ host: String
  ) -> Bytes {
    var target = "/".bytes
    if addressing == .path, let bucket = request.bucket { target += bucket.bytes + "/".bytes }
    target += encoded(request.key ?? "", keepsSlash: true)
    var separator = "?".bytes
    for parameter in request.query {
      target += separator + encoded(parameter.name, keepsSlash: false)
      separator = choices.below(9) == 0 ? "&&".bytes : "&".bytes
      guard let value = parameter.value ?? (parameter.name.isEmpty ? "" : nil) else { continue }
      target += "=".bytes + encoded(value, keepsSlash: false, keepsMark: true)
    }
    var headers = [("Host".bytes, host.bytes)]
    for header in request.headers
    where !added.contains(where: { $0.name.lowercased() == header.name.lowercased() }) {
      headers.append((header.name.bytes, header.value.bytes))
    }
    for header in added { headers.append((header.name.bytes, header.value.bytes)) }
    let separatorOfHeaders = choices.pick([":", ": ", ":\t "])
    return WrittenRequest.bytes(request.method, target, headers, separator: separatorOfHeaders)
  }

  /// The text in one of the many ways that decode to it: digits of either case, `+` for a space, and
  /// some characters raw, some encoded without need.
  private mutating func encoded(
    _ text: String, keepsSlash: Bool, keepsMark: Bool = false
  ) -> Bytes {
    var result = Bytes()
    for byte in text.utf8 {
      let way = choices.below(8)
      switch byte {
      case 0x20 where way < 4: result.append("+")
      case UInt8(ascii: "/") where keepsSlash || way < 2: result.append(byte)
      case UInt8(ascii: "=") where keepsMark && way < 4: result.append(byte)
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "*"), 0x80...:
        if way < 4 { result.append(byte) } else { fallthrough }
      default:
        if byte.isLetterOrDigit, way > 0 {
          result.append(byte)
        } else {
          let digits = Hexadecimal.encode(byte)
          result.append("%" + (way % 2 == 0 ? digits : digits.uppercased()))
        }
      }
    }
    return result
  }
}
