import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Federation tokens` {
  let clock = TestClock()

  @Test func `a federation token is fetched once, and again after it expired`() async throws {
    let (first, second) = (clock.seconds(3_600), clock.seconds(7_200))
    let script = TokenScript(
      { try token("A", expires: first) }, { try token("B", expires: second) })
    let provider = federation(script, clock)
    #expect(try await provider.credentials().name == "A")
    #expect(try await provider.credentials().generation == 1)
    #expect(script.fetches == 1)
    clock.advance(by: .seconds(3_600))
    #expect(try await provider.credentials().name == "B")
    #expect(try await provider.credentials().generation == 2)
    #expect(script.fetches == 2)
  }

  @Test func `a fetch that returns nothing has failed without a cause: CRED-MODE-8`() async throws {
    let provider = federation(TokenScript({ nil }), clock)
    #expect(
      await failure { try await provider.credentials() }
        == .unavailable(.nothingReturned, cause: nil))
  }

  @Test func `the error of a fetch is kept as the cause: CRED-MODE-8`() async throws {
    let script = TokenScript({ throw AppError(text: "token-A") })
    let provider = federation(script, clock)
    // The second caller fails at once, with the same cause.
    for _ in 0..<2 {
      #expect(
        await failure { try await provider.credentials() }
          == .unavailable(
            .transport(AppError.shown), cause: Failure.Cause(AppError(text: "token-A"))))
    }
    #expect(script.fetches == 1)
  }

  @Test func `a fetch that takes too long has failed, and its result is dropped: CRED-MODE-9`()
    async throws
  {
    let (slow, next, late) = (Gate(), Gate(), Counter())
    let end = clock.seconds(3_600)
    let script = TokenScript(
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
    let provider = federation(script, clock, timeLimit: .milliseconds(100))
    let timedOut = Failure.unavailable(.timedOut, cause: nil)
    #expect(await failure { try await provider.credentials() } == timedOut)
    clock.advance(by: .seconds(60))
    async let second = failure { try await provider.credentials() }
    while script.fetches < 2 { await Task.yield() }
    await slow.open()
    await late.reaches(1)
    // The actor has taken the late result in before it answers this.
    _ = await provider.correctedTime()
    await next.open()
    // On a busy machine the second fetch may itself take too long.
    let result = await second
    #expect(result == nil || result == timedOut)
  }

  @Test func `a fetch has a minute, unless the app says otherwise: CRED-MODE-9`() {
    #expect(RefreshOptions().timeLimit == .seconds(60))
    #expect(RefreshOptions().policy == .scaled)
  }

  @Test func `only a token of the rejected generation is dropped: CRED-MODE-18`() async throws {
    let end = clock.seconds(3_600)
    let script = TokenScript({ try token("A", expires: end) }, { try token("B", expires: end) })
    let provider = federation(script, clock)
    let first = try await provider.credentials()
    await provider.reject(generation: first.generation + 1)
    #expect(try await provider.credentials() == first)
    await provider.reject(generation: first.generation)
    #expect(try await provider.credentials().name == "B")
    await provider.reject(generation: first.generation)
    #expect(try await provider.credentials().name == "B")
    #expect(script.fetches == 2)
  }

  @Test func `the app can put a federation token in`() async throws {
    let script = TokenScript({ nil })
    let provider = federation(script, clock)
    await provider.replace(with: try token("P", expires: clock.seconds(900)))
    #expect(try await provider.credentials().name == "P")
    #expect(script.fetches == 0)
  }

  @Test func `a provider that is released cancels its fetch`() async throws {
    let (began, ended) = (Counter(), Counter())
    do {
      let end = clock.seconds(3_600)
      let script = TokenScript(
        { try token("A", expires: end) },
        {
          began.add()
          try? await Task.sleep(nanoseconds: 3_600_000_000_000)
          ended.add()
          return nil
        })
      let provider = federation(script, clock)
      _ = try await provider.credentials()
      // In the advisory window a fetch begins, and no caller waits for it.
      clock.advance(by: .seconds(3_000))
      #expect(try await provider.credentials().name == "A")
      await began.reaches(1)
    }
    await ended.reaches(1)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Many callers` {
  let clock = TestClock()
  let count = 10_000

  /// A provider whose token is expired, and whose next fetch waits at the gate.
  private func provider(_ script: TokenScript) async throws -> FederationTokenProvider {
    let provider = federation(script, clock)
    #expect(try await provider.credentials().name == "A")
    clock.advance(by: .seconds(4_000))
    return provider
  }

  private func script(_ gate: Gate) -> TokenScript {
    let (first, second) = (clock.seconds(3_600), clock.seconds(9_000))
    return TokenScript(
      { try token("A", expires: first) },
      {
        await gate.pass()
        // The cancellation of a caller does not reach the fetch.
        try Task.checkCancellation()
        return try token("B", expires: second)
      })
  }

  /// Tasks that have all begun to ask.
  private func ask(
    _ provider: FederationTokenProvider, _ count: Int
  ) async -> [Task<String, any Error>] {
    let asking = Counter()
    let tasks = (0..<count).map { _ in
      Task {
        asking.add()
        return try await provider.credentials().name
      }
    }
    await asking.reaches(count)
    return tasks
  }

  @Test func `many callers at an expired token make one fetch and are all served: CRED-MODE-10`()
    async throws
  {
    let gate = Gate()
    let script = script(gate)
    let provider = try await provider(script)
    let tasks = await ask(provider, count)
    await gate.open()
    for task in tasks { #expect(try await task.value == "B") }
    #expect(script.fetches == 2)
  }

  @Test func `a caller that is cancelled does not affect the others: CRED-MODE-10`() async throws {
    let gate = Gate()
    let script = script(gate)
    let provider = try await provider(script)
    let tasks = await ask(provider, 100)
    tasks[0].cancel()
    #expect(await failure { try await tasks[0].value } == .cancelled)
    await gate.open()
    for task in tasks.dropFirst() { #expect(try await task.value == "B") }
    #expect(script.fetches == 2)
  }

  @Test func `callers that are all cancelled leave the fetch to the next one: CRED-MODE-10`()
    async throws
  {
    let gate = Gate()
    let script = script(gate)
    let provider = try await provider(script)
    let tasks = await ask(provider, count)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await failure { try await task.value } == .cancelled) }
    await gate.open()
    #expect(try await provider.credentials().name == "B")
    #expect(script.fetches == 2)
  }

  @Test func `callers that reject and ask at the same time get a token each time`() async throws {
    let end = clock.seconds(90_000)
    let made = Counter()
    let script = TokenScript({
      made.add()
      return try token("N\(made.value)", expires: end)
    })
    let provider = federation(script, clock)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          for _ in 0..<20 {
            let got = try await provider.credentials()
            await provider.reject(generation: got.generation)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(script.fetches > 1)
    #expect(try await provider.credentials().generation <= script.fetches)
  }
}
