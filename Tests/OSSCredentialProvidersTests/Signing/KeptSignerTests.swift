import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `A kept signer` {
  private let clock = TestClock()
  private let day: Int64 = 86_400

  private func sign(_ provider: any CredentialsProvider) async throws {
    _ = try await provider.sign(try PublishedV4.headerRequest())
  }

  private func isPrepared(_ provider: any CredentialsProvider) async throws -> Bool {
    await provider.signer.isPrepared(at: clock.now)
  }

  private func federation(_ names: [String]) -> FederationTokenProvider {
    let script = Counter()
    let clock = clock
    return FederationTokenProvider(options: .test(clock), version: PublishedV4.version) {
      let index = min(script.add() - 1, names.count - 1)
      return try token(names[index], expires: clock.seconds(900))
    }
  }

  @Test func `has the key of the day, and the next one on the next: CRED-MODE-21`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: nil), version: PublishedV4.version, clock: clock.read)
    #expect(try await !isPrepared(provider))
    try await sign(provider)
    #expect(try await isPrepared(provider))
    clock.advance(by: .seconds(day))
    #expect(try await !isPrepared(provider))
    try await sign(provider)
    #expect(try await isPrepared(provider))
    #expect(await provider.signer.keptAccessKeyID == "STS.A")
  }

  @Test func `goes with a token that is replaced: CRED-MODE-21`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: nil), version: PublishedV4.version, clock: clock.read)
    try await sign(provider)
    await provider.replace(with: try token("B", expires: nil))
    #expect(await provider.signer.keptAccessKeyID == nil)
    try await sign(provider)
    #expect(await provider.signer.keptAccessKeyID == "STS.B")
  }

  @Test func `goes with a token that OSS rejects: CRED-MODE-21`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: nil), version: PublishedV4.version, clock: clock.read)
    try await sign(provider)
    await provider.reject(generation: 7)
    #expect(await provider.signer.keptAccessKeyID == "STS.A")
    await provider.reject(generation: 1)
    #expect(await provider.signer.keptAccessKeyID == nil)

    let renewing = federation(["A", "B"])
    try await sign(renewing)
    let answer = ServerAnswer.error(403, "InvalidSecurityToken")
    _ = await renewing.nextAction(after: answer, generation: 1, tried: [])
    #expect(await renewing.signer.keptAccessKeyID == nil)
    try await sign(renewing)
    #expect(await renewing.signer.keptAccessKeyID == "STS.B")
  }

  @Test func `goes with a token that has ended: CRED-MODE-21`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: clock.seconds(60)), version: PublishedV4.version,
      clock: clock.read)
    try await sign(provider)
    clock.advance(by: .seconds(60))
    await #expect(throws: ProviderError.self) { try await sign(provider) }
    #expect(await provider.signer.keptAccessKeyID == nil)

    let renewing = federation(["A", "B"])
    try await sign(renewing)
    clock.advance(by: .seconds(900))
    try await sign(renewing)
    #expect(await renewing.signer.keptAccessKeyID == "STS.B")
  }

  @Test func `does not keep again what was dropped while somebody was about to sign`() async throws
  {
    let signer = KeptSigner(PublishedV4.version)
    func provided(_ name: String, _ generation: Int) throws -> ProvidedCredentials {
      let credentials = try token(name, expires: nil).credentials
      return ProvidedCredentials(credentials, expiration: nil, generation: generation)
    }
    let time = try Moment(seconds: PublishedV4.headerWithToken.time)
    await signer.drop(generation: 1)
    _ = try await signer.signer(of: try provided("A", 1), at: time)
    #expect(await signer.keptAccessKeyID == nil)
    _ = try await signer.signer(of: try provided("B", 2), at: time)
    _ = try await signer.signer(of: try provided("A", 1), at: time)
    #expect(await signer.keptAccessKeyID == "STS.B")
    await signer.drop(generation: 2)
    #expect(await signer.keptAccessKeyID == nil)
  }

  /// A provider that an app has written itself, and that signs with V4.
  private struct Own: CredentialsProvider {
    let signingCredential = SigningCredential.fixed
    let signer = KeptSigner(PublishedV4.version)

    func credentials() async throws(ProviderError) -> ProvidedCredentials {
      do {
        let token = try PublishedV4.token()
        return ProvidedCredentials(token.credentials, expiration: nil, generation: 1)
      } catch {
        throw .unsigned(.missingValue, cause: error)
      }
    }

    func reject(generation: Int) async {}
    func correctedTime() async -> Moment {
      PublishedV4.clock(PublishedV4.headerWithToken.time)()
    }
    func correctClock(by answer: ServerAnswer) async -> Bool { false }
  }

  @Test func `serves a provider of the app's own: CRED-MODE-20`() async throws {
    let own = Own()
    let signed = try await own.sign(try PublishedV4.headerRequest())
    #expect(
      signed.headers.contains {
        $0.value.hasSuffix("Signature=\(PublishedV4.headerWithToken.signature)")
      })
    #expect(await own.signer.keptAccessKeyID == "ak")
  }

  @Test func `shows the version and nothing else: CRED-MODE-19`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: nil), version: PublishedV4.version, clock: clock.read)
    try await sign(provider)
    var text = ""
    dump(provider.signer, to: &text)
    #expect(text.contains("cn-hangzhou"))
    #expect(!text.contains("secret-A"))
    #expect(!text.contains("token-A"))
  }
}
