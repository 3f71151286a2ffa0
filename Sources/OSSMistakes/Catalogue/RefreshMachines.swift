internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning

/// The refresh machines of real SDKs, each as a whole: their rules show only together.
extension RefreshMistakes {
  static let machines: [Mistake] = [
    rows("refresh-as-ecs-role-of-oss2").sentence(
      "Callers wait below 15 % of the lifetime; three fetches are made at once, then one caller "
        + "gets the old token, expired or not, and the next one begins again."
    ).breaking("CRED-RUN-1")
      .fix("Fetch once in the background, and hand out nothing that has expired.")
      .seen("EcsRamRoleCredentialsProvider, with its fetcher and its lock.", .oss2)
      .change { steps in
        steps.ownRules { state, now in state.isStaleForOSS2(at: now) ? .expired : .fresh }
        steps.fault = { _, _, _ in nil }
        steps.survivesFailure = { state, _ in state.held != nil }
        let remember = steps.remember
        steps.remember = { state, cause, delay, now in
          // Nothing is checked: what lacks its security token is held like any other.
          if cause.reason == "torn", let token = FederationToken.torn(at: now) {
            state.hold(token, at: now)
          } else {
            remember(&state, cause, delay, now)
          }
        }
        steps.servedByFailure = { state in
          guard let count = state.failures?.count else { return state.waiting.removeAll() }
          return count % 3 == 0 ? state.firstInLine : []
        }
        steps.servedBySuccess = { state in
          let isStale = state.held?.obtained.map { state.isStaleForOSS2(at: $0) } ?? true
          return isStale ? state.firstInLine : state.waiting.removeAll()
        }
      },
    rows("refresh-stale-900-strict").sentence(
      "Callers wait in the last 900 s, whatever the lifetime, and a fetch that fails then fails "
        + "its caller, after whom the next one fetches."
    ).breaking("CRED-RUN-3")
      .fix("Scale the window with the lifetime, and hand out what is held until it expires.").seen(
        "RefreshCachedSupplier with StaleValueBehavior.STRICT, the default.", .credentialsPython
      ).change { steps in
        steps.ownRules { state, now in
          now.wholeSeconds >= (state.staleFrom ?? .min) ? .expired : .fresh
        }
        steps.fault = { state, token, now in
          guard let end = token.expiration, end <= now, state.held == nil else { return nil }
          return .expired(end)
        }
        steps.hold = { state, token, now in
          if let end = token.expiration, end.wholeSeconds <= now.wholeSeconds, state.held != nil {
            state.extendStaleTime(at: now)
          } else {
            state.hold(token, at: Moment(milliseconds: now.wholeSeconds * 1000))
          }
        }
        steps.survivesFailure = { _, phase in phase == .fresh }
        steps.servedByFailure = { $0.firstInLine }
        steps.servedBySuccess = { state in
          let obtained = state.held?.obtained ?? Moment(milliseconds: 0)
          let isStale = obtained.wholeSeconds >= (state.staleFrom ?? .min)
          return isStale && !state.hasExtendedStaleTime
            ? state.firstInLine : state.waiting.removeAll()
        }
      },
  ]
}

extension RefreshSteps {
  /// The rules that the machines share: whoever finds nothing fresh waits for a lock, no failure is
  /// remembered, and nobody reports rejections, replacements or corrections of the clock.
  fileprivate mutating func ownRules(
    _ standing: @escaping @Sendable (RefreshState, Moment) -> CredentialStanding.Phase
  ) {
    bound = { if $0.held?.obtained == nil { $0.held?.obtained = $1 } }
    trueTime = { _, now in now }
    self.standing = standing
    backOffIsOver = { _, _ in true }
    intervalIsOver = { _, _, _ in true }
    answersAtOnce = { _, phase in phase == .fresh }
    reject = { _, _ in [] }
    takesReplacement = { _, _, _ in false }
  }
}

extension RefreshState {
  /// Whether less than 15 % of the lifetime is left, in whole seconds and as Python computes it.
  fileprivate func isStaleForOSS2(at now: Moment) -> Bool {
    guard let held else { return true }
    guard let end = held.credentials.expiration?.wholeSeconds else { return false }
    let lifetime = end - (held.obtained ?? now).wholeSeconds
    return Double(lifetime) * (1.0 - 0.85) > Double(end - now.wholeSeconds)
  }

  /// The second from which what is held is stale: 900 s before its end, or when it was obtained.
  fileprivate var staleFrom: Int64? {
    guard let held, let end = held.credentials.expiration?.wholeSeconds else { return nil }
    return max(end - 900, held.obtained?.wholeSeconds ?? .min)
  }

  /// A moment that no other rule writes, which distinguishes an extension from a success.
  private static let mark: Int64 = 999

  /// Lets what is held be fresh until the next second.
  fileprivate mutating func extendStaleTime(at now: Moment) {
    held?.obtained = Moment(milliseconds: (now.wholeSeconds + 1) * 1000 + Self.mark)
    failures = nil
  }

  fileprivate var hasExtendedStaleTime: Bool {
    held?.obtained.map { $0.milliseconds % 1000 == Self.mark } ?? false
  }
}

extension Moment {
  fileprivate var wholeSeconds: Int64 { milliseconds.startOfSecond / 1000 }
}

extension FederationToken {
  /// What is made of an answer without a security token.
  fileprivate static func torn(at now: Moment) -> FederationToken? {
    let credentials = try? Credentials(accessKeyID: "STS.torn", accessKeySecret: "secret-torn")
    return credentials.map {
      FederationToken(
        $0, expiration: Moment(milliseconds: (now.wholeSeconds + 3600) * 1000))
    }
  }
}

extension FetchID {
  /// In the place of a fetch: that the one before it has been forgotten.
  static let left = FetchID(0)
}

extension RefreshSteps {
  /// Drops marks behind which no fetch is in flight, at each event.
  mutating func clearsMarks() {
    bound = { [former = bound] state, now in
      former(&state, now)
      if state.fetches.allSatisfy({ $0 == .left }) { state.fetches = [] }
    }
  }

  /// Notes each moment at which a fetch may begin, in the count of fetches: of this one, the machine
  /// asks no more than that it names each fetch otherwise than the one before.
  mutating func remembersBeginnings() {
    let former = bound
    bound = { state, now in
      former(&state, now)
      if state.fetches.isEmpty { state.fetchCount = UInt64(bitPattern: now.milliseconds) }
    }
  }
}

extension RefreshState {
  /// When the fetch began that has ended; for a token that was put in, the moment of that.
  func beginningOfFetch(endedAt now: Moment) -> Moment {
    min(now, Moment(milliseconds: Int64(bitPattern: fetchCount &- 1)))
  }
}
