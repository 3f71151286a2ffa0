public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// What signs an app's requests, whichever mode the app has picked.
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

  /// What hears of each ``SigningEvent``, such as the log of the app (CRED-MODE-28); nil for nothing.
  ///
  /// It is called on whatever thread the event happens, sometimes inside an actor: it should return
  /// soon.
  var log: (@Sendable (SigningEvent) -> Void)? { get }

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

  /// Nothing hears of events.
  public var log: (@Sendable (SigningEvent) -> Void)? { nil }
}

/// The headers of a request that is ready to be sent.
///
/// Nothing that describes the value shows the signature or the security token among them
/// (CRED-MODE-19).
public struct SignedRequest: Sendable {
  /// Every header to send.
  public let headers: [HeaderField]
  /// Which credentials signed it, to name them when OSS rejects it; nil where that is not known.
  public let generation: Int?

  /// Makes a signed request, as a signer of an app's own returns it.
  ///
  /// - Parameters:
  ///   - headers: every header to send.
  ///   - generation: which credentials signed it; nil where that is not known.
  public init(headers: [HeaderField], generation: Int?) {
    self.headers = headers
    self.generation = generation
  }
}

extension SignedRequest {
  /// The headers by their names; the values of one name are joined by commas.
  public var headerDictionary: [String: String] { headers.dictionary }

  /// The value of the header `Authorization`; empty where a signer of an app's own has made none.
  public var authorization: String {
    headers.last { $0.name.lowercased() == "authorization" }?.value ?? ""
  }
}

extension SignedRequest: Redacted {
  /// The names of the headers and the generation.
  public var description: String {
    "SignedRequest(headers: \(headers.map(\.name.shown)), "
      + "generation: \(generation.map(String.init) ?? "-"))"
  }

}

/// A presigned URL, and how long it works.
///
/// The URL is all that its request needs, so nothing that describes the value shows it.
///
///     let link = try await provider.presign(put, at: endpoint, validFor: .hours(1))
///     print(link.method, link.signedHeaders, link.limit.effective, link.limit.bound)
public struct PresignedRequest: Sendable {
  /// The URL, ready to be sent.
  public let url: String
  /// The method of the request.
  public let method: String
  /// The headers that are signed and must be sent with the URL, as they were signed.
  public let signedHeaders: [HeaderField]
  /// When the URL ends, which of two limits decides it, and what is worth knowing about them.
  ///
  /// The clause is CRED-MODE-17.
  public let limit: PresignLimit
  /// Which credentials signed it, to name them when OSS rejects it; nil where that is not known.
  public let generation: Int?

  /// Makes a presigned URL, as a signer of an app's own returns it.
  ///
  /// - Parameters:
  ///   - url: the URL, ready to be sent.
  ///   - method: the method of the request.
  ///   - signedHeaders: the headers that must be sent with it.
  ///   - limit: when it ends.
  ///   - generation: which credentials signed it; nil where that is not known.
  public init(
    url: String, method: String, signedHeaders: [HeaderField] = [], limit: PresignLimit,
    generation: Int?
  ) {
    self.url = url
    self.method = method
    self.signedHeaders = signedHeaders
    self.limit = limit
    self.generation = generation
  }

  /// What a signer of the package has signed.
  init(_ signed: PresignedURL, limit: PresignLimit, generation: Int?) {
    self.init(
      url: signed.url, method: signed.method, signedHeaders: signed.signedHeaders, limit: limit,
      generation: generation)
  }
}

extension PresignedRequest {
  /// The headers that must be sent with the URL, by their names; the values of one name are joined by
  /// commas.
  public var headerDictionary: [String: String] { signedHeaders.dictionary }
}

extension PresignedRequest: Redacted {
  /// When the URL ends, and the generation.
  public var description: String {
    "PresignedRequest(ends: \(limit.effective), findings: \(limit.findings.map(\.rawValue)), "
      + "generation: \(generation.map(String.init) ?? "-"))"
  }

}

/// What happened while requests were signed and sent, for the log of an app.
///
/// No event holds a secret, a token or a URL, so each can be written down as it is:
///
///     let log: @Sendable (SigningEvent) -> Void = { event in print(event) }
public enum SigningEvent: Equatable, Sendable {
  /// A fetch of a token began.
  case fetchBegan
  /// A fetch brought a token, which ends at this moment; nil where its end is not known.
  case fetched(expiration: Moment?)
  /// A fetch brought no token that can be used.
  case fetchFailed(FetchFailure)
  /// OSS rejected the credentials of this generation, and they are dropped.
  case rejected(generation: Int)
  /// From now on this span is added to the device's clock.
  case clockCorrected(by: TimeSpan)
  /// A request is sent once more.
  ///
  /// - Parameters:
  ///   - action: what was done before.
  ///   - status: the HTTP status of the answer before; nil where none came.
  ///   - requestID: the ID that OSS gave the request; nil where it gave none.
  case resent(ErrorAction, status: Int?, requestID: String?)
}

extension SigningEvent: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .fetchBegan: "A fetch of a token began."
    case .fetched(let expiration?): "A fetch brought a token that ends at \(expiration)."
    case .fetched(nil): "A fetch brought a token without a known end."
    case .fetchFailed(let failure): "A fetch of a token failed. \(failure)"
    case .rejected(let generation): "OSS rejected the credentials of generation \(generation)."
    case .clockCorrected(let span):
      "\(span.milliseconds) milliseconds are added to the device's clock from now on."
    case .resent(let action, let status, let requestID):
      "A request is sent once more (\(action.rawValue)), after "
        + (status.map { "an answer with the status \($0)" } ?? "no answer")
        + (requestID.map { ", request \($0.shown)" } ?? "") + "."
    }
  }
}

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
