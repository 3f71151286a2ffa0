import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Tokens that outlive a launch` {
  let clock = TestClock()

  private func provider(
    _ script: TokenScript, holding held: FederationToken?,
    onRenewal: (@Sendable (FederationToken) async -> Void)? = nil
  ) -> FederationTokenProvider {
    FederationTokenProvider(
      options: .test(clock), version: .v1, holding: held, fetch: { try await script.next() },
      onRenewal: onRenewal)
  }

  @Test func `a token that is held at first is handed out without a fetch: CRED-MODE-25`()
    async throws
  {
    let end = clock.seconds(3_600)
    let script = TokenScript({ try token("B", expires: end) })
    let held = try token("A", expires: clock.seconds(900))
    let transport = ScriptedTransport()
    let providers: [any CredentialsProvider] = [
      provider(script, holding: held),
      CredentialsURIProvider(
        url: "", transport: transport, options: .test(clock), version: .v1, holding: held),
    ]
    for provider in providers {
      let provided = try await provider.credentials()
      #expect(provided.name == "A" && provided.generation == 1)
    }
    #expect(script.fetches == 0 && transport.requests == 0)
  }

  @Test func `it is renewed like one that was fetched: CRED-MODE-25`() async throws {
    let end = clock.seconds(3_600)
    let script = TokenScript({ try token("B", expires: end) })
    let provider = provider(script, holding: try token("A", expires: clock.seconds(900)))
    // Its life is counted from the moment at which the provider was made: in its last sixth, it is
    // mandatory to renew it.
    clock.advance(by: .seconds(899))
    #expect(try await provider.credentials().name == "B")
    #expect(try await provider.credentials().generation == 2)
    #expect(script.fetches == 1)
  }

  @Test func `one that has expired is not handed out: CRED-MODE-25`() async throws {
    let end = clock.seconds(3_600)
    let script = TokenScript({ try token("B", expires: end) })
    let provider = provider(script, holding: try token("A", expires: clock.now))
    #expect(try await provider.credentials().name == "B")
  }

  @Test func `the app ends the wait after a failure, as after a login: CRED-MODE-29`() async throws
  {
    let end = clock.seconds(3_600)
    let script = TokenScript({ nil }, { try token("A", expires: end) })
    let transport = ScriptedTransport(
      { _ in TokenServerReply(status: 401, body: []) },
      { _ in TokenServerReply(handingOut: try token("A", expires: end)) })
    let fetching = provider(script, holding: nil)
    let asking = CredentialsURIProvider(
      url: "", transport: transport, options: .test(clock), version: .v1)
    for provider in [fetching, asking] as [any CredentialsProvider] {
      // The first fetch fails, and the second caller has to wait.
      for _ in 1...2 {
        await #expect(throws: ProviderError.self) { try await provider.credentials() }
      }
    }
    #expect(script.fetches == 1 && transport.requests == 1)
    await fetching.resume()
    await asking.resume()
    #expect(try await fetching.credentials().name == "A")
    #expect(try await asking.credentials().name == "A")
  }

  @Test func `the app receives each token in its order, and nobody waits: CRED-MODE-26`()
    async throws
  {
    let (gate, end) = (Gate(), clock.seconds(90_000))
    let (received, continuation) = AsyncStream.makeStream(of: String.self)
    let made = Counter()
    let script = TokenScript({ try token("\(made.add())", expires: end) })
    let provider = provider(script, holding: nil) { token in
      if token.credentials.accessKeyID == "STS.1" { await gate.pass() }
      // It is not cancelled with the fetch that brought the token.
      continuation.yield(Task.isCancelled ? "cancelled" : token.credentials.accessKeyID)
    }
    #expect(try await provider.credentials().name == "1")
    await provider.reject(generation: 1)
    #expect(try await provider.credentials().name == "2")
    await gate.open()
    var names: [String] = []
    for await name in received.prefix(2) { names.append(name) }
    #expect(names == ["STS.1", "STS.2"])
  }

  @Test func `the app receives no token that it has put in or that cannot be used: CRED-MODE-26`()
    async throws
  {
    let (past, end) = (clock.seconds(-1), clock.seconds(90_000))
    let script = TokenScript(
      { try token("past", expires: past) }, { try token("good", expires: end) })
    let (received, continuation) = AsyncStream.makeStream(of: String.self)
    let provider = provider(script, holding: nil) {
      continuation.yield($0.credentials.accessKeyID)
    }
    #expect(await failure { try await provider.credentials() } != nil)
    await provider.replace(with: try token("own", expires: end))
    await provider.reject(generation: 1)
    #expect(try await provider.credentials().name == "good")
    for await name in received.prefix(1) { #expect(name == "STS.good") }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Sessions of a token server` {
  let clock = TestClock()

  @Test func `the headers are asked for before each fetch: CRED-MODE-24`() async throws {
    let session = Atomic(0)
    let asked = Counter()
    let transport = ScriptedTransport { request in
      let body = ScriptedTransport.body("STS.\(request.headers[0].value)")
      return TokenServerReply(status: 200, body: body)
    }
    let provider = CredentialsURIProvider(
      url: "",
      headers: {
        asked.add()
        return [HeaderField("Authorization", "\(session.load(ordering: .sequentiallyConsistent))")]
      }, transport: transport, options: .test(clock), version: .v1)
    #expect(try await provider.credentials().name == "0")
    #expect(try await provider.credentials().name == "0")
    session.store(1, ordering: .sequentiallyConsistent)
    await provider.reject(generation: 1)
    #expect(try await provider.credentials().name == "1")
    #expect(asked.value == 2)
  }

  @Test
  func `headers that cannot be had are a failed fetch, and are asked for again: CRED-MODE-24`()
    async throws
  {
    let asked = Counter()
    let transport = ScriptedTransport()
    let provider = CredentialsURIProvider(
      url: "",
      headers: {
        if asked.add() == 1 { throw AppError(text: "session-A") }
        return []
      }, transport: transport, options: .test(clock), version: .v1)
    #expect(
      await failure { try await provider.credentials() }
        == .unavailable(
          .transport(AppError.shown), cause: Failure.Cause(AppError(text: "session-A"))))
    #expect(transport.requests == 0)
    clock.advance(by: .seconds(60))
    #expect(try await provider.credentials().name == "A")
  }

  @Test func `an error has the status of the server, during the wait after it too`() async throws {
    let transport = ScriptedTransport(
      { _ in TokenServerReply(status: 401, body: []) }, { _ in throw AppError(text: "") })
    let provider = CredentialsURIProvider(
      url: "", transport: transport, options: .test(clock), version: .v1)
    for _ in 0..<2 {
      let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
      #expect(error?.tokenServerStatus == 401)
    }
    #expect(transport.requests == 1)
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    #expect(error?.tokenServerStatus == nil)
    #expect(ProviderError.rejected(generation: 1).tokenServerStatus == nil)
  }

  @Test func `the app can put a token in, which ends the wait after a failure`() async throws {
    let transport = ScriptedTransport { _ in TokenServerReply(status: 401, body: []) }
    let provider = CredentialsURIProvider(
      url: "", transport: transport, options: .test(clock), version: .v1)
    #expect(await failure { try await provider.credentials() } != nil)
    await provider.replace(with: try token("P", expires: clock.seconds(900)))
    #expect(try await provider.credentials().name == "P")
    #expect(transport.requests == 1)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Events of a provider` {
  let clock = TestClock()

  @Test func `a log hears of fetches, rejections and the clock: CRED-MODE-28`() async throws {
    let (end, events) = (clock.seconds(3_600), EventLog())
    let script = TokenScript(
      { nil }, { try token("A", expires: end) }, { try token("A", expires: end) })
    var options = RefreshOptions.test(clock)
    options.log = events.log
    let provider = FederationTokenProvider(options: options, version: .v1) {
      try await script.next()
    }
    #expect(await failure { try await provider.credentials() } != nil)
    clock.advance(by: .seconds(60))
    _ = try await provider.credentials()
    let skewed = ServerAnswer.skewed(serverTime: clock.seconds(-1_200))
    _ = await provider.nextAction(after: skewed, generation: 1, tried: [])
    let refused = ServerAnswer.error(403, "InvalidSecurityToken")
    for _ in 0..<2 { _ = await provider.nextAction(after: refused, generation: 1, tried: []) }
    #expect(await failure { try await provider.credentials() } != nil)
    #expect(
      await events.next(8) == [
        .fetchBegan, .fetchFailed(.nothingReturned), .fetchBegan, .fetched(expiration: end),
        .clockCorrected(by: .seconds(-1_200)), .rejected(generation: 1), .fetchBegan,
        .fetchFailed(.sameAsRejected(accessKeyID: "STS.A")),
      ])
  }

  @Test func `the log of a mode without fetches hears of rejections and the clock: CRED-MODE-28`()
    async throws
  {
    let events = EventLog()
    let held = StaticTokenProvider(
      try token("A", expires: nil), version: .v1, clock: clock.read, log: events.log)
    let pair = try StaticKeyPairProvider(
      accessKeyID: "ak", accessKeySecret: "sk", version: .v1, clock: clock.read, log: events.log)
    let custom = try CustomSigner(
      SigningIdentity(.v1), clock: clock.read, signature: { _ in nil }, log: events.log)
    let refused = ServerAnswer.error(403, "InvalidSecurityToken")
    let skewed = ServerAnswer.skewed(serverTime: clock.seconds(1_200))
    for signer in [held, pair, custom] as [any RequestSigner] {
      #expect(signer.log != nil)
      for answer in [refused, refused, skewed, skewed] {
        _ = await signer.nextAction(after: answer, generation: 1, tried: [])
      }
    }
    let corrected = SigningEvent.clockCorrected(by: .seconds(1_200))
    #expect(
      await events.next(4) == [.rejected(generation: 1), corrected, corrected, corrected])
  }

  @Test func `each event is a sentence`() {
    let events: [SigningEvent] = [
      .fetchBegan, .fetched(expiration: clock.now), .fetched(expiration: nil),
      .fetchFailed(.timedOut), .rejected(generation: 3), .clockCorrected(by: .seconds(-2)),
      .resent(.retry, status: nil, requestID: nil),
      .resent(.refreshCredentials, status: 403, requestID: "65A1"),
    ]
    #expect(
      events.map(\.description) == [
        "A fetch of a token began.", "A fetch brought a token that ends at 2023-11-14T22:13:20Z.",
        "A fetch brought a token without a known end.",
        "A fetch of a token failed. The fetch took too long.",
        "OSS rejected the credentials of generation 3.",
        "-2000 milliseconds are added to the device's clock from now on.",
        "A request is sent once more (retry), after no answer.",
        "A request is sent once more (refresh-credentials), after an answer with the status 403, "
          + "request 65A1.",
      ])
  }
}
