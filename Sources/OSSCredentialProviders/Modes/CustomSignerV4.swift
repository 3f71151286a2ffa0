public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The fifth mode with V4: the secret stays on the app's server, which signs each string that it is
/// sent.
///
/// A V4 signature is for an access key ID, a region and a product that have to be known before. The
/// server must answer the 64 hexadecimal digits of the signature, as ``CustomSigner`` says of V1's.
///
///     let identity = try SigningIdentityV4(accessKeyID: id, region: "cn-hangzhou")
///     let signer = CustomSignerV4(identity: identity) { try await server.sign($0) }
public struct CustomSignerV4: RequestSigner {
  private let clock: SignerClock
  private let holder: IdentityHolder
  private let server: SigningServer

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - identity: what the server signs for: its access key ID, its token where it has one, the
  ///     region and the product.
  ///   - clock: what reads the device's clock.
  ///   - signature: returns the signature of a string to sign, and is called as that of
  ///     ``CustomSigner``.
  public init(
    identity: SigningIdentityV4, clock: @escaping @Sendable () -> Moment,
    signature: @escaping @concurrent @Sendable (String) async throws -> String?
  ) {
    self.clock = SignerClock(CorrectedClock(clock))
    holder = IdentityHolder(identity)
    server = SigningServer(signature: signature)
  }

  /// Signs for another identity from now on, such as when the server has another token.
  public func replace(with identity: SigningIdentityV4) async {
    await holder.replace(with: identity)
  }

  /// Has the headers of a request signed.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let time = await clock.now
    let pending = PendingHeadersV4(request, of: await holder.identity, at: time)
    let signature = try await server.answer(for: pending.stringToSign.text).readSignatureV4()
    return SignedRequest(
      headers: pending.signed(by: signature).headers(of: request), generation: nil)
  }

  /// Has a URL signed; of the server's credentials no more is known than whether they have a token.
  public func presign(
    _ request: SigningRequest, endpoint: Endpoint, interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    let now = await clock.now
    let identity = await holder.identity
    let limit = try interval.limit(
      .v4(region: identity.region, product: identity.product), at: now,
      credential: identity.securityToken == nil ? .longTerm : .temporary(expiration: nil))
    let pending: PendingURLV4
    do {
      pending = try PendingURLV4(
        request, endpoint: endpoint, of: identity, at: now, validFor: interval.seconds)
    } catch {
      throw .unsignable(error)
    }
    let signature = try await server.answer(for: pending.stringToSign.text).readSignatureV4()
    return PresignedRequest(
      url: pending.signed(by: signature).text, limit: limit, generation: nil)
  }

  /// Says what to do about a request that OSS did not carry out, and corrects the clock for it.
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer { await clock.correct(by: answer) }
    return ErrorAction.due(after: answer, credential: .signer, tried: tried)
  }
}

/// What the server signs for, which the app may replace.
private actor IdentityHolder {
  private(set) var identity: SigningIdentityV4

  init(_ identity: SigningIdentityV4) { self.identity = identity }

  func replace(with identity: SigningIdentityV4) { self.identity = identity }
}

extension IdentityHolder: CustomReflectable {
  /// A mirror of nothing: the token of the identity is kept here.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
