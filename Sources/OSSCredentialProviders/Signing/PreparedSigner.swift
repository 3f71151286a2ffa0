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

/// The signer of the credentials in use, a part of the state of each mode of the package.
///
/// A signer costs more to make than a signature, and with V4 its key is that of one secret, day,
/// region and product. So one signer is kept: as long as the same credentials are signed with, and
/// no longer than they are held (CRED-MODE-21).
package struct KeptSigner: Sendable {
  /// Which signature is made; it is chosen once, where the mode is made (CRED-MODE-20).
  let version: SignatureVersion
  private var kept: (credentials: Credentials, generation: Int, signer: Signer)?
  /// The first generation that may be kept: those before were replaced or rejected.
  private var firstGeneration = Int.min

  init(_ version: SignatureVersion) { self.version = version }

  /// The signer of credentials, with what it needs for the day of a time.
  mutating func prepared(
    _ provided: ProvidedCredentials, at time: Moment
  ) throws(ProviderError) -> PreparedSigner {
    do throws(SigningError) {
      return PreparedSigner(
        try signer(of: provided, at: time), at: time, expiration: provided.expiration,
        generation: provided.generation)
    } catch {
      throw .unsignable(error)
    }
  }

  private mutating func signer(
    of provided: ProvidedCredentials, at time: Moment
  ) throws(SigningError) -> Signer {
    // Credentials that were replaced or rejected while a fetch was awaited do not come back.
    if provided.generation < firstGeneration {
      return try Signer(provided.credentials, version)
    }
    let former = kept
    kept = nil
    var signer: Signer
    if let former, former.credentials == provided.credentials {
      signer = former.signer
    } else {
      signer = try Signer(provided.credentials, version)
    }
    signer.prepare(at: time)
    kept = (provided.credentials, provided.generation, signer)
    firstGeneration = provided.generation
    return signer
  }

  /// Keeps nothing of the credentials of a generation and those before, now and later.
  mutating func drop(generation: Int) {
    // One that is later than what is signed with was never handed out.
    if let kept, kept.generation < generation { return }
    kept = nil
    firstGeneration = max(firstGeneration, generation < .max ? generation + 1 : generation)
  }

  /// Keeps nothing of any credentials.
  mutating func drop() { kept = nil }

  /// The access key ID whose signer is kept; nil for none.
  package var accessKeyID: String? { kept?.credentials.accessKeyID }

  /// Whether the signer that is kept has a key for the day of a time.
  package func isPrepared(at time: Moment) -> Bool {
    version.isV4 && kept?.signer.isPrepared(at: time) == true
  }
}

extension KeptSigner: CustomReflectable {
  /// A mirror of the version: what is kept can sign.
  package var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}
