public import OSSCredentials
public import OSSPrimitives
internal import OSSServices
public import OSSSigning

/// A mode that hands out credentials: a key pair, a token, or what it fetches.
///
/// The package has five, and an app may write its own: it says which signature is made, and hands
/// out credentials. Each can sign then, see ``RequestSigner``; the other members have defaults.
/// Write those members `async`, as they are here: of a method of an actor without it and the default,
/// Swift calls the default.
///
///     struct Vault: CredentialsProvider {
///       let version = SignatureVersion.v4(region: "cn-hangzhou")
///       let pair: Credentials
///       func credentials() async throws(ProviderError) -> ProvidedCredentials {
///         ProvidedCredentials(pair, expiration: nil, generation: 1)
///       }
///     }
public protocol CredentialsProvider: RequestSigner {
  /// Which signature is made; not optional, as it is in ``RequestSigner``.
  ///
  /// It is chosen once, where the mode is made (CRED-MODE-20). A region or a product that no scope
  /// can hold fails each signature, as ``ProviderError/unsignable(_:)``.
  var version: SignatureVersion { get }

  /// Hands out credentials that are valid now, and fetches them first where it must.
  ///
  /// Nothing blocks a thread (CRED-MODE-2); without credentials there is no result (CRED-MODE-3).
  /// Cancelling the task that asks ends its own wait and no fetch (CRED-MODE-10).
  ///
  /// - Throws: a ``ProviderError``, with the cause.
  func credentials() async throws(ProviderError) -> ProvidedCredentials

  /// Hands out what signs at this moment; by default a signer is made each time.
  ///
  /// The modes of the package keep their signer, and answer in one step: a caller on an actor leaves
  /// it once for each request.
  ///
  /// - Throws: a ``ProviderError``, with the cause.
  func preparedSigner() async throws(ProviderError) -> PreparedSigner

  /// Drops the credentials that OSS rejected, if they are still the ones in use; by default nothing.
  ///
  /// - Parameter generation: that of the credentials that the rejected request was signed with.
  func reject(generation: Int) async

  /// The time to sign with: the device's, corrected by what was learned; by default the device's.
  func correctedTime() async -> Moment

  /// Takes in how far the device's clock is off, if an answer of OSS shows it; by default nothing.
  ///
  /// - Returns: whether the time to sign with is another one now.
  @discardableResult
  func correctClock(by answer: ServerAnswer) async -> Bool

  /// What the credentials are, as far as it decides what to do when OSS refuses a request.
  ///
  /// By default they are fixed: a request whose credentials OSS rejects is given up. A provider that
  /// fetches others after ``reject(generation:)`` has temporary ones.
  var signingCredential: SigningCredential { get }
}

extension CredentialsProvider {
  /// The version that the mode was made with.
  public var version: SignatureVersion? {
    let known: SignatureVersion = version
    return known
  }

  /// Makes a signer of the credentials of this moment.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    let provided = try await credentials()
    let time = await correctedTime()
    var kept = KeptSigner(version)
    return try kept.prepared(provided, at: time)
  }

  /// Does nothing.
  public func reject(generation: Int) async {}

  /// The device's time.
  public func correctedTime() async -> Moment { SystemClock.now() }

  /// Learns nothing.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool { false }

  /// What cannot be fetched again.
  public var signingCredential: SigningCredential { .fixed }

  /// Signs the headers of a request with the credentials of this moment.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    try await preparedSigner().sign(request)
  }

  /// Makes a presigned URL with the credentials of this moment (CRED-PRE-1).
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    // No token is fetched for a request that cannot be sent.
    try ProviderError.check(endpoint, for: request, version)
    return try await preparedSigner().presign(request, at: endpoint, validFor: interval)
  }

  /// Says what to do about a request that OSS did not carry out, and prepares it (CRED-MODE-18).
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer {
      // A token that cannot be fetched again is dropped, too: nothing more is to be signed with it.
      let isRejected =
        ErrorAction.due(after: answer, credential: .temporary, tried: []) == .refreshCredentials
      if isRejected, let generation { await reject(generation: generation) }
      await correctClock(by: answer)
    }
    return ErrorAction.due(after: answer, credential: signingCredential, tried: tried)
  }
}

/// Why a mode hands out no credentials, or signs nothing.
///
/// Where an error of the app or of its transport is behind it, that is kept as it was thrown
/// (CRED-MODE-8, CRED-MODE-16).
/// Nothing that describes the value shows it, since it may hold a secret or a token.
public enum ProviderError: Error, Sendable {
  /// The task that asked was cancelled while it waited; the fetch goes on for the others.
  case cancelled
  /// No credentials could be fetched, with what the fetch threw, if it threw something.
  case unavailable(CredentialsError, cause: (any Error)?)
  /// The token that the app has put in has ended at this moment.
  case expired(Moment)
  /// OSS rejected the token that the app has put in, of this generation.
  case rejected(generation: Int)
  /// The request cannot be signed.
  case unsignable(SigningError)
  /// The endpoint does not fit the request.
  case unusableEndpoint(EndpointError)
  /// No presigned URL can have this interval.
  case unusableInterval(PresignLimitError)
  /// The custom signer gave nothing that can be used, with what it threw, if it threw something.
  case unsigned(SignerError, cause: (any Error)?)
}

extension ProviderError {
  /// The HTTP status by which the token server refused the last fetch; nil where it did not.
  ///
  /// With 401, the user of the app has to log in again. It is there during the wait after the failure,
  /// too.
  public var tokenServerStatus: Int? {
    switch self {
    case .unavailable(let error, cause: _):
      guard case .response(.httpStatus(let status, _)) = error.cause else { return nil }
      return status
    case .cancelled, .expired, .rejected, .unsignable, .unusableEndpoint, .unusableInterval,
      .unsigned:
      return nil
    }
  }
}

extension ProviderError {
  /// The error that the app or its transport threw, as it was thrown; nil without one.
  public var underlyingError: (any Error)? {
    switch self {
    case .unavailable(_, let cause), .unsigned(_, let cause): cause
    case .cancelled, .expired, .rejected, .unsignable, .unusableEndpoint, .unusableInterval: nil
    }
  }
}

extension ProviderError: PlainError, Redacted {
  /// What happened; of an error that the app or its transport threw, its type alone, and of one of
  /// this package its sentence.
  public var description: String {
    switch self {
    case .cancelled: "The task that asked for credentials was cancelled."
    case .unavailable(let error, let cause):
      // The failure has what a fetch threw already, but not what a decoder did.
      if case .response(.notDecoded) = error.cause, let cause {
        error.description + " " + Shown.text(of: cause)
      } else {
        error.description
      }
    case .expired(let moment):
      "The token has ended at \(moment); put in another one."
    case .rejected(let generation):
      "OSS rejected the token of generation \(generation); put in another one."
    case .unsignable(let error): "The request cannot be signed. \(error)"
    case .unusableEndpoint(let error): error.description
    case .unusableInterval(let error): "No URL can be signed so. \(error)"
    case .unsigned(.failed, let cause?): "The custom signer failed. " + Shown.text(of: cause)
    case .unsigned(let error, cause: _): error.description
    }
  }
}

extension ProviderError {
  /// What a step gives; why it cannot, as the case of its error.
  static func wrap<Value, Fault: Error>(
    _ wrapped: (Fault) -> ProviderError, _ step: () throws(Fault) -> Value
  ) throws(ProviderError) -> Value {
    do throws(Fault) { return try step() } catch { throw wrapped(error) }
  }

  /// Refuses an endpoint that does not fit a request.
  static func check(
    _ endpoint: Endpoint, for request: SigningRequest, _ version: SignatureVersion
  ) throws(ProviderError) {
    try wrap(unusableEndpoint) { () throws(EndpointError) in
      try endpoint.check(for: request, version: version)
    }
  }
}

/// What may be shown of the errors that an app or its transport throws.
enum Shown {
  /// The sentence of an error of this package, such as why a rule refuses a request; of any other
  /// error its type alone, for its text may hold a URL, and that a token (CRED-MODE-19).
  static func text(of error: any Error) -> String {
    (error as? any PlainError)?.description ?? "An error of the type \(type(of: error)) was thrown."
  }
}

extension FetchFailure {
  /// The failure of a fetch that threw an error.
  init(thrown error: any Error) {
    switch error {
    case let failure as FetchFailure: self = failure
    case let error as TokenResponseError: self = .response(error)
    case TokenTransportError.timedOut: self = .timedOut
    case TokenTransportError.cancelled, is CancellationError: self = .cancelled
    default: self = .transport(Shown.text(of: error))
    }
  }
}
