import OSSCredentialProviders
import OSSCredentials
import OSSPrimitives
import OSSSigning
import Testing

@Suite struct `The five modes` {
  /// 2015-11-03T09:37:59Z, the moment of the sample that the next values belong to.
  static let now = Moment(milliseconds: 1_446_543_479_000)

  /// The token of the sample.
  static func sample(expires: Int64?) throws -> FederationToken {
    try FederationToken(
      accessKeyID: "STS.testAK", accessKeySecret: "testSecret", securityToken: "CAES+a/b==",
      expiration: expires.map { now.adding(.seconds($0)) })
  }

  private func temporary() throws -> [any RequestSigner] {
    let token = try Self.sample(expires: 3_600)
    let body = Bytes(
      """
      {"Credentials":{"AccessKeyId":"STS.testAK","AccessKeySecret":"testSecret",\
      "SecurityToken":"CAES+a/b==","Expiration":"2015-11-03T10:37:59Z"}}
      """.utf8)
    let options = RefreshOptions(seed: 1, clock: { Self.now })
    let client = `Another HTTP client`.Client { _ in HTTPResponse(status: 200, body: body) }
    return [
      StaticTokenProvider(token, clock: { Self.now }),
      FederationTokenProvider(options: options) { token },
      CredentialsURIProvider(url: "", client: client, options: options),
    ]
  }

  private func request() throws -> SigningRequest {
    try SigningRequest(method: "GET", bucket: "examplebucket", key: "exampleobject.txt")
  }

  private func endpoint() throws -> Endpoint {
    try Endpoint("https://oss-cn-hangzhou.aliyuncs.com")
  }

  @Test func `sign the same with the same token: CRED-MODE-1`() async throws {
    var urls: Set<String> = []
    var headers: Set<[String]> = []
    for signer in try temporary() {
      let url = try await signer.presign(
        try request(), endpoint: try endpoint(), interval: .seconds(1_800))
      #expect(url.generation == 1)
      #expect(url.limit.effective == Self.now.adding(.seconds(1_800)))
      #expect(url.limit.findings == [])
      urls.insert(url.url)
      let signed = try await signer.sign(try request())
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

  @Test func `sign the same with the secret here and with it elsewhere: CRED-MODE-1`() async throws
  {
    let server = SignerV1(try Credentials(accessKeyID: "ak", accessKeySecret: "sk"))
    // 1699807420 less an hour.
    let clock = { @Sendable in Moment(milliseconds: 1_699_803_820_000) }
    let signers: [any RequestSigner] = [
      try StaticKeyPairProvider(accessKeyID: "ak", accessKeySecret: "sk", clock: clock),
      CustomSigner(clock: clock) { server.authorization(forStringToSign: $0).description },
    ]
    let request = try SigningRequest(
      method: "GET", bucket: "bucket", key: "key",
      query: [QueryParameter("versionId", "versionId")])
    for signer in signers {
      let url = try await signer.presign(
        request, endpoint: try endpoint(), interval: .seconds(3_600))
      // As the tests of the Swift SDK v2 have it.
      #expect(url.url.hasSuffix("&Expires=1699807420&Signature=dcLTea%2BYh9ApirQ8o8dOPqtvJXQ%3D"))
    }
  }

  @Test func `tell when a URL really ends: CRED-MODE-17`() async throws {
    for signer in try temporary() {
      let url = try await signer.presign(
        try request(), endpoint: try endpoint(), interval: .seconds(86_400))
      #expect(url.limit.effective == Self.now.adding(.seconds(3_600)))
      #expect(url.limit.bound == .token)
      #expect(url.limit.findings == [.outlivesToken, .aboveTwelveHours])
      #expect(url.url.contains("Expires=1446629879&"))
    }
  }

  @Test func `make no URL without an interval`() async throws {
    for signer in try temporary() {
      let error = await #expect(throws: ProviderError.self) {
        try await signer.presign(try request(), endpoint: try endpoint(), interval: .seconds(0))
      }
      guard case .unusableInterval(.tooShort(.seconds(0))) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `name a request that cannot be made by a URL`() async throws {
    let request = try SigningRequest(
      method: "GET", bucket: "bucket", key: "key", query: [QueryParameter("Expires", "1")])
    for signer in try temporary() {
      let error = await #expect(throws: ProviderError.self) {
        try await signer.presign(request, endpoint: try endpoint(), interval: .seconds(60))
      }
      guard case .unsignable(.reservedParameter(name: "Expires")) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `sign nothing where there are no credentials: CRED-MODE-3`() async throws {
    let clock = { @Sendable in Self.now }
    let signers: [any RequestSigner] = [
      StaticTokenProvider(try Self.sample(expires: 0), clock: clock),
      FederationTokenProvider(options: RefreshOptions(seed: 1, clock: clock)) { nil },
      CustomSigner(clock: clock) { _ in nil },
    ]
    for signer in signers {
      await #expect(throws: ProviderError.self) { try await signer.sign(try request()) }
      await #expect(throws: ProviderError.self) {
        try await signer.presign(try request(), endpoint: try endpoint(), interval: .seconds(60))
      }
    }
  }

  /// A provider that an app has written itself.
  private struct Own: CredentialsProvider {
    let signingCredential = SigningCredential.temporary

    func credentials() async throws(ProviderError) -> ProvidedCredentials {
      do {
        let token = try sample(expires: 3_600)
        return ProvidedCredentials(
          token.credentials, expiration: token.expiration, generation: 7)
      } catch {
        throw .unsigned(.missingValue, cause: error)
      }
    }

    func reject(generation: Int) async {}
    func correctedTime() async -> Moment { now }
    func correctClock(by answer: ServerAnswer) async -> Bool { false }
  }

  @Test func `make a URL that ends with its credentials, whatever these are: CRED-MODE-17`()
    async throws
  {
    let pair = try Credentials(accessKeyID: "ak", accessKeySecret: "sk")
    let provider = StaticTokenProvider(
      FederationToken(pair, expiration: Self.now.adding(.seconds(900))), clock: { Self.now })
    let url = try await provider.presign(
      try request(), endpoint: try endpoint(), interval: .seconds(3_600))
    #expect(url.limit.effective == Self.now.adding(.seconds(900)))
    #expect(url.limit.bound == .token)
    #expect(url.description.contains("ends: 2015-11-03T09:52:59Z"))
  }

  /// What stands for a signer in the tests of an app.
  private struct StandIn: RequestSigner {
    func sign(_ request: SigningRequest) async throws(ProviderError) -> SignedRequest {
      SignedRequest(headers: [HeaderField("Authorization", "OSS ak:c2lnbmF0dXJl")], generation: nil)
    }

    func presign(
      _ request: SigningRequest, endpoint: Endpoint, interval: TimeSpan
    ) async throws(ProviderError) -> PresignedRequest {
      do throws(PresignLimitError) {
        let limit = try PresignLimit(.v1, interval: interval, now: now, credential: .longTerm)
        return PresignedRequest(url: "https://example.com", limit: limit, generation: 3)
      } catch {
        throw .unusableInterval(error)
      }
    }

    func nextAction(
      after answer: ServerAnswer?, generation: Int?, tried: [ErrorAction]
    ) async -> ErrorAction { .giveUp }
  }

  @Test func `have a stand-in that an app can write for its tests: CRED-MODE-1`() async throws {
    let signer: any RequestSigner = StandIn()
    #expect(try await signer.sign(try request()).headers.map(\.name) == ["Authorization"])
    let url = try await signer.presign(
      try request(), endpoint: try endpoint(), interval: .seconds(60))
    #expect(url.generation == 3)
    #expect(url.limit.effective == Self.now.adding(.seconds(60)))
  }

  @Test func `have a sixth beside them, which is an app's own: CRED-MODE-1`() async throws {
    let own = try await Own().sign(try request())
    let given = try await StaticTokenProvider(try Self.sample(expires: nil), clock: { Self.now })
      .sign(try request())
    #expect(own.headers == given.headers)
    #expect(own.generation == 7)
  }
}
