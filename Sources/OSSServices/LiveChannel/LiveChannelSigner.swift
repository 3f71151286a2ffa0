public import OSSPrimitives
public import OSSSigning

/// Signs the URLs to which streams are published by RTMP: HMAC-SHA1, whichever version signs the
/// requests.
public struct LiveChannelSigner: Sendable {
  private let credentials: Credentials

  /// Makes a signer; that the credentials can sign was checked when they were made (LIVE-REF-6).
  public init(_ credentials: Credentials) { self.credentials = credentials }

  /// Makes a URL to publish a stream to.
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - endpoint: where the bucket is; its scheme is replaced by `rtmp`.
  ///   - expires: the last second at which publishing may begin, 1970 or later.
  /// - Throws: ``LiveChannelError/invalidExpiry(seconds:)``.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the URL.
  public func publishURL(
    for stream: LiveChannelStream, endpoint: Endpoint, expires: Moment
  ) throws(LiveChannelError) -> LiveChannelURL {
    // One after the year 9999 is refused where seconds become a moment (LIVE-REF-6).
    if expires.seconds < 0 { throw .invalidExpiry(seconds: expires.seconds) }
    let string = Self.stringToSign(for: stream, expires: expires)
    // HMAC-SHA1 with the secret as the key (LIVE-SIG-1).
    let key = Bytes(credentials.accessKeySecret.utf8)
    let code = HMACSHA1Key(key.span).authenticationCode(for: string.span).bytes
    let signature = Base64.encode(code.span)
    // Three parameters, and those of the caller (LIVE-URL-2).
    var parameters = [
      QueryParameter("Expires", String(expires.seconds)),
      QueryParameter("OSSAccessKeyId", credentials.accessKeyID),
      QueryParameter("Signature", signature),
    ]
    parameters += stream.parameters
    // The URL carries the token, which is not signed (LIVE-TOK-1, LIVE-TOK-2).
    if let token = credentials.securityToken {
      parameters.append(
        QueryParameter("security-token", String(decoding: token, as: UTF8.self)))
    }
    // `rtmp://`, the host as for a request, and `/live/` before the channel (LIVE-URL-1,
    // LIVE-URL-5), which is encoded and has no slash (LIVE-URL-4).
    var url = Bytes()
    endpoint.appendLocation(
      scheme: "rtmp", bucket: stream.bucket, key: "live/\(stream.channel)", to: &url)
    var separator = UInt8(ascii: "?")
    URLText.append(parameters, after: &separator, to: &url)
    return LiveChannelURL(
      text: String(decoding: url, as: UTF8.self), signature: signature, stringToSign: string,
      expires: expires)
  }

  /// The expiry, a line `name:value` for each parameter of the stream, sorted by name, and the
  /// resource, with the channel as it is (LIVE-STS-1, LIVE-STS-2, LIVE-STS-3, LIVE-STS-6).
  ///
  /// What signing adds has no line (LIVE-STS-4); blanks in a value stay (LIVE-STS-5).
  private static func stringToSign(for stream: LiveChannelStream, expires: Moment) -> Bytes {
    var string = Bytes("\(expires.seconds)\n".utf8)
    for parameter in stream.parameters.sorted(by: { $0.name.precedesInBytes($1.name) }) {
      string.append(contentsOf: "\(parameter.name):\(parameter.value ?? "")\n".utf8)
    }
    string.append(contentsOf: "/\(stream.bucket)/\(stream.channel)".utf8)
    return string
  }
}

extension LiveChannelSigner: Redacted {
  /// The access key ID; never the secret, never the token.
  public var description: String { "LiveChannelSigner(accessKeyID: \(credentials.accessKeyID))" }
}

/// A URL to which a stream can be published until it expires.
public struct LiveChannelURL: Equatable, Sendable {
  /// The URL.
  public let text: String
  /// The base64 text of the signature, not percent-encoded.
  public let signature: String
  /// What was signed.
  public let stringToSign: Bytes
  /// The last second at which publishing may begin.
  public let expires: Moment
}

extension LiveChannelURL: Redacted {
  /// The signature; never the token, which the URL carries.
  public var description: String { "LiveChannelURL(signature: \(signature))" }
}
