public import OSSCredentials
public import OSSPrimitives

/// Runs the refresh machine for a provider: the one place where its state changes.
///
/// The machine decides; the actor reads the clock, runs the fetches and answers the callers.
actor Refresher {
  private typealias Answer = Result<ProvidedCredentials, ProviderError>

  private var machine: RefreshMachine
  private var clock: CorrectedClock
  private var waiting: [CallerID: CheckedContinuation<Answer, Never>] = [:]
  private var callerCount: UInt64 = 0
  private var running: RunningFetch?
  /// What the last fetch that failed threw.
  private var cause: (any Error)?
  private let timeLimit: TimeSpan
  private let fetch: @Sendable () async -> FetchOutcome

  init(_ options: RefreshOptions, fetch: @escaping @Sendable () async -> FetchOutcome) {
    machine = RefreshMachine(policy: options.policy, seed: options.seed)
    clock = CorrectedClock(options.clock)
    timeLimit = options.timeLimit
    self.fetch = fetch
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

  /// Hands the machine an event, and does what it says.
  func handle(_ event: RefreshEvent) {
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
    guard let learned = clock.offset(toldBy: answer, of: source) else { return false }
    clock.offset = learned
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
    let fetch = fetch
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
    switch outcome {
    case .token(let token, let answer):
      cause = nil
      if let answer { correctClock(by: answer, of: .tokenServer) }
      handle(.fetched(token, id))
    case .failure(let failure, let cause):
      self.cause = cause
      handle(.failed(failure, id))
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

  /// Makes options.
  ///
  /// - Parameters:
  ///   - policy: the rule by which a token is renewed before it ends.
  ///   - timeLimit: how long one fetch may take.
  ///   - seed: what the waits after failures are drawn from.
  ///   - clock: what reads the device's clock.
  public init(
    policy: RefreshPolicy = .scaled, timeLimit: TimeSpan = .seconds(60),
    seed: UInt64 = .random(in: .min ... .max), clock: @escaping @Sendable () -> Moment
  ) {
    self.policy = policy
    self.timeLimit = timeLimit
    self.clock = clock
    self.seed = seed
  }
}

/// How one fetch of a token ended.
enum FetchOutcome: Sendable {
  /// With a token, and with the answer that it came in, which may tell the time.
  case token(FederationToken, from: ServerAnswer?)
  /// Without any, and with what was thrown, if something was.
  case failure(FetchFailure, cause: (any Error)?)
}

extension FetchFailure {
  /// The failure of a fetch that threw an error.
  ///
  /// Of an error that is not this package's only the type is named: its text may hold a URL, and
  /// that a token.
  init(thrown error: any Error) {
    switch error {
    case let failure as FetchFailure: self = failure
    case let error as TokenResponseError: self = .response(error)
    case TokenTransportError.timedOut: self = .timedOut
    case TokenTransportError.cancelled, is CancellationError: self = .cancelled
    case let error as TokenTransportError: self = .transport(error.description)
    default: self = .transport("\(type(of: error))")
    }
  }
}

extension Refresher: CustomReflectable {
  /// A mirror of nothing: what a fetch threw is kept here, and may hold a secret or a token.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
