package import OSSPrimitives

/// A URL in pieces, each as it is written (PRE-HOST, PRE-PATH, PRE-QRY).
package struct URLPieces: Sendable {
  package var scheme: Bytes
  /// The bucket before the host (PRE-HOST-1).
  package var bucketInHost: Bytes?
  package var host: Bytes
  package var port: Int?
  /// The path of the endpoint (PRE-HOST-7).
  package var prefix: Bytes
  /// The bucket at the beginning of the path (PRE-HOST-2).
  package var bucketInPath: Bytes?
  package var key: Bytes
  package var query: [QueryPart]

  package var text: Bytes {
    var url = scheme + "://".raw
    if let bucketInHost { url += bucketInHost + ".".raw }
    url += host
    if let port { url += ":\(port)".raw }
    url += prefix + "/".raw
    if let bucketInPath { url += bucketInPath + "/".raw }
    url += key
    return url + (query.isEmpty ? "".raw : "?".raw) + query.map(Self.text).joined(with: "&")
  }

  /// A name without a value is alone, one with an empty value has an equals sign, and so has an
  /// empty name (PRE-QRY-5).
  private static func text(_ part: QueryPart) -> Bytes {
    guard let value = part.value ?? (part.name.isEmpty ? [] : nil) else { return part.name }
    return part.name + "=".raw + value
  }
}

extension SigningModel {
  /// A URL of the caller's parameters and some that signing adds (PRE-HOST, PRE-PATH, PRE-QRY-3, PUB-1,
  /// PUB-2).
  func url(_ input: SigningInput, _ endpoint: SigningEndpoint, _ added: [SigningField]) -> Bytes {
    let parts =
      input.query.map { QueryPart(given: $0, isAdded: false) }
      + added.map { QueryPart(given: $0, isAdded: true) }
    let query = parts.map { part in
      var part = part
      part.name = part.given.name.encoded()
      part.value = part.given.value.map { $0.encoded() }
      return part
    }
    var pieces = URLPieces(
      scheme: endpoint.scheme,
      bucketInHost: endpoint.addressing == .virtualHost ? input.bucket : nil,
      host: endpoint.host, port: endpoint.port, prefix: endpoint.path,
      bucketInPath: endpoint.addressing == .path ? input.bucket : nil,
      key: input.key.map { sentKey($0) } ?? [], query: query)
    self.pieces(input, &pieces)
    return pieces.text
  }

  /// The parameters that follow the signature: it, and with V1 the key ID and the expiry (PRE-QRY-1,
  /// V2-PRE-3, V4-PRE-1).
  func signatureParameters(_ input: SigningInput, _ signature: Bytes) -> [SigningField] {
    if input.version != .v1 { return [SigningField("x-oss-signature", signature)] }
    return [
      SigningField("OSSAccessKeyId", input.accessKeyID), SigningField("Expires", expiry(input)),
      SigningField("Signature", signature),
    ]
  }
}
