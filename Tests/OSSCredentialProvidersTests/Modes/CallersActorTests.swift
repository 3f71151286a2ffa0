import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

/// What an app supplies does not run on a caller's actor. Each closure here blocks its thread until
/// the main actor has done something: on the main actor it would wait until its time is up.
@MainActor @Suite(.timeLimit(.minutes(10))) struct `Callers on the main actor` {
  let clock = TestClock()
  let done = Counter()

  /// Has the main actor do something and blocks the thread until then; false after five minutes.
  private nonisolated static func waitsForMainActor(_ done: Counter) -> Bool {
    Task { @MainActor in done.add() }
    return waits(for: done)
  }

  private nonisolated static func waits(for done: Counter) -> Bool {
    let start = ContinuousClock.now
    while done.value == 0 {
      if ContinuousClock.now - start > .seconds(300) { return false }
    }
    return true
  }

  @Test func `a fetch does not block the main actor: CRED-MODE-2`() async throws {
    let (done, end) = (done, clock.seconds(900))
    let provider = FederationTokenProvider(options: .test(clock), version: .v1) {
      #expect(Self.waitsForMainActor(done))
      return try token("A", expires: end)
    }
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `the main actor is served while a fetch computes: CRED-MODE-2`() async throws {
    let (done, end) = (done, clock.seconds(900))
    let script = TokenScript(
      { try token("A", expires: end) },
      {
        #expect(Self.waits(for: done))
        return nil
      })
    let provider = FederationTokenProvider(options: .test(clock), version: .v1) {
      try await script.next()
    }
    _ = try await provider.credentials()
    clock.advance(by: .seconds(700))
    // In the advisory window the first call begins a fetch and does not wait for it.
    _ = try await provider.credentials()
    while script.fetches < 2 { await Task.yield() }
    #expect(try await provider.credentials().name == "A")
    done.add()
  }

  @Test func `a decoder does not block the main actor: CRED-MODE-2`() async throws {
    let done = done
    let provider = CredentialsURIProvider(
      url: "", client: ScriptedHTTPClient(), options: .test(clock), version: .v1,
      decoder: { body in
        #expect(Self.waitsForMainActor(done))
        return body
      })
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `a custom signer does not block the main actor: CRED-MODE-2`() async throws {
    let done = done
    let signer = try CustomSigner(
      SigningIdentity(.v1), clock: clock.read,
      signature: { _ in
        #expect(Self.waitsForMainActor(done))
        return `Custom signers`.value
      })
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    #expect(try await signer.sign(request).headers.count == 2)
  }
}
