public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// What signs an app's requests, whichever of the five modes the app has picked.
///
/// Keep one for each client and hand it to whatever sends requests: the mode is chosen in one
/// place (CRED-MODE-1). It signs at the time of the device's clock, corrected by what was learned.
///
///     let signer: any RequestSigner = CredentialsURIProvider(
///       url: "https://app.example.com/oss-token", version: .v4(region: "cn-hangzhou"))
///     let signed = try await signer.sign(put)
///     let link = try await signer.presign(get, at: endpoint, validFor: .hours(1))
public protocol RequestSigner: Sendable {
  /// Which signature is made; nil for a signer of an app's own that does not say.
  var version: SignatureVersion? { get async }

  /// Signs the headers of a request.
  ///
  /// - Throws: a ``ProviderError``; nothing is ever signed without credentials.
  func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest

  /// Makes a presigned URL, and says when it really ends.
  ///
  /// - Parameters:
  ///   - request: the request that the URL will make.
  ///   - endpoint: where the bucket is.
  ///   - interval: how long the URL is to work.
  /// - Throws: a ``ProviderError``; nothing is ever signed without credentials.
  func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest

  /// Says what to do about a request that OSS did not carry out, and prepares it.
  ///
  /// Credentials that OSS rejects are dropped and the clock is corrected before this returns, so
  /// that the app has but to sign the request again and send it.
  ///
  /// - Parameters:
  ///   - answer: what came back; nil where nothing did.
  ///   - generation: that of the signed request.
  ///   - tried: what this returned for the request before.
  /// - Returns: `ErrorAction.giveUp` where sending the request again would not help.
  func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction
}

extension RequestSigner {
  /// Nothing is known of the version.
  public var version: SignatureVersion? { nil }
}
