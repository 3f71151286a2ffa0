package import OSSExplain
internal import OSSJSON
package import OSSPrimitives
internal import OSSSigning
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
