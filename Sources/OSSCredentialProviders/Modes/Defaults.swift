// What an app may leave out: the device's clock, and the transport of the system.
#if canImport(Foundation)
  public import OSSCredentials
  public import OSSPrimitives
  public import OSSSigning

  extension RefreshOptions {
    /// Makes options with the clock of the device.
    ///
    /// - Parameters:
    ///   - policy: the rule by which a token is renewed before it ends.
    ///   - timeLimit: how long one fetch may take.
    public init(policy: RefreshPolicy = .scaled, timeLimit: TimeSpan = .seconds(60)) {
      self.init(policy: policy, timeLimit: timeLimit, clock: SystemClock.now)
    }
  }

  extension StaticKeyPairProvider {
    /// Makes a provider of a key pair, with the clock of the device.
    ///
    /// - Throws: a `SigningError` for a pair that cannot sign.
    public init(
      accessKeyID: String, accessKeySecret: String, version: SignatureVersion
    ) throws(SigningError) {
      try self.init(
        accessKeyID: accessKeyID, accessKeySecret: accessKeySecret, version: version,
        clock: SystemClock.now)
    }
  }

  extension StaticTokenProvider {
    /// Makes a provider that holds a token, with the clock of the device.
    public init(_ token: FederationToken, version: SignatureVersion) {
      self.init(token, version: version, clock: SystemClock.now)
    }
  }

  extension FederationTokenProvider {
    /// Makes a provider that has no token yet, with the clock of the device.
    ///
    /// - Parameters:
    ///   - version: which signature is made.
    ///   - fetch: gets a token from the app's server, see ``init(options:version:fetch:)``.
    public init(
      version: SignatureVersion,
      fetch: @escaping @Sendable () async throws -> FederationToken?
    ) {
      self.init(options: RefreshOptions(), version: version, fetch: fetch)
    }
  }
#endif

// Foundation of WASI has no session, so an app gives its own transport there.
#if canImport(Foundation) && !os(WASI)
  public import OSSServices

  extension CredentialsURIProvider {
    /// Makes a provider that has no token yet, with the transport of the system.
    ///
    /// - Parameters:
    ///   - url: where the token is, with the query that the server asks for.
    ///   - headers: what the server asks for, such as the session of the app's user.
    ///   - options: when a token is renewed, how long a fetch may take, and the clock.
    ///   - version: which signature is made.
    ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
    public init(
      url: String, headers: [HeaderField] = [], options: RefreshOptions = RefreshOptions(),
      version: SignatureVersion, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil
    ) {
      self.init(
        url: url, headers: headers, transport: URLSessionTransport(), options: options,
        version: version, decoder: decoder)
    }
  }

  extension STSClient {
    /// Makes a client with the clock and the transport of the system.
    ///
    /// - Parameters:
    ///   - credentials: what the call is signed with.
    ///   - endpoint: where STS is, without a path.
    /// - Throws: `RPCError.endpointPath`.
    public init(_ credentials: Credentials, endpoint: Endpoint = .sts) throws(RPCError) {
      try self.init(
        credentials, endpoint: endpoint, transport: URLSessionTransport(), clock: SystemClock.now)
    }
  }
#endif

#if canImport(Foundation)
  extension CustomSigner {
    /// Makes a signer, with the clock of the device.
    ///
    /// - Parameters:
    ///   - identity: what the server signs for, see ``init(_:clock:signature:)``.
    ///   - signature: returns the signature of a string to sign.
    public init(
      _ identity: SigningIdentity,
      signature: @escaping @concurrent @Sendable (StringToSign) async throws -> String?
    ) {
      self.init(identity, clock: SystemClock.now, signature: signature)
    }
  }
#endif
