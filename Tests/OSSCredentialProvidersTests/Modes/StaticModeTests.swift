import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Static modes` {
  let clock = TestClock()

  private func provider(_ name: String, expires: Moment?) throws -> StaticTokenProvider {
    StaticTokenProvider(try token(name, expires: expires), version: .v1, clock: clock.read)
  }

  private func keyPair(_ id: String, _ secret: String) throws(SigningError)
    -> StaticKeyPairProvider
  {
    try StaticKeyPairProvider(
      accessKeyID: id, accessKeySecret: secret, version: .v1, clock: clock.read)
  }

  @Test func `a key pair does not expire and is never dropped: CRED-MODE-4`() async throws {
    let provider = try keyPair("ak", "sk")
    let provided = try await provider.credentials()
    #expect(provided.credentials == (try Credentials(accessKeyID: "ak", accessKeySecret: "sk")))
    #expect(provided.expiration == nil)
    await provider.reject(generation: provided.generation)
    clock.advance(by: .seconds(1_000_000_000))
    #expect(try await provider.credentials() == provided)
  }

  @Test func `a key pair loses its outer white space, and must be able to sign`() async throws {
    let provider = try keyPair(" ak\n", "\u{FEFF}s k\t")
    let expected = try Credentials(accessKeyID: "ak", accessKeySecret: "s k")
    #expect(try await provider.credentials().credentials == expected)
    #expect(throws: SigningError.emptyAccessKeyID) { try keyPair(" ", "sk") }
    #expect(throws: SigningError.emptyAccessKeySecret) { try keyPair("ak", "") }
  }

  @Test func `a static token can be replaced: CRED-MODE-5`() async throws {
    let provider = try provider("A", expires: clock.seconds(900))
    #expect(try await provider.credentials().name == "A")
    await provider.replace(with: try token("B", expires: nil))
    let second = try await provider.credentials()
    #expect(second.name == "B")
    #expect(second.generation == 2)
  }

  @Test func `an expired static token is not handed out: CRED-MODE-6`() async throws {
    let end = clock.seconds(900)
    let provider = try provider("A", expires: end)
    clock.advance(by: .milliseconds(899_999))
    #expect(try await provider.credentials().name == "A")
    clock.advance(by: .milliseconds(1))
    #expect(await failure { try await provider.credentials() } == .expired(end))
    await provider.replace(with: try token("B", expires: clock.seconds(900)))
    #expect(try await provider.credentials().name == "B")
  }

  @Test func `a static token that OSS rejected is not handed out: CRED-MODE-6`() async throws {
    let provider = try provider("A", expires: nil)
    await provider.reject(generation: 2)
    #expect(try await provider.credentials().name == "A")
    await provider.reject(generation: 1)
    #expect(await failure { try await provider.credentials() } == .rejected(generation: 1))
    await provider.replace(with: try token("B", expires: nil))
    // The rejection of the first one comes again, from a request that was slow.
    await provider.reject(generation: 1)
    #expect(try await provider.credentials().name == "B")
  }

  @Test(arguments: [(300_001, false), (300_000, false), (299_999, true), (0, true), (-1, true)])
  func `a static token is about to expire in its last five minutes: CRED-MODE-7`(
    remaining: Int64, isAbout: Bool
  ) async throws {
    let provider = try provider("A", expires: clock.now.adding(.milliseconds(remaining)))
    #expect(await provider.remaining() == .milliseconds(remaining))
    #expect(await provider.isAboutToExpire() == isAbout)
  }

  @Test func `a static token expires by the corrected clock: CRED-MODE-7`() async throws {
    let provider = try provider("A", expires: clock.seconds(900))
    // The device's clock is an hour slow.
    let action = await provider.nextAction(
      after: .skewed(serverTime: clock.seconds(3_600)), generation: 1, tried: [])
    #expect(action == .correctClock)
    #expect(await provider.correctedTime() == clock.seconds(3_600))
    #expect(await failure { try await provider.credentials() } != nil)
  }

  @Test func `a static token without an expiry is never about to expire`() async throws {
    let provider = try provider("A", expires: nil)
    #expect(await provider.remaining() == nil)
    #expect(await provider.isAboutToExpire() == false)
  }
}

@Suite struct `Credentials of the environment` {
  private let clock = TestClock()

  private func provider(_ environment: [String: String]) throws(EnvironmentError)
    -> EnvironmentProvider
  {
    try EnvironmentProvider(environment: environment, version: .v1, clock: clock.read)
  }

  private static let oss = ["OSS_ACCESS_KEY_ID": "ak", "OSS_ACCESS_KEY_SECRET": "sk\n"]
  private static let cloud = [
    "ALIBABA_CLOUD_ACCESS_KEY_ID": "id", "ALIBABA_CLOUD_ACCESS_KEY_SECRET": "secret",
    "ALIBABA_CLOUD_SECURITY_TOKEN": "token",
  ]

  @Test func `are those of the first set that is there: CRED-MODE-27`() async throws {
    let both = Self.oss.merging(Self.cloud) { $1 }
    let withToken = Self.oss.merging(["OSS_SESSION_TOKEN": "t"]) { $1 }
    let emptied = both.merging(["OSS_ACCESS_KEY_ID": " "]) { $1 }
    for (environment, id, secret, token) in [
      (Self.oss, "ak", "sk", nil), (Self.cloud, "id", "secret", "token"),
      (both, "ak", "sk", nil), (withToken, "ak", "sk", "t"), (emptied, "id", "secret", "token"),
    ] {
      let provided = try await provider(environment).credentials()
      let expected = try Credentials(
        accessKeyID: id, accessKeySecret: secret, securityToken: token)
      #expect(provided.credentials == expected)
    }
  }

  @Test func `that are not there or cannot sign are named: CRED-MODE-27`() {
    #expect(throws: EnvironmentError.missing("OSS_ACCESS_KEY_ID")) { try provider([:]) }
    // The secret of the other set is not that of this ID.
    let torn = Self.cloud.merging(["OSS_ACCESS_KEY_ID": "ak"]) { $1 }
    #expect(throws: EnvironmentError.missing("OSS_ACCESS_KEY_SECRET")) { try provider(torn) }
    let broken = Self.oss.merging(["OSS_ACCESS_KEY_ID": "a:b"]) { $1 }
    let error = #expect(throws: EnvironmentError.self) { try provider(broken) }
    #expect(error?.description.hasPrefix("The variables of the environment cannot sign. ") == true)
    #expect(
      EnvironmentError.missing("A").description == "The variable A of the environment is not set.")
  }

  @Test func `are dropped when OSS rejects their token, and a key pair is not`() async throws {
    let refused = ServerAnswer.error(403, "InvalidSecurityToken")
    for (environment, expected) in [(Self.oss, nil), (Self.cloud, Failure.rejected(generation: 1))]
    {
      let provider = try provider(environment)
      #expect(await provider.nextAction(after: refused, generation: 1, tried: []) == .giveUp)
      #expect(await failure { try await provider.credentials() } == expected)
    }
  }
}
