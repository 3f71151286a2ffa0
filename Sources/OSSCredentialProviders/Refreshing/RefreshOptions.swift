public import OSSCredentials
public import OSSPrimitives

/// How a provider that fetches its tokens goes about it.
///
///     let options = RefreshOptions(policy: .fiveMinutes, timeLimit: .seconds(10))
///     let provider = CredentialsURIProvider(
///       url: "https://app.example.com/oss-token", options: options,
///       version: .v4(region: "cn-hangzhou"))
public struct RefreshOptions: Sendable {
  /// The rule by which a token is renewed before it ends.
  public var policy: RefreshPolicy
  /// How long one fetch may take, an hour at most; after it, the fetch has failed and is cancelled.
  public var timeLimit: TimeSpan
  /// What reads the device's clock.
  public var clock: @Sendable () -> Moment
  /// What the waits after failures are drawn from, so that devices do not come back all at once.
  public var seed: UInt64
  /// What hears of each event, such as the log of the app; nil for nothing.
  public var log: (@Sendable (SigningEvent) -> Void)?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - policy: the rule by which a token is renewed before it ends.
  ///   - timeLimit: how long one fetch may take.
  ///   - seed: what the waits after failures are drawn from.
  ///   - clock: what reads the device's clock.
  ///   - log: what hears of each event; it should return soon.
  public init(
    policy: RefreshPolicy = .scaled, timeLimit: TimeSpan = .seconds(60),
    seed: UInt64 = .random(in: .min ... .max), clock: @escaping @Sendable () -> Moment,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    self.policy = policy
    self.timeLimit = timeLimit
    self.clock = clock
    self.seed = seed
    self.log = log
  }
}
