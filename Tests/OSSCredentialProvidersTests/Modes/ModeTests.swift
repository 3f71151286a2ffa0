import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import OSSTestDoubles
import Testing

@Suite struct `Modes` {
  /// 2015-11-03T09:37:59Z, the moment of the sample that the next values belong to.
  static let clock = TestClock(seconds: 1_446_543_479)

  /// The token of the sample.
  static func sample(expires: Int64?) throws -> FederationToken {
    try FederationToken(
      accessKeyID: "STS.testAK", accessKeySecret: "testSecret", securityToken: "CAES+a/b==",
      expiration: expires.map { clock.seconds($0) })
  }

  /// The three modes with a token, which expires after an hour.
  private func temporary() throws -> [any RequestSigner] {
    let token = try Self.sample(expires: 3_600)
    let transport = ScriptedTransport(
      id: "STS.testAK", secret: "testSecret", token: "CAES+a/b==",
      expires: "2015-11-03T10:37:59Z")
    return [
      StaticTokenProvider(token, version: .v1, clock: Self.clock.read),
      FederationTokenProvider(options: .test(Self.clock), version: .v1) { token },
      CredentialsURIProvider(
        url: "", transport: transport, options: .test(Self.clock), version: .v1),
    ]
  }

  private func presign(
    _ signer: any RequestSigner, for interval: TimeSpan, query: [QueryParameter] = []
  ) async throws -> PresignedRequest {
    let request = try SigningRequest(
      method: "GET", bucket: "examplebucket", key: "exampleobject.txt", query: query)
    return try await signer.presign(
      request, at: try Endpoint("https://oss-cn-hangzhou.aliyuncs.com"), validFor: interval)
  }

  private func sign(_ signer: any RequestSigner) async throws -> SignedRequest {
    try await signer.sign(
      try SigningRequest(method: "GET", bucket: "examplebucket", key: "exampleobject.txt"))
  }

  @Test func `the modes sign the same with the same token: CRED-MODE-1`() async throws {
    var urls: Set<String> = []
    var headers: Set<[String]> = []
    for signer in try temporary() {
      let url = try await presign(signer, for: .seconds(1_800))
      #expect(url.generation == 1)
      #expect(url.limit.effective == Self.clock.seconds(1_800))
      #expect(url.limit.findings == [])
      urls.insert(url.url)
      let signed = try await sign(signer)
      #expect(signed.generation == 1)
      headers.insert(signed.headers.map { "\($0.name): \($0.value)" })
    }
    // The signature was computed by hand for the sample: LXxkx5DBE2Fo8VnTTdVu4GajnTc=.
    #expect(
      urls == [
        "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/exampleobject.txt"
          + "?security-token=CAES%2Ba%2Fb%3D%3D&OSSAccessKeyId=STS.testAK&Expires=1446545279"
          + "&Signature=LXxkx5DBE2Fo8VnTTdVu4GajnTc%3D"
      ])
    #expect(headers.count == 1)
    #expect(headers.first?.first == "Date: Tue, 03 Nov 2015 09:37:59 GMT")
  }

  @Test func `the modes sign the same with the secret here and on a server: CRED-MODE-1`()
    async throws
  {
    let server = try Signer(Credentials(accessKeyID: "ak", accessKeySecret: "sk"), .v1)
    // 1699807420 less an hour.
    let clock = TestClock(seconds: 1_699_803_820).read
    let signers: [any RequestSigner] = [
      try StaticKeyPairProvider(
        accessKeyID: "ak", accessKeySecret: "sk", version: .v1, clock: clock),
      try CustomSigner(SigningIdentity(.v1), clock: clock) {
        try server.signature(of: $0.text).text
      },
    ]
    let request = try SigningRequest(
      method: "GET", bucket: "bucket", key: "key",
      query: [QueryParameter("versionId", "versionId")])
    for signer in signers {
      let url = try await signer.presign(
        request, at: Published.endpoint(), validFor: .seconds(3_600))
      // As the tests of the Swift SDK v2 have it.
      #expect(url.url.hasSuffix("&Expires=1699807420&Signature=dcLTea%2BYh9ApirQ8o8dOPqtvJXQ%3D"))
    }
  }

  @Test func `each mode says when a URL really expires: CRED-MODE-17`() async throws {
    for signer in try temporary() {
      let url = try await presign(signer, for: .seconds(86_400))
      #expect(url.limit.effective == Self.clock.seconds(3_600))
      #expect(url.limit.bound == .token)
      #expect(url.limit.findings == [.outlivesToken, .aboveTwelveHours])
      #expect(url.url.contains("Expires=1446629879&"))
    }
    let pair = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    let provider = StaticTokenProvider(
      FederationToken(pair, expiration: Self.clock.seconds(900)), version: .v1,
      clock: Self.clock.read)
    let url = try await presign(provider, for: .seconds(3_600))
    #expect(url.limit.effective == Self.clock.seconds(900))
    #expect(url.limit.bound == .token)
    #expect(url.description.contains("ends: 2015-11-03T09:52:59Z"))
  }

  @Test func `no mode makes a URL without an interval or with a reserved parameter`() async throws {
    for signer in try temporary() {
      let short = await failure { try await presign(signer, for: .seconds(0)) }
      #expect(short == .unusableInterval(.tooShort(.seconds(0))))
      let reserved = await failure {
        try await presign(signer, for: .seconds(60), query: [QueryParameter("Expires", "1")])
      }
      #expect(reserved == .unsignable(.reservedParameter(name: "Expires")))
    }
  }

  @Test func `no mode signs without credentials: CRED-MODE-3`() async throws {
    let signers: [any RequestSigner] = [
      StaticTokenProvider(try Self.sample(expires: 0), version: .v1, clock: Self.clock.read),
      FederationTokenProvider(options: .test(Self.clock), version: .v1) { nil },
      try CustomSigner(SigningIdentity(.v1), clock: Self.clock.read) { _ in nil },
    ]
    for signer in signers {
      #expect(await failure { try await sign(signer) } != nil)
      #expect(await failure { try await presign(signer, for: .seconds(60)) } != nil)
    }
  }

  /// A provider that an app has written itself, of its two members.
  private struct Own: CredentialsProvider {
    let version = SignatureVersion.v1

    func credentials() async throws(ProviderError) -> ProvidedCredentials {
      do {
        let token = try sample(expires: 3_600)
        return ProvidedCredentials(token.credentials, expiration: token.expiration, generation: 7)
      } catch {
        throw .unsigned(.missingValue, cause: error)
      }
    }
  }

  /// A signer for the tests of an app.
  private struct StandIn: RequestSigner {
    func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
      SignedRequest(headers: [HeaderField("Authorization", "OSS ak:c2lnbmF0dXJl")], generation: nil)
    }

    func presign(
      _ request: SigningRequest, at endpoint: Endpoint, validFor interval: TimeSpan
    ) async throws(ProviderError) -> PresignedRequest {
      do throws(PresignLimitError) {
        let limit = try PresignLimit(.v1, interval: interval, now: clock.now, credential: .longTerm)
        return PresignedRequest(
          url: "https://example.com", method: "GET", limit: limit, generation: 3)
      } catch {
        throw .unusableInterval(error)
      }
    }

    func nextAction(
      after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
    ) async -> ErrorAction { .giveUp }
  }

  @Test func `an app can write a provider and a signer of its own: CRED-MODE-1`() async throws {
    let provider = Own()
    let own = try await sign(provider)
    #expect(own.authorization.hasPrefix("OSS STS.testAK:"))
    #expect(own.headers.contains(HeaderField("x-oss-security-token", "CAES+a/b==")))
    #expect(own.generation == 7)
    #expect(await (provider as any RequestSigner).version == .v1)
    let refused = ServerAnswer.error(403, "InvalidSecurityToken")
    #expect(await provider.nextAction(after: refused, generation: 7, tried: []) == .giveUp)
    let signer: any RequestSigner = StandIn()
    #expect(try await sign(signer).headers.map(\.name) == ["Authorization"])
    let url = try await presign(signer, for: .seconds(60))
    #expect(url.generation == 3)
    #expect(url.limit.effective == Self.clock.seconds(60))
  }
}

@Suite struct `Signature versions of the modes` {
  /// The modes without a token.
  private func longTerm(at time: Int64) throws -> [any RequestSigner] {
    [
      try StaticKeyPairProvider(
        accessKeyID: "ak", accessKeySecret: "sk", version: Published.v4,
        clock: TestClock(seconds: time).read),
      try Published.customSigner(at: time),
    ]
  }

  /// The modes with one.
  private func temporary(at time: Int64) throws -> [any RequestSigner] {
    let clock = TestClock(seconds: time)
    let token = try Published.token(expires: clock.seconds(3_600))
    let transport = ScriptedTransport(
      id: "ak", secret: "sk", token: "token", expires: "2024-01-01T00:00:00Z")
    return [
      StaticTokenProvider(token, version: Published.v4, clock: clock.read),
      FederationTokenProvider(options: .test(clock), version: Published.v4) { token },
      CredentialsURIProvider(
        url: "", transport: transport, options: .test(clock), version: Published.v4),
      try Published.customSigner(token: "token", at: time),
    ]
  }

  @Test func `the headers of every mode have the version of the app: CRED-MODE-20`() async throws {
    for (signers, signature, day) in [
      (try longTerm(at: Published.header.time), Published.header.signature, "20231216"),
      (
        try temporary(at: Published.headerWithToken.time), Published.headerWithToken.signature,
        "20231217"
      ),
    ] {
      for signer in signers {
        let signed = try await signer.sign(try Published.headerRequest())
        #expect(
          signed.headers.first { $0.name == "Authorization" }?.value
            == "OSS4-HMAC-SHA256 Credential=ak/\(day)/cn-hangzhou/oss/aliyun_v4_request,"
            + "Signature=\(signature)")
      }
    }
  }

  @Test func `the URLs of every mode have the version of the app: CRED-MODE-20`() async throws {
    for (signers, expected) in [
      (try longTerm(at: Published.url.time), Published.url),
      (try temporary(at: Published.urlWithToken.time), Published.urlWithToken),
    ] {
      for signer in signers {
        let made = try await signer.presign(
          try Published.urlRequest(), at: try Published.endpoint(), validFor: .seconds(599))
        #expect(made.url.contains("x-oss-signature=\(expected.signature)"))
        #expect(made.limit.effective == Moment(milliseconds: (expected.time + 599) * 1000))
        #expect(made.limit.findings == [])
      }
    }
  }

  @Test func `the version limits the interval of a URL: CRED-MODE-17`() async throws {
    for signer in try longTerm(at: 0) + temporary(at: 0) {
      let error = await failure {
        try await signer.presign(
          try Published.urlRequest(), at: try Published.endpoint(),
          validFor: .seconds(604_801))
      }
      let limit = PresignLimitError.tooLong(.seconds(604_801), limit: .seconds(604_800))
      #expect(error == .unusableInterval(limit))
    }
  }

  @Test(arguments: [
    (SignatureVersion.v1, "OSS ak:"), (.v2, "OSS2 AccessKeyId:ak,Signature:"),
  ])
  func `a mode signs with V1 or V2 if the app asks for it: CRED-MODE-20`(
    version: SignatureVersion, prefix: String
  ) async throws {
    let provider = try StaticKeyPairProvider(
      accessKeyID: "ak", accessKeySecret: "sk", version: version, clock: TestClock().read)
    let made: SignatureVersion = provider.version
    #expect(made == version)
    let signed = try await provider.sign(try Published.headerRequest())
    #expect(signed.headers.contains { $0.value.hasPrefix(prefix) })
  }

  @Test func `a mode with an invalid region signs nothing: CRED-MODE-3`() async throws {
    let provider = StaticTokenProvider(
      try Published.token(), version: .v4(region: "oss-cn-hangzhou"), clock: TestClock().read)
    let error = await failure { try await provider.sign(try Published.headerRequest()) }
    #expect(error == .unsignable(.invalidRegion("oss-cn-hangzhou")))
  }
}

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
