import Dispatch
import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

/// Runs the jobs of one actor, and counts them: one for each time that a task comes to the actor.
private final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "CountingExecutor")
  let jobs = Counter()

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add()
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A caller on an actor, such as a view model on the main one.
private actor Caller {
  private let executor = CountingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// How often the caller leaves its actor and comes back.
  func returns(during work: () async throws -> Void) async rethrows -> Int {
    let before = executor.jobs.value
    try await work()
    return executor.jobs.value - before
  }

  func returns(signing count: Int, with signer: any RequestSigner) async throws -> Int {
    let request = try Published.headerRequest()
    return try await returns {
      for _ in 0..<count { _ = try await signer.sign(request) }
    }
  }

  func returns(presigning count: Int, with signer: any RequestSigner) async throws -> Int {
    let (request, endpoint) = (try Published.urlRequest(), try Published.endpoint())
    return try await returns {
      for _ in 0..<count {
        _ = try await signer.presign(request, at: endpoint, validFor: .seconds(60))
      }
    }
  }

  /// How often it does so for calls of another actor.
  func returns(calling gate: Gate, _ count: Int) async -> Int {
    await returns { for _ in 0..<count { await gate.open() } }
  }
}

@Suite struct `Callers on an actor` {
  private let clock = TestClock(seconds: Published.headerWithToken.time)

  /// Modes that hold what they sign with.
  private func signers() throws -> [any RequestSigner] {
    let token = try Published.token(expires: clock.seconds(3_600))
    return [
      StaticTokenProvider(token, version: Published.v4, clock: clock.read),
      try StaticKeyPairProvider(
        accessKeyID: "ak", accessKeySecret: "sk", version: Published.v4, clock: clock.read),
      FederationTokenProvider(options: .test(clock), version: Published.v4) { token },
      CredentialsURIProvider(
        url: "", transport: ScriptedTransport(), options: .test(clock), version: Published.v4),
      try EnvironmentProvider(
        environment: ["OSS_ACCESS_KEY_ID": "ak", "OSS_ACCESS_KEY_SECRET": "sk"],
        version: Published.v4, clock: clock.read),
    ]
  }

  @Test func `leave it once for each signature that needs no fetch`() async throws {
    let caller = Caller()
    for signer in try signers() {
      _ = try await signer.sign(try Published.headerRequest())
      #expect(try await caller.returns(signing: 100, with: signer) == 100, "\(type(of: signer))")
      #expect(try await caller.returns(presigning: 100, with: signer) == 100, "\(type(of: signer))")
    }
  }

  @Test func `are counted each time that they come back`() async {
    #expect(await Caller().returns(calling: Gate(), 100) == 100)
  }
}
