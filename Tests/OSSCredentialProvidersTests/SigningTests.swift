import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Kept signers` {
  private let clock = TestClock()
  private let day: Int64 = 86_400

  private func provider(expires: Moment? = nil) throws -> StaticTokenProvider {
    StaticTokenProvider(try token("A", expires: expires), version: Published.v4, clock: clock.read)
  }

  private func sign(_ provider: any CredentialsProvider) async throws {
    _ = try await provider.sign(try Published.headerRequest())
  }

  private func isPrepared(_ provider: StaticTokenProvider) async throws -> Bool {
    await provider.kept.isPrepared(at: clock.now)
  }

  private func federation(_ names: [String]) -> FederationTokenProvider {
    let script = Counter()
    let clock = clock
    return FederationTokenProvider(options: .test(clock), version: Published.v4) {
      let index = min(script.add() - 1, names.count - 1)
      return try token(names[index], expires: clock.seconds(900))
    }
  }

  @Test func `a kept signer has the key of the day, and another on the next day: CRED-MODE-21`()
    async throws
  {
    let provider = try provider()
    #expect(try await !isPrepared(provider))
    try await sign(provider)
    #expect(try await isPrepared(provider))
    clock.advance(by: .seconds(day))
    #expect(try await !isPrepared(provider))
    try await sign(provider)
    #expect(try await isPrepared(provider))
    #expect(await provider.kept.accessKeyID == "STS.A")
  }

  @Test func `a kept signer is dropped with a token that is replaced: CRED-MODE-21`() async throws {
    let provider = try provider()
    try await sign(provider)
    await provider.replace(with: try token("B", expires: nil))
    #expect(await provider.kept.accessKeyID == nil)
    try await sign(provider)
    #expect(await provider.kept.accessKeyID == "STS.B")
  }

  @Test func `a kept signer is dropped with a token that OSS rejects: CRED-MODE-21`() async throws {
    let provider = try provider()
    try await sign(provider)
    await provider.reject(generation: 7)
    #expect(await provider.kept.accessKeyID == "STS.A")
    await provider.reject(generation: 1)
    #expect(await provider.kept.accessKeyID == nil)

    let renewing = federation(["A", "B"])
    try await sign(renewing)
    let answer = ServerAnswer.error(403, "InvalidSecurityToken")
    _ = await renewing.nextAction(after: answer, generation: 1, tried: [])
    #expect(await renewing.kept.accessKeyID == nil)
    try await sign(renewing)
    #expect(await renewing.kept.accessKeyID == "STS.B")
  }

  @Test func `a kept signer is dropped with a token that expired: CRED-MODE-21`() async throws {
    let provider = try provider(expires: clock.seconds(60))
    try await sign(provider)
    clock.advance(by: .seconds(60))
    #expect(await failure { try await sign(provider) } != nil)
    #expect(await provider.kept.accessKeyID == nil)

    let renewing = federation(["A", "B"])
    try await sign(renewing)
    clock.advance(by: .seconds(900))
    try await sign(renewing)
    #expect(await renewing.kept.accessKeyID == "STS.B")

    let (count, clock) = (Counter(), clock)
    let failing = FederationTokenProvider(options: .test(clock), version: Published.v4) {
      count.add() > 1 ? nil : try token("A", expires: clock.seconds(900))
    }
    try await sign(failing)
    clock.advance(by: .seconds(900))
    #expect(await failure { try await sign(failing) } != nil)
    #expect(await failing.kept.accessKeyID == nil)
  }

  @Test func `a signer that was dropped is not kept again by a slow request`() async throws {
    // The fetch of A brings a token that is rejected while a caller waits for the answer.
    let (gate, clock) = (Gate(), clock)
    let count = Counter()
    let provider = FederationTokenProvider(options: .test(clock), version: Published.v4) {
      if count.add() > 1 { await gate.pass() }
      return try token("\(count.value)", expires: clock.seconds(900))
    }
    try await sign(provider)
    await provider.reject(generation: 1)
    #expect(await provider.kept.accessKeyID == nil)
    async let slow = provider.sign(try Published.headerRequest())
    await count.reaches(2)
    // The app's own token is the newer one.
    await provider.replace(with: try token("P", expires: clock.seconds(900)))
    _ = try await slow
    try await sign(provider)
    #expect(await provider.kept.accessKeyID == "STS.P")
    await provider.reject(generation: 2)
    #expect(await provider.kept.accessKeyID == nil)
    await gate.open()
  }
}

@Suite struct `Actions of a provider` {
  let clock = TestClock()

  private func provider() -> (FederationTokenProvider, TokenScript) {
    let end = clock.seconds(3_600)
    let script = TokenScript({ try token("A", expires: end) }, { try token("B", expires: end) })
    return (federation(script, clock), script)
  }

  @Test(arguments: [
    "SecurityTokenExpired", "InvalidSecurityToken", "AccessKeyIdAndSecurityTokenNotMatch",
    "InvalidAccessKeyId",
  ])
  func `after a refusal of its token a request gets another token: CRED-MODE-18`(code: String)
    async throws
  {
    let (provider, script) = provider()
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    let signed = try await provider.sign(request)
    let answer = ServerAnswer.error(403, code)
    #expect(
      await provider.nextAction(after: answer, generation: signed.generation, tried: [])
        == .refreshCredentials)
    let again = try await provider.sign(request)
    #expect(again.generation == 2)
    #expect(again.headers.contains(HeaderField("x-oss-security-token", "token-B")))
    // The first request, which was slow, is refused as well: its token is gone already.
    #expect(
      await provider.nextAction(after: answer, generation: signed.generation, tried: [])
        == .refreshCredentials)
    #expect(try await provider.sign(request).generation == 2)
    #expect(script.fetches == 2)
  }

  @Test func `a request with a second refusal is given up: CRED-MODE-18`() async throws {
    let (provider, _) = provider()
    let answer = ServerAnswer.error(403, "SecurityTokenExpired")
    #expect(
      await provider.nextAction(after: answer, generation: 1, tried: [.refreshCredentials])
        == .giveUp)
  }

  @Test func `after another refusal the token stays`() async throws {
    let (provider, script) = provider()
    let first = try await provider.credentials()
    let answers: [(ServerAnswer?, ErrorAction)] = [
      (.error(403, "SignatureDoesNotMatch"), .giveUp), (.error(403, "AccessDenied"), .giveUp),
      (.error(500, "InternalError"), .retry), (nil, .retry),
    ]
    for (answer, action) in answers {
      #expect(await provider.nextAction(after: answer, generation: 1, tried: []) == action)
    }
    #expect(try await provider.credentials() == first)
    #expect(script.fetches == 1)
  }

  @Test func `after a refusal of its time a request gets the right time: CRED-MODE-18`()
    async throws
  {
    let (provider, _) = provider()
    let request = try SigningRequest(method: "GET", bucket: "bucket", key: "key")
    #expect(
      try await provider.sign(request).headers.first
        == HeaderField("Date", "Tue, 14 Nov 2023 22:13:20 GMT"))
    #expect(
      await provider.nextAction(
        after: .skewed(serverTime: clock.seconds(-1_200)), generation: 1, tried: [])
        == .correctClock)
    #expect(
      try await provider.sign(request).headers.first
        == HeaderField("Date", "Tue, 14 Nov 2023 21:53:20 GMT"))
  }
}

@Suite struct `Prepared signers` {
  private let clock = TestClock(seconds: Published.header.time)

  private func provider() throws -> StaticKeyPairProvider {
    StaticKeyPairProvider(
      try Credentials(accessKeyID: "ak", accessKeySecret: "sk"), version: Published.v4,
      clock: clock.read)
  }

  @Test func `sign many requests at once, without a wait`() async throws {
    let prepared = try await provider().preparedSigner()
    let put = try Published.headerRequest()
    let signed = try [put, put].map { try prepared.sign($0) }
    #expect(signed.count == 2)
    #expect(signed.allSatisfy { $0.headers.areSigned(by: Published.header.signature) })
    #expect(prepared.time == clock.now && prepared.generation == 1 && prepared.expiration == nil)
    #expect("\(prepared)" == "PreparedSigner(ak, \(clock.now), generation: 1)")
  }

  @Test func `make URLs that end with the credentials, and refuse what does not fit`() throws {
    let request = try Published.urlRequest()
    let endpoint = try Published.endpoint()
    let signer = try Signer(
      try Credentials(accessKeyID: "ak", accessKeySecret: "sk"), Published.v4)
    let end = clock.seconds(60)
    for (expiration, bound) in [(nil, PresignLimit.Bound.interval), (end, .token)] {
      let prepared = PreparedSigner(signer, at: clock.now, expiration: expiration, generation: 3)
      let link = try prepared.presign(request, at: endpoint, validFor: .hours(1))
      #expect(link.limit.bound == bound && link.generation == 3)
      #expect(link.limit.effective == (expiration ?? clock.seconds(3_600)))
      let host = "oss-cn-beijing.aliyuncs.com"
      let elsewhere = try Endpoint("https://" + host)
      let error = #expect(throws: ProviderError.self) {
        try prepared.presign(request, at: elsewhere, validFor: .hours(1))
      }
      #expect(
        error.map { Failure($0) }
          == .unusableEndpoint(.otherRegion(signed: "cn-hangzhou", host: host)))
    }
  }

  @Test func `headers are there by their names, and the signature by its own`() async throws {
    let provider = try provider()
    let signed = try await provider.sign(try Published.headerRequest())
    #expect(signed.headerDictionary.count == signed.headers.count)
    #expect(signed.headerDictionary["Authorization"] == signed.authorization)
    #expect(signed.authorization.hasSuffix("Signature=\(Published.header.signature)"))
    #expect(SignedRequest(headers: [], generation: nil).authorization == "")
    let link = try await provider.presign(
      try Published.urlRequest(), at: try Published.endpoint(), validFor: .hours(1))
    #expect(link.headerDictionary.count == link.signedHeaders.count)
    #expect(link.headerDictionary["x-oss-head1"] == "value")
  }
}
