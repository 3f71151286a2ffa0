public import Foundation
public import OSSCredentialProviders
public import OSSCredentials
internal import OSSPrimitives
public import OSSSigning

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension CredentialsURIProvider {
  /// Makes a provider that has no token yet, of a URL, headers as a literal, and `Data`.
  ///
  ///     let provider = CredentialsURIProvider(
  ///       url: tokenURL, headers: ["Authorization": session], version: .v4(region: "cn-hangzhou"))
  ///
  /// - Parameters:
  ///   - url: where the token is, with the query that the server asks for.
  ///   - headers: what the server asks for, such as the session of the app's user.
  ///   - options: when a token is renewed, how long a fetch may take, and the clock.
  ///   - version: which signature is made.
  ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
  public init(
    url: URL, headers: KeyValuePairs<String, String> = [:],
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    decoder: (@Sendable (Data) throws -> Data?)? = nil
  ) {
    var decodeBytes: (@Sendable (Bytes) throws -> Bytes?)?
    if let decoder { decodeBytes = { bytes in try decoder(Data(bytes)).map { Bytes($0) } } }
    self.init(
      url: url.absoluteString, headers: headers.map { HeaderField($0, $1) }, options: options,
      version: version, decoder: decodeBytes)
  }
}

extension FederationToken {
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
