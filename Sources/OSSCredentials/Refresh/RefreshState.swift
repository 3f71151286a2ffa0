package import OSSPrimitives
package import OSSSigning

/// All that a provider of credentials remembers between two events.
///
/// Its moments are on the device's clock, for that is the one clock that it knows; the correction
/// that was learned is added when a moment is held against an expiry.
package struct RefreshState: Sendable {
  /// Credentials that are held, and when they came.
  package struct Held: Sendable {
    /// What is handed out.
    package var credentials: ProvidedCredentials
    /// When they were obtained, on the device's clock; nil until the first event.
    package var obtained: Moment?
  }

  /// Fetches that failed in a row, and when the next may begin.
  package struct Failures: Sendable {
    /// How many failed since the last success.
    package var count: Int
    /// Why the last one failed.
    package var cause: FetchFailure
    /// When the last one failed, on the device's clock.
    package var since: Moment
    /// How long no other fetch begins.
    package var delay: TimeSpan

    /// The moment from which the next fetch may begin.
    package var retryAt: Moment { since.adding(delay) }
  }

  /// When a credential is refreshed.
  package let policy: RefreshPolicy
  /// What is held; nil where nothing is, or where OSS rejected it.
  package var held: Held?
  /// The credentials that OSS rejected last.
  package var lastRejected: Credentials?
  /// How many credentials there have been.
  package var generation = 0
  /// The fetches that have not ended: one at most.
  package var fetches: [FetchID] = []
  /// Whether the result of the fetch that has not ended is wanted no more.
  package var dropsResult = false
  /// How many fetches have begun.
  package var fetchCount: UInt64 = 0
  /// What failed since the last success; nil where nothing did.
  package var failures: Failures?
  /// What is added to the device's clock.
  package var offset = ClockOffset.zero
  /// The source of the waits after failures.
  package var backOff: BackOff
  /// Who waits.
  package var waiting = WaitingCallers()

  /// The state of a provider to which nothing has happened.
  ///
  /// - Parameters:
  ///   - policy: when a credential is refreshed.
  ///   - seed: what the waits after failures are drawn from.
  ///   - token: what the provider holds at first.
  ///   - obtained: when it was obtained, on the device's clock; nil for the moment of the first event.
  package init(
    policy: RefreshPolicy, seed: UInt64, holding token: FederationToken? = nil,
    obtainedAt obtained: Moment? = nil
  ) {
    self.policy = policy
    backOff = BackOff(seed: seed)
    guard let token else { return }
    generation = 1
    held = Held(
      credentials: ProvidedCredentials(
        token.credentials, expiration: token.expiration, generation: 1), obtained: obtained)
  }
}

extension RefreshState {
  /// The shortest and the longest interval between a success and the next fetch.
  package static let interval = (
    shortest: TimeSpan.seconds(1), longest: TimeSpan.seconds(10)
  )

  /// Lets no remembered moment be later than now.
  ///
  /// A clock that steps back by an hour would otherwise stretch a wait of a second to an hour.
  package mutating func bound(to now: Moment) {
    if let held { self.held?.obtained = min(held.obtained ?? now, now) }
    if let failures { self.failures?.since = min(failures.since, now) }
  }

  /// The device's time with the correction that was learned.
  package func trueTime(at now: Moment) -> Moment {
    offset.corrected(now)
  }

  /// How near its expiry the credential is that is held; expired where nothing is held.
  package func standing(atTrueTime time: Moment) -> CredentialStanding.Phase {
    guard let held else { return .expired }
    guard let expiration = held.credentials.expiration else { return .fresh }
    let obtained = min(held.obtained.map(trueTime) ?? time, time)
    return policy.standing(ofExpiration: expiration, obtained: obtained, at: time).phase
  }

  /// Whether so much time has passed since what is held was obtained that a fetch may begin.
  ///
  /// A server may give the same credentials for as long as they last, and then each caller in their
  /// last minute would make a fetch.
  package func intervalIsOver(standing: CredentialStanding.Phase, at now: Moment) -> Bool {
    guard standing != .expired, let held, let obtained = held.obtained,
      let expiration = held.credentials.expiration
    else { return true }
    let lifetime = expiration.since(trueTime(at: obtained))
    let tenth = TimeSpan.milliseconds(lifetime.milliseconds / 10)
    return now.since(obtained) >= max(Self.interval.shortest, min(Self.interval.longest, tenth))
  }

  /// Whether a caller gets what is held without waiting.
  package func answersAtOnce(_ standing: CredentialStanding.Phase) -> Bool {
    switch standing {
    case .fresh, .advisory: true
    case .mandatory: fetches.isEmpty
    case .expired: false
    }
  }

  /// Why credentials that were fetched cannot be used.
  package func fault(
    of token: FederationToken, atTrueTime time: Moment
  ) -> FetchFailure? {
    if let expiration = token.expiration, expiration <= time { return .expired(expiration) }
    guard token.credentials == lastRejected else { return nil }
    return .sameAsRejected(accessKeyID: token.credentials.accessKeyID)
  }

  /// Holds credentials from now on, and forgets what failed before.
  ///
  /// The same credentials keep their number, so that a rejection still finds them.
  package mutating func hold(_ token: FederationToken, at now: Moment) {
    if held?.credentials.credentials != token.credentials { generation += 1 }
    held = Held(
      credentials: ProvidedCredentials(
        token.credentials, expiration: token.expiration, generation: generation), obtained: now)
    failures = nil
  }

  /// Remembers that a fetch failed; what is held stays.
  package mutating func remember(
    _ cause: FetchFailure, delay: TimeSpan, at now: Moment
  ) {
    failures = Failures(
      count: (failures?.count ?? 0) + 1, cause: cause, since: now, delay: delay)
  }

  /// Begins a fetch.
  package mutating func beginFetch() -> RefreshAction {
    fetchCount += 1
    let id = FetchID(fetchCount)
    fetches.append(id)
    return .fetch(id)
  }

  /// Drops what is held if it is what was rejected.
  package mutating func reject(generation: Int) {
    guard let held, held.credentials.generation == generation else { return }
    lastRejected = held.credentials.credentials
    self.held = nil
  }
}

/// The callers that wait, in the order in which they came.
///
/// A caller that no longer waits leaves a gap, and gaps are closed when they are most of the list:
/// so joining and leaving take constant time on average, however many wait.
package struct WaitingCallers: Sendable {
  private var places: [CallerID: Int] = [:]
  private var order: [CallerID?] = []

  /// Whether nobody waits.
  package var isEmpty: Bool { places.isEmpty }

  /// How many wait.
  package var count: Int { places.count }

  /// Lets a caller wait behind the others; one that waits already keeps its place.
  package mutating func append(_ caller: CallerID) {
    guard places[caller] == nil else { return }
    places[caller] = order.count
    order.append(caller)
  }

  /// Takes a caller out; false where it does not wait.
  package mutating func remove(_ caller: CallerID) -> Bool {
    guard let place = places.removeValue(forKey: caller) else { return false }
    order[place] = nil
    if order.count > 2 * places.count + 16 { closeGaps() }
    return true
  }

  /// Takes the first caller out; nil where nobody waits.
  package mutating func removeFirst() -> CallerID? {
    guard let first = order.lazy.compactMap({ $0 }).first else { return nil }
    return remove(first) ? first : nil
  }

  /// Takes all callers out, in the order in which they came.
  package mutating func removeAll() -> [CallerID] {
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
