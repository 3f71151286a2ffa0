package import OSSPrimitives
internal import OSSSigning

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

  /// How what is held stands; expired where nothing is held.
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
