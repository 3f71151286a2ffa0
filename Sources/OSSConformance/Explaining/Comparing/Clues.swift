internal import OSSPrimitives
internal import OSSServices
internal import OSSSigning
internal import OSSVectors

/// What detectors look at: the evidence, and the two strings to sign where there are two.
struct Clues: Sendable {
  let evidence: Evidence
  /// The string that OSS made of what it received.
  let server: Bytes?
  /// The string that the client signed, or should have by the request that it shows.
  let client: Bytes?
  /// Whether the client's string is made of the request, which only shows what is sent.
  let isClientDerived: Bool
  let serverText: StringText?
  let clientText: StringText?
  /// What there is of V4.
  let v4: CluesV4
  /// Whether the request is signed by a signature of S3.
  let isS3: Bool
  /// What an S3 client sends beside its signature of version 4.
  let s3Credential: CredentialText?

  var error: ServerError? { evidence.error }
  var request: SentRequest? { evidence.request }
  var code: String { error?.code ?? "" }
  var message: String { error?.message ?? "" }
  /// The message with what some answers say beside it.
  var words: String {
    let names = ["ErrorDetail", "AccessDeniedDetail/NoPermissionType"]
    return ([message] + names.compactMap { error?[$0] }).joined(separator: " ")
  }

  init(_ evidence: Evidence) {
    self.evidence = evidence
    let bucketHint = (evidence.error?.stringToSign).flatMap { StringText($0) }?.bucket
    let ofRequest = evidence.request?.stringToSign(
      bucket: bucketHint ?? evidence.string.flatMap { StringText($0) }?.bucket)
    // An error other than SignatureDoesNotMatch shows no string, and its request need not have one.
    server = evidence.error?.stringToSign ?? (evidence.string == nil ? nil : ofRequest)
    isClientDerived = evidence.string == nil
    client = evidence.string ?? (evidence.error?.stringToSign == nil ? nil : ofRequest)
    isS3 = S3Signature.isShown(by: evidence)
    s3Credential = evidence.request.flatMap { CredentialText($0, s3: true) }
    v4 = CluesV4(evidence)
    serverText = server.flatMap { StringText($0) }
    clientText = client.flatMap { StringText($0) }
  }

  /// How sure a difference is: the client's own string proves it, the request shown hints at it.
  var sureness: Explanation.Certainty { isClientDerived ? .likely : .certain }

  /// Whether OSS reads the request as one of V4; without a request, whether the client signs by it.
  var isV4: Bool {
    if v4.isV4 || request?.isV4 == true { return true }
    guard error?.stringToSign == nil, request?.version == nil else { return false }
    return v4.clientString != nil || (v4.client != nil && !v4.isClientDerived)
  }

  /// Whether the strings are those of V2.
  var isV2: Bool { v4.isV2 || request?.isV2 == true }

  /// Whether the request is a call of STS, or of another service with its signature.
  var isRPC: Bool {
    let hosts = [error?.hostID.map { Bytes($0) }, request?.host].compactMap { $0 }
    return request?.hasParameter("Action") == true
      || hosts.contains { $0.hasPrefix("sts") && !$0.contains("oss") && $0.contains(".aliyuncs") }
  }

  /// Whether the access key ID is one of temporary credentials.
  var isTemporary: Bool {
    accessKeyID?.hasPrefix("STS.") == true || message.contains("Security Token may be lost")
  }

  /// Whether what OSS signed is known to be shown as it was: nobody has cut it.
  var isServerWhole: Bool {
    if let hash = v4.serverString?.hash { return hash == v4.server?.hash }
    return error?.stringToSignAgreement == .equal || error?["StringToSign"] == nil
  }

  /// Whether two parts of what OSS shows cannot both be as it sent them (EXP-FIND-7).
  var isServerContradicted: Bool {
    if error?.stringToSignAgreement == .different { return true }
    guard let hash = v4.serverString?.hash, hash.isHexadecimal(64),
      let shown = error?.canonicalRequest
    else { return false }
    return ![CanonicalText.hash(of: shown), v4.server?.hash].contains(hash)
  }

  /// Both strings of V1, where both are whole and they are not the same bytes.
  var bothTexts: (server: StringText, client: StringText)? {
    isV2 || v4.isClientV2 ? nil : bothHeads
  }

  /// Both strings of V1 or V2, whose first four lines mean the same; nil for the same bytes.
  var bothHeads: (server: StringText, client: StringText)? {
    guard server != client, let serverText, let clientText, !serverText.isShort,
      !clientText.isShort
    else { return nil }
    return (serverText, clientText)
  }

  /// The access key ID that the request shows.
  var accessKeyID: Bytes? {
    if let id = error?.accessKeyID { return Bytes(id) }
    for name in ["OSSAccessKeyId", "AccessKeyId"] {
      if let id = request?.parameter(name) { return id }
    }
    if let id = (v4.credential ?? s3Credential)?.accessKeyID { return id }
    guard let value = request?.field("authorization"), value.hasPrefix("OSS ") else { return nil }
    return Bytes(value.dropFirst(4)).halves(at: UInt8(ascii: ":")).before
  }

  /// A difference of a part of the two strings; none of a token, which nobody may see.
  func difference(_ part: String, _ server: Bytes?, _ client: Bytes?) -> Difference? {
    let isSecret = [server, client].contains { ($0 ?? []).lowercased.contains("security-token") }
    if isSecret || part.contains("token") { return nil }
    return Difference(name: "stringToSign", part: part, expected: server, actual: client)
  }
}

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
  /// Whether the two are strings of V2, which have the same parts.
  let isV2: Bool
  /// Whether the client's own string is one of V2.
  let isClientV2: Bool
  /// Whether what the client gives is what OSS shows, byte by byte.
  let isSame: Bool

  init(_ evidence: Evidence) {
    let error = evidence.error
    let shown = error?.canonicalRequest.flatMap { CanonicalText($0) }
    let own = evidence.string.flatMap { CanonicalText($0) }
    let hint = (shown ?? own)?.bucket.percentDecoded
    let derived = evidence.request?.canonicalRequest(bucket: hint)
    serverString = error?.stringToSign.flatMap { StringTextV4($0) }
    clientString = evidence.string.flatMap { StringTextV4($0) }
    let isHashed = serverString.map { $0.hash == derived?.hash } ?? false
    isServerShown = shown != nil || isHashed
    let hasOwn = evidence.string != nil
    isSame = hasOwn && [error?.stringToSign, error?.canonicalRequest].contains(evidence.string)
    let shownV2 = error?.stringToSign.flatMap { CanonicalText(v2: $0, isKnown: true) }
    let isKnown = shownV2 != nil || Self.isSignedByV2(evidence)
    let readV2 = evidence.string.flatMap { CanonicalText(v2: $0, isKnown: isKnown) }
    let ownV2 = shownV2 == nil ? nil : readV2
    (isV2, isClientV2) = (shownV2 != nil, readV2 != nil)
    server = shown ?? shownV2 ?? (hasOwn || isHashed ? derived : nil)
    isClientDerived = own == nil && ownV2 == nil
    client = own ?? ownV2 ?? (shown == nil ? nil : derived)
    credential = evidence.request.flatMap { CredentialText($0) }
  }

  /// How sure a difference is: the client's own text proves it, the request shown hints at it.
  var sureness: Explanation.Certainty { isClientDerived ? .likely : .certain }

  /// Whether the request or the length of the signature, 44 characters, shows V2.
  private static func isSignedByV2(_ evidence: Evidence) -> Bool {
    let signature = evidence.error?.signatureProvided.flatMap { try? Base64.decode($0) }
    return evidence.request?.isV2 == true || signature?.count == 32
  }

  /// Both canonical requests, where there are two and they are not the same bytes.
  var both: (server: CanonicalText, client: CanonicalText)? {
    guard !isSame, let server, let client else { return nil }
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
    let place = part.split(separator: ", ").last.map { String($0) } ?? part
    return Difference(
      name: isV2 ? "stringToSign" : "canonicalRequest", part: isV2 ? place : part,
      expected: server, actual: client)
  }
}

/// Signatures of S3, which OSS takes for compatibility and which have no clause here.
enum S3Signature {
  /// Whether something of the evidence is one of S3, and nothing is one of OSS.
  static func isShown(by evidence: Evidence) -> Bool {
    if let version = evidence.request?.version { return version.hasPrefix("AWS") }
    if let error = evidence.error {
      if error["AWSAccessKeyId"] != nil { return true }
      if let string = error.stringToSign { return string.hasPrefix("AWS4") }
      let texts = [error.code, error.message, error["ArgumentName"], error["ArgumentValue"]]
      let names = ["x-amz-", "aws-chunked", "authorizationqueryparameterserror"]
      let isNamed = texts.contains { text in
        names.contains { text?.lowercased().contains($0) == true }
      }
      if isNamed { return true }
    }
    let isSent = evidence.request?.fields.contains { $0.name.lowercased.hasPrefix("x-amz-") }
    return isSent == true || evidence.string?.hasPrefix("AWS4") == true
  }
}
