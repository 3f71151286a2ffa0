import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A federation token` {
  let clock = TestClock()

  private func provider(
    _ script: FetchScript, timeLimit: TimeSpan = .seconds(3_600)
  ) -> FederationTokenProvider {
    FederationTokenProvider(options: .test(clock, timeLimit: timeLimit)) {
      try await script.next()
    }
  }

  /// Why a provider has no credentials; nil where it has.
  private func cause(of provider: FederationTokenProvider) async -> FetchFailure? {
    do {
      _ = try await provider.credentials()
      return nil
    } catch {
      if case .unavailable(let failure, _) = error { return failure.cause }
      return .nothingReturned
    }
  }

  @Test func `is fetched once, and again when it ends`() async throws {
    let (first, second) = (clock.seconds(3_600), clock.seconds(7_200))
    let script = FetchScript(
      { try token("A", expires: first) }, { try token("B", expires: second) })
    let provider = provider(script)
    #expect(try await provider.credentials().name == "A")
    #expect(try await provider.credentials().generation == 1)
    #expect(script.fetches == 1)
    clock.advance(by: .seconds(3_600))
    #expect(try await provider.credentials().name == "B")
    #expect(try await provider.credentials().generation == 2)
    #expect(script.fetches == 2)
  }

  @Test func `that is not returned is a failed fetch without a cause: CRED-MODE-8`() async throws {
    let provider = provider(FetchScript({ nil }))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .unavailable(.fetchFailed(.nothingReturned, _), nil) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `keeps what the closure threw: CRED-MODE-8`() async throws {
    let script = FetchScript({ throw AppError(text: "token-A") })
    let provider = provider(script)
    // The second is turned away at once, with the same cause.
    for _ in 0..<2 {
      let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
      guard case .unavailable(let failure, let cause) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause as? AppError == AppError(text: "token-A"))
      #expect(failure.cause == .transport("AppError"))
      #expect(failure.retryAt > clock.now)
    }
    #expect(script.fetches == 1)
  }

  @Test func `recovers after failures`() async throws {
    let end = clock.seconds(86_400)
    let script = FetchScript(
      { nil }, { throw AppError(text: "") }, { try token("A", expires: end) })
    let provider = provider(script)
    for _ in 0..<2 {
      await #expect(throws: ProviderError.self) { try await provider.credentials() }
      clock.advance(by: .seconds(60))
    }
    #expect(try await provider.credentials().name == "A")
    #expect(script.fetches == 3)
  }

  @Test func `is still handed out when its renewal fails`() async throws {
    let end = clock.seconds(3_600)
    let script = FetchScript({ try token("A", expires: end) }, { nil })
    let provider = provider(script)
    #expect(try await provider.credentials().name == "A")
    clock.advance(by: .seconds(3_590))
    #expect(try await provider.credentials().name == "A")
    #expect(script.fetches == 2)
  }

  @Test func `that takes too long has failed, and comes too late: CRED-MODE-9`() async throws {
    let (slow, next, late) = (Gate(), Gate(), Counter())
    let end = clock.seconds(3_600)
    let script = FetchScript(
      {
        await slow.pass()
        late.add()
        return try token("A", expires: end)
      },
      {
        await next.pass()
        // The late result must not end this fetch, which is another one.
        try Task.checkCancellation()
        return try token("B", expires: end)
      })
    let provider = provider(script, timeLimit: .milliseconds(100))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .unavailable(.fetchFailed(.timedOut, _), nil) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    clock.advance(by: .seconds(60))
    async let second = cause(of: provider)
    while script.fetches < 2 { await Task.yield() }
    await slow.open()
    await late.reaches(1)
    // The actor has taken the late result in before it answers this.
    _ = await provider.correctedTime()
    await next.open()
    // On a busy machine the second may itself take too long; but nothing else ends it.
    let cause = await second
    #expect(cause == nil || cause == .timedOut)
  }

  @Test func `has a minute to come, unless the app says otherwise: CRED-MODE-9`() {
    #expect(RefreshOptions().timeLimit == .seconds(60))
    #expect(RefreshOptions().policy == .scaled)
  }

  @Test func `of a rejected generation is dropped, and no other: CRED-MODE-18`() async throws {
    let end = clock.seconds(3_600)
    let script = FetchScript({ try token("A", expires: end) }, { try token("B", expires: end) })
    let provider = provider(script)
    let first = try await provider.credentials()
    await provider.reject(generation: first.generation + 1)
    #expect(try await provider.credentials() == first)
    await provider.reject(generation: first.generation)
    #expect(try await provider.credentials().name == "B")
    await provider.reject(generation: first.generation)
    #expect(try await provider.credentials().name == "B")
    #expect(script.fetches == 2)
  }

  @Test func `can be put in by the app`() async throws {
    let script = FetchScript({ nil })
    let provider = provider(script)
    await provider.replace(with: try token("P", expires: clock.seconds(900)))
    #expect(try await provider.credentials().name == "P")
    #expect(script.fetches == 0)
  }

  @Test func `is dropped from memory with its provider, and its fetch is cancelled`() async throws {
    let (began, ended) = (Counter(), Counter())
    do {
      let end = clock.seconds(3_600)
      let script = FetchScript(
        { try token("A", expires: end) },
        {
          began.add()
          try? await Task.sleep(nanoseconds: 3_600_000_000_000)
          ended.add()
          return nil
        })
      let provider = provider(script)
      _ = try await provider.credentials()
      // In the advisory window a fetch begins, and nobody waits for it.
      clock.advance(by: .seconds(3_000))
      #expect(try await provider.credentials().name == "A")
      await began.reaches(1)
    }
    await ended.reaches(1)
  }
}
