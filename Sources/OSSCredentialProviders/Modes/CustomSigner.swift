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
  private let clock: SignerClock
  private let holder: IdentityHolder
  private let server: SigningServer

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - identity: what the server signs for: the version, with V4 its access key ID, and its token
  ///     where it has one (CRED-MODE-22).
  ///   - clock: what reads the device's clock.
  ///   - signature: returns the signature of a string to sign. It is called for each request in the
  ///     task that signs, on no actor, so several may run at once. To return nil or to throw fails
  ///     that one request; what is thrown is kept.
  public init(
    _ identity: SigningIdentity, clock: @escaping @Sendable () -> Moment,
    signature: @escaping @concurrent @Sendable (StringToSign) async throws -> String?
  ) {
    self.clock = SignerClock(CorrectedClock(clock))
    holder = IdentityHolder(identity)
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
    let time = await clock.now
    let identity = await holder.identity
    let unsigned = try ProviderError.ofSigning { () throws(SigningError) in
      try identity.headers(for: request, at: time)
    }
    let signature = try await server.sign(unsigned.stringToSign, identity.version)
    let signed = try ProviderError.ofSigning { () throws(SigningError) in
      try unsigned.signed(by: signature)
    }
    return SignedRequest(headers: signed.headers, generation: nil)
  }

  /// Has a URL signed; of the server's credentials no more is known than whether they have a token.
  public func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) async throws(ProviderError) -> PresignedRequest {
    let now = await clock.now
    let identity = await holder.identity
    try endpoint.checked(for: request, identity.version)
    let limit = try interval.limit(
      identity.version, at: now,
      credential: identity.securityToken == nil ? .longTerm : .temporary(expiration: nil))
    let unsigned = try ProviderError.ofSigning { () throws(SigningError) in
      try identity.url(for: request, at: endpoint, now: now, validFor: interval)
    }
    let signature = try await server.sign(unsigned.stringToSign, identity.version)
    let signed = try ProviderError.ofSigning { () throws(SigningError) in
      try unsigned.signed(by: signature)
    }
    return PresignedRequest(signed, limit: limit, generation: nil)
  }

  /// Says what to do about a request that OSS did not carry out, and corrects the clock for it.
  public func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) async -> ErrorAction {
    if let answer { await clock.correct(by: answer) }
    return ErrorAction.due(after: answer, credential: .signer, tried: tried)
  }
}

extension ProviderError {
  /// What signing gives; why it cannot, as an error of a provider.
  static func ofSigning<Value>(
    _ sign: () throws(SigningError) -> Value
  ) throws(ProviderError) -> Value {
    do throws(SigningError) {
      return try sign()
    } catch {
      throw .unsignable(error)
    }
  }
}

/// What the server signs for, which the app may replace.
private actor IdentityHolder {
  private(set) var identity: SigningIdentity

  init(_ identity: SigningIdentity) { self.identity = identity }

  func replace(with identity: SigningIdentity) { self.identity = identity }
}

extension IdentityHolder: CustomReflectable {
  /// A mirror of nothing: the token of the identity is kept here.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
