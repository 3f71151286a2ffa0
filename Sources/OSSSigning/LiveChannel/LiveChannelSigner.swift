public import OSSPrimitives

/// Signs the URLs to which streams are published by RTMP: HMAC-SHA1, whichever version signs the
/// requests.
public struct LiveChannelSigner: Sendable {
  private let credentials: Credentials
  private let steps: StepsLiveChannel

  /// Makes a signer.
  public init(_ credentials: Credentials) { self.init(credentials, steps: .standard) }

  package init(_ credentials: Credentials, steps: StepsLiveChannel) {
    self.credentials = credentials
    self.steps = steps
  }

  /// Makes a URL to publish a stream to (LIVE-URL, LIVE-STS).
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - endpoint: where the bucket is; its scheme is replaced by `rtmp`.
  ///   - expires: the last second at which publishing may begin, 1970 or later.
  /// - Throws: ``LiveChannelError/invalidExpiry(seconds:)``.
  /// - Complexity: O(*n* log *n*) in the number of parameters, O(*n*) in the length of the URL.
  public func publishURL(
    for stream: LiveChannelStream, endpoint: Endpoint, expires: UnixTime
  ) throws(LiveChannelError) -> LiveChannelURL {
    if expires.seconds < 0 { throw .invalidExpiry(seconds: expires.seconds) }
    return publishURL(unchecked: stream, endpoint: endpoint, expires: expires)
  }

  /// Makes a URL whose expiry nobody checks.
  package func publishURL(
    unchecked stream: LiveChannelStream, endpoint: Endpoint, expires: UnixTime
  ) -> LiveChannelURL {
    let parameters = steps.parameters(stream, credentials.securityToken)
    let string = steps.stringToSign(stream, expires: expires, parameters: parameters)
    let signature = steps.signature(Bytes(credentials.accessKeySecret.utf8), string)
    let signing = [
      QueryParameter("Expires", String(expires.seconds)),
      QueryParameter("OSSAccessKeyId", credentials.accessKeyID),
      QueryParameter("Signature", signature),
    ]
    var url = steps.location(endpoint, stream)
    var separator = UInt8(ascii: "?")
    steps.query(signing + parameters, &separator, &url)
    return LiveChannelURL(
      text: String(decoding: url, as: UTF8.self), signature: signature, stringToSign: string,
      expires: expires)
  }
}

extension LiveChannelSigner: CustomStringConvertible, CustomDebugStringConvertible {
  /// The access key ID; never the secret, never the token.
  public var description: String { "LiveChannelSigner(accessKeyID: \(credentials.accessKeyID))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

/// A URL to which a stream can be published until it expires.
public struct LiveChannelURL: Hashable, Sendable {
  /// The URL.
  public let text: String
  /// The base64 text of the signature, not percent-encoded.
  public let signature: String
  /// What was signed.
  public let stringToSign: Bytes
  /// The last second at which publishing may begin.
  public let expires: UnixTime
}

extension LiveChannelURL: CustomStringConvertible, CustomDebugStringConvertible {
  /// The signature; never the token, which the URL carries.
  public var description: String { "LiveChannelURL(signature: \(signature))" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
  extension LiveChannelURL: CustomReflectable {
    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
  }
#endif
