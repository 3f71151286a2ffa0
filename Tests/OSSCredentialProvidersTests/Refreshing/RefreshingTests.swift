import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Synchronization
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

/// A token server whose tokens live two seconds, and which fails, stalls and answers rubbish between
/// them.
private final class BadTokenServer: TokenTransport {
  /// The true time.
  let clock = ManualClock(Moment(milliseconds: 1_700_000_000_700))
  private let running = Atomic(0)
  private let requests = Counter()
  /// How often a request came while another one was not answered.
  let overlaps = Counter()
  /// How many tokens were handed out.
  let tokens = Counter()

  func get(_ request: TokenServerRequest) async throws -> TokenServerReply {
    if running.add(1, ordering: .sequentiallyConsistent).newValue > 1 { overlaps.add() }
    defer { running.subtract(1, ordering: .sequentiallyConsistent) }
    switch requests.add() % 8 {
    case 2: throw AppError(text: "no connection")
    case 4:
      // Longer than a fetch may take, which ends it.
      try await Task.sleep(nanoseconds: 60_000_000_000)
      throw AppError(text: "late")
    case 6: return TokenServerReply(status: 200, body: Bytes("<html>".utf8))
    case 0: return TokenServerReply(status: 503, body: [])
    default: break
    }
    let now = clock.now
    tokens.add()
    let token = try FederationToken.sample("\(tokens.value)", expires: try now.adding(seconds: 2))
    return TokenServerReply(
      status: 200, date: now.rfc1123, body: TokenResponse.body(handingOut: token))
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Ten thousand callers of a bad token server` {
  /// The clock of the device is a day slow, or a day fast.
  @Test(arguments: [-86_400, 86_400])
  func `get no expired token, cause one fetch at a time, and are all answered`(
    secondsOff: Int64
  ) async throws {
    let server = BadTokenServer()
    let clock = server.clock
    // So long that a fetch in time never exceeds it, however busy the machine is.
    let options = RefreshOptions(timeLimit: .seconds(3), seed: 1) {
      clock.now.adding(.seconds(secondsOff))
    }
    let provider = CredentialsURIProvider(
      url: "https://app.example.com/oss-token", transport: server, options: options,
      version: .v4(region: "cn-hangzhou"))
    let (served, refused, expired) = (Counter(), Counter(), Counter())
    for _ in 0..<12 {
      // The time does not move while they ask, so that what is expired does not depend on how busy
      // the machine is.
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10_000 {
          group.addTask {
            do {
              let end = try await provider.credentials().expiration
              served.add()
              if (end ?? .latest) <= clock.now { expired.add() }
            } catch {
              refused.add()
            }
          }
        }
      }
      clock.advance(by: .milliseconds(700))
    }
    #expect(served.value + refused.value == 120_000)
    #expect(served.value >= 40_000)
    #expect(server.tokens.value > 2)
    #expect(server.overlaps.value == 0)
    #expect(expired.value == 0)
  }
}
