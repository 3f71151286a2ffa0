public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The third mode: a token that a closure of the app fetches, and that is renewed by itself.
///
/// However many callers ask, one fetch is under way at most. It belongs to none of them: it runs
/// on no caller's actor, and a caller that is cancelled ends only its own wait. An answer of a server
/// is read by `TokenResponse.token(in:httpStatus:at:decoder:)`, or made into a `FederationToken` of
/// its texts.
///
///     let provider = FederationTokenProvider(version: .v4(region: "cn-hangzhou")) {
///       try await server.token()
///     }
///     let credentials = try await provider.credentials()
public struct FederationTokenProvider: CredentialsProvider {
  private let refresher: Refresher

  /// Makes a provider.
  ///
  /// A token that the app has kept since its last start is renewed like one that was fetched, so that
  /// the first request need not wait for the server:
  ///
  ///     let provider = FederationTokenProvider(
  ///       options: RefreshOptions(), version: .v4(region: "cn-hangzhou"), holding: stored
  ///     ) {
  ///       try await server.token()
  ///     } onRenewal: {
  ///       await store($0)
  ///     }
  ///
  /// - Parameters:
  ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - token: what the provider holds at first; nil for nothing. One that has expired is not handed
  ///     out (CRED-MODE-25).
  ///   - fetch: gets a token from the app's server. To return nil or to throw is a failed fetch;
  ///     what is thrown reaches those who wait, as the cause.
  ///   - onRenewal: receives each token that was fetched and can be used, such as to store it. Nobody
  ///     waits for it, it runs on no actor, and it receives the tokens in their order.
  public init(
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    holding token: FederationToken? = nil,
    fetch: @escaping @Sendable () async throws -> FederationToken?,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    let fetchOnce: @Sendable () async -> FetchOutcome = {
      do {
        guard let token = try await fetch() else {
          return .failure(.nothingReturned, cause: nil)
        }
        return .token(token, from: nil)
      } catch {
        return .failure(FetchFailure(thrown: error), cause: error)
      }
    }
    refresher = Refresher(
      options, version: version, holding: token,
      TokenSource(fetch: fetchOnce, onRenewal: onRenewal))
  }

  /// Which signature is made.
  public var version: SignatureVersion { refresher.version }

  /// What hears of each event; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)? { refresher.log }

  /// The signer of the token in use.
  package var kept: KeptSigner { get async { await refresher.kept } }

  /// Hands out a token, and fetches it first where it must.
  ///
  /// - Throws: ``ProviderError/unavailable(_:cause:)`` or ``ProviderError/cancelled``.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await refresher.credentials()
  }

  /// Hands out what signs at this moment, and fetches a token first where it must.
  ///
  /// - Throws: ``ProviderError/unavailable(_:cause:)``, ``ProviderError/cancelled`` or
  ///   ``ProviderError/unsignable(_:)``.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    try await refresher.preparedSigner()
  }

  /// Puts in a token that the app has got in another way; it is renewed like one that was fetched.
  ///
  /// Failed fetches are forgotten with it.
  public func replace(with token: FederationToken) async {
    await refresher.replace(with: token)
  }

  /// Ends the wait after failures, such as when the user of the app has logged in again: the next
  /// caller begins a fetch (CRED-MODE-29).
  public func resume() async { await refresher.resume() }

  /// Drops the token that OSS rejected, if it is still the one in use.
  public func reject(generation: Int) async {
    await refresher.reject(generation: generation)
  }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await refresher.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await refresher.correctClock(by: answer, of: .oss)
  }

  /// What the credentials are: a token that can be fetched again.
  public var signingCredential: SigningCredential { .temporary }
}
