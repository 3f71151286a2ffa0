public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// The fifth mode: the secret stays on the app's server, which signs each string that it is sent.
///
/// The server must answer what `Signer.signature(of:)` makes: with V1
/// `OSS <access key ID>:<signature>`, with V4 64 hexadecimal digits. Whatever else it returns, and
/// whatever it throws, is an error, and the request is not sent.
///
///     let identity = try SigningIdentity(accessKeyID: id, .v4(region: "cn-hangzhou"))
///     let signer = CustomSigner(identity) { string in try await server.sign(string.text) }
///     let signed = try await signer.sign(request)
public struct CustomSigner: RequestSigner {
  private let holder: SignerHolder
  private let server: SigningServer
  /// What hears of each event; nil for nothing.
  public let log: (@Sendable (SigningEvent) -> Void)?

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - identity: what the server signs for: the version, with V4 its access key ID, and its token
  ///     where it has one (CRED-MODE-22).
  ///   - clock: what reads the device's clock.
  ///   - signature: returns the signature of a string to sign. It is called for each request in the
  ///     task that signs, on no actor, so several may run at once. To return nil or to throw fails
  ///     that one request; what is thrown is kept.
  ///   - log: what hears of each event; it should return soon.
  public init(
    _ identity: SigningIdentity, clock: @escaping @Sendable () -> Moment = SystemClock.now,
    signature: @escaping @concurrent @Sendable (StringToSign) async throws -> String?,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    self.log = log
    holder = SignerHolder(identity, CorrectedClock(clock))
    server = SigningServer(signature: signature)
  }

  /// Signs for another identity from now on, such as when the server has another token.
  public func replace(with identity: SigningIdentity) async {
    await holder.replace(with: identity)
  }

  /// The version of the identity.
  public var version: SignatureVersion? {
    get async { await holder.identity.version }
  }

  /// Has the headers of a request signed.
  public func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
    let (identity, time) = await holder.inUse
    let unsigned = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try identity.headers(for: request, at: time)
    }
    let signature = try await server.sign(unsigned.stringToSign, identity.version)
    let signed = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try unsigned.signed(by: signature)
    }
    return SignedRequest(headers: signed.headers, generation: nil)
  }

  /// Has a URL signed; of the server's credentials no more is known than whether they have a token.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    let (identity, now) = await holder.inUse
    try ProviderError.check(endpoint, for: request, identity.version)
    let limit = try ProviderError.wrap(ProviderError.unusableInterval) {
      () throws(PresignLimitError) in
      try PresignLimit(
        identity.version, interval: interval, now: now,
        credential: identity.securityToken == nil ? .longTerm : .temporary(expiration: nil))
    }
    let unsigned = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try identity.url(for: request, at: endpoint, now: now, validFor: interval)
    }
    let signature = try await server.sign(unsigned.stringToSign, identity.version)
    let signed = try ProviderError.wrap(ProviderError.unsignable) { () throws(SigningError) in
      try unsigned.signed(by: signature)
    }
    return PresignedRequest(signed, limit: limit, generation: nil)
  }

  /// Says what to do about a request that OSS did not carry out, and corrects the clock for it.
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer { await holder.correctClock(by: answer, log) }
    return ErrorAction.due(after: answer, credential: .signer, tried: tried)
  }
}

/// What the server signs for, which the app may replace, and the clock, which answers of OSS correct.
private actor SignerHolder {
  var identity: SigningIdentity
  private var clock: CorrectedClock

  init(_ identity: SigningIdentity, _ clock: CorrectedClock) {
    self.identity = identity
    self.clock = clock
  }

  var inUse: (identity: SigningIdentity, time: Moment) { (identity, clock.now) }

  func replace(with identity: SigningIdentity) { self.identity = identity }

  func correctClock(by answer: ServerAnswer, _ log: (@Sendable (SigningEvent) -> Void)?) {
    _ = clock.learn(from: answer, of: .oss, log)
  }
}

extension SignerHolder: CustomReflectable {
  /// A mirror of nothing: the token of the identity is kept here.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

/// The function of an app that has a string signed elsewhere (CRED-MODE-2).
struct SigningServer {
  /// Its type keeps it off every actor: a signer that computes would otherwise hold up that of the
  /// caller, such as the main one. (Calling it from a concurrent function was not enough.)
  let signature: @concurrent @Sendable (StringToSign) async throws -> String?

  /// What it gives for a string, read strictly (CRED-SIGN, V4-REM-2).
  func sign(
    _ string: StringToSign, _ version: SignatureVersion
  ) async throws(ProviderError) -> Signature {
    let (answer, cause) = await answer(for: string)
    do throws(SignerError) {
      return try answer.signature(of: version)
    } catch {
      throw .unsigned(error, cause: cause)
    }
  }

  private func answer(for string: StringToSign) async -> (SignerAnswer, cause: (any Error)?) {
    do {
      return (SignerAnswer(value: try await signature(string)), nil)
    } catch {
      // The error itself is kept; the text of another's may repeat what was to be signed, and is not.
      return (SignerAnswer(value: nil, error: Shown.text(of: error)), error)
    }
  }
}
