public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The fourth mode: a token that the app's server hands out at a URL; it is renewed by itself.
///
/// The server answers with the status 200 and a token response (spec/token-responses.md). Where
/// that is encrypted, a decoder is between the body and its reading. Use `https`: who reads the
/// answer has the token.
///
/// The headers of the request may be a closure, which is called before each fetch. So an app whose user
/// signs in again needs no other provider:
///
///     let provider = CredentialsURIProvider(
///       url: "https://app.example.com/oss-token",
///       headers: { [HeaderField("Authorization", try await server.session())] },
///       version: .v4(region: "cn-hangzhou"))
///     do {
///       _ = try await provider.credentials()
///     } catch where error.tokenServerStatus == 401 {
///       print("Log in again.")
///     }
public struct CredentialsURIProvider: CredentialsProvider {
  private let refresher: Refresher

  /// Makes a provider that asks for the headers of each fetch.
  ///
  /// - Parameters:
  ///   - url: where the token is, with the query that the server asks for.
  ///   - headers: returns what the server asks for, such as the session of the app's user. It is called
  ///     once for each fetch, on no actor (CRED-MODE-24). To throw is a failed fetch; what is thrown
  ///     is kept.
  ///   - transport: what fetches over HTTP (CRED-MODE-14). An answer may take ten seconds and have a
  ///     mebibyte (CRED-MODE-11).
  ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - token: what the provider holds at first; nil for nothing. One that has expired is not handed
  ///     out (CRED-MODE-25).
  ///   - decoder: turns the body into the bytes that are read, such as by decrypting it. To return
  ///     nil or to throw is a failed fetch; what is thrown is kept (CRED-MODE-13).
  ///   - onRenewal: receives each token that was fetched and can be used, such as to store it. Nobody
  ///     waits for it, it runs on no actor, and it receives the tokens in their order.
  public init(
    url: String, headers: @escaping @Sendable () async throws -> [HeaderField],
    transport: any TokenTransport = URLSessionTransport(),
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    holding token: FederationToken? = nil, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    let timeLimit = min(.seconds(10), options.timeLimit)
    let fetch: @Sendable () async -> FetchOutcome = {
      do {
        let request = TokenServerRequest(
          url: url, headers: try await headers(), timeLimit: timeLimit)
        let response = try await transport.get(request)
        // Another transport than the default one may not keep the limit.
        if response.body.count > request.bodyLimit {
          throw TokenTransportError.bodyTooLarge(limit: request.bodyLimit)
        }
        return Self.outcome(of: response, decoder: decoder)
      } catch {
        return .failure(FetchFailure(thrown: error), cause: error)
      }
    }
    refresher = Refresher(
      options, version: version, holding: token, TokenSource(fetch: fetch, onRenewal: onRenewal))
  }

  /// Makes a provider that sends the same headers with each fetch.
  ///
  /// - Parameters:
  ///   - url: where the token is, with the query that the server asks for.
  ///   - headers: what the server asks for.
  ///   - transport: what fetches over HTTP.
  ///   - options: when a token is renewed, how long a fetch may take, the clock, and the log.
  ///   - version: which signature is made.
  ///   - token: what the provider holds at first; nil for nothing.
  ///   - decoder: turns the body into the bytes that are read, such as by decrypting it.
  ///   - onRenewal: receives each token that was fetched and can be used.
  public init(
    url: String, headers: [HeaderField] = [],
    transport: any TokenTransport = URLSessionTransport(),
    options: RefreshOptions = RefreshOptions(), version: SignatureVersion,
    holding token: FederationToken? = nil, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) {
    self.init(
      url: url, headers: { headers }, transport: transport, options: options, version: version,
      holding: token, decoder: decoder, onRenewal: onRenewal)
  }

  /// Which signature is made.
  public var version: SignatureVersion { refresher.version }

  /// What hears of each event; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)? { refresher.log }

  /// The signer of the token in use.
  package var kept: KeptSigner { get async { await refresher.kept } }

  /// Reads an answer; whether the token has ended is judged once the clock is corrected by it.
  private static func outcome(
    of response: TokenServerReply, decoder: (@Sendable (Bytes) throws -> Bytes?)?
  ) -> FetchOutcome {
    var cause: (any Error)?
    do throws(TokenResponseError) {
      let token = try TokenResponse.token(
        in: response.body.span, httpStatus: response.status, at: nil
      ) { body in
        guard let decoder else { return body }
        do {
          return try decoder(body)
        } catch {
          cause = error
          return nil
        }
      }
      let answer = ServerAnswer(status: response.status, date: response.date, age: response.age)
      return .token(token, from: answer)
    } catch {
      return .failure(.response(error), cause: cause)
    }
  }

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
