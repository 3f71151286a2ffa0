internal import OSSPrimitives
internal import OSSVectors

/// What stands beside a V4 signature: the credential and the list of additional headers.
struct CredentialText: Sendable {
  let accessKeyID: Bytes
  let scope: ScopeText
  /// The list; nil where there is none.
  let additional: Bytes?
  let signature: Bytes?
  /// The names of the pairs in the Authorization header, in their order; empty for a URL.
  let names: [Bytes]

  /// Reads it from the URL or the Authorization header; nil where there is none of V4.
  init?(_ request: SentRequest) {
    if let credential = request.parameter("x-oss-credential") {
      (accessKeyID, scope) = Self.halves(credential)
      additional = request.parameter("x-oss-additional-headers")
      signature = request.parameter("x-oss-signature")
      names = []
      return
    }
    guard let value = request.field("authorization"), value.hasPrefix("OSS4") else { return nil }
    let pairs = (value.halves(at: 0x20).after ?? []).parts(at: UInt8(ascii: ","))
      .map { $0.stripped.halves(at: UInt8(ascii: "=")) }
    func text(_ name: String) -> Bytes? {
      pairs.first { $0.before.isText(name) }.map { $0.after ?? [] }
    }
    guard let credential = text("Credential") else { return nil }
    (accessKeyID, scope) = Self.halves(credential)
    additional = text("AdditionalHeaders")
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
