internal import Foundation
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

/// A clock that a test sets, in place of that of the device.
///
/// It does not move until the test moves it, so a token expires when the test says so:
///
///     let clock = ManualClock()
///     let options = RefreshOptions(seed: 1, clock: clock.read)
///     clock.advance(by: .hours(1))
public final class ManualClock: Sendable {
  private let moment: Locked<Moment>

  /// Makes a clock.
  ///
  /// - Parameter start: what it shows at first, by default 2023-11-14T22:13:20Z.
  public init(_ start: Moment = Moment(milliseconds: 1_700_000_000_000)) {
    moment = Locked(start)
  }

  /// What the clock shows.
  public var now: Moment { moment.withLock { $0 } }

  /// The function with which a provider reads the clock.
  public var read: @Sendable () -> Moment { { self.now } }

  /// Moves the clock forward; a negative span moves it back.
  public func advance(by span: TimeSpan) {
    moment.withLock { $0 = $0.adding(span) }
  }

  /// Sets the clock.
  public func set(to moment: Moment) {
    self.moment.withLock { $0 = moment }
  }
}

/// A value that one thread at a time reads or changes.
///
/// `Mutex` and `Atomic` need iOS 18 and macOS 15; the doubles work wherever the package does.
package final class Locked<Value: Sendable>: Sendable {
  private let lock = NSLock()
  // The compiler cannot see that this is safe: only `withLock` uses the value, and it holds the lock.
  private nonisolated(unsafe) var value: Value

  package init(_ value: Value) { unsafe self.value = value }

  /// Runs a closure that no other use of the value overlaps; it must not use the value again itself.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return unsafe body(&value)
  }
}

extension Locked<Int> {
  /// The count before this call, which adds one.
  func next() -> Int {
    withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
