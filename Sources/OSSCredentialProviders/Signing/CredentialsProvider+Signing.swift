public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

extension CredentialsProvider {
  /// The version that the mode was made with.
  public var version: SignatureVersion? { signer.version }

  /// Signs the headers of a request with the credentials of this moment.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let kept = signer
    let provided = try await credentials(for: kept)
    let time = await correctedTime()
    let signer = try await Self.signer(kept, of: provided, at: time)
    let signed = try ProviderError.ofSigning { () throws(SigningError) in
      try signer.sign(request, at: time)
    }
    return SignedRequest(headers: signed.headers, generation: provided.generation)
  }

  /// Makes a presigned URL with the credentials of this moment (CRED-PRE-1).
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    let kept = signer
    try endpoint.checked(for: request, kept.version)
    let provided = try await credentials(for: kept)
    let now = await correctedTime()
    let limit = try interval.limit(
      kept.version, at: now, credential: PresignCredential(provided))
    let signer = try await Self.signer(kept, of: provided, at: now)
    let signed = try ProviderError.ofSigning { () throws(SigningError) in
      try signer.presign(request, at: endpoint, now: now, validFor: interval)
    }
    return PresignedRequest(signed, limit: limit, generation: provided.generation)
  }

  /// The credentials of this moment; where there are none, no signer is kept either.
  private func credentials(
    for kept: KeptSigner
  ) async throws(ProviderError) -> ProvidedCredentials {
    do throws(ProviderError) {
      return try await credentials()
    } catch .cancelled {
      throw .cancelled
    } catch {
      await kept.drop()
      throw error
    }
  }

  private static func signer(
    _ kept: KeptSigner, of provided: ProvidedCredentials, at time: Moment
  ) async throws(ProviderError) -> Signer {
    do throws(SigningError) {
      return try await kept.signer(of: provided, at: time)
    } catch {
      throw .unsignable(error)
    }
  }

  /// Says what to do about a request that OSS did not carry out, and prepares it (CRED-MODE-18).
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    guard let answer else {
      return ErrorAction.due(after: nil, credential: signingCredential, tried: tried)
    }
    // A token that cannot be fetched again is dropped, too: nothing more is to be signed with it.
    let isRejected =
      ErrorAction.due(after: answer, credential: .temporary, tried: []) == .refreshCredentials
    if isRejected, let generation {
      await reject(generation: generation)
      await signer.drop(generation: generation)
    }
    await correctClock(by: answer)
    return ErrorAction.due(after: answer, credential: signingCredential, tried: tried)
  }
}
