import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Many callers` {
  let clock = TestClock()
  let count = 10_000

  /// A provider whose token has ended, and whose next fetch waits at the gate.
  private func provider(_ script: FetchScript) async throws -> FederationTokenProvider {
    let provider = FederationTokenProvider(options: .test(clock)) { try await script.next() }
    #expect(try await provider.credentials().name == "A")
    clock.advance(by: .seconds(4_000))
    return provider
  }

  private func script(_ gate: Gate) -> FetchScript {
    let (first, second) = (clock.seconds(3_600), clock.seconds(9_000))
    return FetchScript(
      { try token("A", expires: first) },
      {
        await gate.pass()
        // No caller's cancellation reaches the fetch.
        try Task.checkCancellation()
        return try token("B", expires: second)
      })
  }

  @Test func `at an expired token make one fetch, and all are served: CRED-MODE-10`() async throws {
    let (gate, asking) = (Gate(), Counter())
    let script = script(gate)
    let provider = try await provider(script)
    let served = try await withThrowingTaskGroup(of: String.self, returning: Int.self) { group in
      for _ in 0..<count {
        group.addTask {
          asking.add()
          return try await provider.credentials().name
        }
      }
      await asking.reaches(count)
      await gate.open()
      return try await group.reduce(0) { $0 + ($1 == "B" ? 1 : 0) }
    }
    #expect(served == count)
    #expect(script.fetches == 2)
  }

  @Test func `one of whom is cancelled lose nothing: CRED-MODE-10`() async throws {
    let (gate, asking) = (Gate(), Counter())
    let script = script(gate)
    let provider = try await provider(script)
    let tasks = (0..<100).map { _ in
      Task {
        asking.add()
        return try await provider.credentials().name
      }
    }
    await asking.reaches(100)
    tasks[0].cancel()
    let error = await #expect(throws: ProviderError.self) { try await tasks[0].value }
    guard case .cancelled = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await gate.open()
    for task in tasks.dropFirst() { #expect(try await task.value == "B") }
    #expect(script.fetches == 2)
  }

  @Test func `who are all cancelled leave the fetch to the next: CRED-MODE-10`() async throws {
    let (gate, asking) = (Gate(), Counter())
    let script = script(gate)
    let provider = try await provider(script)
    let tasks = (0..<count).map { _ in
      Task {
        asking.add()
        return try await provider.credentials().name
      }
    }
    await asking.reaches(count)
    for task in tasks { task.cancel() }
    var cancelled = 0
    for task in tasks {
      if case .failure(let error) = await task.result, case ProviderError.cancelled = error {
        cancelled += 1
      }
    }
    #expect(cancelled == count)
    await gate.open()
    #expect(try await provider.credentials().name == "B")
    #expect(script.fetches == 2)
  }

  @Test func `who reject and ask at once get a token each time`() async throws {
    let end = clock.seconds(90_000)
    let made = Counter()
    let script = FetchScript({
      made.add()
      return try token("N\(made.value)", expires: end)
    })
    let provider = FederationTokenProvider(options: .test(clock)) { try await script.next() }
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
