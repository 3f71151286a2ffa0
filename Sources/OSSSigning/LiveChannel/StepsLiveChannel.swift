package import OSSPrimitives

/// The steps of a signed publish URL.
///
/// The steps are members, so that a signer with one known mistake differs in one of them.
package struct StepsLiveChannel: Sendable {
  /// The parameters beside those of the signature: the stream's, and the token's.
  package var parameters: @Sendable (LiveChannelStream, Bytes?) -> [QueryParameter]
  /// Whether a parameter of this name is signed: all are but the token (LIVE-TOK-2).
  package var isSigned: @Sendable (String) -> Bool
  /// Appends the first line without its LF.
  package var expiryLine: @Sendable (UnixTime, inout Bytes) -> Void
  /// Appends a line for each of the signed parameters.
  package var canonicalizedParameters: @Sendable ([QueryParameter], inout Bytes) -> Void
  /// Appends the resource.
  package var canonicalizedResource: @Sendable (LiveChannelStream, inout Bytes) -> Void
  /// The text of the signature, from the secret and the string to sign.
  package var signature: @Sendable (_ secret: Bytes, _ stringToSign: Bytes) -> String
  /// The URL without its query.
  package var location: @Sendable (Endpoint, LiveChannelStream) -> Bytes
  /// Appends parameters to a URL, the first one after the separator given.
  package var query: @Sendable ([QueryParameter], inout UInt8, inout Bytes) -> Void

  /// The steps as the specification has them.
  package static let standard = StepsLiveChannel(
    parameters: parameters,
    isSigned: { !$0.utf8.elementsEqual("security-token".utf8) },
    expiryLine: { $1.append(contentsOf: String($0.seconds).utf8) },
    canonicalizedParameters: appendCanonicalizedParameters,
    canonicalizedResource: { $1.append(contentsOf: "/\($0.bucket)/\($0.channel)".utf8) },
    signature: signature,
    location: location,
    query: URLText.append)
}

extension StepsLiveChannel {
  /// The string to sign (LIVE-STS-1).
  package func stringToSign(
    _ stream: LiveChannelStream, expires: UnixTime, parameters: [QueryParameter]
  ) -> Bytes {
    var string = Bytes()
    expiryLine(expires, &string)
    string.append(UInt8(ascii: "\n"))
    canonicalizedParameters(parameters.filter { isSigned($0.name) }, &string)
    canonicalizedResource(stream, &string)
    return string
  }

  /// The stream's and, with temporary credentials, the token (LIVE-TOK-1).
  private static func parameters(
    of stream: LiveChannelStream, token: Bytes?
  ) -> [QueryParameter] {
    guard let token else { return stream.parameters }
    let text = String(decoding: token, as: UTF8.self)
    return stream.parameters + [QueryParameter("security-token", text)]
  }

  /// `name:value` and an LF for each, sorted by name (LIVE-STS-2, LIVE-STS-3).
  private static func appendCanonicalizedParameters(
    _ parameters: [QueryParameter], to buffer: inout Bytes
  ) {
    for parameter in parameters.sorted(by: { $0.name.precedesInBytes($1.name) }) {
      buffer.append(contentsOf: parameter.name.utf8)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(contentsOf: (parameter.value ?? "").utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// HMAC-SHA1 with the secret as the key (LIVE-SIG-1).
  private static func signature(secret: Bytes, stringToSign: Bytes) -> String {
    var text = Bytes()
    Base64.append(HMACSHA1Key(secret.span).authenticationCode(for: stringToSign.span), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// `rtmp://`, the host as for a request, and `/live/` before the channel (LIVE-URL-1).
  private static func location(_ endpoint: Endpoint, _ stream: LiveChannelStream) -> Bytes {
    let publishing = Endpoint(
      scheme: "rtmp", host: endpoint.host, port: endpoint.port, pathPrefix: endpoint.pathPrefix,
      addressing: endpoint.addressing)
    return publishing.location(
      of: SigningRequest(
        uncheckedMethod: "PUT", bucket: stream.bucket, key: "live/\(stream.channel)", headers: [],
        query: []))
  }
}
