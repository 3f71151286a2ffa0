public import OSSPrimitives
public import OSSSigning

/// A stream to be published to a channel by RTMP (LIVE-URL).
public struct LiveChannelStream: Sendable {
  /// The bucket that holds the channel.
  public let bucket: String
  /// The name of the channel.
  public let channel: String
  /// The parameters of the URL, decoded; the name of the playlist among them.
  public let parameters: [QueryParameter]

  /// Names a stream.
  ///
  /// - Parameters:
  ///   - bucket: the bucket that holds the channel.
  ///   - channel: the name of the channel: that of an object, without a slash.
  ///   - playlistName: the playlist to write, such as `live.m3u8`; nil for the one that the channel
  ///     was made with.
  ///   - parameters: what else the URL carries, each name once; all of it is signed.
  /// - Throws: ``LiveChannelError``, which names the part at fault.
  /// - Complexity: O(*n*) in the length of the parts.
  public init(
    bucket: String, channel: String, playlistName: String? = nil,
    parameters: [QueryParameter] = []
  ) throws(LiveChannelError) {
    try Self.check(bucket: bucket, channel: channel)
    var all = parameters
    // The name of the playlist is a parameter (LIVE-URL-3).
    if let playlistName {
      try Self.check(playlistName: playlistName)
      all.append(QueryParameter("playlistName", playlistName))
    }
    try Self.check(all)
    self.bucket = bucket
    self.channel = channel
    self.parameters = all
  }

  /// Refuses the name of a bucket (LIVE-REF-6) or of a channel (LIVE-REF-1).
  private static func check(bucket: String, channel: String) throws(LiveChannelError) {
    do {
      try SigningRequest.check(bucket: bucket)
    } catch {
      throw .invalidBucketName(bucket)
    }
    do {
      try SigningRequest.check(key: channel)
    } catch {
      if case .invalidObjectKey(let fault) = error { throw .invalidChannelName(fault) }
    }
    if let offset = channel.bytes.firstIndex(of: UInt8(ascii: "/")) {
      throw .slashInChannelName(offset: offset)
    }
  }

  /// Refuses a name that is not 6 to 128 bytes with `.m3u8` at its end (LIVE-REF-2).
  private static func check(playlistName: String) throws(LiveChannelError) {
    let bytes = playlistName.bytes
    guard 6...128 ~= bytes.count, bytes[...].ends(with: ".m3u8") else {
      throw .invalidPlaylistName(playlistName)
    }
  }

  private static let reservedNames = [
    "Expires", "OSSAccessKeyId", "SecurityToken", "Signature", "security-token",
  ]

  /// Refuses what would write the line of another parameter (LIVE-REF-5), a name that signing
  /// writes (LIVE-REF-3), and one that is given twice (LIVE-REF-4).
  private static func check(_ parameters: [QueryParameter]) throws(LiveChannelError) {
    var seen = NameSet()
    for parameter in parameters {
      let text = parameter.name + (parameter.value ?? "")
      if parameter.name.utf8.isEmpty || parameter.name.utf8.contains(UInt8(ascii: ":"))
        || !text.isAll({ !$0.breaksLine })
      {
        throw .invalidParameter(name: parameter.name)
      }
      for name in reservedNames where parameter.name.hasSameBytes(as: name) {
        throw .reservedParameter(name: name)
      }
      if !seen.insert(parameter.name) {
        throw .repeatedParameter(name: parameter.name)
      }
    }
  }
}

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
    let key = credentials.accessKeySecret.bytes
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
  /// resource, with the channel as it is (LIVE-STS-1, LIVE-STS-2, LIVE-STS-3, LIVE-STS-8, LIVE-STS-6).
  ///
  /// What signing adds has no line (LIVE-STS-4); nothing is encoded (LIVE-STS-7), and blanks in a value
  /// stay (LIVE-STS-5).
  private static func stringToSign(for stream: LiveChannelStream, expires: Moment) -> Bytes {
    var string = "\(expires.seconds)\n".bytes
    for parameter in QueryParameter.sorted(stream.parameters) {
      string.append(parameter.name + ":" + (parameter.value ?? "") + "\n")
    }
    string.append("/" + stream.bucket + "/" + stream.channel)
    return string
  }
}

extension LiveChannelSigner: Redacted {
  /// The access key ID; never the secret, never the token.
  public var description: String {
    "LiveChannelSigner(accessKeyID: \(credentials.accessKeyID.shown))"
  }
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
  /// The end; the URL itself is all that publishing needs.
  public var description: String { "LiveChannelURL(ends: \(expires))" }
}

/// Why a stream cannot be published under a URL (LIVE-REF).
public enum LiveChannelError: Error, Equatable, Sendable {
  /// The bucket name is empty or holds a byte outside `[a-z0-9_-]`.
  case invalidBucketName(String)
  /// The name of the channel is not one of an object.
  case invalidChannelName(SigningError.ObjectKeyFault)
  /// The name of the channel holds a slash.
  case slashInChannelName(offset: Int)
  /// The name of the playlist does not end with `.m3u8`, or has fewer than 6 or more than 128 bytes.
  case invalidPlaylistName(String)
  /// A parameter has an empty name, or a byte in it that would end its line or its name early.
  case invalidParameter(name: String)
  /// The caller gives a parameter that signing writes itself.
  case reservedParameter(name: String)
  /// A parameter is given twice.
  case repeatedParameter(name: String)
  /// The expiry is before 1970.
  case invalidExpiry(seconds: Int64)
}

extension LiveChannelError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .invalidBucketName: "invalid-bucket-name"
    case .invalidChannelName, .slashInChannelName: "invalid-channel-name"
    case .invalidPlaylistName: "invalid-playlist-name"
    case .invalidParameter: "invalid-query-parameter"
    case .reservedParameter: "reserved-parameter"
    case .repeatedParameter: "duplicate-parameter"
    case .invalidExpiry: "invalid-expires"
    }
  }
}

extension LiveChannelError: PlainError, CustomStringConvertible {
  /// One sentence that names the part at fault.
  public var description: String {
    switch self {
    case .invalidBucketName(let name): SigningError.invalidBucketName(name).description
    case .invalidChannelName(let fault): "As the name of a channel: %".filled(fault.description)
    case .slashInChannelName(let offset):
      "The name of the channel holds a slash at byte %.".filled(offset)
    case .invalidPlaylistName:
      "The name of the playlist does not have 6 to 128 bytes with '.m3u8' at its end."
    case .invalidParameter:
      "A parameter has an empty name, or a line end in it, or a colon in its name."
    case .reservedParameter(let name):
      "The parameter % is one that signing writes itself.".filled(name.quoted)
    case .repeatedParameter: "A parameter is given twice."
    case .invalidExpiry(let seconds):
      "The expiry % is not a number of seconds since 1970.".filled(String(seconds))
    }
  }
}
