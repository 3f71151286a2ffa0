public import OSSCredentials
public import OSSSigning

extension CredentialsProvider {
  /// Signs the headers of a request with the credentials of this moment.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let provided = try await credentials()
    let time = try await correctedTime().signable()
    let headers = SignerV1(provided.credentials).sign(request, at: time).headers(of: request)
    return SignedRequest(headers: headers, generation: provided.generation)
  }

  /// Makes a presigned URL with the credentials of this moment (CRED-PRE-1).
  public func presign(
    _ request: SigningRequest, endpoint: Endpoint, interval: Seconds
  ) async throws(ProviderError) -> PresignedRequest {
    let provided = try await credentials()
    let now = await correctedTime()
    let limit = try interval.limit(at: now, credential: PresignCredential(provided))
    let expires = try now.end(of: interval)
    do throws(SigningError) {
      let url = try SignerV1(provided.credentials).presignedURL(
        for: request, endpoint: endpoint, expires: expires)
      return PresignedRequest(url: url.text, limit: limit, generation: provided.generation)
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
    if isRejected, let generation { await reject(generation: generation) }
    await correctClock(by: answer)
    return ErrorAction.due(after: answer, credential: signingCredential, tried: tried)
  }
}
