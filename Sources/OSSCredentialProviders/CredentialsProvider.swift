public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// A mode that hands out credentials: a key pair, a token, or what it fetches.
///
/// The package has five, and an app may write its own: it says which signature is made, and hands
/// out credentials. Each can sign then, see ``RequestSigner``; the other members have defaults.
/// Write those members `async`, as they are here: of a method of an actor without it and the default,
/// Swift calls the default.
///
///     struct Vault: CredentialsProvider {
///       let version = SignatureVersion.v4(region: "cn-hangzhou")
///       let pair: Credentials
///       func credentials() async throws(ProviderError) -> ProvidedCredentials {
///         ProvidedCredentials(pair, expiration: nil, generation: 1)
///       }
///     }
public protocol CredentialsProvider: RequestSigner {
  /// Which signature is made; not optional, as it is in ``RequestSigner``.
  ///
  /// It is chosen once, where the mode is made (CRED-MODE-20). A region or a product that no scope
  /// can hold fails each signature, as ``ProviderError/unsignable(_:)``.
  var version: SignatureVersion { get }

  /// Hands out credentials that are valid now, and fetches them first where it must.
  ///
  /// Nothing blocks a thread (CRED-MODE-2); without credentials there is no result (CRED-MODE-3).
  /// Cancelling the task that asks ends its own wait and no fetch (CRED-MODE-10).
  ///
  /// - Throws: a ``ProviderError``, with the cause.
  func credentials() async throws(ProviderError) -> ProvidedCredentials

  /// Hands out what signs at this moment; by default a signer is made each time.
  ///
  /// The modes of the package keep their signer, and answer in one step: a caller on an actor leaves
  /// it once for each request.
  ///
  /// - Throws: a ``ProviderError``, with the cause.
  func preparedSigner() async throws(ProviderError) -> PreparedSigner

  /// Drops the credentials that OSS rejected, if they are still the ones in use; by default nothing.
  ///
  /// - Parameter generation: that of the credentials that the rejected request was signed with.
  func reject(generation: Int) async

  /// The time to sign with: the device's, corrected by what was learned; by default the device's.
  func correctedTime() async -> Moment

  /// Takes in how far the device's clock is off, if an answer of OSS shows it; by default nothing.
  ///
  /// - Returns: whether the time to sign with is another one now.
  @discardableResult
  func correctClock(by answer: ServerAnswer) async -> Bool

  /// What the credentials are, as far as it decides what to do when OSS refuses a request.
  ///
  /// By default they are fixed: a request whose credentials OSS rejects is given up. A provider that
  /// fetches others after ``reject(generation:)`` has temporary ones.
  var signingCredential: SigningCredential { get }
}

extension CredentialsProvider {
  /// The version that the mode was made with.
  public var version: SignatureVersion? {
    let known: SignatureVersion = version
    return known
  }

  /// Makes a signer of the credentials of this moment.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    let provided = try await credentials()
    let time = await correctedTime()
    var kept = KeptSigner(version)
    return try kept.prepared(provided, at: time)
  }

  /// Does nothing.
  public func reject(generation: Int) async {}

  /// The device's time.
  public func correctedTime() async -> Moment { SystemClock.now() }

  /// Learns nothing.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool { false }

  /// What cannot be fetched again.
  public var signingCredential: SigningCredential { .fixed }

  /// Signs the headers of a request with the credentials of this moment.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    try await preparedSigner().sign(request)
  }

  /// Makes a presigned URL with the credentials of this moment (CRED-PRE-1).
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    // No token is fetched for a request that cannot be sent.
    try ProviderError.check(endpoint, for: request, version)
    return try await preparedSigner().presign(request, at: endpoint, validFor: interval)
  }

  /// Says what to do about a request that OSS did not carry out, and prepares it (CRED-MODE-18).
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer {
      // A token that cannot be fetched again is dropped, too: nothing more is to be signed with it.
      let isRejected =
        ErrorAction.due(after: answer, credential: .temporary, tried: []) == .refreshCredentials
      if isRejected, let generation { await reject(generation: generation) }
      await correctClock(by: answer)
    }
    return ErrorAction.due(after: answer, credential: signingCredential, tried: tried)
  }
}
