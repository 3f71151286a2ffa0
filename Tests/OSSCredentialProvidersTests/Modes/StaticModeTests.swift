import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `A static mode` {
  let clock = TestClock()

  @Test func `hands out a key pair that has no end and is never dropped: CRED-MODE-4`() async throws
  {
    let provider = try StaticKeyPairProvider(
      accessKeyID: "ak", accessKeySecret: "sk", clock: clock.read)
    let provided = try await provider.credentials()
    #expect(provided.credentials == (try Credentials(accessKeyID: "ak", accessKeySecret: "sk")))
    #expect(provided.expiration == nil)
    await provider.reject(generation: provided.generation)
    clock.advance(by: .seconds(1_000_000_000))
    #expect(try await provider.credentials() == provided)
  }

  @Test func `drops the white space around a key pair`() async throws {
    let provider = try StaticKeyPairProvider(
      accessKeyID: " ak\n", accessKeySecret: "\u{FEFF}s k\t", clock: clock.read)
    let expected = try Credentials(accessKeyID: "ak", accessKeySecret: "s k")
    #expect(try await provider.credentials().credentials == expected)
  }

  @Test func `refuses a key pair that cannot sign`() {
    #expect(throws: SigningError.emptyAccessKeyID) {
      try StaticKeyPairProvider(accessKeyID: " ", accessKeySecret: "sk", clock: clock.read)
    }
    #expect(throws: SigningError.emptyAccessKeySecret) {
      try StaticKeyPairProvider(accessKeyID: "ak", accessKeySecret: "", clock: clock.read)
    }
  }

  @Test func `hands out the token that replaced another: CRED-MODE-5`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: clock.seconds(900)), clock: clock.read)
    #expect(try await provider.credentials().name == "A")
    await provider.replace(with: try token("B", expires: nil))
    let second = try await provider.credentials()
    #expect(second.name == "B")
    #expect(second.generation == 2)
  }

  @Test func `does not hand out a token that has ended: CRED-MODE-6`() async throws {
    let end = clock.seconds(900)
    let provider = StaticTokenProvider(try token("A", expires: end), clock: clock.read)
    clock.advance(by: .milliseconds(899_999))
    #expect(try await provider.credentials().name == "A")
    clock.advance(by: .milliseconds(1))
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .expired(end) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await provider.replace(with: try token("B", expires: clock.seconds(900)))
    #expect(try await provider.credentials().name == "B")
  }

  @Test func `does not hand out a token that OSS rejected: CRED-MODE-6`() async throws {
    let provider = StaticTokenProvider(try token("A", expires: nil), clock: clock.read)
    await provider.reject(generation: 2)
    #expect(try await provider.credentials().name == "A")
    await provider.reject(generation: 1)
    let error = await #expect(throws: ProviderError.self) { try await provider.credentials() }
    guard case .rejected(generation: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await provider.replace(with: try token("B", expires: nil))
    // The rejection of the first one comes again, from a request that was slow.
    await provider.reject(generation: 1)
    #expect(try await provider.credentials().name == "B")
  }

  @Test(arguments: [(300_001, false), (300_000, false), (299_999, true), (0, true), (-1, true)])
  func `tells when a token is about to expire: CRED-MODE-7`(
    remaining: Int64, isAbout: Bool
  ) async throws {
    let end = clock.now.adding(.milliseconds(remaining))
    let provider = StaticTokenProvider(try token("A", expires: end), clock: clock.read)
    #expect(await provider.remaining() == .milliseconds(remaining))
    #expect(await provider.isAboutToExpire() == isAbout)
  }

  @Test func `judges a token by the corrected clock: CRED-MODE-7`() async throws {
    let provider = StaticTokenProvider(
      try token("A", expires: clock.seconds(900)), clock: clock.read)
    // The device's clock is an hour slow.
    let action = await provider.nextAction(
      after: .skewed(serverTime: clock.seconds(3_600)), generation: 1, tried: [])
    #expect(action == .correctClock)
    #expect(await provider.correctedTime() == clock.seconds(3_600))
    await #expect(throws: ProviderError.self) { try await provider.credentials() }
  }

  @Test func `knows no end of a token without one`() async throws {
    let provider = StaticTokenProvider(try token("A", expires: nil), clock: clock.read)
    #expect(await provider.remaining() == nil)
    #expect(await provider.isAboutToExpire() == false)
  }
}
