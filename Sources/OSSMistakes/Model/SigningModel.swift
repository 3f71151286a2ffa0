internal import OSSJSON
package import OSSPrimitives
package import OSSVectors

/// Signatures in headers and URLs, of every version (signature-v1.md, signature-v2.md, signature-v4.md,
/// presigned-urls.md).
///
/// The functions that a mistake replaces are its members; what calls them, in the order of the pages,
/// is in the folder Signing.
package struct SigningModel: Sendable {
  package typealias Version = SigningInput.Version

  // What is read.

  /// What is taken for a text of the input.
  package var taken: @Sendable (SigningText, Bytes) -> Bytes = { $1 }
  /// What is taken for bytes that are not UTF-8; nil to refuse them (V1-REF-12).
  package var undecodable: @Sendable (Bytes) -> Bytes? = { _ in nil }
  /// What is taken for a request.
  package var request: @Sendable (SigningInput) -> SigningInput = { $0 }
  /// What is taken for a number of the input.
  package var number: @Sendable (SigningNumber, Int64, SigningInput) -> Int64 = { _, given, _ in
    given
  }
  /// The path of an endpoint before the bucket and the key (PRE-HOST-7).
  package var endpointPath: @Sendable (Bytes) -> Bytes = SigningEndpoint.withoutLastSlashes
  /// Whether a host is an IP address (PRE-HOST-4).
  package var isAddress: @Sendable (_ host: Bytes, _ port: Bytes?) -> Bool = { host, _ in
    SigningModel.isVersion4(host) || SigningModel.isVersion6(host)
  }
  /// The region when none is given; there is none, so that it is refused (V4-REF-1).
  package var defaultRegion = Bytes()
  /// The product when nothing else is asked for (V4-SCO-2).
  package var defaultProduct = "oss".raw
  /// Whether a fault is passed over.
  package var accepts: @Sendable (SigningFault) -> Bool = { _ in false }
  /// The class of what is refused beside the faults of the pages; nil for nothing.
  package var refuses: @Sendable (SigningInput) -> ErrorClass? = { _ in nil }
  /// The token that takes part: an empty one does not (V1-TOK-2, V2-TOK-3, V4-TOK-3).
  package var token: @Sendable (Bytes?) -> Bytes? = { $0?.isEmpty == true ? nil : $0 }

  // Dates.

  /// The date of a moment, in UTC.
  package var civil: @Sendable (Int64) -> CivilMoment = { CivilMoment($0) }
  /// A date as V1 and V2 write it (V1-DATE-1).
  package var httpDate: @Sendable (CivilMoment) -> Bytes = { $0.httpDate.raw }
  /// A date and a time as V4 writes them (V4-STS-2).
  package var basicTime: @Sendable (CivilMoment) -> Bytes = { $0.basicTime.raw }
  /// A date as V4 writes it in the scope (V4-SCO-1).
  package var basicDate: @Sendable (CivilMoment) -> Bytes = { $0.basicDate.raw }
  /// The expiry of a URL as it is signed and sent (PRE-STS-1, V2-PRE-1, V4-PRE-3).
  package var expiry: @Sendable (SigningInput) -> Bytes = { String($0.expires).raw }
  /// The Date line, given the date or the expiry as it is written (V1-DATE-2).
  package var dateLine: @Sendable (SigningInput, Bytes) -> Bytes = { input, written in
    guard input.version == .v1, !input.isURL else { return written }
    return input.header("x-oss-date") ?? written
  }

  // Headers.

  /// The headers that signing adds, given those that are due.
  package var addedHeaders: @Sendable (SigningInput, [SigningField]) -> [SigningField] = { $1 }
  /// Whether an added header takes the place of the caller's (V1-DATE-3, V4-DATE-3, V4-REQ-4, V4-TOK-4).
  package var replaces: @Sendable (_ name: Bytes) -> Bool = { _ in true }
  /// The name by which a caller's header is found that signing replaces.
  package var foundName: @Sendable (Bytes) -> Bytes = { $0.lowerCase }
  /// The headers that are sent, given those that are due.
  package var sentHeaders: @Sendable (SigningInput, [SigningField]) -> [SigningField] = { $1 }
  /// The value of Content-MD5 or Content-Type on its line (V1-STS-4, V1-STS-5).
  package var contentValue: @Sendable (SigningInput, _ name: String) -> Bytes? = { $0.header($1) }
  /// Whether a header is signed, given the additional names (V1-HDR-1, V2-HDR-1, V4-HDR-1, V4-ADD-2).
  package var signsHeader: @Sendable (Version, HeaderLine, _ listed: [Bytes]) -> Bool =
    SigningModel.isSigned
  /// The name of a header as it is signed (V1-HDR-2).
  package var headerName: @Sendable (Bytes) -> Bytes = { $0.lowerCase }
  /// The value of a header as it is signed (V1-HDR-3, V1-HDR-4).
  package var headerValue: @Sendable (Bytes) -> Bytes = { $0.trimmed }
  /// The values of a name that is given twice, as one (V1-HDR-8).
  package var headerValues: @Sendable (Bytes, Bytes) -> Bytes = { $0 + ",".raw + $1 }
  /// Whether a line is before another (V1-HDR-5).
  package var headerPrecedes: @Sendable (HeaderLine, HeaderLine) -> Bool = {
    $0.name.precedes($1.name)
  }
  /// What is written for a header (V1-HDR-6, V1-HDR-7).
  package var headerText: @Sendable (HeaderLine) -> Bytes = { $0.text }
  /// The names of the additional headers, given those that are due (V2-ADD, V4-ADD).
  package var listedNames: @Sendable (SigningInput, [Bytes]) -> [Bytes] = { $1 }

  // The resource and the query.

  /// The key as it is in the resource, before it is encoded (V1-RES-3, V1-RES-4, V4-URI-5).
  package var signedKey: @Sendable (Bytes) -> Bytes = { $0 }
  /// The bucket and the key with their slashes (V1-RES-1 to V1-RES-5, V4-URI-1 to V4-URI-3, V4-URI-6).
  package var path: @Sendable (SigningInput, _ key: Bytes?) -> Bytes = { input, key in
    "/".raw + (input.bucket.map { $0 + "/".raw } ?? []) + (key ?? [])
  }
  /// The path as it is signed (V1-RES-4, V2-RES-1, V4-URI-4).
  package var signedPath: @Sendable (Version, Bytes) -> Bytes = { version, path in
    version == .v1 ? path : path.encoded(keepingSlash: version == .v4)
  }
  /// The parameters that presigning adds but the signature, given those that are due.
  package var addedParameters: @Sendable (SigningInput, [SigningField]) -> [SigningField] = { $1 }
  /// Whether a parameter is signed (V1-RES-9, V1-RES-10, V1-SUB, V2-RES-3, V4-QRY-1).
  package var signsParameter: @Sendable (SigningInput, QueryPart) -> Bool = {
    $0.version != .v1 || SigningModel.isSubresource($1.given.name)
  }
  /// What becomes of the signed parameters before they are written.
  package var signedParameters: @Sendable ([QueryPart]) -> [QueryPart] = { $0 }
  /// The name of a parameter as it is signed (V2-RES-4, V4-QRY-2).
  package var signedName: @Sendable (Version, Bytes) -> Bytes = SigningModel.signed
  /// The value of a parameter as it is signed (V1-RES-7, V1-RES-11, V2-RES-4, V4-QRY-2, V4-QRY-7).
  package var signedValue: @Sendable (Version, Bytes) -> Bytes = SigningModel.signed
  /// Whether a parameter is before another (V1-RES-6, V2-RES-5, V4-QRY-5).
  package var parameterPrecedes: @Sendable (QueryPart, QueryPart) -> Bool = {
    $0.name.precedes($1.name)
  }
  /// What is written for a parameter (V1-RES-7, V1-RES-8, V2-RES-6, V4-QRY-3, V4-QRY-4).
  package var parameterText: @Sendable (QueryPart) -> Bytes = { $0.text }

  // Strings and keys.

  /// The payload line of V4 (V4-REQ-3, V4-PRE-7, V4-PRE-8).
  package var payload: @Sendable (SigningInput) -> Bytes = { input in
    (input.isURL ? input.header("x-oss-content-sha256") : nil) ?? "UNSIGNED-PAYLOAD".raw
  }
  /// The parts of a string to sign or of a canonical request, given those that are due (V1-STS-1,
  /// V2-STS-1, V4-REQ-1, V4-STS-1).
  package var parts: @Sendable (SigningInput, [StringPart]) -> [StringPart] = { $1 }
  /// The parts of the scope, given those that are due (V4-SCO-1).
  package var scopeParts: @Sendable (SigningInput, [Bytes]) -> [Bytes] = { $1 }
  /// The hash of the canonical request (V4-STS-3).
  package var hash: @Sendable (Bytes) -> Bytes = { SHA256.hash($0.span).hexadecimal.raw }
  /// The messages of the chain that gives the signing key, given those that are due (V4-KEY-1).
  package var keyParts: @Sendable (SigningInput, [Bytes]) -> [Bytes] = { $1 }
  /// The key that the chain begins with (V4-KEY-1, V4-KEY-2).
  package var firstKey: @Sendable (_ secret: Bytes) -> Bytes = { "aliyun_v4".raw + $0 }
  /// A link of the chain (V4-KEY-1).
  package var keyHMAC: @Sendable (_ key: Bytes, _ message: Bytes) -> Bytes = SigningModel.hmacSHA256
  /// What a kept signing key is found under (V4-KEY-3).
  package var keyName: @Sendable (KeyNeeds) -> Bytes = { $0.name }
  /// What a client is taken to have signed with before, whose keys it may have kept (V4-KEY-3).
  package var keysBefore: @Sendable (KeyNeeds) -> [KeyNeeds] = KeyNeeds.signedBefore
  /// The key of V1 and V2 (V1-SIG-2, V2-SIG-1).
  package var secretKey: @Sendable (Bytes) -> Bytes = { $0 }
  /// What is signed of a string to sign (V1-STS-7).
  package var signedMessage: @Sendable (SigningInput, Bytes) -> Bytes = { $1 }
  /// The code of a message (V1-SIG-1, V2-SIG-1, V4-STS-4).
  package var hmac: @Sendable (Version, _ key: Bytes, _ message: Bytes) -> Bytes = {
    $0 == .v1 ? SigningModel.hmacSHA1($1, $2) : SigningModel.hmacSHA256($1, $2)
  }
  /// The text of a code (V1-SIG-1, V2-SIG-1, V4-STS-4).
  package var signatureText: @Sendable (Version, Bytes) -> Bytes = {
    ($0 == .v4 ? Hexadecimal.encode($1.span) : Base64.encode($1.span)).raw
  }
  /// The value of the Authorization header (V1-AUTH-1, V2-AUTH-1, V4-AUTH-1).
  package var authorization: @Sendable (AuthorizationValue) -> Bytes = { $0.text }
  /// What a server takes for the string that it was sent (V1-REM-1, V4-REM-1).
  package var receivedString: @Sendable (Bytes) -> Bytes = { $0 }

  // URLs.

  /// The key as a URL has it (PRE-PATH-1, PRE-PATH-2).
  package var sentKey: @Sendable (Bytes) -> Bytes = { $0.encoded(keepingSlash: true) }
  /// Changes the pieces of a URL.
  package var pieces: @Sendable (SigningInput, inout URLPieces) -> Void = { _, _ in }
}

extension SigningModel {
  func answer(
    _ operation: OSSVectors.Operation, _ reader: InputReader, _ model: Model
  ) throws(Refusal) -> Answer? {
    switch operation {
    case .v1Header: try header(.v1, reader)
    case .v2Header: try header(.v2, reader)
    case .v4Header: try header(.v4, reader)
    case .v1Presign: try presign(.v1, reader)
    case .v2Presign: try presign(.v2, reader)
    case .v4Presign: try presign(.v4, reader)
    case .v1String: try string(.v1, reader)
    case .v4String: try string(.v4, reader)
    case .publicURL: try publicURL(reader)
    default: nil
    }
  }

  private func header(_ version: Version, _ reader: InputReader) throws(Refusal) -> Answer {
    let input = try signingInput(version, isURL: false, reader)
    let (signature, stages) = signed(input)
    let value = authorization(
      AuthorizationValue(
        version: version, id: input.accessKeyID, scope: version == .v4 ? scope(input) : [],
        names: names(input).joined(with: ";"), signature: signature))
    let headers = headersToSend(input, authorization: value).map {
      JSONValue.array([.string($0.name.text), JSONValue(protocolText: $0.text)])
    }
    return Answer(
      members: [
        "signature": .string(signature.text), "authorization": .string(value.text),
        "headers": .array(headers),
      ], stages: stages)
  }

  private func presign(_ version: Version, _ reader: InputReader) throws(Refusal) -> Answer {
    let input = try signingInput(version, isURL: true, reader)
    let (signature, stages) = signed(input)
    guard let endpoint = input.endpoint else { throw .shape("endpoint", "a string") }
    let added = parametersToAdd(input) + signatureParameters(input, signature)
    return Answer(
      members: [
        "signature": .string(signature.text), "url": .string(url(input, endpoint, added).text),
      ], stages: stages)
  }

  private func publicURL(_ reader: InputReader) throws(Refusal) -> Answer {
    let endpoint = try endpoint(reader)
    var input = SigningInput(version: .v1, isURL: true)
    input.endpoint = endpoint
    try readRequest(reader, into: &input)
    return Answer(members: ["url": .string(url(input, endpoint, []).text)])
  }

  /// Signs a string for an app that has no secret (V1-REM-1, V4-REM-1).
  private func string(_ version: Version, _ reader: InputReader) throws(Refusal) -> Answer {
    let input = try credentials(version, isURL: false, reader)
    let string = receivedString(try reader.requiredBytes("stringToSign"))
    var key = secretKey(input.secret)
    if version == .v4 { key = signingKey(input, try scopeOfString(string, input)) }
    let signature = signature(input, key: key, of: string)
    if version == .v4 { return Answer(members: ["signature": .string(signature.text)]) }
    let value = authorization(
      AuthorizationValue(version: version, id: input.accessKeyID, signature: signature))
    return Answer(members: [
      "signature": .string(signature.text), "authorization": .string(value.text),
    ])
  }

  /// The scope of a string to sign, which must be one with the server's region and product (V4-REM-1).
  private func scopeOfString(_ string: Bytes, _ input: SigningInput) throws(Refusal) -> [Bytes] {
    let lines = string.pieces(at: "\n")
    let names = [input.region, input.product, "aliyun_v4_request".raw]
    guard lines.count == 4, lines[0].isText("OSS4-HMAC-SHA256"),
      CivilTime(lines[1], "yyyyMMddTHHmmssZ")?.isReal == true
    else {
      try refuse(.stringLines, string)
      return [Bytes(lines.count > 1 ? lines[1].prefix(8) : [])] + names
    }
    let scope = lines[2].pieces(at: "/")
    let due = scopeParts(input, [Bytes(lines[1].prefix(8))] + names)
    if scope.dropFirst() != due.dropFirst() {
      try refuse(.stringScope, lines[2], due: [input.region, input.product])
    }
    if scope.first != due.first { try refuse(.stringDate, lines[2]) }
    let isHash = lines[3].count == 64 && lines[3].allSatisfy { $0.isDigit || 0x61...0x66 ~= $0 }
    if !isHash { try refuse(.stringHash, lines[3]) }
    return scope.count == 4 ? [Bytes(lines[1].prefix(8))] + scope.dropFirst() : due
  }

  /// The signature of an input and the steps that lead to it.
  private func signed(_ input: SigningInput) -> (signature: Bytes, stages: JSONObject) {
    let request = requestParts(input)
    var string = Self.joined(request)
    var stages: [(String, Bytes)] = []
    let part = { (kind: StringPart.Kind) in request.first { $0.kind == kind }?.text ?? [] }
    if input.version == .v4 {
      let lines = stringParts(input, canonicalRequest: string)
      stages = [
        ("canonicalUri", part(.uri)), ("canonicalQuery", part(.query)),
        ("canonicalHeaders", part(.headers)), ("additionalHeaders", part(.additional)),
        ("canonicalRequest", string),
        ("canonicalRequestHash", lines.first { $0.kind == .hash }?.text ?? []),
        ("scope", scope(input)),
      ]
      string = Self.joined(lines)
    } else {
      stages = [("canonicalizedHeaders", part(.headers))]
      if input.version == .v2 { stages.append(("additionalHeaders", part(.additional))) }
      stages.append(("canonicalizedResource", part(.resource)))
    }
    stages.append(("stringToSign", string))
    let key = signatureKey(input)
    if input.version == .v4 { stages.append(("signingKey", Hexadecimal.encode(key.span).raw)) }
    return (
      signature(input, key: key, of: string),
      JSONObject(stages.map { JSONMember(name: $0.0, value: .string($0.1.text)) })
    )
  }
}
