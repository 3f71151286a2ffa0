public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#elseif canImport(Foundation)
  internal import Foundation
#endif

/// The first mode: a key pair of an account or a RAM user, which has no end.
///
/// It is handed out forever (CRED-MODE-4).
///
/// Everybody who has the app has the key. It is for places that are safe, such as a server; an app on a
/// device takes ``FederationTokenProvider`` or ``CredentialsURIProvider``.
///
///     let signer = try StaticKeyPairProvider(
///       accessKeyID: id, accessKeySecret: secret, version: .v4(region: "cn-hangzhou"))
public struct StaticKeyPairProvider: CredentialsProvider {
  /// The pair, as a token that never ends.
  private let pair: StaticTokenProvider
  private let hasToken: Bool

  /// Makes a provider of a key pair.
  ///
  /// White space around the two texts is dropped (CRED-TRIM).
  ///
  /// - Parameters:
  ///   - accessKeyID: the access key ID.
  ///   - accessKeySecret: the access key secret.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  /// - Throws: a `SigningError` for a pair that cannot sign.
  public init(
    accessKeyID: String, accessKeySecret: String, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) throws(SigningError) {
    let credentials = try Credentials(
      accessKeyID: OuterWhiteSpace.trimmed(accessKeyID),
      accessKeySecret: OuterWhiteSpace.trimmed(accessKeySecret))
    self.init(credentials, version: version, clock: clock, log: log)
  }

  /// Makes a provider of the credentials in hand: a key pair, or a token that nobody replaces.
  ///
  /// - Parameters:
  ///   - credentials: what is signed with.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    _ credentials: Credentials, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    let token = FederationToken(credentials, expiration: nil)
    pair = StaticTokenProvider(token, version: version, clock: clock, log: log)
    hasToken = credentials.securityToken != nil
  }

  /// Which signature is made.
  public var version: SignatureVersion { pair.version }

  /// What hears of each event; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)? { pair.log }

  /// Hands out what signs at this moment.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    try await pair.preparedSigner()
  }

  /// Hands out the key pair.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await pair.credentials()
  }

  /// Does nothing to a key pair, for there is no other; a token is handed out no more.
  public func reject(generation: Int) async {
    if hasToken { await pair.reject(generation: generation) }
  }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await pair.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await pair.correctClock(by: answer)
  }
}

/// The second mode: a token of STS that the app puts in, watches and replaces by itself.
///
/// A token that has expired, or that OSS has rejected, is not handed out (CRED-MODE-6);
/// ``replace(with:)`` puts in another one, and nothing else has to be made again (CRED-MODE-5).
///
///     let signer = StaticTokenProvider(
///       try await server.token(), version: .v4(region: "cn-hangzhou"))
///     if await signer.isAboutToExpire() { await signer.replace(with: try await server.token()) }
public actor StaticTokenProvider: CredentialsProvider {
  /// Which signature is made.
  public nonisolated let version: SignatureVersion
  /// What hears of each event; nil for nothing.
  public nonisolated let log: (@Sendable (SigningEvent) -> Void)?
  /// The signer of the token in use.
  package private(set) var kept: KeptSigner
  private var clock: CorrectedClock
  private var held: ProvidedCredentials
  private var isRejected = false

  /// Makes a provider that holds a token.
  ///
  /// - Parameters:
  ///   - token: the token, with the moment when it ends if the app knows it.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    _ token: FederationToken, version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    held = ProvidedCredentials(token.credentials, expiration: token.expiration, generation: 1)
    self.clock = CorrectedClock(clock)
    self.version = version
    self.log = log
    kept = KeptSigner(version)
  }

  /// Hands out the token.
  ///
  /// - Throws: ``ProviderError/expired(_:)`` or ``ProviderError/rejected(generation:)``.
  public func credentials() throws(ProviderError) -> ProvidedCredentials {
    if isRejected { throw .rejected(generation: held.generation) }
    if let expiration = held.expiration, expiration <= clock.latest { throw .expired(expiration) }
    return held
  }

  /// Hands out what signs at this moment; where there is no token, no signer is kept either.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    do throws(ProviderError) {
      return try kept.prepared(try credentials(), at: clock.now)
    } catch {
      kept.drop()
      throw error
    }
  }

  /// Puts in another token; all who ask from now on get that one.
  public func replace(with token: FederationToken) {
    let replaced = held.generation
    held = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: replaced + 1)
    isRejected = false
    kept.drop(generation: replaced)
  }

  /// How much is left of the token, on the corrected clock; nil where its end is not known.
  ///
  /// The clause is CRED-MODE-7.
  public func remaining() -> TimeSpan? { held.expiration?.since(clock.now) }

  /// Whether less than five minutes are left, so that it is time to put in another token
  /// (CRED-EXP-3).
  public func isAboutToExpire() -> Bool {
    guard let remaining = remaining() else { return false }
    return remaining < RefreshPolicy.fiveMinutes.windows(forLifetime: .zero).mandatory
  }

  /// Hands the token out no more, if it is still the one that OSS rejected.
  public func reject(generation: Int) async {
    kept.drop(generation: generation)
    if generation != held.generation || isRejected { return }
    isRejected = true
    log?(.rejected(generation: generation))
  }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { clock.now }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    clock.learn(from: answer, of: .oss, log)
  }
}

extension StaticTokenProvider: CustomReflectable {
  /// A mirror of the version: what is kept can sign.
  public nonisolated var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}

/// A signer in the place of a mode, for one request: it has the clock of the device, which the answers
/// to that request correct.
package actor SignerMode: RequestSigner {
  private let signer: Signer
  private var clock = CorrectedClock(SystemClock.now)

  package init(_ signer: Signer) { self.signer = signer }

  package nonisolated var version: SignatureVersion? { signer.identity.version }

  private var prepared: PreparedSigner {
    PreparedSigner(signer, at: clock.now, expiration: nil, generation: nil)
  }

  package func sign(_ request: SigningRequest) throws(ProviderError) -> SignedRequest {
    try prepared.sign(request)
  }

  package func presign(
    _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
  ) throws(ProviderError) -> PresignedRequest {
    try prepared.presign(request, at: endpoint, validFor: interval)
  }

  package func nextAction(
    after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
  ) -> ErrorAction {
    if let answer { _ = clock.learn(from: answer, of: .oss, nil) }
    return ErrorAction.due(after: answer, credential: .fixed, tried: tried)
  }
}

/// The mode of servers and tools: credentials of the variables of the environment.
///
/// They are read once, of the first set of variables whose access key ID is there; the sets do not mix
/// (CRED-MODE-27):
///
/// - `OSS_ACCESS_KEY_ID`, `OSS_ACCESS_KEY_SECRET` and, if there is a token, `OSS_SESSION_TOKEN`
/// - `ALIBABA_CLOUD_ACCESS_KEY_ID`, `ALIBABA_CLOUD_ACCESS_KEY_SECRET` and, if there is a token,
///   `ALIBABA_CLOUD_SECURITY_TOKEN`
///
/// Of a token's end nothing is known, and OSS rejects it then.
///
///     let signer = try EnvironmentProvider(version: .v4(region: "cn-hangzhou"))
public struct EnvironmentProvider: CredentialsProvider {
  private let held: StaticKeyPairProvider

  /// Makes a provider of variables.
  ///
  /// White space around the texts is dropped (CRED-TRIM). An empty variable is treated as one that is
  /// not set.
  ///
  /// - Parameters:
  ///   - environment: the variables, by their names.
  ///   - version: which signature is made; a region that no scope can hold fails each signature.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    environment: [String: String], version: SignatureVersion,
    clock: @escaping @Sendable () -> Moment, log: (@Sendable (SigningEvent) -> Void)? = nil
  ) throws(EnvironmentError) {
    held = StaticKeyPairProvider(
      try Self.credentials(in: environment), version: version, clock: clock, log: log)
  }

  private static func credentials(
    in environment: [String: String]
  ) throws(EnvironmentError) -> Credentials {
    func value(_ name: String) -> String? {
      let text = environment[name].map { OuterWhiteSpace.trimmed($0) }
      return text?.utf8.isEmpty == false ? text : nil
    }
    for names in VariableNames.all {
      guard let id = value(names.id) else { continue }
      guard let secret = value(names.secret) else { throw .missing(names.secret) }
      do {
        return try Credentials(
          accessKeyID: id, accessKeySecret: secret, securityToken: value(names.token))
      } catch {
        throw .invalid(error)
      }
    }
    throw .missing(VariableNames.all[0].id)
  }

  /// Which signature is made.
  public var version: SignatureVersion { held.version }

  /// What hears of each event; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)? { held.log }

  /// Hands out the credentials.
  ///
  /// - Throws: ``ProviderError/rejected(generation:)`` for a token that OSS rejected.
  public func credentials() async throws(ProviderError) -> ProvidedCredentials {
    try await held.credentials()
  }

  /// Hands out what signs at this moment.
  public func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    try await held.preparedSigner()
  }

  /// Hands a token out no more that OSS rejected; a key pair stays.
  public func reject(generation: Int) async { await held.reject(generation: generation) }

  /// The time to sign with: the device's, corrected by what was learned.
  public func correctedTime() async -> Moment { await held.correctedTime() }

  /// Takes in how far the device's clock is off, if an answer of OSS shows it.
  @discardableResult
  public func correctClock(by answer: ServerAnswer) async -> Bool {
    await held.correctClock(by: answer)
  }
}

/// The names of the variables of one set of credentials.
private struct VariableNames {
  let id: String
  let secret: String
  let token: String

  /// The sets, in the order in which they are looked for.
  static let all = [
    VariableNames(
      id: "OSS_ACCESS_KEY_ID", secret: "OSS_ACCESS_KEY_SECRET", token: "OSS_SESSION_TOKEN"),
    VariableNames(
      id: "ALIBABA_CLOUD_ACCESS_KEY_ID", secret: "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
      token: "ALIBABA_CLOUD_SECURITY_TOKEN"),
  ]
}

/// Why the environment holds no credentials.
public enum EnvironmentError: Error, Equatable, Sendable {
  /// The variable of this name is not set, or is empty.
  case missing(String)
  /// The variables are set, and no request can carry them.
  case invalid(SigningError)
}

extension EnvironmentError: PlainError, CustomStringConvertible {
  /// One sentence that names the variable or the fault, and no value.
  public var description: String {
    switch self {
    case .missing(let name): "The variable \(name) of the environment is not set."
    case .invalid(let error): "The variables of the environment cannot sign. \(error)"
    }
  }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  extension EnvironmentProvider {
    /// Makes a provider of the variables of this process, with the clock of the device.
    public init(
      version: SignatureVersion, log: (@Sendable (SigningEvent) -> Void)? = nil
    ) throws(EnvironmentError) {
      try self.init(
        environment: ProcessInfo.processInfo.environment, version: version,
        clock: SystemClock.now, log: log)
    }
  }
#endif
