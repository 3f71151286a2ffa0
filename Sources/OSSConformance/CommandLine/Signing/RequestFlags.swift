internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What the flags say of a request: how and when it is signed, and the request itself.
struct RequestFlags {
  /// How the request is signed.
  let version: SignatureVersion
  /// The time of signing.
  let time: Moment
  /// When a presigned URL ends; nil if no flag says it.
  let expires: Moment?
  /// The endpoint with its addressing, not read yet; nil if none is given.
  private let endpointText: String?
  private let addressing: Addressing?
  private let arguments: Arguments
  private let headers: [HeaderField]

  /// Reads the flags; the clock is looked at only if no time is given.
  init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    version = try Self.version(arguments)
    let seconds = try arguments.one(.time).map { text throws(CommandError) in
      try Self.seconds(of: text, .time)
    }
    time = try Self.moment(seconds ?? arguments.console.now(), .time)
    expires = try arguments.one(.expires).map { [time] text throws(CommandError) in
      try Self.expiry(text, from: time)
    }
    headers = try arguments.all(.header).map(Self.header)
    endpointText = arguments.one(.endpoint)
    addressing = try arguments.one(.addressing).map { text throws(CommandError) in
      guard let addressing = Addressing(rawValue: text) else {
        throw .invalidValue(.addressing, text, expected: "virtual-host, path or cname")
      }
      return addressing
    }
  }

  /// The request, as the library checks it.
  func request() throws(CommandError) -> SigningRequest {
    try rethrowing(
      as: CommandError.signing,
      SigningRequest(
        method: arguments.one(.method) ?? "GET", bucket: arguments.one(.bucket),
        key: arguments.one(.key), headers: headers,
        query: arguments.all(.query).map(Self.parameter),
        additionalHeaders: arguments.all(.additionalHeader)))
  }

  /// The endpoint; without a flag one that means nothing.
  ///
  /// The string to sign of a URL does not depend on it, but a URL cannot be without.
  func endpoint() throws(CommandError) -> Endpoint {
    try rethrowing(
      as: CommandError.signing,
      Endpoint(endpointText ?? "https://oss.aliyuncs.com", addressing: addressing))
  }

  /// The version that the flags ask for: without `--signature` V4 where a region is given, else V1.
  static func version(_ arguments: Arguments) throws(CommandError) -> SignatureVersion {
    let word = arguments.one(.signature) ?? (arguments.has(.region) ? "v4" : "v1")
    guard ["v1", "v2", "v4"].contains(word) else {
      throw .invalidValue(.signature, word, expected: "v1, v2 or v4")
    }
    guard word == "v4" else {
      if arguments.has(.signature) {
        for flag in [Flag.region, .product] { try arguments.refuse(.signature, with: flag) }
      }
      return word == "v1" ? .v1 : .v2
    }
    guard let region = arguments.one(.region) else {
      throw .missingFlag(.region, command: arguments.command)
    }
    return .v4(region: region, product: arguments.one(.product) ?? "oss")
  }

  private static func expiry(_ text: String, from time: Moment) throws(CommandError) -> Moment {
    guard text.hasPrefix("+") else { return try moment(seconds(of: text, .expires), .expires) }
    guard let seconds = Int64(text.dropFirst()), seconds >= 0, seconds < 1 << 40 else {
      throw .invalidValue(.expires, text, expected: "a time or +SECONDS")
    }
    return try moment(time.seconds + seconds, .expires)
  }

  /// A time as a person writes it: Unix seconds, RFC 1123 or ISO 8601.
  private static func seconds(of text: String, _ flag: Flag) throws(CommandError) -> Int64 {
    if let seconds = Int64(text), seconds.magnitude < 1 << 40 { return seconds }
    if let time = try? Moment(rfc1123: text) { return time.seconds }
    if let time = try? Moment(iso8601: text) { return time.seconds }
    throw .invalidValue(flag, text, expected: "Unix seconds, RFC 1123 or ISO 8601")
  }

  private static func moment(_ seconds: Int64, _ flag: Flag) throws(CommandError) -> Moment {
    guard let moment = try? Moment(seconds: seconds) else {
      throw .invalidValue(flag, String(seconds), expected: "in the years 1 to 9999")
    }
    return moment
  }

  private static func header(_ text: String) throws(CommandError) -> HeaderField {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .invalidValue(.header, text, expected: "NAME: VALUE")
    }
    let value = bytes[(colon + 1)...].drop(while: \.isBlank)
    return HeaderField(
      String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private static func parameter(_ text: String) -> QueryParameter {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return QueryParameter(String(halves[0]), halves.count > 1 ? String(halves[1]) : nil)
  }
}
