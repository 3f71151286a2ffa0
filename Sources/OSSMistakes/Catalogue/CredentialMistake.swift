internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

extension Mistake {
  /// A mistake in the life of credentials or in the clock.
  ///
  /// - Parameter fix: What to do; nil for what the first clause of the mistake asks for.
  static func credentials(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String? = nil,
    in operations: Set<OSSVectors.Operation> = .renewing, oss effect: Effect = .unknown,
    seen: [SeenIn], change: @escaping @Sendable (inout CredentialModel) -> Void
  ) -> Mistake {
    let fix = fix ?? clauses.first.flatMap { CredentialFixes.byClause[$0] } ?? ""
    return Mistake(id, clauses, sentence, fix: fix, in: operations, oss: effect, seen: seen) {
      change(&$0.credentials)
    }
  }

  /// A mistake of what refreshes credentials.
  static func refresh(
    _ id: String, _ clauses: [String], _ sentence: String, fix: String? = nil,
    oss effect: Effect = .unknown, seen: SeenIn...,
    change: @escaping @Sendable (inout RefreshSteps) -> Void
  ) -> Mistake {
    .credentials(
      "refresh-" + id, clauses, sentence, fix: fix, in: [.credentialTimeline], oss: effect,
      seen: seen
    ) { change(&$0.refresh) }
  }
}

extension Set<OSSVectors.Operation> {
  /// Whether credentials are to be renewed, asked once and in a script.
  static let renewing: Set = [.credentialStanding, .credentialTimeline]
}

extension Effect {
  /// What was signed with credentials that had expired.
  static let refusesExpired = Effect.refuses(
    evidence: "The page of 0002-00000007: OSS refuses an expired token as SecurityTokenExpired.")
  /// A request whose time is wrong.
  static let refusesTime = Effect.refuses(
    evidence: "The page of 0002-00000504: a request that is more than 900 seconds off is refused.")
}

extension RefreshState {
  /// The milliseconds that are left of what is held; nil where nothing is held, or it has no end.
  func remaining(_ time: Moment) -> Int64? {
    held?.credentials.expiration?.since(time).milliseconds
  }

  /// Whoever has waited longest, taken out.
  var firstInLine: [CallerID] {
    mutating get { waiting.removeFirst().map { [$0] } ?? [] }
  }
}

extension RefreshSteps {
  /// Judges what is held otherwise, from its phase, what is left of it and the state.
  mutating func rephase(
    _ change:
      @escaping @Sendable (CredentialStanding.Phase, Int64?, RefreshState) ->
      CredentialStanding.Phase
  ) {
    let former = standing
    standing = { change(former($0, $1), $0.remaining($1), $0) }
  }
}
