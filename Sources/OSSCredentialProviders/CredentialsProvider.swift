public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// A mode that hands out credentials: a key pair, a token, or what it fetches.
///
/// The package has four, and an app may write its own. Each can sign, see ``RequestSigner``; a
/// provider of an app can as soon as it has the members here.
///
///     let provided = try await provider.credentials()
///     await provider.reject(generation: provided.generation)
public protocol CredentialsProvider: RequestSigner {
  /// Hands out credentials that are valid now, and fetches them first where it must.
  ///
  /// Nothing blocks a thread (CRED-MODE-2); without credentials there is no result (CRED-MODE-3).
  /// Cancelling the task that asks ends its own wait and no fetch (CRED-MODE-10).
  ///
  /// - Throws: a ``ProviderError``, with the cause.
  func credentials() async throws(ProviderError) -> ProvidedCredentials

  /// Drops the credentials that OSS rejected, if they are still the ones in use.
  ///
  /// - Parameter generation: that of the credentials that the rejected request was signed with.
  func reject(generation: Int) async

  /// The time to sign with: the device's, corrected by what was learned.
  func correctedTime() async -> Moment

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  ///
  /// - Returns: whether the time to sign with is another one now.
  @discardableResult
  func correctClock(by answer: ServerAnswer) async -> Bool

  /// What the credentials are, as far as it decides what to do when OSS refuses a request.
  var signingCredential: SigningCredential { get }

  /// The version of the signature, and the signer of the credentials in use.
  var signer: KeptSigner { get }
}

extension CredentialsProvider {
  /// The version that the mode was made with.
  public var version: SignatureVersion? { signer.version }

  /// Signs the headers of a request with the credentials of this moment.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    try await ProviderSigning(provider: self).sign(request)
  }

  /// Makes a presigned URL with the credentials of this moment (CRED-PRE-1).
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    try await ProviderSigning(provider: self).presign(request, at: endpoint, validFor: interval)
  }

  /// Says what to do about a request that OSS did not carry out, and prepares it (CRED-MODE-18).
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    await ProviderSigning(provider: self).nextAction(
      after: answer, generation: generation, tried: tried)
  }
}

/// Signing with a provider of any type: one copy of the code, and not one for each type.
private struct ProviderSigning {
  let provider: any CredentialsProvider

  @inline(never)
  func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let (provided, time, signer) = try await inUse(provider.signer)
    let signed = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try signer.sign(request, at: time)
    }
    return SignedRequest(headers: signed.headers, generation: provided.generation)
  }

  @inline(never)
  func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    let kept = provider.signer
    try ProviderError.wrap(ProviderError.unusableEndpoint) { () throws(EndpointError) in
      try endpoint.check(for: request, version: kept.version)
    }
    let (provided, now, signer) = try await inUse(kept)
    let limit = try ProviderError.wrap(ProviderError.unusableInterval) {
      () throws(PresignLimitError) in
      try PresignLimit(
        kept.version, interval: interval, now: now, credential: PresignCredential(provided))
    }
    let signed = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try signer.presign(request, at: endpoint, now: now, validFor: interval)
    }
    return PresignedRequest(signed, limit: limit, generation: provided.generation)
  }

  /// The credentials and the time of this moment, and the signer that is kept of them; where there
  /// are no credentials, no signer is kept either.
  private func inUse(
    _ kept: KeptSigner
  ) async throws(ProviderError) -> (ProvidedCredentials, Moment, Signer) {
    let provided: ProvidedCredentials
    do throws(ProviderError) {
      provided = try await provider.credentials()
    } catch .cancelled {
      throw .cancelled
    } catch {
      await kept.drop()
      throw error
    }
    let time = await provider.correctedTime()
    do throws(SigningError) {
      return (provided, time, try await kept.signer(of: provided, at: time))
    } catch {
      throw .unsignable(error)
    }
  }

  @inline(never)
  func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer {
      // A token that cannot be fetched again is dropped, too: nothing more is to be signed with it.
      let isRejected =
        ErrorAction.due(after: answer, credential: .temporary, tried: []) == .refreshCredentials
      if isRejected, let generation {
        await provider.reject(generation: generation)
        await provider.signer.drop(generation: generation)
      }
      await provider.correctClock(by: answer)
    }
    return ErrorAction.due(after: answer, credential: provider.signingCredential, tried: tried)
  }
}
