public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The first mode: a key pair of an account or a RAM user, which has no end.
///
/// It is handed out forever (CRED-MODE-4).
///
/// Everybody who has the app has the key. It is for places that are safe, such as a server; an app on a
/// device takes ``FederationTokenProvider`` or ``CredentialsURIProvider``.
///
///     let signer = try StaticKeyPairProvider(
///       accessKeyID: id, accessKeySecret: secret, version: .v4(region: "cn-hangzhou"))
public struct StaticKeyPairProvider: CredentialsProvider {
  /// The pair, as a token that never ends.
  private let pair: StaticTokenProvider
  private let hasToken: Bool

  /// Makes a provider of a key pair.
  ///
  /// White space around the two texts is dropped (CRED-TRIM).
  ///
  /// - Parameters:
  ///   - accessKeyID: the access key ID.
  ///   - accessKeySecret: the access key secret.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  /// - Throws: a `SigningError` for a pair that cannot sign.
  public init(
    accessKeyID: String, accessKeySecret: String, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) throws(SigningError) {
    let credentials = try Credentials(
      accessKeyID: OuterWhiteSpace.trimmed(accessKeyID),
      accessKeySecret: OuterWhiteSpace.trimmed(accessKeySecret))
    self.init(credentials, version: version, clock: clock, log: log)
  }

  /// Makes a provider of the credentials in hand: a key pair, or a token that nobody replaces.
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    _ credentials: Credentials, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    let token = FederationToken(credentials, expiration: nil)
    pair = StaticTokenProvider(token, version: version, clock: clock, log: log)
    hasToken = credentials.securityToken != nil
  }

  /// Which signature is made.
  public var version: SignatureVersion { pair.version }

  /// What hears of each event; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)? { pair.log }

  /// Hands out what signs at this moment.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    try await pair.preparedSigner()
  }

  /// Hands out the key pair.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await pair.credentials()
  }

  /// Does nothing to a key pair, for there is no other; a token is handed out no more.
  public func reject(generation: Int) async {
    if hasToken { await pair.reject(generation: generation) }
  }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await pair.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await pair.correctClock(by: answer)
  }
}

/// The second mode: a token of STS that the app puts in, watches and replaces by itself.
///
/// A token that has expired, or that OSS has rejected, is not handed out (CRED-MODE-6);
/// ``replace(with:)`` puts in another one, and nothing else has to be made again (CRED-MODE-5).
///
///     let signer = StaticTokenProvider(
///       try await server.token(), version: .v4(region: "cn-hangzhou"))
///     if await signer.isAboutToExpire() { await signer.replace(with: try await server.token()) }
public actor StaticTokenProvider: CredentialsProvider {
  /// Which signature is made.
  public nonisolated let version: SignatureVersion
  /// What hears of each event; nil for nothing.
  public nonisolated let log: (@Sendable (SigningEvent) -> Void)?
  /// The signer of the token in use.
  package private(set) var kept: KeptSigner
  private var clock: CorrectedClock
  private var held: ProvidedCredentials
  private var isRejected = false

  /// Makes a provider that holds a token.
  ///
  /// - Parameters:
  ///   - token: the token, with the moment when it ends if the app knows it.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    _ token: FederationToken, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    held = ProvidedCredentials(token.credentials, expiration: token.expiration, generation: 1)
    self.clock = CorrectedClock(clock)
    self.version = version
    self.log = log
    kept = KeptSigner(version)
  }

  /// Hands out the token.
  ///
  /// - Throws: ``ProviderError/expired(_:)`` or ``ProviderError/rejected(generation:)``.
  public func credentials() throws(ProviderError) -> ProvidedCredentials {
    if isRejected { throw .rejected(generation: held.generation) }
    if let expiration = held.expiration, expiration <= clock.latest { throw .expired(expiration) }
    return held
  }

  /// Hands out what signs at this moment; where there is no token, no signer is kept either.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    do throws(ProviderError) {
      return try kept.prepared(try credentials(), at: clock.now)
    } catch {
      kept.drop()
      throw error
    }
  }

  /// Puts in another token; all who ask from now on get that one.
  public func replace(with token: FederationToken) {
    let replaced = held.generation
    held = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: replaced + 1)
    isRejected = false
    kept.drop(generation: replaced)
  }

  /// How much is left of the token, on the corrected clock; nil where its end is not known.
  ///
  /// The clause is CRED-MODE-7.
  public func remaining() -> TimeSpan? { held.expiration?.since(clock.now) }

  /// Whether less than five minutes are left, so that it is time to put in another token
  /// (CRED-EXP-3).
  public func isAboutToExpire() -> Bool {
    guard let remaining = remaining() else { return false }
    return remaining < RefreshPolicy.fiveMinutes.windows(forLifetime: .zero).mandatory
  }

  /// Hands the token out no more, if it is still the one that OSS rejected.
  public func reject(generation: Int) async {
    kept.drop(generation: generation)
    if generation != held.generation || isRejected { return }
    isRejected = true
    log?(.rejected(generation: generation))
  }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { clock.now }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    clock.learn(from: answer, of: .oss, log)
  }
}

extension StaticTokenProvider: CustomReflectable {
  /// A mirror of the version: what is kept can sign.
  public nonisolated var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}

/// A signer in the place of a mode, for one request: it has the clock of the device, which the answers
/// to that request correct.
package actor SignerMode: RequestSigner {
  private let signer: Signer
  private var clock = CorrectedClock(SystemClock.now)

  package init(_ signer: Signer) { self.signer = signer }

  package nonisolated var version: SignatureVersion? { signer.identity.version }

  private var prepared: PreparedSigner {
    PreparedSigner(signer, at: clock.now, expiration: nil, generation: nil)
  }

  package func sign(_ request: SigningRequest) throws(ProviderError) -> SignedRequest {
    try prepared.sign(request)
  }

  package func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) throws(ProviderError) -> PresignedRequest {
    try prepared.presign(request, at: endpoint, validFor: interval)
  }

  package func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) -> ErrorAction {
    if let answer { _ = clock.learn(from: answer, of: .oss, nil) }
    return ErrorAction.due(after: answer, credential: .fixed, tried: tried)
  }
}
