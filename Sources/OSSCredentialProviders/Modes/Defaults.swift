// What an app may leave out where the device has a clock.
#if canImport(FoundationEssentials) || canImport(Foundation)
  public import OSSCredentials
  public import OSSPrimitives
  public import OSSSigning

  extension RefreshOptions {
    /// Makes options with the clock of the device.
    ///
    /// - Parameters:
    ///   - policy: the rule by which a token is renewed before it ends.
    ///   - timeLimit: how long one fetch may take.
    ///   - log: what hears of each event; it should return soon.
    public init(
      policy: RefreshPolicy = .scaled, timeLimit: TimeSpan = .seconds(60),
      log: (@Sendable (SigningEvent) -> Void)? = nil
    ) {
      self.init(policy: policy, timeLimit: timeLimit, clock: SystemClock.now, log: log)
    }
  }

  extension StaticKeyPairProvider {
    /// Makes a provider of a key pair, with the clock of the device.
    ///
    /// - Throws: a `SigningError` for a pair that cannot sign.
    public init(
      accessKeyID: String, accessKeySecret: String, version: SignatureVersion,
      log: (@Sendable (SigningEvent) -> Void)? = nil
    ) throws(SigningError) {
      try self.init(
        accessKeyID: accessKeyID, accessKeySecret: accessKeySecret, version: version,
        clock: SystemClock.now, log: log)
    }

    /// Makes a provider of the credentials in hand, with the clock of the device.
    public init(
      _ credentials: Credentials, version: SignatureVersion,
      log: (@Sendable (SigningEvent) -> Void)? = nil
    ) {
      self.init(credentials, version: version, clock: SystemClock.now, log: log)
    }
  }

  extension StaticTokenProvider {
    /// Makes a provider that holds a token, with the clock of the device.
    public init(
      _ token: FederationToken, version: SignatureVersion,
      log: (@Sendable (SigningEvent) -> Void)? = nil
    ) {
      self.init(token, version: version, clock: SystemClock.now, log: log)
    }
  }

  extension FederationTokenProvider {
    /// Makes a provider with the clock of the device; else as
    /// ``init(options:version:holding:fetch:onRenewal:)``.
    ///
    /// - Parameters:
    ///   - version: which signature is made.
    ///   - token: what the provider holds at first; nil for nothing.
    ///   - fetch: gets a token from the app's server.
    ///   - onRenewal: receives each token that was fetched and can be used.
    public init(
      version: SignatureVersion, holding token: FederationToken? = nil,
      fetch: @escaping @Sendable () async throws -> FederationToken?,
      onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
    ) {
      self.init(
        options: RefreshOptions(), version: version, holding: token, fetch: fetch,
        onRenewal: onRenewal)
    }
  }

  extension CustomSigner {
    /// Makes a signer, with the clock of the device.
    ///
    /// - Parameters:
    ///   - identity: what the server signs for, see ``init(_:clock:signature:log:)``.
    ///   - signature: returns the signature of a string to sign.
    ///   - log: what hears of each event; it should return soon.
    public init(
      _ identity: SigningIdentity,
      signature: @escaping @concurrent @Sendable (StringToSign) async throws -> String?,
      log: (@Sendable (SigningEvent) -> Void)? = nil
    ) {
      self.init(identity, clock: SystemClock.now, signature: signature, log: log)
    }
  }
#endif
