public import OSSCredentials
internal import OSSPrimitives
public import OSSSigning

/// The fifth mode: the secret stays on the app's server, which signs each string that it is sent.
///
/// With V1 the server must answer `OSS <access key ID>:<signature>`, and with V4 the 64 hexadecimal
/// digits of the signature; whatever else it returns, and whatever it throws, is an error, and the
/// request is not sent.
///
///     let signer = CustomSigner { string in try await server.sign(string) }
///     let signed = try await signer.sign(request)
///
/// A V4 signature is for an access key ID, a region and a product that have to be known before:
///
///     let identity = try SigningIdentityV4(accessKeyID: id, region: "cn-hangzhou")
///     let signer = CustomSigner(identity: identity) { try await server.sign($0) }
public struct CustomSigner: RequestSigner {
  private let holder: SignerHolder
  /// Its type keeps it off every actor: a signer that computes would otherwise hold up that of the
  /// caller, such as the main one. (Calling it from a concurrent function was not enough.)
  private let signature: @concurrent @Sendable (String) async throws -> String?

  /// Makes a signer of V1.
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
    holder = SignerHolder(CorrectedClock(clock), identity: nil)
    self.signature = signature
  }

  /// Makes a signer of V4.
  ///
  /// - Parameters:
  ///   - identity: what the server signs for: its access key ID, its token where it has one, the
  ///     region and the product.
  ///   - clock: what reads the device's clock.
  ///   - signature: returns the signature of a string to sign, and is called as with V1.
  public init(
    identity: SigningIdentityV4, clock: @escaping @Sendable () -> UnixMilliseconds,
    signature: @escaping @concurrent @Sendable (String) async throws -> String?
  ) {
    holder = SignerHolder(CorrectedClock(clock), identity: identity)
    self.signature = signature
  }

  /// Signs with V4 for another identity from now on, such as when the server has another token.
  public func replace(with identity: SigningIdentityV4) async {
    await holder.replace(with: identity)
  }

  /// Has the headers of a request signed.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let (now, identity) = await holder.state
    let time = try now.signable()
    guard let identity else { return try await signV1(request, at: time) }
    let pending = PendingHeadersV4(request, of: identity, at: time)
    let signature = try await answer(for: pending.stringToSign.text).readSignatureV4()
    return SignedRequest(
      headers: pending.signed(by: signature).headers(of: request), generation: nil)
  }

  private func signV1(
    _ request: SigningRequest, at time: UnixTime
  ) async throws(ProviderError) -> SignedRequest {
    let pending: PendingHeadersV1
    do {
      pending = try PendingHeadersV1(request, at: time)
    } catch {
      throw .unsignable(error)
    }
    let authorization = try await answer(for: pending.stringToSign.text).readAuthorization()
    return SignedRequest(
      headers: pending.signed(by: authorization).headers(of: request), generation: nil)
  }

  /// Says what to do about a request that OSS did not carry out, and corrects the clock for it.
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer { await holder.correct(by: answer) }
    return ErrorAction.due(after: answer, credential: .signer, tried: tried)
  }

  /// What the signer gives for a string.
  private func answer(for stringToSign: String) async -> CustomAnswer {
    do {
      return CustomAnswer(SignerAnswer(value: try await signature(stringToSign)), cause: nil)
    } catch {
      // The error itself is kept; its text may repeat what was to be signed, and is not.
      return CustomAnswer(SignerAnswer(value: nil, error: "\(type(of: error))"), cause: error)
    }
  }
}

extension CustomSigner {
  /// Has a URL signed; when the credentials of the signer end is not known here.
  public func presign(
    _ request: SigningRequest, endpoint: Endpoint, interval: Seconds
  ) async throws(ProviderError) -> PresignedRequest {
    let (now, identity) = await holder.state
    let limit = try Self.limit(interval, of: identity, at: now)
    guard let identity else {
      let expires = try now.end(of: interval)
      let url = try await presignV1(request, endpoint, expires)
      return PresignedRequest(url: url.text, limit: limit, generation: nil)
    }
    let pending: PendingURLV4
    let time = try now.signable()
    do {
      pending = try PendingURLV4(
        request, endpoint: endpoint, of: identity, at: time, validFor: interval.count)
    } catch {
      throw .unsignable(error)
    }
    let signature = try await answer(for: pending.stringToSign.text).readSignatureV4()
    return PresignedRequest(
      url: pending.signed(by: signature).text, limit: limit, generation: nil)
  }

  private func presignV1(
    _ request: SigningRequest, _ endpoint: Endpoint, _ expires: UnixTime
  ) async throws(ProviderError) -> PresignedURL {
    let pending: PendingURLV1
    do {
      pending = try PendingURLV1(request, endpoint: endpoint, expires: expires)
    } catch {
      throw .unsignable(error)
    }
    return pending.signed(
      by: try await answer(for: pending.stringToSign.text).readAuthorization())
  }

  /// The limit of a URL: of the credentials no more is known than whether they are temporary.
  private static func limit(
    _ interval: Seconds, of identity: SigningIdentityV4?, at now: UnixMilliseconds
  ) throws(ProviderError) -> PresignLimit {
    guard let identity else {
      return try interval.limit(.v1, at: now, credential: .longTerm)
    }
    return try interval.limit(
      .v4(region: identity.region, product: identity.product), at: now,
      credential: identity.securityToken == nil ? .longTerm : .temporary(expiration: nil))
  }
}
