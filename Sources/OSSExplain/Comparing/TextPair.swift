internal import OSSPrimitives
internal import OSSServices

/// The two sides: what OSS signed, and what the client signed, as far as the evidence shows them.
struct TextPair {
  /// What OSS made of the request that it received.
  private(set) var server: SignedText?
  /// What the client signed, or should have signed by the request that it shows.
  private(set) var client: SignedText?
  /// Whether the client's side is made of the request, which only shows what is sent.
  let isClientDerived: Bool
  /// Whether OSS itself shows its side, or a hash of it.
  let isServerShown: Bool
  /// The strings to sign of V4.
  let serverString: StringV4?
  let clientString: StringV4?
  /// What OSS makes of the request that is given, as each reading has it.
  let derived: [CanonicalReading]
  /// Whether the client gives the very bytes that OSS shows.
  let isSame: Bool
  /// Whether the client's own text is one of V2.
  let isClientV2: Bool

  /// - Parameter version: by which version OSS reads the request; nil where nothing shows it.
  init(_ evidence: Evidence, _ error: ServerError?, _ version: SignatureKind?) {
    let (string, own) = (error?.signedString, evidence.string)
    serverString = string.flatMap { StringV4($0) }
    clientString = own.flatMap { StringV4($0) }
    isSame = own != nil && (own == string || own == error?.canonicalRequest)
    let shown =
      error?.canonicalRequest.flatMap { SignedText(canonical: $0) }
      ?? string.flatMap { SignedText(v2: $0, isKnown: true) }
      ?? string.flatMap { SignedText(v1: $0) }
    let isV2 = shown?.version == .v2 || version == .v2
    let text = own.flatMap { own in
      SignedText(canonical: own) ?? SignedText(v2: own, isKnown: isV2)
        ?? SignedText(v1: own, like: shown?.path ?? [])
    }
    isClientV2 = text?.version == .v2
    let hint = (shown ?? text)?.bucket.percentDecoded
    derived = evidence.request?.readings(version, bucket: hint) ?? []
    let hash = serverString?.hash
    let hashed = derived.first { $0.texts.canonicalHash == hash && hash != nil }
    let readings = derived.compactMap { SignedText($0.texts) }
    let equal = readings.first { $0.bytes == shown?.bytes || $0.bytes == text?.bytes }
    let made = equal ?? (hashed ?? derived.plain).flatMap { SignedText($0.texts) }
    isServerShown = shown != nil || hashed != nil
    // An error without its string need not be about one, so two sides are two that are given.
    server = shown ?? (own != nil || hashed != nil ? made : nil)
    client = text ?? (own == nil && (shown != nil || string != nil) ? made : nil)
    isClientDerived = own == nil || text == nil
  }

  /// Two sides of which the client's is proved; nil where that cannot be taken apart.
  init?(server: SignedText, proved: Bytes) {
    switch server.version {
    case .v1: client = SignedText(v1: proved)
    case .v2: client = SignedText(v2: proved, isKnown: true)
    case .v4: client = SignedText(canonical: proved)
    case .s3, .rpc: client = nil
    }
    if client == nil { return nil }
    self.server = server
    (isClientDerived, isServerShown, isSame, isClientV2) = (false, true, false, false)
    (serverString, clientString, derived) = (nil, nil, [])
  }

  /// How sure a difference is: the client's own text proves it, the request shown hints at it.
  var sureness: Certainty { isClientDerived ? .likely : .certain }

  /// Both texts, where both are there, of one version, and not the same bytes.
  var both: (server: SignedText, client: SignedText)? {
    guard !isSame, let server, let client, server.version == client.version,
      server.bytes != client.bytes
    else { return nil }
    return (server, client)
  }

  /// The first of the readings, as text.
  var derivedText: SignedText? {
    derived.plain.flatMap { SignedText($0.texts) }
  }
}

extension [CanonicalReading] {
  /// The reading that is the only one but for a `+` of the path.
  fileprivate var plain: CanonicalReading? {
    let plain = filter { !$0.resource.keepsPlus }
    return plain.count == 1 ? plain.first : nil
  }
}

extension CanonicalTexts {
  /// The hash in the string to sign of V4; nil with V1 and V2.
  var canonicalHash: Bytes? {
    guard case .v4(let parts) = self else { return nil }
    return parts.requestHash
  }
}

extension SignedText {
  /// Takes the texts of a reading apart.
  init?(_ texts: CanonicalTexts) {
    switch texts {
    case .v1: self.init(v1: texts.stringToSign)
    case .v2: self.init(v2: texts.stringToSign, isKnown: true)
    case .v4(let parts): self.init(canonical: parts.canonicalRequest)
    }
  }
}

extension SentRequest {
  /// What OSS makes of the request by a version, also where its signature is not shown or is damaged.
  ///
  /// - Parameter bucket: the bucket, where another source shows it.
  func readings(_ version: SignatureKind?, bucket: Bytes?) -> [CanonicalReading] {
    switch version {
    case .v1, .v2, .v4:
      canonicalReadings(of: signature(as: version ?? .v1), at: place(of: bucket))
    case .s3, .rpc, nil: []
    }
  }

  /// Where the bucket is, by its name: in a host of OSS, in the path, or in the domain.
  func place(of bucket: Bytes?) -> KnownHost {
    guard let bucket, !bucket.isEmpty, let host = hostName,
      resources(at: .unknown, isPlusOpen: false).count > 1
    else { return .unknown }
    let start = "/".bytes + bucket + "/".bytes
    let isInPath = (path.percentDecoded + "/".bytes).prefix(start.count) == start[...]
    return isInPath ? .endpoint(host: host) : .domain(bucket: bucket)
  }
}
