public import OSSCredentials
public import OSSPrimitives
internal import OSSSigning

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
    seed: UInt64 = .random(in: .min ... .max),
    clock: @escaping @Sendable () -> Moment = SystemClock.now,
    log: (@Sendable (SigningEvent) -> Void)? = nil
  ) {
    self.policy = policy
    self.timeLimit = timeLimit
    self.clock = clock
    self.seed = seed
    self.log = log
  }
}

/// Runs the refresh machine for a provider: the one place where its state changes.
///
/// The machine decides; the actor reads the clock, runs the fetches and answers the callers. The signer
/// of the token in use is kept here too, so that who signs asks once for all that it needs.
actor Refresher {
  private typealias Answer = Result<ProvidedCredentials, ProviderError>

  private var machine: RefreshMachine
  private var clock: CorrectedClock
  private var waiting: [CallerID: CheckedContinuation<Answer, Never>] = [:]
  private var callerCount: UInt64 = 0
  private var running: RunningFetch?
  /// What the last fetch that failed threw.
  private var cause: (any Error)?
  /// The signer of the token in use.
  private(set) var kept: KeptSigner
  /// What hands the last token that was fetched to the app.
  private var renewal: Task<Void, Never>?
  private let timeLimit: TimeSpan
  private let source: TokenSource
  nonisolated let version: SignatureVersion
  nonisolated let log: (@Sendable (SigningEvent) -> Void)?

  init(
    _ options: RefreshOptions, version: SignatureVersion, holding token: FederationToken?,
    _ source: TokenSource
  ) {
    machine = RefreshMachine(
      policy: options.policy, seed: options.seed, holding: token, obtainedAt: options.clock())
    clock = CorrectedClock(options.clock)
    kept = KeptSigner(version)
    timeLimit = options.timeLimit
    self.source = source
    self.version = version
    log = options.log
  }

  deinit { running?.cancel() }

  /// Hands out credentials, at once where they are fresh.
  func credentials() async throws(ProviderError) -> ProvidedCredentials {
    if let fresh = machine.freshCredentials(at: clock.read()) { return fresh }
    callerCount += 1
    let caller = CallerID(callerCount)
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[caller] = continuation
        handle(.asked(caller))
      }
    } onCancel: {
      // It runs on whatever thread cancels; the actor is free again only after the caller waits.
      Task { await self.endWait(of: caller) }
    }.get()
  }

  /// Hands out what signs at this moment; where there are no credentials, no signer is kept either.
  func preparedSigner() async throws(ProviderError) -> PreparedSigner {
    let provided: ProvidedCredentials
    do throws(ProviderError) {
      provided = try await credentials()
    } catch .cancelled {
      throw .cancelled
    } catch {
      kept.drop()
      throw error
    }
    return try kept.prepared(provided, at: clock.now)
  }

  /// Holds a token of the app's.
  func replace(with token: FederationToken) {
    handle(.replaced(token))
    kept.drop()
  }

  /// Ends the wait after failures.
  func resume() { machine.forgetFailures() }

  /// Drops the token of a generation, if it is held.
  func reject(generation: Int) {
    let isHeld = machine.held?.generation == generation
    handle(.rejected(generation: generation))
    kept.drop(generation: generation)
    if isHeld { log?(.rejected(generation: generation)) }
  }

  /// Hands the machine an event, and does what it says.
  private func handle(_ event: RefreshEvent) {
    for action in machine.handle(event, at: clock.read()) {
      switch action {
      case .fetch(let id): begin(id)
      case .handOut(let credentials, let caller): answer(caller, .success(credentials))
      case .fail(let error, let caller):
        answer(caller, .failure(.unavailable(error, cause: cause)))
      }
    }
  }

  /// The device's time, corrected.
  func correctedTime() -> Moment { clock.now }

  /// Takes in what an answer says about the clock; whether that is something new.
  @discardableResult
  func correctClock(by answer: ServerAnswer, of source: ClockSource) -> Bool {
    guard clock.learn(from: answer, of: source, log) else { return false }
    handle(.clockCorrected(clock.latestOffset))
    return true
  }

  private func answer(_ caller: CallerID, _ answer: Answer) {
    waiting.removeValue(forKey: caller)?.resume(returning: answer)
  }

  private func endWait(of caller: CallerID) {
    guard waiting[caller] != nil else { return }
    handle(.cancelled(caller))
    answer(caller, .failure(.cancelled))
  }

  /// Begins a fetch of its own, without a caller's cancellation, priority or thread (CRED-MODE-10).
  private func begin(_ id: FetchID) {
    log?(.fetchBegan)
    let fetch = source.fetch
    running = RunningFetch(
      id: id,
      fetch: Task.detached(priority: .userInitiated) { [weak self] in
        let outcome = await fetch()
        await self?.end(id, outcome)
      },
      timer: Task.detached { [weak self, timeLimit] in
        try await timeLimit.sleep()
        await self?.end(id, .failure(.timedOut, cause: nil))
      })
  }

  /// Ends a fetch, unless it has ended: a result after its time limit comes too late (CRED-MODE-9).
  ///
  /// The answer that brings a token corrects the clock first (CRED-MODE-15).
  private func end(_ id: FetchID, _ outcome: FetchOutcome) {
    guard running?.id == id else { return }
    running?.cancel()
    running = nil
    // The app has put in a token meanwhile: the result does not count (CRED-RUN-22).
    let isDropped = machine.dropsResult
    switch outcome {
    case .token(let token, let answer):
      cause = nil
      if let answer { correctClock(by: answer, of: .tokenServer) }
      handle(.fetched(token, id))
      if isDropped { return }
      if let failure = machine.failures?.cause {
        log?(.fetchFailed(failure))
      } else {
        log?(.fetched(expiration: token.expiration))
        handOn(token)
      }
    case .failure(let failure, let cause):
      self.cause = cause
      handle(.failed(failure, id))
      if !isDropped { log?(.fetchFailed(failure)) }
    }
  }

  /// Hands a token to the app, on no actor, and after the token before (CRED-MODE-26).
  private func handOn(_ token: FederationToken) {
    guard let onRenewal = source.onRenewal else { return }
    renewal = Task.detached { [renewal] in
      await renewal?.value
      await onRenewal(token)
    }
  }
}

/// A fetch that goes on, with the timer that ends it.
private struct RunningFetch: Sendable {
  let id: FetchID
  let fetch: Task<Void, Never>
  let timer: Task<Void, any Error>

  func cancel() {
    fetch.cancel()
    timer.cancel()
  }
}

/// Where tokens come from, and what receives them.
struct TokenSource: Sendable {
  let fetch: @Sendable () async -> FetchOutcome
  let onRenewal: (@Sendable (FederationToken) async -> Void)?
}

/// How one fetch of a token ended.
enum FetchOutcome: Sendable {
  /// With a token, and with the answer that it came in, which may tell the time.
  case token(FederationToken, from: ServerAnswer?)
  /// Without any, and with what was thrown, if something was.
  case failure(FetchFailure, cause: (any Error)?)
}

extension Refresher: CustomReflectable {
  /// A mirror of nothing: what a fetch threw is kept here, and may hold a secret or a token.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
