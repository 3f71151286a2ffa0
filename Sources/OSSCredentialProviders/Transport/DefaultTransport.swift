// What an app may leave out where the system has an HTTP client, which WASI has not.
#if canImport(Foundation) && !os(WASI)
  public import OSSCredentials
  public import OSSPrimitives
  public import OSSServices
  public import OSSSigning

  extension CredentialsURIProvider {
    /// Makes a provider that asks for the headers of each fetch, with the transport of the system.
    ///
    /// - Parameters:
    ///   - url: where the token is, with the query that the server asks for.
    ///   - headers: returns what the server asks for, such as the session of the app's user.
    ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
    ///   - version: which signature is made.
    ///   - token: what the provider holds at first; nil for nothing.
    ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
    ///   - onRenewal: receives each token that was fetched and can be used.
    public init(
      url: String, headers: @escaping @Sendable () async throws -> [HeaderField],
      options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
      holding token: FederationToken? = nil, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil,
      onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
    ) {
      self.init(
        url: url, headers: headers, transport: URLSessionTransport(), options: options,
        version: version, holding: token, decoder: decoder, onRenewal: onRenewal)
    }

    /// Makes a provider that sends the same headers with each fetch, with the transport of the system.
    ///
    /// - Parameters:
    ///   - url: where the token is, with the query that the server asks for.
    ///   - headers: what the server asks for.
    ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
    ///   - version: which signature is made.
    ///   - token: what the provider holds at first; nil for nothing.
    ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
    ///   - onRenewal: receives each token that was fetched and can be used.
    public init(
      url: String, headers: [HeaderField] = [], options: RefreshOptions = RefreshOptions(),
      version: SignatureVersion, holding token: FederationToken? = nil,
      decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil,
      onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
    ) {
      self.init(
        url: url, headers: { headers }, options: options, version: version, holding: token,
        decoder: decoder, onRenewal: onRenewal)
    }
  }

  extension STSClient {
    /// Makes a client with the clock and the transport of the system.
    ///
    /// - Parameters:
    ///   - credentials: what the call is signed with.
    ///   - endpoint: where STS is, without a path.
    ///   - timeLimit: how long a call may take, an hour at most.
    /// - Throws: `RPCError.endpointPath`.
    public init(
      _ credentials: Credentials, endpoint: Endpoint = .sts, timeLimit: TimeSpan = .seconds(60)
    ) throws(RPCError) {
      try self.init(
        credentials, endpoint: endpoint, transport: URLSessionTransport(), timeLimit: timeLimit,
        clock: SystemClock.now)
    }
  }
#endif
