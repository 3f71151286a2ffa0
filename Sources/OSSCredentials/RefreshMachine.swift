public import OSSPrimitives
internal import OSSSigning

/// Keeps credentials valid: what happens goes in, what is to be done comes out.
///
/// The machine waits for nothing, reads no clock and fetches nothing. Its owner hands it each event
/// with the device's time and carries out the actions, so a run can be repeated exactly, and an actor
/// around it is a few lines. The rules are those of CRED-RUN.
///
/// Its moments are on the device's clock, for that is the one clock that it knows; the correction
/// that was learned is added when a moment is held against an expiry.
package struct RefreshMachine: Sendable {
  /// Fetches that failed in a row, and when the next may begin.
  package struct Failures: Sendable {
    /// How many failed since the last success.
    fileprivate var count: Int
    /// Why the last one failed.
    package fileprivate(set) var cause: FetchFailure
    /// When the last one failed, on the device's clock.
    fileprivate var since: Moment
    /// How long no other fetch begins.
    fileprivate var delay: TimeSpan

    /// The moment from which the next fetch may begin.
    fileprivate var retryAt: Moment { since.adding(delay) }
  }

  /// What is held; nil where nothing is, or where OSS rejected it.
  package private(set) var held: ProvidedCredentials?
  /// What failed since the last success; nil where nothing did.
  package private(set) var failures: Failures?
  /// Whether the result of the fetch in flight is wanted no more.
  package private(set) var dropsResult = false
  /// When a credential is refreshed.
  private let policy: RefreshPolicy
  /// When what is held was obtained; nil until the first event.
  private var obtained: Moment?
  /// The credentials that OSS rejected last.
  private var lastRejected: Credentials?
  /// How many credentials there have been.
  private var generation = 0
  /// The fetch in flight.
  private var fetch: FetchID?
  /// How many fetches have begun.
  private var fetchCount: UInt64 = 0
  /// What is added to the device's clock.
  private var offset = ClockOffset.zero
  /// The source of the waits after failures.
  private var backOff: BackOff
  /// Who waits.
  private var waiting = WaitingCallers()

  /// Makes a machine to which nothing has happened.
  ///
  /// - Parameters:
  ///   - policy: when a credential is refreshed.
  ///   - seed: what the waits after failures are drawn from; each device must have another one.
  ///   - token: what is held at first (CRED-MODE-25).
  ///   - obtained: when it was obtained, on the device's clock; nil for the moment of the first event.
  package init(
    policy: RefreshPolicy = .scaled, seed: UInt64, holding token: FederationToken? = nil,
    obtainedAt obtained: Moment? = nil
  ) {
    self.policy = policy
    self.obtained = obtained
    backOff = BackOff(seed: seed)
    guard let token else { return }
    generation = 1
    held = ProvidedCredentials(token.credentials, expiration: token.expiration, generation: 1)
  }

  /// Takes in what happened and says what is to be done, in this order.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - now: the device's time, not corrected.
  /// - Complexity: O(1) on average; O(*n*) where *n* callers are answered at once.
  package mutating func handle(_ event: RefreshEvent, at now: Moment) -> [RefreshAction] {
    bound(to: now)
    switch event {
    case .asked(let caller): return ask(caller, at: now)
    case .cancelled(let caller): waiting.remove(caller)  // The fetch goes on: CRED-RUN-16.
    case .fetched(let token, let id):
      if let fault = fault(of: token, at: now) { return end(id, .failure(fault), at: now) }
      return end(id, .success(token), at: now)
    case .failed(let cause, let id): return end(id, .failure(cause), at: now)
    case .rejected(let generation): reject(generation)
    case .replaced(let token): return replace(with: token, at: now)
    case .clockCorrected(let offset): self.offset = offset  // It counts at once: CRED-RUN-23.
    }
    return []
  }

  /// Ends the wait after failures: the next caller who needs a fetch begins one (CRED-MODE-29).
  package mutating func forgetFailures() { failures = nil }

  /// What is held, if it is fresh: then there is nothing to fetch and nobody waits.
  ///
  /// A caller that gets an answer here would get the same one by asking; so the machine need not
  /// hear of it.
  package func freshCredentials(at now: Moment) -> ProvidedCredentials? {
    standing(at: now) == .fresh ? held : nil
  }
}

/// Moments, and what they allow.
extension RefreshMachine {
  /// The shortest and the longest interval between a success and the next fetch.
  private static let interval = (
    shortest: TimeSpan.seconds(1), longest: TimeSpan.seconds(10)
  )

  /// Lets no remembered moment be later than now (CRED-RUN-25).
  ///
  /// A clock that steps back by an hour would otherwise stretch a wait of a second to an hour.
  private mutating func bound(to now: Moment) {
    obtained = min(obtained ?? now, now)
    if let failures { self.failures?.since = min(failures.since, now) }
  }

  /// How near its expiry by the corrected clock the credential is that is held; expired where
  /// nothing is held, fresh where it has no expiration (CRED-RUN-1, CRED-RUN-23, CRED-RUN-24).
  private func standing(at now: Moment) -> CredentialStanding.Phase {
    guard let held else { return .expired }
    return policy.standing(
      ofExpiration: held.expiration, obtained: offset.corrected(min(obtained ?? now, now)),
      at: offset.corrected(now)
    ).phase
  }

  /// Whether a token can still be used by the corrected clock.
  private func isValid(_ token: FederationToken, at now: Moment) -> Bool {
    token.expiration.map { $0 > offset.corrected(now) } ?? true
  }

  /// Whether a fetch may begin: none is in flight (CRED-RUN-6), and the waits after the last failure
  /// (CRED-RUN-13) and the last success are over.
  private func mayFetch(_ standing: CredentialStanding.Phase, at now: Moment) -> Bool {
    if fetch != nil { return false }
    if let failures, now < failures.retryAt { return false }
    return intervalIsOver(standing, at: now)
  }

  /// Whether so much time has passed since what is held was obtained that a fetch may begin
  /// (CRED-RUN-15).
  ///
  /// A server may give the same credentials for as long as they last, and then each caller in their
  /// last minute would make a fetch.
  private func intervalIsOver(_ standing: CredentialStanding.Phase, at now: Moment) -> Bool {
    guard standing != .expired, let expiration = held?.expiration, let obtained else { return true }
    let lifetime = expiration.since(offset.corrected(obtained))
    let tenth = TimeSpan.milliseconds(lifetime.milliseconds / 10)
    return now.since(obtained) >= max(Self.interval.shortest, min(Self.interval.longest, tenth))
  }
}

/// What comes of each event.
extension RefreshMachine {
  /// Answers a caller, lets it wait or turns it away, and begins a fetch where one is due.
  private mutating func ask(_ caller: CallerID, at now: Moment) -> [RefreshAction] {
    let standing = standing(at: now)
    var begun: [RefreshAction] = []
    if standing != .fresh, mayFetch(standing, at: now) {
      fetchCount += 1
      let id = FetchID(fetchCount)
      fetch = id
      begun = [.fetch(id)]
    }
    let waits =
      switch standing {
      case .fresh, .advisory: false  // CRED-RUN-3, CRED-RUN-5
      case .mandatory: fetch != nil  // CRED-RUN-4; without a fetch, CRED-RUN-13 and CRED-RUN-15
      case .expired: true  // CRED-RUN-1, CRED-RUN-2
      }
    if !waits, let held { return [.handOut(held, caller)] + begun }
    // Where nothing is held, failures alone put off a fetch (CRED-RUN-13).
    if fetch == nil, let failures {
      return [.fail(.backingOff(failures.cause, retryAt: failures.retryAt), caller)]
    }
    waiting.append(caller)
    return begun
  }

  /// Why credentials that were fetched cannot be used: they have expired (CRED-RUN-9), or they are
  /// those rejected last (CRED-RUN-20).
  private func fault(of token: FederationToken, at now: Moment) -> FetchFailure? {
    if let expiration = token.expiration, !isValid(token, at: now) { return .expired(expiration) }
    guard token.credentials == lastRejected else { return nil }
    return .sameAsRejected(accessKeyID: token.credentials.accessKeyID)
  }

  /// Takes the result of the fetch in flight, which answers all who wait, in the order in which they
  /// asked (CRED-RUN-7); the result of another one means nothing.
  private mutating func end(
    _ id: FetchID, _ result: Result<FederationToken, FetchFailure>, at now: Moment
  ) -> [RefreshAction] {
    guard fetch == id else { return [] }
    fetch = nil
    let callers = waiting.removeAll()
    if dropsResult {
      // It began before a replacement: who waits for it asks at this moment (CRED-RUN-22).
      dropsResult = false
      return callers.flatMap { ask($0, at: now) }
    }
    switch result {
    case .success(let token):
      let provided = hold(token, at: now)
      return callers.map { .handOut(provided, $0) }
    case .failure(let cause):
      let failures = remember(cause, at: now)
      // What is held stays (CRED-RUN-10), and is handed out until it expires: CRED-RUN-11, CRED-RUN-12.
      if let held, standing(at: now) != .expired { return callers.map { .handOut(held, $0) } }
      return callers.map { .fail(.fetchFailed(cause, retryAt: failures.retryAt), $0) }
    }
  }

  /// Holds credentials from now on, as one value (CRED-RUN-8), and forgets what failed before.
  ///
  /// The same credentials keep their number, so that a rejection still finds them (CRED-RUN-29).
  private mutating func hold(_ token: FederationToken, at now: Moment) -> ProvidedCredentials {
    if held?.credentials != token.credentials { generation += 1 }
    let provided = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: generation)
    held = provided
    obtained = now
    failures = nil
    return provided
  }

  /// Remembers that a fetch failed, and how long no other one begins (CRED-RUN-13, CRED-RUN-14).
  private mutating func remember(_ cause: FetchFailure, at now: Moment) -> Failures {
    let count = (failures?.count ?? 0) + 1
    let failures = Failures(
      count: count, cause: cause, since: now, delay: backOff.delay(afterFailures: count))
    self.failures = failures
    return failures
  }

  /// Drops what is held if it is what OSS rejected (CRED-RUN-17, CRED-RUN-18); no fetch begins, and
  /// the wait after failures goes on (CRED-RUN-19).
  private mutating func reject(_ generation: Int) {
    guard let held, held.generation == generation else { return }
    lastRejected = held.credentials
    self.held = nil
  }

  /// Takes credentials of the application's, unless they have expired (CRED-RUN-21): nobody waits on
  /// for a fetch whose result no longer counts (CRED-RUN-22).
  private mutating func replace(
    with token: FederationToken, at now: Moment
  ) -> [RefreshAction] {
    guard isValid(token, at: now) else { return [] }
    let provided = hold(token, at: now)
    dropsResult = fetch != nil
    return waiting.removeAll().map { .handOut(provided, $0) }
  }
}

/// What happens to a provider of credentials.
package enum RefreshEvent: Sendable {
  /// A caller asks for credentials.
  case asked(CallerID)
  /// A caller no longer waits for them.
  case cancelled(CallerID)
  /// A fetch ended with credentials.
  case fetched(FederationToken, FetchID)
  /// A fetch ended without any.
  case failed(FetchFailure, FetchID)
  /// OSS rejected the credentials of this generation.
  case rejected(generation: Int)
  /// The application puts in credentials of its own.
  case replaced(FederationToken)
  /// Somebody learned how far the device's clock is off.
  case clockCorrected(ClockOffset)
}

/// What a provider of credentials is to do.
package enum RefreshAction: Equatable, Sendable {
  /// Begin a fetch, and say how it ended.
  case fetch(FetchID)
  /// Answer a caller with credentials.
  case handOut(ProvidedCredentials, CallerID)
  /// Answer a caller with an error.
  case fail(CredentialsError, CallerID)
}

/// Who asks for credentials: a number that its provider gives each caller.
package struct CallerID: Hashable, Sendable {
  /// The number; no two callers of one provider share it while one of them waits.
  package let number: UInt64

  /// Names a caller by a number.
  package init(_ number: UInt64) { self.number = number }
}

/// One fetch of credentials: a number that the machine gives it, so that its result finds its place.
package struct FetchID: Equatable, Sendable {
  /// The number, counted from 1.
  package let number: UInt64

  /// Names a fetch by its number.
  package init(_ number: UInt64) { self.number = number }
}

/// The callers that wait, in the order in which they came.
///
/// A caller that no longer waits leaves a gap, and gaps are closed when they are most of the list:
/// so joining and leaving take constant time on average, however many wait.
struct WaitingCallers: Sendable {
  private var places: [CallerID: Int] = [:]
  private var order: [CallerID?] = []

  /// Lets a caller wait behind the others; one that waits already keeps its place.
  mutating func append(_ caller: CallerID) {
    guard places[caller] == nil else { return }
    places[caller] = order.count
    order.append(caller)
  }

  /// Takes a caller out, if it waits.
  mutating func remove(_ caller: CallerID) {
    guard let place = places.removeValue(forKey: caller) else { return }
    order[place] = nil
    if order.count > 2 * places.count + 16 { closeGaps() }
  }

  /// Takes all callers out, in the order in which they came.
  mutating func removeAll() -> [CallerID] {
    let all = order.compactMap { $0 }
    places = [:]
    order = []
    return all
  }

  private mutating func closeGaps() {
    order = order.filter { $0 != nil }
    for (place, caller) in order.enumerated() {
      if let caller { places[caller] = place }
    }
  }
}

/// How long to wait after fetches that failed in a row, drawn from a seeded source (CRED-RUN-14).
///
/// Devices that lose a token server all at once must not all come back at once; so the wait is
/// random. The source is a part of the state, so a run with the same seed is the same run.
package struct BackOff: Equatable, Sendable {
  /// The wait after the first failure, before chance shortens it.
  package static let shortest = TimeSpan.seconds(1)
  /// The longest wait of all.
  package static let longest = TimeSpan.seconds(60)

  private var source: SplitMix64

  /// Makes a source; each seed gives another row of waits.
  package init(seed: UInt64) { source = SplitMix64(seed: seed) }

  /// The bound of the wait after so many failures in a row: it doubles up to the longest.
  ///
  /// A count below 1 means the same as 1.
  package static func bound(afterFailures count: Int) -> TimeSpan {
    let doublings = Int64(min(max(1, count), 7) - 1)
    return min(longest, .milliseconds(shortest.milliseconds << doublings))
  }

  /// Draws a wait of at least half the bound and at most all of it.
  package mutating func delay(afterFailures count: Int) -> TimeSpan {
    let bound = Self.bound(afterFailures: count).milliseconds
    let half = bound / 2
    return .milliseconds(bound - half + source.below(half + 1))
  }
}

/// Why a caller gets no credentials.
///
/// Each case names the cause and the moment from which asking again makes another fetch, on the
/// device's clock; none holds a secret.
public indirect enum CredentialsError: Error, Equatable, Sendable {
  /// The fetch that the caller waited for failed, and nothing valid is held (CRED-RUN-12).
  case fetchFailed(FetchFailure, retryAt: Moment)
  /// The last fetch failed, nothing valid is held and it is too early for the next (CRED-RUN-13).
  case backingOff(FetchFailure, retryAt: Moment)

  /// Why the last fetch failed.
  public var cause: FetchFailure {
    switch self {
    case .fetchFailed(let cause, _), .backingOff(let cause, _): cause
    }
  }

  /// The moment from which asking again makes another fetch, on the device's clock.
  public var retryAt: Moment {
    switch self {
    case .fetchFailed(_, let moment), .backingOff(_, let moment): moment
    }
  }
}

extension CredentialsError: PlainError, CustomStringConvertible {
  /// One or two sentences: what happened and why.
  public var description: String {
    switch self {
    case .fetchFailed(let cause, _):
      "There are no credentials, for the fetch failed. %".filled(cause.description)
    case .backingOff(let cause, let moment):
      ("There are no credentials, and the next fetch is not due before %, "
        + "for the last one failed. %").filled(moment.description, cause.description)
    }
  }
}

/// Why a fetch brought no credentials that could be used.
///
/// No case holds anything of the credentials themselves.
public indirect enum FetchFailure: Error, Equatable, Sendable {
  /// No answer came; the text is what the transport says of it, and must hold no secret.
  case transport(String)
  /// The server answered, and what it answered holds no token that can be used.
  case response(TokenResponseError)
  /// STS answered, and what it answered holds no token that can be used.
  case stsResponse(TokenResponseError)
  /// The fetch returned nothing and gave no reason.
  case nothingReturned
  /// The fetch took longer than its provider allows.
  case timedOut
  /// The fetch was ended by the provider.
  case cancelled
  /// The credentials had expired when they came.
  case expired(Moment)
  /// The credentials are those that OSS rejected last.
  case sameAsRejected(accessKeyID: String)
}

extension FetchFailure: PlainError, CustomStringConvertible {
  /// One sentence that names the cause.
  public var description: String {
    switch self {
    case .transport(let text): "The fetch brought no answer: %".filled(text)
    case .response(let error): error.description
    case .stsResponse(let error): error.sentence(of: .sts)
    case .nothingReturned: "The fetch returned nothing and gave no reason."
    case .timedOut: "The fetch took too long."
    case .cancelled: "The fetch was ended before it had a result."
    case .expired(let moment):
      "The credentials that came had expired at %.".filled(
        moment.description)
    case .sameAsRejected(let id):
      "The credentials that came, of the access key ID %, are those that OSS rejected.".filled(
        id.shown)
    }
  }
}
