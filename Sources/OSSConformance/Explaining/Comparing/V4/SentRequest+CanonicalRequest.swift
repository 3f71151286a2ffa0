internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension SentRequest {
  /// The canonical request of the request as it is shown; nil where the bucket cannot be told.
  ///
  /// Nothing is refused here: what a signer would refuse may be the very mistake.
  ///
  /// - Parameter hint: the bucket, if another source tells it.
  func canonicalRequest(bucket hint: Bytes?) -> CanonicalText? {
    guard isV4, let path = path(bucket: hint) else { return nil }
    let listed = (CredentialText(self)?.additionalNames ?? []).map(\.lowercased)
    let signed = fields.map { (name: $0.name.lowercased, value: $0.value) }.filter {
      Self.isSignedAnyway($0.name) || listed.contains($0.name)
    }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    let hash = signed.first { $0.name.isText("x-oss-content-sha256") }?.value
    return CanonicalText(
      method: method ?? Bytes("GET"), uri: path.percentEncodedPath,
      query: canonicalQuery, headerLines: signed.map { $0.name + Bytes(":") + $0.value },
      additional: Bytes(listed.joined(separator: Bytes(";"))),
      payload: hash ?? Bytes("UNSIGNED-PAYLOAD"))
  }

  /// The parameters as V4 signs them, without the signature.
  private var canonicalQuery: Bytes {
    let parameters = rawParameters.map { parameter in
      QueryParameter(
        parameter.name.percentDecoded.text, parameter.value.map { $0.percentDecoded.text })
    }
    return CanonicalQueryV4(parameters.filter { $0.name != "x-oss-signature" }).text
  }

  /// Whether V4 signs a header, named in lower case, without its being listed (V4-HDR-1).
  static func isSignedAnyway(_ name: Bytes) -> Bool {
    name.isText("content-type") || name.isText("content-md5") || name.hasPrefix("x-oss-")
  }

  /// Whether the request shows that it is signed by V4.
  var isV4: Bool { version.map { Bytes($0).isText("OSS4-HMAC-SHA256") } ?? false }
}
