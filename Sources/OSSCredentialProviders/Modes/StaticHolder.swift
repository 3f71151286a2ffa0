internal import OSSCredentials
internal import OSSPrimitives

/// Holds what an app has put in: nothing is fetched here.
actor StaticHolder {
  private var clock: CorrectedClock
  private var held: ProvidedCredentials
  private var isRejected = false

  init(_ token: FederationToken, clock: @escaping @Sendable () -> Moment) {
    held = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: 1)
    self.clock = CorrectedClock(clock)
  }

  /// What is held, unless it has ended or OSS rejected it.
  func credentials() throws(ProviderError) -> ProvidedCredentials {
    if isRejected { throw .rejected(generation: held.generation) }
    if let expiration = held.expiration, expiration <= clock.latest { throw .expired(expiration) }
    return held
  }

  /// How much is left of what is held; nil where its end is not known.
  func remaining() -> TimeSpan? { held.expiration?.since(clock.now) }

  /// Holds another token from now on, and returns the generation of the one before.
  func replace(with token: FederationToken) -> Int {
    let replaced = held.generation
    held = ProvidedCredentials(
      token.credentials, expiration: token.expiration, generation: held.generation + 1)
    isRejected = false
    return replaced
  }

  func reject(generation: Int) {
    if generation == held.generation { isRejected = true }
  }

  func correctedTime() -> Moment { clock.now }

  func correctClock(by answer: ServerAnswer) -> Bool {
    guard let learned = clock.offset(toldBy: answer, of: .oss) else { return false }
    clock.offset = learned
    return true
  }
}
