public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The fourth mode: a token that the app's server hands out at a URL; it is renewed by itself.
///
/// The server answers with the status 200 and a token response (spec/token-responses.md). Where
/// that is encrypted, a decoder is between the body and its reading. Use `https`: whoever reads
/// the answer has the token.
///
///     let provider = CredentialsURIProvider(
///       url: "https://app.example.com/oss-token", version: .v4(region: "cn-hangzhou"))
///     let credentials = try await provider.credentials()
public struct CredentialsURIProvider: CredentialsProvider {
  private let refresher: Refresher
  /// The version that is signed with, and the signer of the token in use.
  public let signer: KeptSigner

  /// Makes a provider that has no token yet.
  ///
  /// - Parameters:
  ///   - url: where the token is, with the query that the server asks for.
  ///   - headers: what the server asks for, such as the session of the app's user.
  ///   - transport: what fetches over HTTP (CRED-MODE-14). An answer may take ten seconds and have a
  ///     mebibyte (CRED-MODE-11).
  ///   - options: when a token is renewed, how long a fetch may take, and the clock.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - decoder: turns the body into the bytes that are read, such as by decrypting it. To return
  ///     nil or to throw is a failed fetch; what is thrown is kept (CRED-MODE-13).
  public init(
    url: String, headers: [HeaderField] = [], transport: any TokenTransport,
    options: RefreshOptions,
    version: SignatureVersion, decoder: (@Sendable (Bytes) throws -> Bytes?)? = nil
  ) {
    let request = TokenServerRequest(
      url: url, headers: headers, timeLimit: min(.seconds(10), options.timeLimit))
    signer = KeptSigner(version)
    refresher = Refresher(options) {
      do {
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
  }

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
