public import OSSCredentialProviders
public import OSSCredentials
public import OSSPrimitives
public import OSSSigning

/// What a token server gives, fetch by fetch, in place of the server; the last step repeats.
///
///     let clock = ManualClock()
///     let end = clock.now.adding(.hours(1))
///     let script = TokenScript({ try .sample("A", expires: end) }, { throw URLError(.timedOut) })
///     let provider = FederationTokenProvider(
///       options: RefreshOptions(seed: 1, clock: clock.read), version: .v4(region: "cn-hangzhou")
///     ) { try await script.next() }
public final class TokenScript: Sendable {
  /// One fetch: it returns a token or nil, throws, or waits.
  public typealias Step = @Sendable () async throws -> FederationToken?

  private let steps: [Step]
  private let count = Locked(0)

  /// Makes a script of one step or more.
  public init(_ first: @escaping Step, _ others: Step...) { steps = [first] + others }

  /// How many fetches began.
  public var fetches: Int { count.withLock { $0 } }

  /// Takes the next step, for the closure of a provider.
  public func next() async throws -> FederationToken? {
    try await steps[min(count.next(), steps.count - 1)]()
  }
}

/// A transport that answers what a test wants, request by request; the last step repeats.
///
/// After a failure a provider waits before it asks again: move the clock.
///
///     let clock = ManualClock()
///     let end = clock.now.adding(.hours(1))
///     let transport = ScriptedTransport(
///       { _ in TokenServerReply(status: 500, body: []) },
///       { _ in TokenServerReply(handingOut: try .sample("A", expires: end)) })
///     let provider = CredentialsURIProvider(
///       url: "https://app.example.com/oss-token", transport: transport,
///       options: RefreshOptions(seed: 1, clock: clock.read), version: .v4(region: "cn-hangzhou"))
///     _ = try? await provider.credentials()                 // 500
///     clock.advance(by: .minutes(1))
///     print(try await provider.credentials())               // the token A
public final class ScriptedTransport: TokenTransport {
  /// One answer: it may look at the request, throw, or wait.
  public typealias Step = @Sendable (TokenServerRequest) async throws -> TokenServerReply

  private let steps: [Step]
  private let count = Locked(0)

  /// Makes a transport of one step or more.
  public init(_ first: @escaping Step, _ others: Step...) { steps = [first] + others }

  /// How many requests came.
  public var requests: Int { count.withLock { $0 } }

  /// Takes the next step.
  public func get(_ request: TokenServerRequest) async throws -> TokenServerReply {
    try await steps[min(count.next(), steps.count - 1)](request)
  }
}

extension TokenServerReply {
  /// The answer of a token server that hands out a token.
  public init(handingOut token: FederationToken) {
    self.init(status: 200, body: TokenResponse.body(handingOut: token))
  }
}

extension FederationToken {
  /// A token whose parts contain its name, so that a test can tell tokens apart.
  ///
  /// - Parameters:
  ///   - name: visible ASCII; the access key ID is `STS.` and the name.
  ///   - expires: the moment when the token ends; nil where nothing is known of it.
  public static func sample(
    _ name: String, expires: Moment?
  ) throws(SigningError) -> FederationToken {
    FederationToken(
      try Credentials(
        accessKeyID: "STS.\(name)", accessKeySecret: "secret-\(name)",
        securityToken: "token-\(name)"), expiration: expires)
  }
}
