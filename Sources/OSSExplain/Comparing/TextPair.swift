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
  /// Whether the client's side is the form that code gives it (EXP-EV-10).
  let isOfCode: Bool
  /// Whether OSS itself shows its side, or a hash of it.
  let isServerShown: Bool
  /// The strings to sign of V4.
  let serverString: StringV4?
  let clientString: StringV4?
  /// What OSS makes of the request that is given, as each reading has it.
  let derived: [CanonicalReading]
  /// Whether the client gives the very bytes that OSS shows.
  let isSame: Bool

  /// - Parameter version: by which version OSS reads the request; nil where nothing shows it.
  init(_ evidence: Evidence, _ error: ServerError?, _ version: SignatureKind?) {
    let (string, own) = (error?.signedString, evidence.string)
    let shownString = string.flatMap { StringV4($0) }
    serverString = shownString
    clientString = own.flatMap { StringV4($0) }
    // A browser shows a blank for the line ends of the string.
    let flat = { (text: Bytes) in text.replacingRuns(of: " \n".bytes, by: " ".bytes).stripped }
    let isFlat =
      error?.stringToSign?.contains(0x0A) == false && own.map(flat) == error?.stringToSign.map(flat)
    isSame = own != nil && (own == string || own == error?.canonicalRequest || isFlat)
    let canonical = error?.canonicalRequest.flatMap { text in
      SignedText(canonical: text) ?? own.flatMap { SignedText(canonical: text.completed(by: $0)) }
    }
    let shown =
      canonical
      ?? string.flatMap { SignedText(v2: $0, isKnown: true) }
      ?? string.flatMap { SignedText(v1: $0) }
    let isV2 = shown?.version == .v2 || version == .v2
    let forms = shown.map { shown in
      evidence.codeStrings.compactMap { $0.filled(like: shown) }.filter { $0 != shown.bytes }
    }
    let start = (shown?.method ?? []) + [0x0A]
    // Of several, the one for the method that was sent.
    let ofCode = forms?.first { $0.begins(with: start.text) } ?? forms?.first
    let text = (own ?? ofCode).flatMap { own in
      SignedText(canonical: own) ?? SignedText(v2: own, isKnown: isV2)
        ?? SignedText(v1: own, like: shown?.path ?? [])
    }
    let hint = (shown ?? text)?.bucket.percentDecoded
    // Nobody sees what variables become.
    let whole = evidence.request.flatMap { $0.hasVariable ? nil : $0 }
    derived = whole?.readings(version, bucket: hint) ?? []
    let hashed = derived.first { $0.text.version == .v4 && $0.text.hash == shownString?.hash }
    let equal = derived.first { $0.text.bytes == shown?.bytes || $0.text.bytes == text?.bytes }
    let made = (equal ?? hashed ?? derived.plain)?.text
    isServerShown = shown != nil || hashed != nil
    // An error without its string need not be about one, so two sides are two that are given. Of a URL
    // that a log names neither the method nor the headers are known.
    let isWhole = !evidence.isFromLog || evidence.request?.signature.version != nil
    server = shown ?? (own != nil && isWhole || hashed != nil ? made : nil)
    if let serverString {
      server?.time = serverString.time
      server?.scope = serverString.scope.joined(by: "/")
    }
    // A URL alone does not say its method.
    let isOpen =
      evidence.request?.isMethodKnown == false && shown.map { $0.method != made?.method } == true
    let isShown = shown != nil || string != nil
    client = text ?? (own == nil && isWhole && !isOpen && isShown ? made : nil)
    isClientDerived = own == nil || text == nil
    isOfCode = own == nil && text != nil
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
    (isClientDerived, isOfCode, isServerShown, isSame) = (false, false, true, false)
    (serverString, clientString, derived) = (nil, nil, [])
  }

  /// Whether both sides are there, and are the same bytes.
  var hasSameBytes: Bool { server.map { $0.bytes == client?.bytes } == true }

  /// Whether the client's text has a line end more at its end.
  var isLonger: Bool {
    guard let client, let server, client.isWhole, isOfCode || !isClientDerived else { return false }
    return client.version == .v4
      ? client.bytes.last == 0x0A : client.bytes == server.bytes + [0x0A]
  }

  /// How sure a difference is: the client's own text proves it, the request shown hints at it
  /// (EXP-EV-3).
  var sureness: Certainty { isClientDerived ? .likely : .certain }

  /// Both texts, where both are there, of one version, and not the same bytes.
  var both: (server: SignedText, client: SignedText)? {
    guard !isSame, let server, let client, server.version == client.version,
      server.bytes != client.bytes
    else { return nil }
    return (server, client)
  }

  /// The only reading, as text.
  var derivedText: SignedText? { derived.plain?.text }
}

extension Bytes {
  /// A text that was cut in its last line, with the lines of another one from there on, in which then
  /// nothing differs.
  fileprivate func completed(by other: Bytes) -> Bytes {
    let lines = parts(at: "\n").dropLast()
    return Array(lines + other.parts(at: "\n").dropFirst(lines.count)).joined(by: "\n")
  }
}

extension [CanonicalReading] {
  /// The reading that is the only one but for a `+` of the path.
  fileprivate var plain: CanonicalReading? {
    let plain = filter { !$0.resource.keepsPlus }
    return plain.count == 1 ? plain.first : nil
  }
}

extension SentRequest {
  /// What OSS makes of the request by a version, also where its signature is not shown or is damaged.
  ///
  /// - Parameter bucket: the bucket, where another source shows it.
  func readings(_ version: SignatureKind?, bucket: Bytes?) -> [CanonicalReading] {
    // Of a form its policy is signed.
    if signaturePlace == "form" { return [] }
    return switch version {
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
