internal import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// What a provider signs with at one moment: a signer of its credentials, and the time.
///
/// It needs no `await`. To sign many requests at once, take one for all of them:
///
///     let prepared = try await provider.preparedSigner()
///     let headers = try [put, get].map { try prepared.sign($0).headers }
///
/// Do not keep it: it knows neither a later time nor later credentials.
public struct PreparedSigner: Sendable {
  /// The signer of the credentials.
  public let signer: Signer
  /// The moment, on the corrected clock.
  public let time: Moment
  /// When the credentials end; nil where nothing is known of it.
  public let expiration: Moment?
  /// Which credentials they are, to name them when OSS rejects a request; nil where that is not known.
  public let generation: Int?

  /// Makes what a provider signs with, for one that keeps a signer by itself.
  ///
  /// - Parameters:
  ///   - signer: the signer of the credentials.
  ///   - time: the moment, on the corrected clock.
  ///   - expiration: when the credentials end; nil where nothing is known of it.
  ///   - generation: which credentials they are; nil where that is not known.
  public init(_ signer: Signer, at time: Moment, expiration: Moment?, generation: Int?) {
    self.signer = signer
    self.time = time
    self.expiration = expiration
    self.generation = generation
  }

  /// Signs the headers of a request.
  ///
  /// - Throws: ``ProviderError/unsignable(_:)``.
  public func sign(_ request: SigningRequest) throws(ProviderError) -> SignedRequest {
    do throws(SigningError) {
      return SignedRequest(
        headers: try signer.sign(request, at: time).headers, generation: generation)
    } catch {
      throw .unsignable(error)
    }
  }

  /// Makes a presigned URL, and says when it really ends (CRED-PRE-1).
  ///
  /// - Throws: ``ProviderError/unsignable(_:)``, ``ProviderError/unusableEndpoint(_:)`` or
  ///   ``ProviderError/unusableInterval(_:)``.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) throws(ProviderError) -> PresignedRequest {
    try ProviderError.check(endpoint, for: request, signer.identity.version)
    let limit = try ProviderError.wrap(ProviderError.unusableInterval) {
      () throws(PresignLimitError) in
      try PresignLimit(
        signer.identity.version, interval: interval, now: time, credential: credential)
    }
    let signed = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try signer.presign(request, at: endpoint, now: time, validFor: interval)
    }
    return PresignedRequest(signed, limit: limit, generation: generation)
  }

  /// What has a token or an end is temporary.
  private var credential: PresignCredential {
    signer.identity.securityToken == nil && expiration == nil
      ? .longTerm : .temporary(expiration: expiration)
  }
}

extension PreparedSigner: Redacted {
  /// Who signs, when, and which credentials; never what signs.
  public var description: String {
    "PreparedSigner(\(signer.identity.accessKeyID?.shown ?? "-"), \(time), "
      + "generation: \(generation.map(String.init) ?? "-"))"
  }
}
