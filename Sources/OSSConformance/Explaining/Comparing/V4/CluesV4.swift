internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What detectors of V4 look at: canonical requests, strings to sign, and the credential sent.
struct CluesV4: Sendable {
  /// The canonical request that OSS shows, or that it would make of the request that is shown.
  let server: CanonicalText?
  /// The client's own canonical request, or that of the request shown.
  let client: CanonicalText?
  /// Whether the client's canonical request is made of the request shown.
  let isClientDerived: Bool
  /// The string to sign that OSS shows.
  let serverString: StringTextV4?
  /// The string to sign that the client gives.
  let clientString: StringTextV4?
  /// What the request shows beside its signature.
  let credential: CredentialText?
  /// Whether the canonical request is known to be the one that OSS hashed.
  let isServerShown: Bool

  init(_ evidence: Evidence) {
    let error = evidence.error
    let shown = error?.canonicalRequest.flatMap { CanonicalText($0) }
    let own = evidence.string.flatMap { CanonicalText($0) }
    let hint = (shown ?? own)?.bucket.percentDecoded
    let derived = evidence.request?.canonicalRequest(bucket: hint)
    serverString = error?.stringToSign.flatMap { StringTextV4($0) }
    clientString = evidence.string.flatMap { StringTextV4($0) }
    let isSame = serverString.map { $0.hash == derived?.hash } ?? false
    isServerShown = shown != nil || isSame
    let hasOwn = evidence.string != nil
    server = shown ?? (hasOwn || isSame ? derived : nil)
    isClientDerived = own == nil
    client = own ?? (shown == nil ? nil : derived)
    credential = evidence.request.flatMap { CredentialText($0) }
  }

  /// How sure a difference is: the client's own text proves it, the request shown hints at it.
  var sureness: Explanation.Certainty { isClientDerived ? .likely : .certain }

  /// Both canonical requests, where there are two.
  var both: (server: CanonicalText, client: CanonicalText)? {
    guard let server, let client else { return nil }
    return (server, client)
  }

  /// Whether the evidence shows V4 anywhere that OSS reads.
  var isV4: Bool {
    credential != nil || serverString?.algorithm.hasPrefix("OSS4") == true || isServerShown
  }

  /// The scope that is sent or signed; the sent one leads.
  var scope: ScopeText? { credential?.scope ?? clientString?.scope }

  /// A difference of a part of the two canonical requests; none of a token or a signature.
  func difference(_ part: String, _ server: Bytes?, _ client: Bytes?) -> Difference? {
    let hidden = ["security-token", "x-oss-signature="]
    let isSecret = [server, client].contains { text in
      hidden.contains { (text ?? []).lowercased.contains($0) }
    }
    if isSecret || part.contains("token") { return nil }
    return Difference(
      name: "canonicalRequest", part: part, expected: server, actual: client)
  }
}
