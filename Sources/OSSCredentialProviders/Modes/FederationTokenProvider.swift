public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The third mode: a token that a closure of the app fetches, and that is renewed by itself.
///
/// However many callers ask, one fetch is under way at most. It belongs to none of them: it runs
/// on no caller's actor, and whoever is cancelled ends only its own wait. What a server answers is
/// read by `TokenResponse.token(in:httpStatus:at:decoder:)`, or made into a `FederationToken` of its
/// texts.
///
///     let provider = FederationTokenProvider(version: .v4(region: "cn-hangzhou")) {
///       try await server.token()
///     }
///     let credentials = try await provider.credentials()
public struct FederationTokenProvider: CredentialsProvider {
  private let refresher: Refresher
  /// The version that is signed with, and the signer of the token in use.
  public let signer: KeptSigner

  /// Makes a provider that has no token yet.
  ///
  /// - Parameters:
  ///   - options: when a token is renewed, how long a fetch may take, and the clock.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - fetch: gets a token from the app's server. To return nil or to throw is a failed fetch;
  ///     what is thrown reaches those who wait, as the cause.
  public init(
    options: RefreshOptions, version: SignatureVersion,
    fetch: @escaping @Sendable () async throws -> FederationToken?
  ) {
    signer = KeptSigner(version)
    refresher = Refresher(options) {
      do {
        guard let token = try await fetch() else {
          return .failure(.nothingReturned, cause: nil)
        }
        return .token(token, from: nil)
      } catch {
        return .failure(FetchFailure(thrown: error), cause: error)
      }
    }
  }

  /// Hands out a token, and fetches it first where it must.
  ///
  /// - Throws: ``ProviderError/unavailable(_:cause:)`` or ``ProviderError/cancelled``.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await refresher.credentials()
  }

  /// Puts in a token that the app has got in another way; it is renewed like one that was fetched.
  public func replace(with token: FederationToken) async {
    await refresher.handle(.replaced(token))
    await signer.drop()
  }

  /// Drops the token that OSS rejected, if it is still the one in use.
  public func reject(generation: Int) async {
    await refresher.handle(.rejected(generation: generation))
    await signer.drop(generation: generation)
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
