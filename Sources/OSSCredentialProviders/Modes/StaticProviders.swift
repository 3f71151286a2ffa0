public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The first mode: a key pair of an account or a RAM user, which has no end.
///
/// It is handed out forever (CRED-MODE-4).
///
/// Whoever has the app has the key. It is for places that are safe, such as a server; an app on a
/// device takes ``FederationTokenProvider`` or ``CredentialsURIProvider``.
///
///     let signer = try StaticKeyPairProvider(
///       accessKeyID: id, accessKeySecret: secret, version: .v4(region: "cn-hangzhou"))
public struct StaticKeyPairProvider: CredentialsProvider {
  /// The pair, as a token that never ends.
  private let pair: StaticTokenProvider

  /// Makes a provider of a key pair.
  ///
  /// White space around the two texts is dropped (CRED-TRIM).
  ///
  /// - Parameters:
  ///   - accessKeyID: the access key ID.
  ///   - accessKeySecret: the access key secret.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  /// - Throws: a `SigningError` for a pair that cannot sign.
  public init(
    accessKeyID: String, accessKeySecret: String, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment
  ) throws(SigningError) {
    let credentials = try Credentials(
      accessKeyID: OuterWhiteSpace.trimmed(accessKeyID),
      accessKeySecret: OuterWhiteSpace.trimmed(accessKeySecret))
    let token = FederationToken(credentials, expiration: nil)
    pair = StaticTokenProvider(token, version: version, clock: clock)
  }

  /// The version that is signed with, and the signer of the pair.
  public var signer: KeptSigner { pair.signer }

  /// Hands out the key pair.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await pair.credentials()
  }

  /// Does nothing: there is no other key pair to sign with.
  public func reject(generation: Int) async {}

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await pair.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await pair.correctClock(by: answer)
  }

  /// What the credentials are: a pair that cannot be fetched again.
  public var signingCredential: SigningCredential { .fixed }
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
  /// The version that is signed with, and the signer of the token in use.
  public nonisolated let signer: KeptSigner
  private var clock: CorrectedClock
  private var held: ProvidedCredentials
  private var isRejected = false

  /// Makes a provider that holds a token.
  ///
  /// - Parameters:
  ///   - token: the token, with the moment when it ends if the app knows it.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  public init(
    _ token: FederationToken, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment
  ) {
    held = ProvidedCredentials(token.credentials, expiration: token.expiration, generation: 1)
    self.clock = CorrectedClock(clock)
    signer = KeptSigner(version)
  }

  /// Hands out the token.
  ///
  /// - Throws: ``ProviderError/expired(_:)`` or ``ProviderError/rejected(generation:)``.
  public func credentials() throws(ProviderError) -> ProvidedCredentials {
    if isRejected { throw .rejected(generation: held.generation) }
    if let expiration = held.expiration, expiration <= clock.latest { throw .expired(expiration) }
    return held
  }

  /// Puts in another token; whoever asks from now on gets that one.
  public func replace(with token: FederationToken) async {
    let replaced = held.generation
    held = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: replaced + 1)
    isRejected = false
    await signer.drop(generation: replaced)
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
    if generation == held.generation { isRejected = true }
    await signer.drop(generation: generation)
  }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() -> Moment { clock.now }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) -> Bool {
    guard let learned = clock.offset(toldBy: answer, of: .oss) else { return false }
    clock.offset = learned
    return true
  }

  /// What the credentials are: a token that cannot be fetched again.
  public nonisolated var signingCredential: SigningCredential { .fixed }
}
