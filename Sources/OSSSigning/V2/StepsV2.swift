package import OSSPrimitives

/// The steps of a V2 signature, each a function that appends its result to one buffer.
///
/// The steps are members, so that a signer with one known mistake differs in one of them.
package struct StepsV2: Sendable {
  /// Appends the first three lines, each with its LF.
  package var leadingLines: @Sendable (SigningRequest, inout Bytes) -> Void
  /// Appends the fourth line without its LF: the date of a signed header.
  package var dateLine: @Sendable (SigningRequest, UnixTime, inout Bytes) -> Void
  /// Appends the fourth line without its LF: the expiry of a URL.
  package var expiryLine: @Sendable (SigningRequest, UnixTime, inout Bytes) -> Void
  /// Appends the lines of the signed headers, with the token's among them.
  package var canonicalizedHeaders: @Sendable (SigningRequest, Bytes?, inout Bytes) -> Void
  /// Appends the names of the additional headers; the token tells that its header is sent.
  package var additionalHeaders: @Sendable (SigningRequest, Bytes?, inout Bytes) -> Void
  /// Appends the resource, with the request's parameters and those that presigning adds.
  package var canonicalizedResource:
    @Sendable (SigningRequest, [QueryParameter], inout Bytes) -> Void
  /// The parameters that a presigned URL adds but the signature.
  package var addedParameters:
    @Sendable (StepsV2, SigningRequest, _ accessKeyID: String, UnixTime, Bytes?)
      -> [QueryParameter]
  /// The URL of a request without any query.
  package var location: @Sendable (Endpoint, SigningRequest) -> Bytes {
    didSet { changesMoreThanString = true }
  }
  /// Appends parameters to a URL, the first one after the separator given.
  package var parameters: @Sendable ([QueryParameter], inout UInt8, inout Bytes) -> Void {
    didSet { changesMoreThanString = true }
  }
  /// The text of the signature, from the secret and the string to sign; nil for the signer's own
  /// way, which has the secret's hash states ready.
  package var signature: (@Sendable (_ secret: Bytes, _ stringToSign: Bytes) -> String)? {
    didSet { changesMoreThanString = true }
  }
  /// The value of the Authorization header, from the access key ID, the names of the additional
  /// headers and the signature.
  package var authorization: @Sendable (String, String, String) -> String {
    didSet { changesMoreThanString = true }
  }
  /// Whether a step was replaced that does not write a part of the string to sign.
  package private(set) var changesMoreThanString = false

  /// The steps as the specification has them.
  package static let standard = StepsV2(
    leadingLines: StepsV1.standard.leadingLines,
    dateLine: { $1.append(rfc1123To: &$2) },
    expiryLine: { $2.append(contentsOf: String($1.seconds).utf8) },
    canonicalizedHeaders: appendCanonicalizedHeaders,
    additionalHeaders: appendAdditionalHeaders,
    canonicalizedResource: appendCanonicalizedResource,
    addedParameters: addedParameters,
    location: { $0.location(of: $1) },
    parameters: URLText.append,
    authorization: authorization)
}

extension StepsV2 {
  /// The string to sign for a signature in the headers (V2-STS-1).
  package func headerStringToSign(
    _ request: SigningRequest, at time: UnixTime, token: Bytes?
  ) -> StringToSignV2 {
    stringToSign(request, token: token, adding: []) { dateLine(request, time, &$0) }
  }

  /// The string to sign for a presigned URL: the expiry stands where the date stands (V2-PRE-1).
  package func urlStringToSign(
    _ request: SigningRequest, expires: UnixTime, adding added: [QueryParameter]
  ) -> StringToSignV2 {
    stringToSign(request, token: nil, adding: added) { expiryLine(request, expires, &$0) }
  }

  private func stringToSign(
    _ request: SigningRequest, token: Bytes?, adding added: [QueryParameter],
    _ appendFourthLine: (inout Bytes) -> Void
  ) -> StringToSignV2 {
    var buffer = Bytes()
    buffer.reserveCapacity(request.byteCountHint + (token?.count ?? 0))
    leadingLines(request, &buffer)
    let dateStart = buffer.count
    appendFourthLine(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    let headerStart = buffer.count
    canonicalizedHeaders(request, token, &buffer)
    let additionalStart = buffer.count
    additionalHeaders(request, token, &buffer)
    buffer.append(UInt8(ascii: "\n"))
    let resourceStart = buffer.count
    canonicalizedResource(request, added, &buffer)
    return StringToSignV2(
      bytes: buffer, dateRange: dateStart..<headerStart - 1,
      headerRange: headerStart..<additionalStart,
      additionalRange: additionalStart..<resourceStart - 1,
      resourceRange: resourceStart..<buffer.count)
  }

  /// `OSS2 AccessKeyId:…,AdditionalHeaders:…,Signature:…`, without the second if there are none
  /// (V2-AUTH-1).
  private static func authorization(
    accessKeyID: String, additionalHeaders: String, signature: String
  ) -> String {
    let additional =
      additionalHeaders.utf8.isEmpty ? "" : "AdditionalHeaders:\(additionalHeaders),"
    return "OSS2 AccessKeyId:\(accessKeyID),\(additional)Signature:\(signature)"
  }
}
