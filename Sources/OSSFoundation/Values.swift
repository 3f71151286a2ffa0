public import Foundation
public import OSSCredentialProviders
public import OSSCredentials
internal import OSSPrimitives
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

  /// Makes a provider of a URL and headers that are computed once; see
  /// ``init(url:headers:options:version:holding:decoder:onRenewal:)``.
  @_disfavoredOverload
  public init(
    url: URL, headers: [String: String], options: RefreshOptions = RefreshOptions(),
    version: SignatureVersion, holding token: FederationToken? = nil,
    decoder: (@Sendable (Data) throws -> Data?)? = nil,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    self.init(
      url: url.absoluteString, headers: HeaderField.sorted(headers), options: options,
      version: version, holding: token, decoder: Self.decoder(of: decoder), onRenewal: onRenewal)
  }

  /// Makes a provider of a URL as text, that asks for the headers of each fetch; see
  /// ``init(url:headers:options:version:holding:decoder:onRenewal:)``.
  @_disfavoredOverload
  public init(
    url: String, headers: @escaping @Sendable () async throws -> [String: String],
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    holding token: FederationToken? = nil, decoder: (@Sendable (Data) throws -> Data?)? = nil,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    let fields = { @Sendable in HeaderField.sorted(try await headers()) }
    self.init(
      url: url, headers: fields, options: options, version: version, holding: token,
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
