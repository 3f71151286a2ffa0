public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The fifth mode: the secret stays on the app's server, which signs each string that it is sent.
///
/// The server must answer `OSS <access key ID>:<signature>`; whatever else it returns, and whatever
/// it throws, is an error, and the request is not sent.
///
///     let signer = CustomSigner { string in try await server.sign(string) }
///     let signed = try await signer.sign(request)
///
/// It signs with V1. ``CustomSignerV4`` has strings of V4 signed.
public struct CustomSigner: RequestSigner {
  private let clock: SignerClock
  private let server: SigningServer

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - clock: what reads the device's clock.
  ///   - signature: returns the value for a string to sign. It is called for each request in the
  ///     task that signs, on no actor, so several may run at once. To return nil or to throw fails
  ///     that one request; what is thrown is kept.
  public init(
    clock: @escaping @Sendable () -> Moment,
    signature: @escaping @concurrent @Sendable (String) async throws -> String?
  ) {
    self.clock = SignerClock(CorrectedClock(clock))
    server = SigningServer(signature: signature)
  }

  /// Has the headers of a request signed.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let time = await clock.now
    let pending: PendingHeadersV1
    do {
      pending = try PendingHeadersV1(request, at: time)
    } catch {
      throw .unsignable(error)
    }
    let authorization = try await server.answer(for: pending.stringToSign.text)
      .readAuthorization()
    return SignedRequest(
      headers: pending.signed(by: authorization).headers(of: request), generation: nil)
  }

  /// Has a URL signed; when the credentials of the signer end is not known here.
  public func presign(
    _ request: SigningRequest, endpoint: Endpoint, interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    let now = await clock.now
    let limit = try interval.limit(.v1, at: now, credential: .longTerm)
    let pending: PendingURLV1
    do {
      pending = try PendingURLV1(request, endpoint: endpoint, expires: limit.effective)
    } catch {
      throw .unsignable(error)
    }
    let authorization = try await server.answer(for: pending.stringToSign.text)
      .readAuthorization()
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
}
