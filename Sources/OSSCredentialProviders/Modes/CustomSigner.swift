public import OSSCredentials
public import OSSSigning

/// The fifth mode: the secret stays on the app's server, which signs each string that it is sent.
///
/// The signer must answer `OSS <access key ID>:<signature>`; whatever else it returns, and whatever
/// it throws, is an error, and the request is not sent.
///
///     let signer = CustomSigner { string in try await server.sign(string) }
///     let signed = try await signer.sign(request)
public struct CustomSigner: RequestSigner {
  private let clock: ClockHolder
  /// Its type keeps it off every actor: a signer that computes would otherwise hold up that of the
  /// caller, such as the main one. (Calling it from a concurrent function was not enough.)
  private let signature: @concurrent @Sendable (String) async throws -> String?

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - clock: what reads the device's clock.
  ///   - signature: returns the value for a string to sign. It is called for each request in the
  ///     task that signs, on no actor, so several may run at once. To return nil or to throw fails
  ///     that one request; what is thrown is kept.
  public init(
    clock: @escaping @Sendable () -> UnixMilliseconds,
    signature: @escaping @concurrent @Sendable (String) async throws -> String?
  ) {
    self.clock = ClockHolder(CorrectedClock(clock))
    self.signature = signature
  }

  /// Has the headers of a request signed.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let time = try await clock.now.signable()
    let pending: PendingHeadersV1
    do {
      pending = try PendingHeadersV1(request, at: time)
    } catch {
      throw .unsignable(error)
    }
    let authorization = try await authorization(for: pending.stringToSign.text)
    let headers = pending.signed(by: authorization).headers(of: request)
    return SignedRequest(headers: headers, generation: nil)
  }

  /// Has a URL signed; when the credentials of the signer end is not known here.
  public func presign(
    _ request: SigningRequest, endpoint: Endpoint, interval: Seconds
  ) async throws(ProviderError) -> PresignedRequest {
    let now = await clock.now
    let limit = try interval.limit(at: now, credential: .longTerm)
    let expires = try now.end(of: interval)
    let pending: PendingURLV1
    do {
      pending = try PendingURLV1(request, endpoint: endpoint, expires: expires)
    } catch {
      throw .unsignable(error)
    }
    let authorization = try await authorization(for: pending.stringToSign.text)
    return PresignedRequest(
      url: pending.signed(by: authorization).text, limit: limit, generation: nil)
  }

  /// Says what to do about a request that OSS did not carry out, and corrects the clock for it.
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer { await clock.correct(by: answer) }
    return ErrorAction.due(after: answer, credential: .signer, tried: tried)
  }

  /// The value of the signer for a string, read strictly (CRED-SIGN).
  private func authorization(
    for stringToSign: String
  ) async throws(ProviderError) -> AuthorizationV1 {
    let answer: SignerAnswer
    var cause: (any Error)?
    do {
      answer = SignerAnswer(value: try await signature(stringToSign))
    } catch {
      // The error itself is kept; its text may repeat what was to be signed, and is not.
      answer = SignerAnswer(value: nil, error: "\(type(of: error))")
      cause = error
    }
    do {
      return try answer.authorization()
    } catch {
      throw .unsigned(error, cause: cause)
    }
  }
}

/// The clock of a signer, which holds nothing else that changes.
private actor ClockHolder {
  private var clock: CorrectedClock

  init(_ clock: CorrectedClock) { self.clock = clock }

  var now: UnixMilliseconds { clock.now }

  func correct(by answer: ServerAnswer) {
    if let learned = clock.offset(toldBy: answer, of: .oss) { clock.offset = learned }
  }
}
