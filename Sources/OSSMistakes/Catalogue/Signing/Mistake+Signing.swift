internal import OSSPrimitives
internal import OSSVectors

extension Mistake {
  /// A mistake in a signature or a URL; without another effect OSS refuses the signature.
  static func signing(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String,
    in operations: Set<OSSVectors.Operation> = .signing, oss effect: Effect? = nil,
    seen: [SeenIn] = [], equivalent: String? = nil,
    _ change: @escaping @Sendable (inout SigningModel) -> Void
  ) -> Mistake {
    Mistake(
      id, clauses, sentence, fix: fix, in: operations,
      oss: effect ?? equivalent.map { .accepts(evidence: $0) } ?? .refusesSignature, seen: seen,
      equivalent: equivalent
    ) { change(&$0.signing) }
  }
}

extension Set<OSSVectors.Operation> {
  static let headersV1: Set = [.v1Header]
  static let headersV2: Set = [.v2Header]
  static let headersV4: Set = [.v4Header]
  static let urlsV1: Set = [.v1Presign]
  static let urlsV2: Set = [.v2Presign]
  static let urlsV4: Set = [.v4Presign]
  static let signingV1: Set = [.v1Header, .v1Presign]
  static let signingV2: Set = [.v2Header, .v2Presign]
  static let signingV4: Set = [.v4Header, .v4Presign]
  /// V1 and V2, whose string to sign has lines of the content and of the date.
  static let signingV1V2: Set = signingV1.union(signingV2)
  /// V2 and V4, which sign every parameter and additional headers.
  static let signingV2V4: Set = signingV2.union(signingV4)
  static let signing: Set = signingV1V2.union(signingV4)
  static let headers: Set = [.v1Header, .v2Header, .v4Header]
  static let headersV1V2: Set = [.v1Header, .v2Header]
  static let presigning: Set = [.v1Presign, .v2Presign, .v4Presign]
  static let urlsV1V2: Set = [.v1Presign, .v2Presign]
  /// What makes a URL.
  static let urls: Set = presigning.union([.publicURL])
  /// What makes a signature.
  static let authenticating: Set = signing.union([.v1String, .v4String])
  static let authenticatingV1: Set = signingV1.union([.v1String])
  static let authenticatingV4: Set = signingV4.union([.v4String])
  /// What reads credentials or a request.
  static let anyRequest: Set = authenticating.union([.publicURL])
}
