public import Foundation
public import OSSCredentialProviders
public import OSSCredentials
public import OSSPrimitives
public import OSSServices
public import OSSSigning

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension HeaderField {
  /// Headers of a dictionary, in the order of their names.
  static func sorted(_ headers: [String: String]) -> [HeaderField] {
    headers.keys.sorted().map { HeaderField($0, headers[$0] ?? "") }
  }
}

extension CredentialsURIProvider {
  /// Makes a provider of a URL, headers as a literal, and `Data`.
  ///
  ///     let provider = CredentialsURIProvider(
  ///       url: tokenURL, headers: ["X-App": "photos"], version: .v4(region: "cn-hangzhou"))
  ///
  /// - Parameters:
  ///   - url: where the token is, with the query that the server asks for.
  ///   - headers: what the server asks for with each fetch.
  ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
  ///   - version: which signature is made.
  ///   - token: what the provider holds at first; nil for nothing.
  ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
  ///   - onRenewal: receives each token that was fetched and can be used, such as to store it.
  public init(
    url: URL, headers: KeyValuePairs<String, String> = [:],
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    holding token: FederationToken? = nil, decoder: (@Sendable (Data) throws -> Data?)? = nil,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    let fields = headers.map { HeaderField($0, $1) }
    self.init(
      url: url.absoluteString, headers: fields, options: options, version: version, holding: token,
      decoder: Self.decoder(of: decoder), onRenewal: onRenewal)
  }

  /// Makes a provider of a URL that asks for the headers of each fetch, such as the session of the
  /// app's user, which may be another one then.
  ///
  ///     let provider = CredentialsURIProvider(
  ///       url: tokenURL, headers: { ["Authorization": try await server.session()] },
  ///       version: .v4(region: "cn-hangzhou"))
  ///
  /// - Parameters:
  ///   - url: where the token is, with the query that the server asks for.
  ///   - headers: returns what the server asks for; it is called on no actor. To throw is a failed
  ///     fetch.
  ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
  ///   - version: which signature is made.
  ///   - token: what the provider holds at first; nil for nothing.
  ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
  ///   - onRenewal: receives each token that was fetched and can be used, such as to store it.
  public init(
    url: URL, headers: @escaping @Sendable () async throws -> [String: String],
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    holding token: FederationToken? = nil, decoder: (@Sendable (Data) throws -> Data?)? = nil,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    let fields = { @Sendable in HeaderField.sorted(try await headers()) }
    self.init(
      url: url.absoluteString, headers: fields, options: options, version: version, holding: token,
      decoder: Self.decoder(of: decoder), onRenewal: onRenewal)
  }

  private static func decoder(
    of decoder: (@Sendable (Data) throws -> Data?)?
  ) -> (@Sendable (Bytes) throws -> Bytes?)? {
    guard let decoder else { return nil }
    return { bytes in try decoder(Data(bytes)).map { Bytes($0) } }
  }
}

extension FederationToken {
  /// The date when the token ends; nil where it is not known.
  public var expirationDate: Date? { expiration.map { Date($0) } }

  /// Makes a token of its three texts and the date when it ends.
  ///
  /// - Throws: `TokenResponseError`, which shows neither a secret nor a token.
  public init(
    accessKeyID: String, accessKeySecret: String, securityToken: String, expiration: Date
  ) throws(TokenResponseError) {
    try self.init(
      accessKeyID: accessKeyID, accessKeySecret: accessKeySecret, securityToken: securityToken,
      expiration: Moment(expiration))
  }
}

extension ProvidedCredentials {
  /// The date when the credentials end; nil where it is not known.
  public var expirationDate: Date? { expiration.map { Date($0) } }
}

extension TokenResponse {
  /// Reads the token of an answer; see `token(in:httpStatus:at:decoder:)`.
  ///
  /// - Parameters:
  ///   - body: the body of the answer as it came.
  ///   - httpStatus: the status of the answer; nil where no HTTP was involved.
  ///   - date: the present date; a token that has ended by then is refused.
  /// - Throws: `TokenResponseError`, which shows neither a secret nor a token.
  public static func token(
    in body: Data, httpStatus: Int? = nil, date: Date = Date()
  ) throws(TokenResponseError) -> FederationToken {
    let bytes = Bytes(body)
    return try token(in: bytes.span, httpStatus: httpStatus, at: Moment(date))
  }
}

extension ServerError {
  /// Reads the body of an answer that is no success.
  ///
  /// - Throws: `ErrorBodyError` for what is no error body of OSS.
  public init(xml: Data, ecHeader: String? = nil) throws(ErrorBodyError) {
    let bytes = Bytes(xml)
    try self.init(xml: bytes.span, ecHeader: ecHeader)
  }
}

extension ResponseVerdict {
  /// Judges an answer of Foundation; what is not of HTTP is a failure without a text.
  ///
  ///     let link = try await provider.presign(get, at: endpoint, validFor: .hours(1))
  ///     let (body, response) = try await URLSession.shared.data(for: URLRequest(link))
  ///     guard ResponseVerdict(response, body: body) == .success else { return }
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ response: URLResponse, body: Data?) {
    guard let response = response as? HTTPURLResponse else {
      self = .failure(text: nil)
      return
    }
    self.init(status: response.statusCode, body: body.map { Bytes($0) })
  }
}

extension ServerAnswer {
  /// Takes from an answer of Foundation what decides about the next step.
  public init(_ response: HTTPURLResponse, body: Data?) {
    self.init(status: response.statusCode, body: body) {
      response.value(forHTTPHeaderField: $0)
    }
  }

  /// Makes an answer of a status, headers whose names have any case, and a body.
  ///
  ///     let answer = ServerAnswer(status: 403, headers: ["Date": date], body: data)
  public init(status: Int, headers: [String: String], body: Data?) {
    self.init(status: status, body: body) { name in
      headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }
  }

  private init(status: Int, body: Data?, header: (String) -> String?) {
    self.init(
      status: status, body: body.map { Bytes($0) }, errorHeader: header("x-oss-err"),
      ecHeader: header("x-oss-ec"), date: header("Date"), age: header("Age"),
      requestID: header("x-oss-request-id"))
  }
}

extension Moment {
  /// The millisecond in which a date lies; the first or the last one that can be counted, where the
  /// date is further away.
  public init(_ date: Date) {
    self.init(milliseconds: Int64(clamping: date.timeIntervalSince1970 * 1000))
  }
}

extension Date {
  /// The date of a moment.
  public init(_ moment: Moment) {
    self.init(timeIntervalSince1970: TimeInterval(moment.milliseconds) / 1000)
  }
}

extension TimeSpan {
  /// A span of so many seconds of Foundation, rounded down to a millisecond.
  public init(_ interval: TimeInterval) {
    self = .milliseconds(Int64(clamping: interval * 1000))
  }

  /// A span of a duration of the standard library, rounded down to a millisecond; the shortest or
  /// the longest one that can be counted, where the duration is further from zero.
  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    // The division of whole numbers rounds towards zero, and a part below zero must go down.
    let part = (attoseconds - (attoseconds < 0 ? Self.perMillisecond - 1 : 0)) / Self.perMillisecond
    let (whole, isTooGreat) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isOver) = whole.addingReportingOverflow(part)
    self = .milliseconds(isTooGreat || isOver ? (seconds < 0 ? .min : .max) : sum)
  }

  /// The attoseconds of a millisecond.
  private static let perMillisecond: Int64 = 1_000_000_000_000_000
}

extension TimeInterval {
  /// The seconds of a span.
  public init(_ span: TimeSpan) { self = TimeInterval(span.milliseconds) / 1000 }
}

extension Int64 {
  /// The whole number below a real one; the nearest that there is, where it is too great.
  fileprivate init(clamping number: Double) {
    // Int64.max has no Double of its own: the next one is 2 to the power of 63.
    let floor = number.rounded(.down)
    self = floor >= 0x1p63 ? .max : floor > -0x1p63 ? Int64(floor) : .min
  }
}

/// The members of a token, named as a token server names them.
private enum TokenKey: String, CodingKey {
  case statusCode = "StatusCode"
  case accessKeyID = "AccessKeyId"
  case accessKeySecret = "AccessKeySecret"
  case securityToken = "SecurityToken"
  case expiration = "Expiration"
}

/// A token as a token server answers it, to be kept where the device keeps secrets.
///
/// What is encoded holds the secret in the clear: a Keychain is a place for it, a log or a file is not.
extension FederationToken: Codable {
  /// Reads what ``encode(to:)`` wrote, or the flat answer of a token server.
  ///
  /// - Throws: a `DecodingError`, or a `TokenResponseError`, which shows neither a secret nor a token.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: TokenKey.self)
    let expiration = try members.decodeIfPresent(String.self, forKey: .expiration)
    try self.init(
      accessKeyID: members.decode(String.self, forKey: .accessKeyID),
      accessKeySecret: members.decode(String.self, forKey: .accessKeySecret),
      securityToken: members.decode(String.self, forKey: .securityToken),
      expiration: expiration.map { try Moment(rfc3339: $0) })
  }

  /// Writes the members of a token response.
  public func encode(to encoder: any Encoder) throws {
    let (secret, token) = credentials.revealed()
    var members = encoder.container(keyedBy: TokenKey.self)
    try members.encode(200, forKey: .statusCode)
    try members.encode(credentials.accessKeyID, forKey: .accessKeyID)
    try members.encode(secret, forKey: .accessKeySecret)
    try members.encodeIfPresent(token, forKey: .securityToken)
    try members.encodeIfPresent(expiration?.description, forKey: .expiration)
  }
}

/// The members of a presigned URL, as an app's server sends them to the app.
private enum LinkKey: String, CodingKey {
  case method, url, headers, expires
}

extension Encoder {
  fileprivate func encode(
    _ method: String, _ url: String, _ headers: [HeaderField], expires: Moment
  ) throws {
    var members = container(keyedBy: LinkKey.self)
    try members.encode(method, forKey: .method)
    try members.encode(url, forKey: .url)
    try members.encode(headers.dictionary, forKey: .headers)
    try members.encode(expires.description, forKey: .expires)
  }
}

/// A link as JSON: `{"method": …, "url": …, "headers": {…}, "expires": "2026-11-03T09:52:59Z"}`.
///
/// An app reads it as a `PresignedRequest`. The URL is all that its request needs: send it to one user.
extension PresignedURL: Encodable {
  /// Writes the four members.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(method, url, signedHeaders, expires: expires)
  }
}

/// A link as JSON: `{"method": …, "url": …, "headers": {…}, "expires": "2026-11-03T09:52:59Z"}`.
extension PresignedRequest: Codable {
  /// Reads a link of an app's server; of its limit the end alone is known, and no generation.
  ///
  /// - Throws: a `DecodingError`, or a `TimeError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: LinkKey.self)
    self.init(
      url: try members.decode(String.self, forKey: .url),
      method: try members.decode(String.self, forKey: .method),
      signedHeaders: HeaderField.sorted(
        try members.decode([String: String].self, forKey: .headers)),
      limit: PresignLimit(
        effective: try Moment(rfc3339: members.decode(String.self, forKey: .expires))),
      generation: nil)
  }

  /// Writes the four members.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(method, url, signedHeaders, expires: limit.effective)
  }
}

// The answers about uploads in parts, read from `Data`.

extension MultipartUpload {
  /// Reads the answer to `initiate` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

extension MultipartUpload.Completed {
  /// Reads the answer to `complete` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

extension MultipartUpload.PartList {
  /// Reads the answer to `listParts` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}

extension MultipartUpload.UploadList {
  /// Reads the answer to `listUploads` from `Data`.
  ///
  /// - Throws: `MultipartError`, which says what the body is instead.
  public init(xml body: Data) throws(MultipartError) {
    let bytes = Bytes(body)
    try self.init(xml: bytes.span)
  }
}
